import { cents, sum } from "~/shop/money";
import {
  feesOfState,
  paidForLine,
  type QuotedFee,
  type TaxedPart,
  type TaxGoods,
  type TaxQuote,
  untaxed,
} from "./quote-tax";
import type { Destination, ServiceAnswer, ServiceQuestion } from "./tax-service";
import type { TaxKind } from "~/shop/catalog/kinds-for-tax";
import type { TaxState } from "./tax-table";

/** Prefix of the source of taxes that the service computed; the id of the calculation follows it. */
export const SERVICE_SOURCE = "Stripe Tax ";

/** Extracts the id of the calculation from a tax's source; null for the shop's own rates. */
export const calculationIn = (source: string): string | null =>
  source.startsWith(SERVICE_SOURCE) ? (source.slice(SERVICE_SOURCE.length).split(",", 1)[0] ?? null) : null;

const referenceOf = (position: number): string => `line-${position}`;

/** Extracts a line's position from its reference; null if it is not a line's reference. */
export const positionIn = (reference: string): number | null => {
  const found = /^line-(\d+)$/.exec(reference);
  return found ? Number(found[1]) : null;
};

/** Builds the request to the tax service for goods; null if nothing is paid for them, or if a kind of goods has no code. */
export function questionOf(
  goods: TaxGoods,
  codes: Partial<Record<TaxKind, string>>,
  to: Destination,
): ServiceQuestion | null {
  const lines = goods.lines.map((line, position) => ({
    reference: referenceOf(position),
    amount: paidForLine(line),
    quantity: line.quantity,
    code: line.kind === "gift-card" ? "" : (codes[line.kind] ?? ""),
  }));
  const paid = lines.filter(({ amount }) => amount > 0);
  if (paid.length === 0 || paid.some(({ code }) => code === "")) return null;
  return { lines: paid, delivery: goods.delivery, to };
}

/**
 * Converts a service's answer into a quote. Fees are the merchant's own and untaxed, unless the service returns a flat fee
 * itself. `day` as 2026-08-01.
 */
export function quoteByService(
  answer: ServiceAnswer,
  goods: TaxGoods,
  state: TaxState,
  to: Destination,
  day: string,
): TaxQuote {
  const lines = goods.lines.map((_, position) => answer.lines[referenceOf(position)] ?? NOT_TAXED);
  const delivery = answer.delivery ?? NOT_TAXED;
  const fees = feesIn(answer, goods, state, lines, day);
  const feeTax = sum(fees.map(({ tax }) => tax));
  return {
    lines,
    delivery,
    deliveryTax: delivery.tax,
    fees,
    feesTotal: sum(fees.map(({ amount }) => amount)),
    feeTax,
    tax: cents(sum(lines.map(({ tax }) => tax)) + delivery.tax + feeTax),
    state: state.state,
    place: [to.city, `${to.state} ${to.zip}`].filter(Boolean).join(", "),
    source: `${SERVICE_SOURCE}${answer.calculation}, ${day}`,
    mark: null,
  };
}

const NOT_TAXED = untaxed("not taxed");

function feesIn(
  { flatFees }: ServiceAnswer,
  goods: TaxGoods,
  state: TaxState,
  lines: TaxedPart[],
  day: string,
): QuotedFee[] {
  if (flatFees > 0) return [{ name: "Retail delivery fee", amount: flatFees, ...NOT_TAXED }];
  return feesOfState(state, goods, lines, { stateRate: 0, localRate: 0 }, day);
}
