/** Causes of a movement: by orders, then by members. A `replacement` is sent in place of lost pieces, without a payment. */
export type StockCause = "import" | "reservation" | "sale" | "release" | "return" | "replacement" | MemberCause;

/** Causes of movements by members. */
export type MemberCause = "delivery" | "count" | "write-off" | "correction";

/** A number of pieces of a variant. */
export interface StockLine {
  variantId: number;
  quantity: number;
}

/** Most variants moved by one statement: its notice, with two keys per product and one for the table, then fits the limit of keys. */
export const VARIANTS_AT_ONCE = 49;

/** Lines merged by variant, in locking order: two orders cannot deadlock. */
export function merged(lines: StockLine[]): StockLine[] {
  const quantities = new Map<number, number>();
  for (const { variantId, quantity } of lines) quantities.set(variantId, (quantities.get(variantId) ?? 0) + quantity);
  return [...quantities]
    .map(([variantId, quantity]) => ({ variantId, quantity }))
    .toSorted((a, b) => a.variantId - b.variantId);
}
