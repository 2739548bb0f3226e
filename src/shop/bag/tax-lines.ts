import { type Cents, cents, sum } from "~/shop/money";
import type { OrderFee, OrderSummary } from "./bag";

/** Part of a total that sales tax adds: a fee or the tax, as everybody reads it; in cents. */
export interface TaxTotalLine extends OrderFee {
  kind: "fee" | "tax";
}

type TaxedSums = Pick<OrderSummary, "tax" | "fees" | "namedFees">;

/**
 * The one list of what sales tax adds to an order, for pages, letters, papers and the API: each fee by its name, then the tax of all parts.
 * Empty without any.
 */
export function taxLinesOf({ tax, fees, namedFees = [] }: TaxedSums): TaxTotalLine[] {
  const rest = cents(fees - sum(namedFees.map(({ amount }) => amount)));
  const lines: TaxTotalLine[] = [
    ...namedFees.map(({ name, amount }) => ({ kind: "fee" as const, name, amount })),
    // Fees whose names are not known.
    { kind: "fee", name: "Fees", amount: rest },
    { kind: "tax", name: "Sales tax", amount: tax },
  ];
  return lines.filter(({ amount }) => amount > 0);
}

/** The sums that `taxLinesOf` made these lines of. */
export function sumsOfTaxLines(lines: readonly TaxTotalLine[]): TaxedSums {
  const amountOf = (kind: TaxTotalLine["kind"]): Cents =>
    sum(lines.flatMap((line) => (line.kind === kind ? [line.amount] : [])));
  const namedFees = lines.flatMap(({ kind, name, amount }) => (kind === "fee" ? [{ name, amount }] : []));
  return { tax: amountOf("tax"), fees: amountOf("fee"), ...(namedFees.length > 0 && { namedFees }) };
}
