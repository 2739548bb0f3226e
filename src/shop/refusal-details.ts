import { either, list, maybe, number, type Read, shape, text } from "./json-shape";

const whole = number({ whole: true });

/** A total as the wire writes it, in dollars. */
const summary = shape({
  orderValue: number(),
  discount: number(),
  deliveryFee: number(),
  tax: number(),
  total: number(),
});
export type SummaryWire = Read<typeof summary>;

const variant = { product: text(), name: text(), size: text(), color: text() };

/** The lines and the total as they are now, in dollars. */
const changedPrices = shape({ lines: list(shape({ ...variant, quantity: whole, price: number() })), summary });
export type ChangedPrices = Read<typeof changedPrices>;

/** The lines of which there is not enough, and how many are left. */
const soldOutLines = shape({ lines: list(shape({ ...variant, left: whole })) });
export type SoldOutLines = Read<typeof soldOutLines>;

/** Sold-out variants before the lines are named: inside the shop stock is counted by variant. */
const soldOutVariants = shape({ soldOut: list(shape({ variantId: whole, left: whole })) });

/** How many of each line can be had now, and in how many seconds there may be more. */
const heldLines = shape({ lines: list(shape({ ...variant, left: whole })), retryAfter: maybe(number()) });
export type HeldLines = Read<typeof heldLines>;

/** How many pieces one order holds at most, and how many were wanted. */
const heldTooMuch = shape({ most: whole, pieces: whole });
export type HeldTooMuch = Read<typeof heldTooMuch>;

/** In how many seconds to try again. */
const wait = shape({ retryAfter: number() });

/** The order that an earlier payment belongs to. */
const earlierOrder = shape({ orderNumber: text() });

/** Details of a refusal besides its words, by its code. These members stand in the API's problem documents. */
export const refusalDetails = {
  "too-many-requests": wait,
  "product-unknown": shape({ product: text() }),
  "sold-out": either(soldOutLines, soldOutVariants),
  "held-too-much": heldTooMuch,
  "held-by-network": wait,
  "held-by-others": heldLines,
  "held-and-let-go": heldLines,
  "prices-changed": changedPrices,
  /** The order value from which the code works, in dollars. */
  "code-minimum": shape({ minimum: number() }),
  "payment-processing": earlierOrder,
  "payment-arrived": earlierOrder,
  "start-has-orders": earlierOrder,
} as const;

/** The details of a refusal; codes that are not in the map above carry none. */
export type RefusalDetails<Code extends string> = Code extends keyof typeof refusalDetails
  ? Read<(typeof refusalDetails)[Code]>
  : never;
