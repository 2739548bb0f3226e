import { nameIn } from "~/platform/by-name";
import { type Cents, formatCents, sum } from "~/shop/money";
import type { ChangeEnd } from "~/shop/orders/changes/computed-change";
import type { HistoryEntry } from "~/shop/orders/order-history";
import { giftCardWords } from "~/shop/gift-cards/gift-card-words";
import type { MemberOrder, OrderMoney, ReceivedPayment } from "~/shop/orders/member-order.server";
import { nameOfWay } from "~/shop/payments/money-back";
import { refundFailureWords } from "~/shop/payments/refund-failure-words";
import { isInOutbox } from "~/shop/orders/letters/in-outbox";
import type { OrderEventKind } from "~/shop/orders/order-event";
import { refundCause } from "~/shop/orders/refunds/refund-cause";
import { dayWords } from "~/shop/shop-time";
import { shownReturnNumber } from "~/shop/returns/return-number";
import { listed, WAITS_FOR_MAIL } from "../count-words";
import { lineName } from "./order-line-words";
import { parcelName } from "./order-words";

type Event = Extract<HistoryEntry, { kind: "event" }>;
type Known = Pick<MemberOrder, "lines" | "parcels" | "money">;

const text = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
const dollars = (value: unknown): string => (typeof value === "number" ? formatCents(value as Cents) : "");

/** Names of letters in the history of an order, by the event that records their sending. */
const letterNames = {
  "confirmation-sent": "Order confirmed",
  "shipped-sent": "On its way",
  "cancellation-sent": "Order cancelled",
  "refund-told": "Your refund",
  "lost-told": "We send it again",
  "found-told": "Please send it back",
  "change-asked-sent": "A change to your order",
  "order-changed-sent": "Your order has changed",
  "change-ended-sent": "Your order stays as it was",
  "return-instructions-sent": "How to send it back",
  "return-label-sent": "The label of your return",
  "return-refused-sent": "Your return cannot come back",
  "return-received-sent": "Your return is here",
  "return-exchange-ended-sent": "Your exchange has ended",
  "return-settled-sent": "Your return is settled",
  "pay-link-sent": "Ready to be paid",
  "unpaid-end-told": "Your link has ended",
  "delay-told": "It takes longer",
  "review-asked": "How is it?",
  "recall-told": "Recall",
  "gift-card-sent": "Gift card sent",
} as const;
type LetterKind = keyof typeof letterNames;
/** Names of letters about the difference of an exchange, used if the letter belongs to a return. */
const exchangeLetterNames: Partial<Record<LetterKind, string>> = {
  "change-asked-sent": "To pay for your exchange",
  "order-changed-sent": "Your exchange is paid",
  "change-ended-sent": "Your exchange has ended",
};
const letterName = (kind: LetterKind, { return: number, failed }: Record<string, unknown>): string =>
  (kind === "refund-told" && failed === true && "Your refund did not go through") ||
  (text(number) && exchangeLetterNames[kind]) ||
  letterNames[kind];
const isLetter = (kind: string): kind is LetterKind => kind in letterNames;

/** Functions that describe an event in a sentence, by kind of event. */
const words: Record<
  Exclude<OrderEventKind, LetterKind | "letter-sent-again">,
  (details: Record<string, unknown>, known: Known) => string
