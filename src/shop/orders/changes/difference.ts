import { type Cents, cents } from "~/shop/money";

/** Money received and refunded for an order, over all its payments, in cents. */
export interface OrderLedger {
  /** Money received. */
  captured: Cents;
  /** Refunds that did not fail, confirmed or not. */
  refunded: Cents;
  /** Part of the refunds that was given for pieces, for delivery or as goodwill. The rest was refunded by changes. */
  given: Cents;
  /** Amounts that earlier changes did not give back, because they had gone back before; unset without any. */
  notAgain?: Cents;
}

/**
 * Amount in cents that the shopper still has to pay (positive) or gets back (negative) for a changed order: its new total minus
 * refunds for pieces and goodwill, minus the money that the shop kept. A failed refund thus becomes part of the difference again.
 */
export const differenceOf = (newTotal: Cents, { captured, refunded, given, notAgain = cents(0) }: OrderLedger): Cents =>
  cents(newTotal + notAgain - given - (captured - refunded));
