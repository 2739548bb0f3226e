import { z } from "zod";
import { limits } from "~/shop/limits";

const choice = z.string().min(1).max(limits.text.name);

/** Line of a bag without its price: a reminder names none, and its link brings the price of the day. */
export const RemindedLine = z.object({
  product: z.string().min(1).max(64),
  size: choice,
  color: choice,
  quantity: z.int().min(1).max(limits.bag.quantity),
});
export type RemindedLine = z.infer<typeof RemindedLine>;
