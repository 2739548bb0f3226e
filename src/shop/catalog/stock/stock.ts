import { z } from "zod";
import { limits } from "~/shop/limits";
import { ProductId } from "../product-id";

/** Why a level changed: first what orders do, then what members do. */
export type StockCause = "import" | "reservation" | "sale" | "release" | "return" | MemberCause;

/** Why a member changes a level. */
export type MemberCause = "delivery" | "count" | "write-off" | "correction";

/** So many pieces of one variant. */
export interface StockLine {
  variantId: number;
  quantity: number;
}

/** Lines of the same variant as one, in the order in which variants are locked: two orders can never wait for each other. */
export function merged(lines: StockLine[]): StockLine[] {
  const quantities = new Map<number, number>();
  for (const { variantId, quantity } of lines) quantities.set(variantId, (quantities.get(variantId) ?? 0) + quantity);
  return [...quantities]
    .map(([variantId, quantity]) => ({ variantId, quantity }))
    .toSorted((a, b) => a.variantId - b.variantId);
}

/** A request for a letter when a sold-out pair is back. */
export const StockRequest = z.object({
  productId: ProductId,
  size: z.string().max(limits.text.name),
  color: z.string().max(limits.text.name),
  email: z
    .string({ error: "Invalid email format" })
    .trim()
    .toLowerCase()
    .pipe(z.email("Invalid email format").max(limits.text.email, "Invalid email format")),
});
export type StockRequest = z.infer<typeof StockRequest>;
