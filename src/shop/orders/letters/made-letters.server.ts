import { eq } from "drizzle-orm";
import { createElement } from "react";
import type { Database } from "~/platform/database.server";
import { NothingLeftToDo } from "~/platform/jobs.server";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import { waysOn } from "~/shop/catalog/listing/links-to-goods.server";
import { methodOf, settingsFor } from "~/shop/delivery-terms.server";
import { letterWords } from "~/shop/texts/letters/letter-words.server";
import { memberAddress } from "~/shop/members/member-address.server";
import { lastMoment } from "~/shop/shop-time";
import { madeOrders, reducedLines } from "../made/made-orders.tables";
import { orders } from "../orders.tables";
import { payLinks } from "../letter-links.server";
import type { SendPayLink } from "./letter-jobs";
import { existingOrder } from "./order-letters.server";
import { PayLink, payLinkSubject } from "./pay-link.email";
import { type LetterEvent, type OrderLetters, sendOnce } from "./send-once.server";
import { UnpaidEnd, unpaidEndSubject, UnpaidEndToMember } from "./unpaid-end.email";

type MadeLetters = OrderLetters & Pick<Services, "sealer" | "backOfficeAddress">;

/**
 * Sends the letter with the link to pay an order that a member made, once per round (1 for the first letter, 2 when it is sent
 * again, and so on). The first round also sends the member a copy. Sends nothing if the order was paid or has ended meanwhile.
 */
export async function sendPayLink(services: MadeLetters, { number, round }: SendPayLink): Promise<void> {
  const { db } = services;
  const made = await madeOrder(db, number);
  await sendOnce(services, eventOf("pay-link-sent", number, `${round}`), async () => {
    const letter = await payLinkLetter(services, number, made);
    return letter && { ...letter, key: `pay-link-${number}-${round}` };
  });
  const member = await memberAddress(db, made.memberId);
  if (!member || round > 1) return;
  await sendOnce(services, eventOf("pay-link-sent", number, `${round} copy`, { isCopy: true }), async () => {
    const letter = await payLinkLetter(services, number, made, member.email);
    return letter && { ...letter, key: `pay-link-${number}-${round}-copy` };
  });
}

/** Sends letters to shopper and member, each once, about an order made by a member that ended unpaid. */
export async function sendMadeEnded(services: MadeLetters, number: string): Promise<void> {
  const { db, settings, address } = services;
  const made = await madeOrder(db, number);
  const order = await existingOrder(db, number);
  // A payment that arrived late has paid the order after its end.
  if (order.paidAt) return;
  const [words, { "new-arrivals": newest }] = await Promise.all([
    letterWords(db, "unpaid-end", settings()),
    waysOn(db),
  ]);
  const props = { order, settings: settings(), address, words, newest };
  const subject = unpaidEndSubject(props);
  await sendOnce(services, eventOf("unpaid-end-told", number, ""), async () => ({
    ...(await renderLetter(createElement(UnpaidEnd, props))),
    to: order.email,
    subject,
    key: `unpaid-end-${number}`,
  }));
  const member = await memberAddress(db, made.memberId);
  if (!member) return;
  const page = `${services.backOfficeAddress}/orders/made/${number}`;
  await sendOnce(services, eventOf("unpaid-end-told", number, "member", { isCopy: true }), async () => ({
    ...(await renderLetter(createElement(UnpaidEndToMember, { ...props, page }))),
    to: member.email,
    subject,
    key: `unpaid-end-${number}-member`,
  }));
}

async function payLinkLetter(services: MadeLetters, number: string, made: Made, copyTo?: string) {
  const { db, settings, address } = services;
  const order = await existingOrder(db, number);
  if (order.state !== "awaiting-payment") return undefined;
  const reduced = await db.select().from(reducedLines).where(eq(reducedLines.orderNumber, number));
  const by = (await memberAddress(db, made.memberId))?.name ?? "";
  const own = settingsFor({ settings }, order);
  const { timeZone } = own;
  const props = {
    order,
    settings: own,
    address,
    link: await payLinks.address(services, number),
    until: lastMoment(made.endsAt, timeZone),
    said: made.words === "" ? null : { words: made.words, by: by.split(" ")[0] ?? "" },
    words: await letterWords(db, "pay-link", own),
    method: methodOf({ settings }, order),
    listed: new Map(reduced.map(({ position, listed }) => [position, listed])),
    ...(copyTo !== undefined && { copyOf: order.email }),
  };
  return {
    ...(await renderLetter(createElement(PayLink, props))),
    to: copyTo ?? order.email,
    subject: payLinkSubject(props),
  };
}

type Made = typeof madeOrders.$inferSelect;

/**
 * Order that a member made, for its letters.
 *
 * @throws {NothingLeftToDo} if "start for real" deleted it.
 */
async function madeOrder(db: Database, number: string): Promise<Made> {
  const [row] = await db
    .select({ made: madeOrders })
    .from(madeOrders)
    .innerJoin(orders, eq(orders.number, madeOrders.orderNumber))
    .where(eq(madeOrders.orderNumber, number));
  if (!row) throw new NothingLeftToDo(`The order ${number} was cleared.`);
  return row.made;
}

const eventOf = (
  kind: LetterEvent["kind"],
  orderNumber: string,
  apart: string,
  details: Record<string, unknown> = {},
): LetterEvent => ({
  orderNumber,
  kind,
  onceKey: [`${kind}:${orderNumber}`, apart].filter(Boolean).join(" "),
  details,
});
