import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/change-log.server";
import { once } from "~/shop/audit/once.server";
import { FURTHEST_SENDING_DAYS, TOO_FAR_AHEAD, wrongInGiftWords } from "~/shop/gift-cards/bought-gift-card";
import { changeGiftCard, type GiftCard, leftOnCard, makeGiftCard } from "~/shop/gift-cards/gift-cards.server";
import { admitLetterByHand } from "~/shop/letters-by-hand.server";
import { requireFactor } from "~/shop/members/factor";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents, formatCents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { dayAfter, dayIn } from "~/shop/shop-time";
import { requireFactorToGive } from "../refunds/refund-limit.server";
import { GIFT_CARD } from "~/shop/gift-cards/gift-card-log";
import { refuseWentBack } from "./bought-cards.server";
import { GIFT_CARD_AMOUNT, type GiftCardAct } from "./gift-card";
import { enqueueGiftCard } from "./gift-card-letters.server";

export type Acting = Pick<Services, "db" | "jobs" | "settings" | "sealer" | "mode">;

/** Form about a card: submission id, and the card's version when the form was shown. */
export interface GiftCardForm {
  submission: string;
  id: string;
  version: number;
}

/** A card that a member gives. */
export interface GivenGiftCard {
  submission: string;
  amount: Cents;
  reason: string;
  /** Address to which the letter with the code goes; null if the member hands the card over. */
  email: string | null;
  recipient: string;
  words: string;
  sendOn: string;
}

/**
 * Gives a gift card, once per form; returns its id. It counts into all that the member gives in 24 hours. Its letter leaves on its
 * day, today's at once. A card of a shop in practice is a test card.
 *
 * @throws {Refusal} `right-missing`, `factor-missing`, `input-invalid`, `letters-used-up`.
 */
export async function giveGiftCard(
  services: Acting,
  member: Member,
  { submission, ...given }: GivenGiftCard,
  now = new Date(),
): Promise<string> {
  await requireRight(services, member, "gift-cards.change");
  const today = todayOf(services, now);
  refuseWrong(given, today);
  const { id } = await once(services, member, { submission, kind: GIFT_CARD, record: "give" }, async (tx) => {
    const live = services.mode === "live";
    const card = await makeGiftCard(tx, services.sealer, { ...given, live, memberId: member.id });
    if (card.email) await admitLetterByHand(tx, { memberId: member.id, to: card.email });
    await sendIfDue(tx, services, card, today);
    const act = { memberId: member.id, submission, action: "card-given" as const, reason: given.reason };
    await logChanges(tx, act, [
      { kind: GIFT_CARD, record: card.id, version: 1, field: "card-given", old: null, new: given.amount },
    ]);
    await requireFactorToGive({ db: tx, settings: services.settings }, member);
    return { saved: true, id: card.id };
  });
  return id;
}

function refuseWrong({ amount, sendOn, words }: GivenValues, today: string): void {
  const { least, most } = GIFT_CARD_AMOUNT;
  const isWithin = amount >= least && amount <= most;
  refuseFields({
    ...(!isWithin && { amount: `Enter an amount from ${formatCents(cents(least))} to ${formatCents(cents(most))}.` }),
    ...wrongInLetter({ words, sendOn }, today),
  });
}

type GivenValues = Pick<GivenGiftCard, "amount" | "sendOn" | "words">;

/** Messages about the words and the day of a card's letter, by field. */
function wrongInLetter({ words, sendOn }: Pick<GivenGiftCard, "sendOn" | "words">, today: string) {
  const wrong = wrongInGiftWords(words);
  return {
    ...(wrong !== undefined && { words: wrong }),
    ...(sendOn < today && { sendOn: "Choose today or a later day." }),
    ...(sendOn > dayAfter(today, FURTHEST_SENDING_DAYS) && { sendOn: TOO_FAR_AHEAD }),
  };
}

