import { z } from "zod";
import { cents } from "~/shop/money";
import { PlainLine } from "~/shop/plain-text";

/** Most offers that the list of a shop holds, those that ended included. */
export const MOST_OFFERS = 200;
/** Most products, and most categories, that the goods of an offer name. */
export const MOST_NAMED = 500;
/** Most pieces that a rule may ask for or give: as many as a line of the bag holds. */
const MOST_PIECES = 99;

const wholeNumber = "Write a whole number.";
const Pieces = z.int(wholeNumber).min(1, "Write 1 or more.").max(MOST_PIECES, `Write at most ${MOST_PIECES}.`);
const Percent = z.int(wholeNumber).min(1, "Write 1 to 100.").max(100, "Write 1 to 100.");
const Amount = z
  .int()
  .min(1, "Write an amount above 0.")
  .max(1_000_000_00, "Write at most 1,000,000.00.")
  .transform(cents);
const Word = PlainLine(40, { tooLong: "Write at most 40 letters." });

/** Names in sentences for one piece and several pieces of goods: "pair of gloves", "pairs of gloves"; both empty for "piece", "pieces". */
export const Called = z.object({ one: Word, many: Word });
export type Called = z.infer<typeof Called>;

/**
 * Goods of an offer: products and categories with their sub-categories; all goods if neither is named. Final-sale goods are among
 * them only if their product is named.
 */
export const OfferGoods = z.object({
  productIds: z.array(z.string().max(64)).max(MOST_NAMED, `Name at most ${MOST_NAMED} products.`),
  categoryIds: z.array(z.string().max(64)).max(MOST_NAMED, `Name at most ${MOST_NAMED} categories.`),
  called: Called,
});
export type OfferGoods = z.infer<typeof OfferGoods>;

/** Reduction of all goods that an offer takes: by a percentage, or by an amount in cents. */
const Off = z.discriminatedUnion("by", [
  z.object({ by: z.literal("percent"), percent: Percent }),
  z.object({ by: z.literal("amount"), amount: Amount }),
]);

/**
 * Rule of an offer. Values are those of goods in cents before codes.
 * - `off-from-value`, `off-from-pieces`: a reduction of the goods, from a value or a number of pieces on.
 * - `buy-get`: for each `buy` pieces of the goods, `get` pieces of `gets` (of the same goods if null) at `percent` off, the cheapest first,
 *   at most `times` times in an order (any number if null).
 * - `present`: one piece of a variant without a price, from a value of the goods on.
 */
export const OfferRule = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("off-from-value"), from: Amount, off: Off }),
  z.object({ kind: z.literal("off-from-pieces"), pieces: Pieces, off: Off }),
  z.object({
    kind: z.literal("buy-get"),
    buy: Pieces,
    get: Pieces,
    percent: Percent,
    gets: OfferGoods.nullable(),
    times: Pieces.nullable(),
  }),
  z.object({
    kind: z.literal("present"),
    from: Amount,
    productId: z.string().min(1, "Choose the present.").max(64),
    variantId: z.int().positive("Choose the size and color of the present."),
    called: Word.min(1, "Write what the present is called."),
  }),
]);
export type OfferRule = z.infer<typeof OfferRule>;

const Moment = z.iso.datetime().nullable();

/** Values of the form that creates or changes an offer. */
export const OfferValues = z.object({
  rule: OfferRule,
  goods: OfferGoods,
  /** An offer that is not on takes nothing, whatever its time. */
  isOn: z.boolean(),
  startsAt: Moment,
  endsAt: Moment,
  /** True if it is not together with a code: an order has either the offers or the code, whichever takes more. */
  isWithoutCodes: z.boolean(),
});
export type OfferValues = z.infer<typeof OfferValues>;

/** An offer of the shop: it takes off goods by itself, without a code. */
export interface Offer {
  id: string;
  rule: OfferRule;
  goods: OfferGoods;
  isOn: boolean;
  /** First and last moment: it begins at `startsAt` and has ended at `endsAt`. */
  startsAt: Date | null;
  endsAt: Date | null;
  isWithoutCodes: boolean;
}

export type OfferState = "off" | "begins" | "running" | "ended";

/** State of an offer at a moment. */
export function offerStateAt({ isOn, startsAt, endsAt }: Omit<Offer, "rule" | "goods">, now: Date): OfferState {
  if (endsAt !== null && now >= endsAt) return "ended";
  if (!isOn) return "off";
  return startsAt !== null && now < startsAt ? "begins" : "running";
}

/** Offers that run at a moment, in the merchant's order. */
export const runningAt = (offers: readonly Offer[], now: Date): Offer[] =>
  offers.filter((offer) => offerStateAt(offer, now) === "running");

/** Next moment after `now` at which one of the offers begins or ends, or `more` of its moments; null if there is none. */
export function nextTurn(
  offers: readonly Offer[],
  now: Date,
  more: (offer: Offer) => Date | null = () => null,
): Date | null {
  const turns = offers
    .flatMap((offer) => (offer.isOn ? [offer.startsAt, more(offer), offer.endsAt] : []))
    .filter((at) => at !== null && at > now);
  return turns.reduce<Date | null>((first, at) => (at !== null && (first === null || at < first) ? at : first), null);
}

/** Properties by which the goods of an offer are known: product, and categories from the product's own up to the top. */
export interface OfferedProduct {
  product?: string | undefined;
  categories?: readonly string[] | undefined;
  finalSale?: boolean | undefined;
}

/** Whether a product is among the goods of an offer. */
export function isAmong({ productIds, categoryIds }: OfferGoods, of: OfferedProduct): boolean {
  if (of.product !== undefined && productIds.includes(of.product)) return true;
  if (of.finalSale) return false;
  if (productIds.length === 0 && categoryIds.length === 0) return true;
  return of.categories?.some((category) => categoryIds.includes(category)) ?? false;
}

/** Whether cards and pages of a product carry the sentence of an offer: its goods, what it gives, or its present. */
export function isToldAt({ rule, goods }: Pick<Offer, "rule" | "goods">, of: OfferedProduct): boolean {
  if (rule.kind === "present") return of.product === rule.productId || isAmong(goods, of);
  return isAmong(goods, of) || (rule.kind === "buy-get" && rule.gets !== null && isAmong(rule.gets, of));
}
