import { z } from "zod";

/** A total as the wire writes it, in dollars. */
export const SummaryWire = z.object({
  orderValue: z.number(),
  discount: z.number(),
  deliveryFee: z.number(),
  tax: z.number(),
  total: z.number(),
});
export type SummaryWire = z.infer<typeof SummaryWire>;

const pair = { product: z.string(), name: z.string(), size: z.string(), color: z.string() };

/** The lines and the total as they are now, in dollars. */
export const ChangedPrices = z.object({
  lines: z.array(z.object({ ...pair, quantity: z.int(), price: z.number() })),
  summary: SummaryWire,
});
export type ChangedPrices = z.infer<typeof ChangedPrices>;

/** The lines of which there is not enough, and how many are left. */
export const SoldOutLines = z.object({ lines: z.array(z.object({ ...pair, left: z.int() })) });
export type SoldOutLines = z.infer<typeof SoldOutLines>;

/** The same before the lines are named: inside the shop stock is counted by variant. */
const SoldOutVariants = z.object({ soldOut: z.array(z.object({ variantId: z.int(), left: z.int() })) });

/** How many of each line can be had now, and in how many seconds there may be more. */
export const HeldLines = SoldOutLines.extend({ retryAfter: z.number().optional() });
export type HeldLines = z.infer<typeof HeldLines>;

/** How many pieces one order holds at most, and how many were wanted. */
export const HeldTooMuch = z.object({ most: z.int(), pieces: z.int() });
export type HeldTooMuch = z.infer<typeof HeldTooMuch>;

/** In how many seconds to try again. */
const Wait = z.object({ retryAfter: z.number() });

/** The order that an earlier payment belongs to. */
const EarlierOrder = z.object({ orderNumber: z.string() });

/** What a refusal carries besides its words, by its code. These members stand in the API's problem documents. */
export const refusalDetails = {
  "too-many-requests": Wait,
  "product-unknown": z.object({ product: z.string() }),
  "sold-out": z.union([SoldOutLines, SoldOutVariants]),
  "held-too-much": HeldTooMuch,
  "held-by-network": Wait,
  "held-by-others": HeldLines,
  "prices-changed": ChangedPrices,
  /** The order value from which the code works, in dollars. */
  "code-minimum": z.object({ minimum: z.number() }),
  "payment-processing": EarlierOrder,
  "payment-arrived": EarlierOrder,
} as const;

/** The details of a refusal; codes that are not in the map above carry none. */
export type RefusalDetails<Code extends string> = Code extends keyof typeof refusalDetails
  ? z.infer<(typeof refusalDetails)[Code]>
  : never;
