import { z } from "zod";
import { Cents, cents } from "~/shop/money";

/** A code as typed: case and spaces do not matter. */
export const DiscountCodeText = z
  .string()
  .transform((code) => code.replace(/\s+/g, "").toUpperCase())
  .pipe(z.string().min(1, "Please enter a code.").max(40, "This code is not valid."));

/** What a code takes off. */
export const Discount = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("percent"), code: z.string(), percent: z.int().min(1).max(100) }),
  z.object({ kind: z.literal("amount"), code: z.string(), amount: Cents }),
  z.object({ kind: z.literal("free-delivery"), code: z.string() }),
]);
export type Discount = z.infer<typeof Discount>;

/** What a discount takes off an order value, in cents: rounded to the nearest cent, never more than the value itself. */
export function discountOn(orderValue: Cents, discount: Discount | null): Cents {
  if (!discount || discount.kind === "free-delivery") return cents(0);
  if (discount.kind === "percent") return cents(Math.round((orderValue * discount.percent) / 100));
  return cents(Math.min(orderValue, discount.amount));
}
