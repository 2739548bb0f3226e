import { type Cents, cents, sum } from "~/shop/money";
import type { OrderFee, OrderSummary } from "~/shop/price";

/** An amount that sales tax adds to a total: a fee or the tax, in cents, with its name for shoppers. */
export interface TaxTotalLine extends OrderFee {
  kind: "fee" | "tax";
}

type TaxedSums = Pick<OrderSummary, "tax" | "fees" | "namedFees" | "taxIsEstimate">;

/**
 * Lines that sales tax adds to an order, for pages, letters, papers and the API: first each fee by its name, then the tax of all
 * parts. Lines of zero are left out, but for an estimate of the tax, whose name says that it is one.
 */
export function taxLinesOf({ tax, fees, namedFees = [], taxIsEstimate = false }: TaxedSums): TaxTotalLine[] {
  const rest = cents(fees - sum(namedFees.map(({ amount }) => amount)));
  const lines: TaxTotalLine[] = [
    ...namedFees.map(({ name, amount }) => ({ kind: "fee" as const, name, amount })),
    // Sum of the fees that have no name.
    { kind: "fee", name: "Fees", amount: rest },
    { kind: "tax", name: taxIsEstimate ? "Estimated sales tax" : "Sales tax", amount: tax },
  ];
  return lines.filter(({ kind, amount }) => amount > 0 || (taxIsEstimate && kind === "tax"));
}

/** Computes the sums from lines of `taxLinesOf`; the line "Fees" then counts as a fee with a name. */
export function sumsOfTaxLines(lines: readonly TaxTotalLine[]): TaxedSums {
  const amountOf = (kind: TaxTotalLine["kind"]): Cents =>
    sum(lines.flatMap((line) => (line.kind === kind ? [line.amount] : [])));
  const namedFees = lines.flatMap(({ kind, name, amount }) => (kind === "fee" ? [{ name, amount }] : []));
  return { tax: amountOf("tax"), fees: amountOf("fee"), ...(namedFees.length > 0 && { namedFees }) };
}
