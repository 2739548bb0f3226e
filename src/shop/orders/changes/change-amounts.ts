import { type Cents, cents, share } from "~/shop/money";

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

/** Prices of the replaced and the new variant of a product, in cents. */
export interface SwapPrices {
  /** Price paid for one replaced piece, in cents. */
  paid: Cents;
  /** Today's price of each variant. */
  goesToday: Cents;
  comesToday: Cents;
}

/**
 * Price of a piece that is swapped for another variant of the same product: the price that was paid, if the shop made a mistake
 * or both variants cost the same today; otherwise today's price.
 */
export const swapPrice = ({ paid, goesToday, comesToday }: SwapPrices, isOurMistake: boolean): Cents =>
  isOurMistake || goesToday === comesToday ? paid : comesToday;

interface DeliveryFees {
  paid: Cents;
  /** Fee for the changed order by today's rule. */
  today: Cents;
  /** True if a member or shopper asked for today's fee even if it is higher. */
  mayRise: boolean;
  /** Part of the paid fee that went back before, for whatever reason. */
  wentBack: Cents;
}

/**
 * Delivery fee of a changed order: it falls to today's fee if that is lower, and rises to it only if that is asked for. It never
 * falls below what went back of it before, which would be given back a second time.
 */
export const deliveryFeeAfterChange = ({ paid, today, mayRise, wentBack }: DeliveryFees): Cents =>
  cents(Math.max(wentBack, mayRise ? today : Math.min(paid, today)));

interface DeliveryTax {
  sums: { deliveryFee: Cents; deliveryTax: Cents };
  /** Part of the fee's tax that went back before. */
  taxWentBack: Cents;
  taxOfDelivery: (fee: Cents) => Cents;
}

/** Tax of the delivery fee: unchanged for the same fee, a part of it for a lower fee, computed anew for a higher fee. */
export function deliveryTaxAfterChange({ sums, taxWentBack, taxOfDelivery }: DeliveryTax, fee: Cents): Cents {
  if (fee === sums.deliveryFee) return sums.deliveryTax;
  if (fee > sums.deliveryFee) return cents(Math.max(taxWentBack, taxOfDelivery(fee)));
  const [part = cents(0)] = share(sums.deliveryTax, [fee, sums.deliveryFee - fee]);
  return cents(Math.max(taxWentBack, part));
}
