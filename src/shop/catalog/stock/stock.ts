/**
 * Why a level changed: first what orders do, then what members do. A `replacement` is sent in place of what was lost, without a
 * payment of its own.
 */
export type StockCause = "import" | "reservation" | "sale" | "release" | "return" | "replacement" | MemberCause;

/** Why a member changes a level. */
export type MemberCause = "delivery" | "count" | "write-off" | "correction";

/** So many pieces of one variant. */
export interface StockLine {
  variantId: number;
  quantity: number;
}

/** How many variants one statement moves: so that what it drops, two keys for each product and one for the table, is named and not everything. */
export const VARIANTS_AT_ONCE = 49;

/** Lines of the same variant as one, in the order in which variants are locked: two orders can never wait for each other. */
export function merged(lines: StockLine[]): StockLine[] {
  const quantities = new Map<number, number>();
  for (const { variantId, quantity } of lines) quantities.set(variantId, (quantities.get(variantId) ?? 0) + quantity);
  return [...quantities]
    .map(([variantId, quantity]) => ({ variantId, quantity }))
    .toSorted((a, b) => a.variantId - b.variantId);
}