function refuseFields(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new Refusal("input-invalid", { fields });
}

export const todayOf = ({ settings }: Pick<Services, "settings">, now: Date): string => dayIn(now, settings().timeZone);

/** Whether the day has come on which the letter of a card with an address leaves. */
const isDue = ({ email, sendOn }: Pick<GiftCard, "email" | "sendOn">, today: string): boolean =>
  email !== null && sendOn <= today;

/** Enqueues the letter with a card's present code if its day has come. */
export async function sendIfDue(
  tx: Transaction,
  { jobs }: Pick<Services, "jobs">,
  card: GiftCard,
  today: string,
): Promise<void> {
  if (isDue(card, today)) await enqueueGiftCard({ db: tx, jobs }, card);
}

export interface CardAct {
  field: GiftCardAct;
  reason?: string;
  /** Whether the code may come into other hands by the act, so that it needs a recent factor. */
  isGuarded?: boolean;
  /** Whether the act is the letter alone, which does not leave for a card with nothing left. */
  isLetter?: boolean;
  /** Checks and writes what comes before the card's change, under its lock; returns the amount that the log names, if it names one. */
  first?: (tx: Transaction) => Promise<Cents | void>;
}

/** Change of a card by an act: columns, whether its code is replaced, and whether a letter goes by hand. */
type Changed = Parameters<typeof changeGiftCard>[2];

/**
 * Changes a card for a member, once per form, with its letter and its row in the log.
 *
 * @throws {Refusal} as `changeGiftCard`; `right-missing`, `factor-missing`, `letters-used-up`.
 */
export async function actOnCard(
  services: Acting,
  member: Member,
  { submission, id, version }: GiftCardForm,
  { field, reason = "", isGuarded = false, isLetter = false, first }: CardAct,
  change: Changed,
  now: Date,
): Promise<void> {
  await requireRight(services, member, "gift-cards.change");
  if (isGuarded) requireFactor(member);
  await once(services, member, { submission, kind: GIFT_CARD, record: id }, async (tx) => {
    const { before, after, told } = await changeGiftCard(tx, { id, version }, change, async () => first?.(tx));
    if (isLetter && (await leftOnCard(tx, id)) <= 0)
      throw new Refusal("gift-card-empty", { details: { lastFour: after.lastFour } });
    const isToBeSent = after.sentAt === null && (before.sentAt !== null || before.letters !== after.letters);
    if (isToBeSent && after.email) await admitLetterByHand(tx, { memberId: member.id, to: after.email });
    if (after.sentAt === null && after.state === "open") await sendIfDue(tx, services, after, todayOf(services, now));
    const act = { memberId: member.id, submission, action: field, reason };
    await logChanges(tx, act, [
      { kind: GIFT_CARD, record: id, version: version + 1, field, old: before.lastFour, new: told ?? after.lastFour },
    ]);
    return { saved: true };
  });
}

/** Recipient of a card's letter, its words and its day. */
export interface CorrectedLetter {
  email: string;
  recipient: string;
  /** Unset: they stay as they are. */
  words?: string | undefined;
  /** Day on which the letter leaves; unset: the day stays as it is. */
  sendOn?: string | undefined;
}

/**
 * Corrects who gets the letter, what it says and its day, and sends it again. A code that may have left for the former address is replaced, since whoever has
 * it could spend it: from the day of the letter on, because it may be leaving just now, or have left before it was asked for again or its address was erased.
 * So this day does not change once it has come.
 *
 * @throws {Refusal} as `changeGiftCard`; `right-missing`, `factor-missing`, `letters-used-up`; `gift-card-closed`; `input-invalid`;
 * `edited-meanwhile` for another day once the letter's day has come.
 */
