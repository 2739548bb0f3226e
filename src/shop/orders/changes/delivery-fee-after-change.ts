import { type Cents, cents, share } from "~/shop/money";

interface DeliveryFees {
  paid: Cents;
  /** Fee for the changed order by today's rule. */
  today: Cents;
  /** True if a member or shopper asked for today's fee even if it is higher. */
  mayRise: boolean;
}

/** Delivery fee of a changed order: it falls to today's fee if that is lower, and rises to it only if that is asked for. */
export const deliveryFeeAfterChange = ({ paid, today, mayRise }: DeliveryFees): Cents =>
  mayRise ? today : cents(Math.min(paid, today));

interface DeliveryTax {
  sums: { deliveryFee: Cents; deliveryTax: Cents };
  taxOfDelivery: (fee: Cents) => Cents;
}

/** Tax of the delivery fee: unchanged for the same fee, a part of it for a lower fee, computed anew for a higher fee. */
export function deliveryTaxAfterChange({ sums, taxOfDelivery }: DeliveryTax, fee: Cents): Cents {
  if (fee === sums.deliveryFee) return sums.deliveryTax;
  if (fee > sums.deliveryFee) return taxOfDelivery(fee);
  return share(sums.deliveryTax, [fee, sums.deliveryFee - fee])[0] ?? cents(0);
}