> = {
  drafted: () => "Order made, not paid yet",
  "reservation-extended": () => "Held longer while the shopper pays",
  "pay-link-opened": () => "Its link was opened to pay",
  "called-off-unpaid": () => "Ended unpaid, stock released",
  expired: () => "Not paid in time: cancelled, stock released",
  replaced: () => "The shopper made another order in its place",
  "never-asked": () => "Not paid: cancelled, stock released",
  "payment-failed": () => "A try to pay was declined",
  paid: (_, { money }) => {
    if (!money) return "Paid";
    const ways = waysIn(money.payments.filter(({ kind }) => kind !== "change"));
    return listed(ways.map((way) => `${formatCents(way?.amount ?? money.total)} paid by ${wayWords(way)}`));
  },
  "new-order-told": (details) => toMerchant("this order", details),
  packed: () => "Packed",
  unpacked: () => "Not packed after all",
  "parcel-shipped": ({ parcelId, carrier, trackingNumber }, { parcels }) =>
    [`${parcelById(parcelId, parcels)} left`, [text(carrier), text(trackingNumber)].filter(Boolean).join(", ")]
      .filter(Boolean)
      .join(" with "),
  "parcel-delivered": ({ parcelId, wasLost }, { parcels }) =>
    `${parcelById(parcelId, parcels)} arrived${wasLost ? " after all" : ""}`,
  "parcel-lost": ({ parcelId }, { parcels }) => `${parcelById(parcelId, parcels)} is lost`,
  "lost-sent-again": ({ parcelId, lines: pieces }, { parcels, lines }) =>
    `To be sent again, lost in ${lower(parcelById(parcelId, parcels))}: ${listed(piecesNamed(pieces, lines))}`,
  "found-answered": ({ parcelId, answer, stops }, { parcels }) =>
    [
      `${parcelById(parcelId, parcels)} ${answer === "kept" ? "stays with the shopper" : "is asked back"}`,
      stops ? "what was to be sent again stays here" : "",
    ]
      .filter(Boolean)
      .join(", "),
  "tracking-corrected": ({ parcelId, carrier, trackingNumber, was }, { parcels }) =>
    `${parcelById(parcelId, parcels)}: tracking corrected to ${[text(carrier), text(trackingNumber)].filter(Boolean).join(" ")}, was ${text(was)}`,
  "change-asked": ({ difference, return: number, amount }) =>
    number
      ? `The exchange of ${lower(returnName(number))} costs ${dollars(amount) || "something"} more, which is asked for`
      : `A change is asked for, ${dollars(difference ?? amount) || "its difference"} to pay`,
  "change-opened": ({ return: number }) =>
    number
      ? `The shopper began to pay for the exchange of ${lower(returnName(number))}`
      : "The shopper began to pay for the change",
  "change-ended": ({ by, return: number }) =>
    number
      ? `The exchange of ${lower(returnName(number))} ended: ${nameIn(exchangeEnds, text(by), "nothing was paid")}`
      : `The change ended: ${nameIn(changeEnds, text(by), "the order stays as it was")}`,
  "order-changed": ({ difference, amount, return: number, refundId }, known) =>
    number
      ? `The exchange of ${lower(returnName(number))} is paid${dollars(amount) && `: ${dollars(amount)}`}`
      : `The order was changed${differenceWords(difference ?? amount)}${dividedWords(refundId, known)}`,
  delayed: ({ newDay, endsOn }) =>
    [
      text(newDay) ? `A delay until ${dayWords(text(newDay))}` : "A delay, no day is known",
      text(endsOn) && `ends on ${dayWords(text(endsOn))} unless the shopper waits`,
    ]
      .filter(Boolean)
      .join(", "),
  "delay-answered": ({ answer, newDay }) =>
    answer === "cancel"
      ? "The shopper does not want to wait"
      : `The shopper waits${text(newDay) ? ` until ${dayWords(text(newDay))}` : ", without a day"}`,
  cancelled: ({ reason, amount, refundId }, known) =>
    [
      `Cancelled`,
      text(reason) && `: ${text(reason)}`,
      dollars(amount) && `. ${dollars(amount)} goes back${dividedWords(refundId, known)}`,
    ].join(""),
  "refund-asked": refundAskedWords,
  refunded: ({ amount, giftCard, refundId }, known) =>
    text(giftCard)
      ? `${dollars(amount)} given as store credit, on the gift card ending ${text(giftCard)}`
      : `${dollars(amount)} given back${ontoWords(refundId, known)}, confirmed`,
  "refund-failed": ({ amount, code, refundId }, known) =>
    `The refund of ${dollars(amount)}${ontoWords(refundId, known)} failed. ${refundFailureWords(text(code) || null)}`,
  "refund-handled": ({ amount }) => `The failed refund of ${dollars(amount)} is handled`,
  disputed: ({ amount, reason }) =>
    `The shopper's bank disputes ${dollars(amount) || "the payment"}${text(reason) && `: ${text(reason).replaceAll("_", " ")}`}`,
  "dispute-told": (details) => toMerchant("the dispute", details),
  "dispute-lost": ({ amount }) =>
    `The bank gave the shopper ${dollars(amount) || "the money"} back: the dispute is lost`,
  "dispute-won": ({ amount }) => `The dispute is over: ${dollars(amount) || "the money"} stays with the shop`,
  "return-started": ({ return: number }) => `${returnName(number)} was started`,
  "return-approved": ({ return: number, hasLabel, isAfter }) =>
    isAfter
      ? `The label of ${returnName(number)} ${hasLabel ? "was added" : "is not sent: there is none"}`
      : `${returnName(number)} was approved`,
  "return-refused": ({ return: number }) => `${returnName(number)} was refused`,
  "return-received": ({ return: number }) => `${returnName(number)} is here`,
  "return-recounted": ({ return: number }) => `What came of ${lower(returnName(number))} was counted again`,
  "return-exchange-ended": ({ return: number }) => `What was kept for ${lower(returnName(number))} is free again`,
  "return-settled": ({ return: number, amount, refundId }, known) => {
    const own = refundsWith(refundId, known);
    const isCredit = own.length > 0 && own.every(({ credit }) => credit !== null);
    const goes = isCredit ? " is store credit" : ` goes back${dividedWords(refundId, known)}`;
    return [`${returnName(number)} is settled`, dollars(amount) && `${dollars(amount)}${goes}`]
      .filter(Boolean)
      .join(", ");
  },
  "replacement-shipped": ({ return: number, lost }, { parcels }) =>
    lost
      ? `What was lost in ${lower(parcelById(lost, parcels))} has left again`
      : `What was wanted instead has left, for ${lower(returnName(number))}`,
  "replacement-called-off": ({ return: number, lost, refundId }, known) =>
    (lost
      ? `What was lost in ${lower(parcelById(lost, known.parcels))} is not sent again: its money goes back`
      : `What was wanted instead is not sent, for ${lower(returnName(number))}: its money goes back`) +
    dividedWords(refundId, known),
};

