import { z } from "zod";
import type { Cents } from "~/shop/money";

const Amount = z.int() as unknown as z.ZodType<Cents>;
const pieces = { position: z.int(), quantity: z.int() };
/** Schema of amounts that went back before the change: those of a removed part, or those that an added line takes over. */
const WentBack = z.object({ goods: Amount, tax: Amount }).optional();
const LinePart = z.object({ ...pieces, discountShare: Amount, tax: Amount, wentBack: WentBack });

/** Schema of an added line's tax, which has the columns of an order's tax rows. */
const LineTax = z.object({
  rule: z.string(),
  base: Amount,
  stateBase: Amount,
  localBase: Amount,
  stateRate: z.int(),
  localRate: z.int(),
  stateTax: Amount,
  localTax: Amount,
  amount: Amount,
  state: z.string(),
  place: z.string(),
  source: z.string(),
  mark: z.enum(["no-rate", "own-rates", "no-tax-place"]).nullable(),
});
export type LineTax = z.infer<typeof LineTax>;

/** Schema of an added line: a copy of the goods' data, as order lines store it. */
const ComingLine = z.object({
  productId: z.string(),
  variantId: z.int(),
  name: z.string(),
  size: z.string(),
  color: z.string(),
  image: z.string().nullable(),
  quantity: z.int(),
  price: Amount,
  /** Today's price of one piece; in changes of earlier releases the price before a member's reduction. */
  askedPrice: Amount,
  discountShare: Amount,
  /** Part of the discount that offers took off the line which this one replaces; unset without any. */
  offerShare: Amount.optional(),
  tax: Amount,
  taxed: LineTax.nullable(),
  finalSale: z.boolean(),
  kindForTax: z.string(),
  sku: z.string(),
  /** Position of the order line that this line replaces. */
  replaces: z.int().optional(),
  wentBack: WentBack,
});
export type ComingLine = z.infer<typeof ComingLine>;

const Sums = z.object({
  orderValue: Amount,
  discount: Amount,
  deliveryFee: Amount,
  tax: Amount,
  deliveryTax: Amount,
  fees: Amount,
  total: Amount,
});

/**
 * Schema of a change as it is stored: kept, removed and added lines, and totals before and after. Applying it never recomputes
 * prices.
 */
export const ComputedChange = z.object({
  stays: z.array(LinePart),
  goes: z.array(LinePart),
  comes: z.array(ComingLine),
  before: Sums,
  sums: Sums,
  /** Difference of the totals in cents; positive if the order costs more after the change. */
  difference: Amount,
});
export type ComputedChange = z.infer<typeof ComputedChange>;

/**
 * States of a change: `proposed` is not yet agreed, `waiting` waits for its payment, `applied` was made, `ended` ended without
 * effect.
 */
export type ChangeState = "proposed" | "waiting" | "applied" | "ended";

/**
 * Causes for which a change ended without effect: its time was over, a member or the shopper ended it, or goods were sold out
 * when it was paid.
 */
export type ChangeEnd = "time" | "member" | "shopper" | "goods";
