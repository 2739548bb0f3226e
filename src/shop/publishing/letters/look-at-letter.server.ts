import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { type LetterOutcome, mailTestLetter } from "~/shop/members/mail-test-letter.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import type { Order } from "~/shop/orders/order";
import { orderNumberIn } from "~/shop/orders/order-number";
import { latestPaidNumber, orderByNumber } from "~/shop/orders/orders.server";
import { openWords } from "../drafts.server";
import { exampleOrder } from "./example-order";
import type { LetterKey } from "~/shop/texts/letters/letter-forms";
import type { LetterWords } from "~/shop/texts/letters/letter-words";

type Shop = Pick<Services, "db" | "settings" | "address">;

/** Choice of the order and the case for the preview of a letter. */
export interface LetterLook {
  /** Number of an order as typed; empty for the latest order. */
  typed: string;
  /** Name of the letter's case, for example with or without a refund. */
  which: string;
}

/** The order in the preview of a letter, and whether it is a real one. */
export interface ShownOrder {
  order: Order;
  isReal: boolean;
}

/**
 * The order with this number, or the latest paid order. The invented order is used if the member may not read orders and their
 * shoppers, or if the shop has none. Undefined for an unknown number.
 */
export async function shownOrder(db: Database, member: Member, typed: string): Promise<ShownOrder | undefined> {
  const invented = { order: exampleOrder, isReal: false };
  if (!can(member, "orders.read") || !can(member, "people.read")) return invented;
  const number = typed.trim() === "" ? await latestPaidNumber(db) : orderNumberIn(typed);
  if (number === undefined) return typed.trim() === "" ? invented : undefined;
  const order = await orderByNumber(db, number);
  return order && { order, isReal: true };
}

/**
 * Renders a letter with the draft of its texts.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function lookAtLetter<K extends LetterKey>(
  { db, settings, address }: Shop,
  member: Member,
  key: K,
  { typed, which }: LetterLook,
): Promise<{ subject: string; html: string; text: string }> {
  await requireRight({ db }, member, "content.read");
  const opened = await openWords({ db }, member, { kind: "letter", id: key });
  const shown = (await shownOrder(db, member, typed)) ?? { order: exampleOrder };
  const words: LetterWords<K> = {
    key,
    changed: (opened?.values ?? {}) as Record<string, string>,
    settings: settings(),
  };
  // Loaded on demand, because the renderer of letters is large, and no other page needs it.
  const [{ exampleLetter }, { renderLetter }] = await Promise.all([
    import("./letter-examples.server"),
    import("~/platform/render-letter.server"),
  ]);
  const { subject, letter } = exampleLetter(words, { order: shown.order, which, settings: settings(), address });
  return { subject, ...(await renderLetter(letter)) };
}

/**
 * Sends a letter with the draft of its texts to the member's own address.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function sendLetterTest(
  services: Shop & Pick<Services, "mail">,
  member: Member,
  key: LetterKey,
  look: LetterLook,
): Promise<LetterOutcome> {
  await requireRight(services, member, "content.change");
  return mailTestLetter(services, member, async () => {
    const { subject, ...parts } = await lookAtLetter(services, member, key, look);
    return { subject: `Test: ${subject}`, ...parts };
  });
}
