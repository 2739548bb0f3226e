import { type Cents, cents } from "~/shop/money";

/** Money of an order over all of its payments, in cents. */
export interface OrderLedger {
  /** Money that has arrived. */
  captured: Cents;
  /** Valid refunds, confirmed or not. */
  refunded: Cents;
  /** Part of the refunds that was given for good: for pieces, delivery or as goodwill. The rest went back by earlier changes. */
  given: Cents;
}

/**
 * Amount that a changed order costs more (above zero) or less (below) than was paid for it, in cents: its new total less what was given for
 * good, less what the shop kept. A refund that failed is a part of it again.
 */
export const differenceOf = (newTotal: Cents, { captured, refunded, given }: OrderLedger): Cents =>
  cents(newTotal - given - (captured - refunded));
