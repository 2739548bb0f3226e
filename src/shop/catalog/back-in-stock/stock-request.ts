import { z } from "zod";
import { limits } from "~/shop/limits";
import { ProductId } from "../product-id";

/** A request for a letter when a sold-out variant is back in stock. */
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
