import { cents, formatCents, sum } from "~/shop/money";
import { withEnd } from "~/shop/offers/with-end";
import { type GivenByOffer, type OrderSummary, shownValue } from "~/shop/price";
import { taxLinesOf } from "./tax-lines";

/** One row of the totals: label and formatted amount. */
export interface TotalRow {
  key: string;
  label: string;
  amount: string;
}

/** Row of a total about an offer. */
export type OfferRow = Pick<GivenByOffer, "sentence" | "amount" | "ofPresents"> & {
  /** End of the offer in words, where it is near: "until Sunday, November 29". */
  until?: string | undefined;
};

interface TotalOptions {
  /** Whether the delivery fee is an estimate, as it is before the checkout. */
  isEstimate?: boolean;
  /** Name of the places in which delivery that is free is so, if other places may have a fee. */
  usualPlaces?: string | undefined;
  /** Amounts that offers take off, which has rows of its own; the discount is the rest. */
  offers?: readonly OfferRow[] | undefined;
  /** Discount code that is shown beside the discount. */
  discountCode?: string | null | undefined;
  /** Text in place of a sales tax that is not calculated yet; unset if no tax will be added. */
  taxToCome?: string | undefined;
  /** Whether nothing is delivered but gift cards, by e-mail. */
  isByEmail?: boolean;
}

/** Rows that add up to a total; rows of zero for discount, fees and sales tax are left out. */
export function totalRows(
  summary: OrderSummary,
  { isEstimate = false, usualPlaces, offers = [], discountCode, taxToCome, isByEmail = false }: TotalOptions = {},
): TotalRow[] {
  const { deliveryMethod, total } = summary;
  const discount = cents(summary.discount - sum(offers.map(({ amount }) => amount)));
  const off = {
    key: "discount",
    label: discountCode ? `Discount (${discountCode})` : "Discount",
    amount: `-${formatCents(discount)}`,
  };
  return [
    { key: "orderValue", label: "Order value", amount: formatCents(shownValue(summary, offers)) },
    ...offers.map((offer, place) => ({
      key: `offer ${place}`,
      label: withEnd(offer.sentence, offer.until),
      amount: offerAmount(offer),
    })),
    ...(discount > 0 ? [off] : []),
    {
      key: "deliveryFee",
      label: isByEmail ? "Delivery" : isEstimate ? "Estimated delivery fee" : feeLabel(deliveryMethod),
      amount: isByEmail ? "By e-mail" : feeShown(summary, usualPlaces),
    },
    ...taxRows(summary),
    ...(taxToCome === undefined ? [] : [{ key: "tax", label: "Sales tax", amount: taxToCome }]),
    { key: "total", label: "TOTAL", amount: formatCents(total) },
  ];
}

/**
 * Sums of lines without presents, with what the answer before took and its presents, so that its rows keep their places until the next
 * one. The total stays that of the lines.
 */
export const withFormer = (summary: OrderSummary, given: readonly OfferRow[]): OrderSummary => ({
  ...summary,
  orderValue: sum([summary.orderValue, ...given.map(({ ofPresents = cents(0) }) => ofPresents)]),
  discount: sum([summary.discount, ...given.map(({ amount }) => amount)]),
});

/** Amount of an offer off the shown order value, which has no presents. */
export const offerAmount = ({ amount, ofPresents = cents(0) }: OfferRow): string =>
  amount > ofPresents ? `-${formatCents(cents(amount - ofPresents))}` : "FREE";

const feeLabel = (method: OrderSummary["deliveryMethod"]): string =>
  method ? `Delivery Fee (${method})` : "Delivery Fee";

function feeShown({ deliveryFee, deliveryIsLowest }: OrderSummary, usualPlaces: string | undefined): string {
  if (deliveryIsLowest) return `from ${formatCents(deliveryFee)}`;
  if (deliveryFee > 0) return formatCents(deliveryFee);
  return usualPlaces ? `FREE in ${usualPlaces}` : "FREE";
}

/** Rows of fees and sales tax only; empty if there are none. */
export const taxRows = (summary: Pick<OrderSummary, "tax" | "fees" | "namedFees" | "taxIsEstimate">): TotalRow[] =>
  taxLinesOf(summary).map(({ kind, name, amount }, place) => ({
    key: kind === "tax" ? kind : `${kind} ${place}`,
    label: name,
    amount: formatCents(amount),
  }));

/** Rows of a total that is not known yet: labels without amounts, with the same height. */
export const pendingTotalRows: TotalRow[] = [
  { key: "orderValue", label: "Order value", amount: "\u00a0" },
  { key: "deliveryFee", label: "Delivery Fee", amount: "\u00a0" },
  { key: "total", label: "TOTAL", amount: "\u00a0" },
];
