import { DAY } from "~/platform/durations";
import { giftCardWords } from "~/shop/gift-cards/gift-card-words";
import { type Cents, formatCents, sum } from "~/shop/money";
import { cardWords } from "./card-words";
import type { PaidCard, PaymentMethod } from "./gateway";

/** Way by which money came or goes: a card of a bank or Klarna, a gift card that had paid, or a new one as store credit. */
export type Way =
  | { kind: "bank"; method: PaymentMethod; card: PaidCard | null }
  | { kind: "gift-card" | "store-credit"; lastFour: string; isOpen: boolean };

/** Part of an order's money that one way brought, in cents. */
export interface PaidPart {
  way: Way;
  amount: Cents;
}

/** Part of the money that goes back of an order by one way. */
export interface MoneyBack extends PaidPart {
  /** `computed`: it goes back once the shopper or a member says so. */
  state: "computed" | "requested" | "done" | "failed";
  /** Time of the refund; unset for a computed one. */
  at?: Date;
}

/** Days after which a refund by a bank is told as one that has arrived, whatever time the merchant names. */
const BANK_DAYS = 60;

/** Name of a way for its owner: "Visa •••• 4242", "Klarna", "Gift card ending 7KQ2". */
export const wayWords = (way: Way): string => nameOfWay(way, "Credit Card");

/** Name of a way as `wayWords` says it, with the words that a sentence has for a card that is not known. */
export function nameOfWay(way: Way, unknownCard: string): string {
  if (way.kind === "bank") return way.card ? cardWords(way.card) : way.method === "Klarna" ? "Klarna" : unknownCard;
  return way.kind === "store-credit" ? `${giftCardWords(way.lastFour)}, store credit` : giftCardWords(way.lastFour);
}

const isOfBank = ({ way }: PaidPart): boolean => way.kind === "bank";

/** Amount of some parts that a bank or Klarna carries, in cents. */
export const bankPart = (parts: readonly PaidPart[]): Cents => sum(parts.filter(isOfBank).map(({ amount }) => amount));

/** Whether money has reached its owner: at once on an open card of the shop, by a bank after a while. */
export function isThere({ way, state, at }: MoneyBack, now: Date): boolean {
  if (state !== "done") return false;
  return way.kind === "bank" ? at !== undefined && now.getTime() - at.getTime() > BANK_DAYS * DAY : way.isOpen;
}

/**
 * Sentences that say where money goes back, whether it is there, and how long a bank takes: of all words about this the only ones. What a
 * bank carries comes first.
 */
export function moneyBackWords(parts: readonly MoneyBack[], refundTime: string, now: Date): string {
  const given = parts.filter(({ state }) => state !== "failed");
  const failed = parts.filter(({ state }) => state === "failed");
  const byBank = given.filter(isOfBank);
  return [
    ...merged(byBank, bankWords),
    ...(byBank.every((part) => isThere(part, now)) ? [] : [`Banks take ${refundTime} to show it.`]),
    ...cardSentences(given),
    ...merged(failed, (_, amount) => `${amount} could not be paid back to you yet. We will write to you.`),
  ].join(" ");
}

/** Amounts of some parts, each with where it goes, within a sentence: "$36.00 to Visa •••• 4242 and $4.00 onto the gift card ending 7KQ2". */
export const amountsByWay = (parts: readonly MoneyBack[]): string =>
  [parts.filter(isOfBank), parts.filter((part) => !isOfBank(part))]
    .flatMap((own) => merged(own, ({ way }, amount) => `${amount} ${whereTo(way)}`))
    .join(" and ");

/** The sentences of `moneyBackWords` about gift cards and store credit. */
export const onCardWords = (parts: readonly MoneyBack[]): string => cardSentences(parts).join(" ");

const cardSentences = (parts: readonly MoneyBack[]): string[] => [
  ...merged(
    parts.filter(({ way }) => way.kind === "store-credit"),
    onCard,
  ),
  ...merged(
    parts.filter(({ way }) => way.kind === "gift-card"),
    onCard,
  ),
];

/** Words of a letter about a refund: its own about the amount that a bank carries, then those about cards. */
export const outcomeWords = (parts: readonly MoneyBack[], ofBank: (amount: string) => string): string =>
  [bankPart(parts) > 0 && ofBank(formatCents(bankPart(parts))), onCardWords(parts)].filter(Boolean).join(" ");

/** A sentence for each way and state, with the sum of its parts. */
function merged(parts: readonly MoneyBack[], say: (part: MoneyBack, amount: string) => string): string[] {
  const groups = Map.groupBy(parts, ({ way, state }) => `${state} ${wayWords(way)}`);
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    return first ? [say(first, formatCents(sum(own.map(({ amount }) => amount))))] : [];
  });
}

/** Place of money by a way: "to Visa •••• 4242", "by Klarna", "onto the gift card ending 7KQ2". */
function whereTo(way: Way): string {
  if (way.kind !== "bank") return `onto ${theCard(way)}${way.isOpen ? "" : ", which is closed (please write to us)"}`;
  return !way.card && way.method === "Klarna" ? "by Klarna" : `to ${nameOfWay(way, "the card that paid")}`;
}

const theCard = ({ lastFour }: Exclude<Way, { kind: "bank" }>): string => `the gift card ending ${lastFour}`;

const bankWords = ({ way, state }: MoneyBack, amount: string): string =>
  `${amount} ${state === "done" ? "went" : "goes"} back ${whereTo(way)}.`;

function onCard({ way, state }: MoneyBack, amount: string): string {
  if (way.kind === "bank") return "";
  const card = theCard(way);
  if (!way.isOpen)
    return `${amount} ${state === "done" ? "went" : "goes"} onto ${card}, which is closed: please write to us.`;
  if (way.kind === "store-credit") return `${amount} is yours as store credit on ${card}. A letter has its code.`;
  return state === "done" ? `${amount} is back on ${card}.` : `${amount} goes back onto ${card}, at once.`;
}