const changeEnds = {
  time: "its time was over, nothing was paid",
  member: "it was given up",
  shopper: "the shopper keeps the order as it was",
  goods: "it could not be made any more when its payment came, which goes back",
} satisfies Record<ChangeEnd, string>;

const exchangeEnds = {
  ...changeEnds,
  shopper: "the shopper does not want it any more",
} satisfies Record<ChangeEnd, string>;

const differenceWords = (difference: unknown): string => {
  if (typeof difference !== "number") return "";
  if (difference === 0) return " at the same price";
  return difference > 0 ? `, ${dollars(difference)} paid` : `, ${dollars(-difference)} goes back`;
};

/** Describes an event. For a letter: its name, whether it was sent and, for members who may see addresses, to whom. */
export function eventWords({ event, details, letter }: Event, known: Known): string {
  const to = letter?.to ? ` to ${letter.to}` : "";
  const sent = (name: string, again = ""): string =>
    isInOutbox(details) ? `Letter "${name}"${to}${again} ${WAITS_FOR_MAIL}.` : `Letter "${name}" sent${again}${to}.`;
  if (event === "letter-sent-again") {
    const kind = text(details["kind"]);
    return sent(isLetter(kind) ? letterName(kind, details) : "About the order", " again");
  }
  if (isLetter(event)) return sent(letterName(event, details));
  // During a deploy the newer release may record kinds of events that this release cannot describe.
  return Object.hasOwn(words, event)
    ? words[event](details, known)
    : "Something happened that this page has no words for";
}

const toMerchant = (about: string, details: Record<string, unknown>): string =>
  isInOutbox(details) ? `A letter to you about ${about} ${WAITS_FOR_MAIL}` : `You were written to about ${about}`;

const returnName = (number: unknown): string =>
  text(number) ? `Return ${shownReturnNumber(text(number))}` : "The return";
const lower = (name: string): string => name.replace(/^./, (first) => first.toLowerCase());

/** Name of the member, shopper or service that caused an event. */
export function whoWords({ event, by, who }: Pick<Event, "event" | "by" | "who">): string {
  if (who) return who;
  if (by === "gateway") return "Payments";
  if (by === "shopper") return "Shopper";
  return isLetter(event) || event.endsWith("-told") || event === "letter-sent-again" ? "Mail" : "Shop";
}

/** Names of an order's payment methods, e.g. "Visa •••• 4242" if the card is known. */
export const methodWords = ({ payments }: Pick<OrderMoney, "payments">): string =>
  listed([...new Set(waysIn(payments).map(wayWords))]);

const withMoney = (payments: readonly ReceivedPayment[]): ReceivedPayment[] =>
  payments.filter(({ amount }) => amount > 0);

/** Payments that brought money; one of nothing where there is no other. */
function waysIn(payments: readonly ReceivedPayment[]): (ReceivedPayment | undefined)[] {
  const paid = withMoney(payments);
  return paid.length > 0 ? paid : [payments[0]];
}

/** Name of a payment inside a sentence. */
function wayWords(payment: ReceivedPayment | undefined): string {
  if (!payment) return "nothing: a code covered it";
  const { giftCard, card, method } = payment;
  if (giftCard !== null) return lower(giftCardWords(giftCard));
  return nameOfWay({ kind: "bank", method: method === "Klarna" ? method : "Credit Card", card }, "card");
}

