import { formatCents } from "~/shop/money";
import type { LineToSettle } from "~/shop/returns/settlement";

/** Maximum number of pieces for which the text lists a sum. */
const NAMED = 6;

/** Lists the sums paid for one returned piece, two pieces and so on, with the reason if they are below the price. */
export function paidWords({ amounts, price }: Pick<LineToSettle, "amounts" | "price">, most: number): string {
  const [first] = amounts;
  if (first === undefined) return "";
  const why = first < price ? ` after the order's discount; the price was ${formatCents(price)}` : "";
  if (most === 1) return `${formatCents(first)} was paid for it${why}`;
  const sums = amounts.slice(0, Math.min(most, NAMED)).map((amount, index) => `${index + 1}: ${formatCents(amount)}`);
  return `${sums.join(", ")}${why && `, as paid${why} each`}`;
}
