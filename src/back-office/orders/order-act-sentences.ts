import { type Cents, cents, formatCents } from "~/shop/money";
import { ORDER_ACT, type OrderActName } from "~/shop/orders/act-as-member.server";
import { shownNumber } from "~/shop/orders/order-number";
import { FOUND_WORDS, LOST_UNDECIDED } from "~/shop/orders/parcels/lost-acts.server";
import { RETURN_ACT } from "~/shop/returns/return-acts.server";
import { dayWords } from "~/shop/shop-time";
import { counted } from "../count-words";
import type { LoggedAct } from "../log/log-kind";

/** Result of an act on an order, as the log keeps it. */
interface Done {
  /** Shown number of the order. */
  order: string;
  /** Value that the act stored, as text; an amount is formatted. */
  value: string;
  /** Amount in cents, with its sign; 0 without one. */
  amount: number;
}

const dollars = (amount: number): string => formatCents(cents(Math.abs(amount)));

/** Sentences about finished acts on an order: each names the deed by the result that the act stored. */
const sentences: Record<OrderActName, (done: Done) => string> = {
  packed: ({ order }) => `Order ${order} is packed.`,
  unpacked: ({ order }) => `Order ${order} is not packed any more.`,
  parcel: ({ order, value }) => `A parcel of order ${order} has left${value && ` with ${value}`}.`,
  arrived: ({ order }) => `A parcel of order ${order} has arrived.`,
  lost: ({ order, value }) => {
    const decided = value.split(", ").filter((part) => part !== LOST_UNDECIDED);
    return `A parcel of order ${order} is lost${decided.length > 0 ? `: ${decided.join(", ")}` : ". What happens with its pieces is not decided yet"}.`;
  },
  found: ({ order, value }) =>
    value === FOUND_WORDS.kept
      ? `The parcel of order ${order} that turned up stays with the shopper.`
      : `The parcel of order ${order} that turned up is asked back.`,
  replacement: ({ order, value }) => `What order ${order} gets instead has left${value && ` with ${value}`}.`,
  "replacement-ended": ({ order }) => `What order ${order} was to get instead stays here, and its money goes back.`,
  tracking: ({ order, value }) => `The tracking of order ${order} is corrected: ${value}.`,
  "tracking-told": ({ order, value }) => `The tracking of order ${order} is corrected: ${value}. The shopper is told.`,
  cancelled: ({ order }) => `Order ${order} is cancelled. What was paid goes back.`,
  refund: ({ order, amount }) => `${dollars(amount)} of order ${order} goes back.`,
  "store-credit": ({ order, amount }) =>
    `${dollars(amount)} of order ${order} is given as store credit, on a gift card.`,
  "refund-handled": ({ order, amount }) => `The failed refund of ${dollars(amount)} of order ${order} is handled.`,
  change: ({ order, amount }) =>
    amount > 0
      ? `Order ${order} waits for ${dollars(amount)}: the shopper has a link to pay. Until then it stays as it is.`
      : amount < 0
        ? `Order ${order} is changed, and ${dollars(amount)} goes back.`
        : `Order ${order} is changed. Nothing is to pay.`,
  "change-ended": ({ order }) => `The change of order ${order} is given up. The order stays as it was.`,
  "change-longer": ({ order }) => `The change of order ${order} is held longer, and its link is sent again.`,
  "change-sent-again": ({ order }) => `The link to pay the change of order ${order} is sent again.`,
  note: ({ order }) => `The note about order ${order} is written.`,
  delayed: ({ order, value }) =>
    value
      ? `The shopper of order ${order} is told that it leaves by ${dayWords(value)}.`
      : `The shopper of order ${order} is told of a delay without a day.`,
  "letter-again": ({ order }) => `A letter about order ${order} is sent again.`,
};

/** Whether the log has a sentence about an act of this name; a newer release may have stored others. */
const isKnown = (field: string): field is OrderActName => Object.hasOwn(sentences, field);

/** Sentence about one act on an order; undefined for an undo, and for acts that this release does not know. */
export function orderSentence({ action, changes }: LoggedAct): string | undefined {
  const done = changes.filter(({ kind, isErased, isHidden }) => kind === ORDER_ACT && !isErased && !isHidden);
  const [own] = done;
  if (action === "undo" || !own || done.length > 1 || !isKnown(own.field)) return undefined;
  const amount = typeof own.new === "number" ? own.new : 0;
  const value = typeof own.new === "number" ? formatCents(own.new as Cents) : String(own.new ?? "");
  const said = sentences[own.field]({ order: shownNumber(own.record), value, amount });
  const isHere =
    (own.field === "refund" || own.field === "store-credit") &&
    changes.some(({ kind, field }) => kind === RETURN_ACT && field === "settled");
  return isHere ? `${said} What lay here is taken in.` : said;
}

/** Sentence about packing orders, which can be undone; undefined for an undo. */
export function packedSentence({ action, changes: [own, ...more], count }: LoggedAct): string | undefined {
  if (action === "undo" || !own) return undefined;
  if (more.length > 0) return `${counted(count, "order is", "orders are")} packed.`;
  return sentences[own.new === true ? "packed" : "unpacked"]({ order: shownNumber(own.record), value: "", amount: 0 });
}