export const correctRecipient = (
  services: Acting,
  member: Member,
  form: GiftCardForm,
  { email, recipient, words, sendOn }: CorrectedLetter,
  now = new Date(),
): Promise<void> =>
  actOnCard(
    services,
    member,
    form,
    { field: "card-corrected", isGuarded: true },
    (card) => {
      refuseClosed(card);
      const today = todayOf(services, now);
      const mayHaveLeft = card.sentAt !== null || card.sendOn <= today;
      const day = sendOn !== undefined && sendOn !== card.sendOn ? sendOn : undefined;
      if (mayHaveLeft && day !== undefined) throw new Refusal("edited-meanwhile");
      refuseFields(wrongInLetter({ words: words ?? "", sendOn: day ?? today }, today));
      return {
        email,
        recipient,
        ...(words !== undefined && { words }),
        ...(day !== undefined && { sendOn: day }),
        letters: card.letters + 1,
        sentAt: null,
        ...(mayHaveLeft && card.email !== email && { replaces: services.sealer }),
      };
    },
    now,
  );

/**
 * Sends the letter with the present code again.
 *
 * @throws {Refusal} as `correctRecipient`; `input-invalid` for a card without an address; `gift-card-empty`.
 */
export const sendGiftCardAgain = (
  services: Acting,
  member: Member,
  form: GiftCardForm,
  now = new Date(),
): Promise<void> =>
  actOnCard(
    services,
    member,
    form,
    { field: "card-sent-again", isLetter: true },
    (card) => {
      refuseClosed(card);
      if (card.email === null) throw new Refusal("input-invalid", { fields: { email: "Enter an address first." } });
      const today = todayOf(services, now);
      return { letters: card.letters + 1, sentAt: null, ...(!isDue(card, today) && { sendOn: today }) };
    },
    now,
  );

/**
 * Gives a card another code, and sends it if the card has an address; the former code is worth nothing from then on.
 *
 * @throws {Refusal} as `correctRecipient`.
 */
export const replaceGiftCard = (
  services: Acting,
  member: Member,
  form: GiftCardForm,
  { reason }: { reason: string },
  now = new Date(),
): Promise<void> =>
  actOnCard(
    services,
    member,
    form,
    { field: "card-replaced", reason, isGuarded: true },
    (card) => {
      refuseClosed(card);
      return { replaces: services.sealer, letters: card.letters + 1 };
    },
    now,
  );

/**
 * Closes a card: no order can use it any more. What an order holds of it already is still taken when that order is paid.
 *
 * @throws {Refusal} as `changeGiftCard`; `right-missing`; `gift-card-closed`.
 */
export const closeGiftCard = (
  services: Acting,
  member: Member,
  form: GiftCardForm,
  { reason }: { reason: string },
  now = new Date(),
): Promise<void> =>
  actOnCard(
    services,
    member,
    form,
    { field: "card-closed", reason },
    (card) => {
      refuseClosed(card);
      return { state: "closed", closedReason: reason };
    },
    now,
  );

/**
 * Opens a closed card again. A letter that was due meanwhile leaves: its first job may have ended without it.
 *
 * @throws {Refusal} as `changeGiftCard`; `right-missing`, `letters-used-up`; `gift-card-open`; as `refuseWentBack`.
 */
export const openGiftCard = (services: Acting, member: Member, form: GiftCardForm, now = new Date()): Promise<void> =>
  actOnCard(
    services,
    member,
    form,
    // Under the card's lock, which a refund takes as well: a card that is closed already keeps its version when its money goes back.
    { field: "card-opened", first: (tx) => refuseWentBack(tx, form.id) },
    (card) => {
      if (card.state === "open") throw new Refusal("gift-card-open");
      const isToLeave = card.sentAt === null && isDue(card, todayOf(services, now));
      return { state: "open", closedReason: "", ...(isToLeave && { letters: card.letters + 1 }) };
    },
    now,
  );

/** @throws {Refusal} `gift-card-closed`. */
export function refuseClosed({ state }: Pick<GiftCard, "state">): void {
  if (state === "closed") throw new Refusal("gift-card-closed");
}
