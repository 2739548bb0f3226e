import { type Cents, cents, share } from "~/shop/money";

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
