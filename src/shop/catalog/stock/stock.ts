/** Causes of a movement: an import, orders, or members. A `replacement` is sent without a payment, such as for lost pieces. */
export type StockCause = "import" | "reservation" | "sale" | "release" | "return" | "replacement" | MemberCause;

/** Causes of movements by members. */
export type MemberCause = "delivery" | "count" | "write-off" | "correction";

/** A number of pieces of a variant. */
export interface StockLine {
  variantId: number;
  quantity: number;
}

/**
 * Maximum number of variants that one statement moves: its notification, with two keys per product and one for the table, then
 * stays within the limit of keys.
 */
export const VARIANTS_AT_ONCE = 49;

/** Adds up lines of the same variant, and sorts them in locking order, so that two orders cannot deadlock. */
export function merged(lines: StockLine[]): StockLine[] {
  const quantities = new Map<number, number>();
  for (const { variantId, quantity } of lines) quantities.set(variantId, (quantities.get(variantId) ?? 0) + quantity);
  return [...quantities]
    .map(([variantId, quantity]) => ({ variantId, quantity }))
    .toSorted((a, b) => a.variantId - b.variantId);
}
