import { z } from "zod";

/** Where an order stands as members read it; `lapsed` is a draft that nobody paid. */
export const Standing = z.enum([
  "not-paid",
  "to-ship",
  "packed",
  "partly-shipped",
  "on-the-way",
  "arrived",
  "returned",
  "partly-refunded",
  "refunded",
  "cancelled",
  "lapsed",
]);
export type Standing = z.infer<typeof Standing>;

/** How much of an order has left the house; `none` where nothing has to. */
export const Shipping = z.enum(["none", "to-ship", "packed", "partly-shipped", "on-the-way", "arrived"]);
export type Shipping = z.infer<typeof Shipping>;

/** What became of an order's money: asked for, arrived, going back, refused on its way back, gone back. */
export const Money = z.enum(["none", "open", "paid", "refund-asked", "refund-refused", "partly-refunded", "refunded"]);
export type Money = z.infer<typeof Money>;
