import { z } from "zod";

/** Where an order can be. An order awaiting payment is a draft. Decisions §9. */
export const OrderState = z.enum([
  "awaiting-payment",
  "paid",
  "packed",
  "shipped",
  "delivered",
  "cancelled",
  "partly-refunded",
  "refunded",
  "returned",
]);
export type OrderState = z.infer<typeof OrderState>;
