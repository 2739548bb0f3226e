import { formatCents } from "~/shop/money";
import type { LineToSettle } from "~/shop/returns/settlement";

/** Most numbers of pieces whose sum is named. */
const NAMED = 6;

/** Sums paid for one returned piece, two pieces and so on, and why they are below the price. */
export function paidWords({ amounts, price }: Pick<LineToSettle, "amounts" | "price">, most: number): string {
  const [first] = amounts;
  if (first === undefined) return "";
  const why = first < price ? ` after the order's discount; the price was ${formatCents(price)}` : "";
  if (most === 1) return `${formatCents(first)} was paid for it${why}`;
  const sums = amounts.slice(0, Math.min(most, NAMED)).map((amount, index) => `${index + 1}: ${formatCents(amount)}`);
  return `${sums.join(", ")}${why && `, as paid${why} each`}`;
}
