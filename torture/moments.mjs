import { EventEmitter } from "node:events";

/** Emits steps of the shop that can be observed from outside: `at(step, shop)`, without the shop if it is unknown. */
export class Moments extends EventEmitter {
  constructor() {
    super();
    this.setMaxListeners(0);
  }

  /** Emits a step. A caller that awaits the result lets a kill at this step happen first. */
  at(step, shop) {
    this.emit(step, shop);
    return new Promise((resolve) => setImmediate(resolve));
  }
}

/** Like `moments`, for changes of orders and for made orders. They occur more rarely, so that the wait is longer. */
export const momentsOfChanges = [
  { label: "as a change begins to wait", row: "order_changes waiting" },
  { label: "as a change is applied", row: "order_changes applied" },
  { label: "as pieces of a line end", row: "line_endings" },
  { label: "as a change is recorded", row: "order_events order-changed" },
  { label: "as a change ends without effect", row: "order_changes ended" },
  { label: "as the end of a change is recorded", row: "order_events change-ended" },
  { label: "as the letter about a change is recorded", row: "order_events order-changed-sent" },
  { label: "as a difference is asked for", step: "difference asked", within: 25 },
  { label: "after a difference was asked for", step: "difference heard", within: 10 },
  { label: "after a difference was charged", step: "difference paid", within: 10 },
  { label: "as a paid difference is looked after", step: "paid difference asked", within: 25 },
  { label: "as a member makes an order", row: "made_orders" },
].map((moment) => ({ ...moment, patience: 8_000 }));

/**
 * Moments at which a shop is killed. A `step` is observed on the network or in the outbox, and the kill follows within `within`
 * milliseconds. A `row` is a database row whose write is blocked, so that the kill interrupts an open transaction.
 */
export const moments = [
  { label: "as an intent is asked for", step: "intent asked", within: 25 },
  { label: "as the draft is written", row: "orders awaiting-payment" },
  { label: "as stock is reserved", row: "stock_movements reservation" },
  { label: "as the payment is stored", row: "payments requested" },
  { label: "before Stripe makes the intent", step: "stripe intent asked", within: 0 },
  { label: "after Stripe made the intent", step: "stripe intent made", within: 0 },
  { label: "as the intent's number is noted", step: "stripe intent made", within: 8 },
  { label: "after the intent was answered", step: "intent heard", within: 10 },
  { label: "after the card was charged", step: "paid", within: 10 },
  { label: "as the order is asked for", step: "order asked", within: 25 },
  { label: "before Stripe says what arrived", step: "stripe look asked", within: 0 },
  { label: "after Stripe said what arrived", step: "stripe look made", within: 10 },
  { label: "as the payment is received", row: "payments received" },
  { label: "as the order becomes paid", row: "orders paid" },
  { label: "as the stock is sold", row: "stock_movements sale" },
  { label: "after the order, before its letter's job", row: "order_events paid" },
  { label: "after the order was answered", step: "order heard", within: 30 },
  { label: "as Stripe's news are heard", step: "news sent", within: 25 },
  { label: "as Stripe's news are kept", row: "gateway_events" },
  { label: "in the letter's job, as it is claimed", row: "letter_claims" },
  { label: "in the letter's job, while it is written", step: "letter", within: 0 },
  { label: "in the letter's job, after it was written", step: "letter", within: 15 },
  { label: "in the letter's job, as it is recorded", row: "order_events confirmation-sent" },
  { label: "before Stripe gives up an intent", step: "stripe cancel asked", within: 0 },
  { label: "after Stripe gave up an intent", step: "stripe cancel made", within: 5 },
  { label: "as stock is released", row: "stock_movements release" },
  { label: "as a member's refund is stored", row: "refunds requested" },
  { label: "before Stripe refunds", step: "stripe refund asked", within: 0 },
  { label: "after Stripe refunded", step: "stripe refund made", within: 0 },
  { label: "as the refund's answer is noted", row: "refunds done" },
  { label: "as a refused refund is noted", row: "refunds failed" },
  { label: "as a parcel leaves", row: "order_events parcel-shipped" },
  { label: "as a parcel is lost", row: "order_events parcel-lost" },
  { label: "as what was lost is taken from the stock", row: "stock_movements replacement" },
  { label: "as what was lost waits to be sent again", row: "order_replacements waiting" },
  { label: "as packed is taken back", row: "order_events unpacked" },
  { label: "as pieces come back to stock", row: "stock_movements return" },
  { label: "as a return is settled", row: "order_events return-settled" },
  ...momentsOfChanges,
];