/** Whether two payments came by one way: by the same gift card, the same card or, where no card is known, the same method. */
function isSameWay(one: ReceivedPayment, other: ReceivedPayment): boolean {
  if (one.giftCard !== null || other.giftCard !== null) return one.giftCard === other.giftCard;
  if (!one.card || !other.card) return !one.card && !other.card && one.method === other.method;
  return one.card.brand === other.card.brand && one.card.lastFour === other.card.lastFour;
}

/**
 * Name of the payment onto which a refund went, such as the gift card that had paid; undefined for store credit, and for an order that
 * was paid in one way, which its sums name.
 */
export function wayOfRefund(
  { paymentId, credit }: OrderMoney["refunds"][number],
  { payments }: Pick<OrderMoney, "payments">,
): string | undefined {
  const [first, ...others] = withMoney(payments);
  const isOneWay = !first || others.every((other) => isSameWay(first, other));
  return credit !== null || isOneWay ? undefined : wayWords(payments.find(({ id }) => id === paymentId));
}

/** Payment onto which a refund went, as the end of a sentence; undefined where nothing has to be said. */
function endOf(refund: OrderMoney["refunds"][number], money: OrderMoney): string | undefined {
  const way = wayOfRefund(refund, money);
  return refund.credit ? "as store credit" : way && `onto ${way}`;
}

/** Ending of a sentence about one refund: " onto gift card ending 7QX2". */
function ontoWords(refundId: unknown, { money }: Known): string {
  const refund = money?.refunds.find(({ id }) => id === refundId);
  const end = money && refund && endOf(refund, money);
  return end ? ` ${end}` : "";
}

/** A refund with the others of its cause: what a bank carries first, as shoppers read it, and of it the latest payment. */
function refundsWith(refundId: unknown, { money }: Known): OrderMoney["refunds"] {
  const first = money?.refunds.find(({ id }) => id === refundId);
  if (!money || !first) return [];
  const { payments, refunds } = money;
  const places = new Map(
    payments.map(({ id, giftCard }, place) => [id, (giftCard === null ? 0 : payments.length) - place]),
  );
  const placeOf = ({ paymentId }: { paymentId: string }) => places.get(paymentId) ?? 0;
  return refunds.filter(({ cause }) => cause === first.cause).toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Ending of a sentence about an act, with what its money went onto, and the amount of each such part if there are several. */
function dividedWords(refundId: unknown, known: Known): string {
  const { money } = known;
  if (!money) return "";
  const parts = [...Map.groupBy(refundsWith(refundId, known), (refund) => endOf(refund, money))];
  const [end] = parts[0] ?? [];
  if (parts.length < 2) return end ? ` ${end}` : "";
  const named = parts.flatMap(([onto, part]) =>
    onto === undefined ? [] : [`${formatCents(sum(part.map(({ amount }) => amount)))} ${onto}`],
  );
  return `, ${listed(named)}`;
}

function parcelById(id: unknown, parcels: Known["parcels"]): string {
  const index = parcels.findIndex((parcel) => parcel.id === id);
  return index === -1 ? "A parcel" : parcelName(index);
}

/** Lists the pieces in an event's details, with the names of their lines. */
function piecesNamed(told: unknown, lines: Known["lines"]): string[] {
  const pieces = Array.isArray(told) ? (told as { position: number; quantity: number }[]) : [];
  return pieces.flatMap(({ position, quantity }) => {
    const line = lines.find((each) => each.position === position);
    return line ? [line.quantity > 1 ? `${lineName(line)}, ${quantity} of ${line.quantity}` : lineName(line)] : [];
  });
}

function refundAskedWords(details: Record<string, unknown>, known: Known): string {
  const { amount, restock, delivery, goodwill, refundId } = details;
  if (details["cause"] === refundCause.giftCardsBeyond)
    return `Refund${dollars(amount) && ` of ${dollars(amount)}`} asked: its gift cards were not made, because their payment card had bought more than a day allows.`;
  const pieces = piecesNamed(details["lines"], known.lines);
  if (amount === 0) return `Lost, and not sent again: ${listed(pieces)}. Nothing was paid for it.`;
  const parts = [
    ...pieces,
    ...(delivery ? ["delivery"] : []),
    ...(goodwill ? [`${dollars(goodwill)} for goodwill`] : []),
  ];
  return [
    `Refund${dollars(amount) && ` of ${dollars(amount)}`} asked${dividedWords(refundId, known)}${parts.length > 0 ? `: ${listed(parts)}` : ""}.`,
    restock && pieces.length > 0 ? " What had not left is back in stock." : "",
  ].join("");
}
