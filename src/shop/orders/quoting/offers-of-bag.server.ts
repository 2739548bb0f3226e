import type { Services } from "~/services";
import { productsById } from "~/shop/catalog/catalog.server";
import { limits } from "~/shop/limits";
import { type AppliedOffers, offersOf, type OffersOfMoment } from "~/shop/offers/apply-offers";
import type { Offer } from "~/shop/offers/offer";
import { untilByOffer } from "~/shop/offers/offer-end";
import { hintsIn, lostIn } from "~/shop/offers/offer-hints";
import type { Price } from "~/shop/price";
import { type PricedLine, pricedLines, type RequestedLine } from "../drafting/priced-lines.server";

/** Offers on a bag. */
export interface OffersOfBag {
  /** The lines of the bag, then the presents that offers put into it. */
  lines: PricedLine[];
  applied: AppliedOffers;
  missing: string[];
  /** Sentences about offers whose goods others have. */
  lost: string[];
  /** Ends that are told, in words, by offer. */
  until: ReadonlyMap<string, string>;
  /** A sentence for each present that does not come: nobody can have it any more, or the order has no line left for it. */
  soldOut: string[];
}

/**
 * Amounts that the offers of the moment take off a bag at today's prices, with their presents; null if none runs. Gift cards are no goods, and
 * are not to be among the lines.
 *
 * @throws {Refusal} as `pricedLines`.
 */
export async function offersOfBag(
  { db, offers, settings }: Pick<Services, "db" | "offers" | "settings">,
  items: Omit<RequestedLine, "price">[],
  now: Date,
): Promise<OffersOfBag | null> {
  const ofMoment = offersOf(offers(), now);
  if (!ofMoment) return null;
  const own = await pricedLines(db, items);
  const { lines: presents, soldOut } = await presentsOf(db, ofMoment, own);
  const lines = presents.length > 0 ? [...own, ...presents] : own;
  const applied = ofMoment.applied(lines);
  const { running } = ofMoment;
  const until = untilByOffer(running, now, settings().timeZone);
  const missing = hintsIn(running, lines, applied, until);
  return { lines, applied, missing, lost: lostIn(running, lines, applied), until, soldOut };
}

/** Presents that offers put beside lines, and a sentence for each that does not come. */
export async function presentsOf(
  db: Services["db"],
  { running, applied }: OffersOfMoment,
  own: readonly PricedLine[],
): Promise<{ lines: PricedLine[]; soldOut: string[] }> {
  const { toAdd } = applied(own);
  return toAdd.length > 0 ? presentLines(db, toAdd, own, running) : { lines: [], soldOut: [] };
}

/** Items of a bag, or its lines, without presents that no offer gives in its price; all of them if nothing else is in it. */
export function withoutLeftOut<Item extends { present?: boolean | undefined; isPresent?: boolean | undefined }>(
  items: readonly Item[],
  { offers = [] }: Pick<Price<unknown>, "offers">,
): Item[] {
  const isGiven = (at: number) => offers.some(({ shares }) => (shares[at] ?? 0) > 0);
  const kept = items.filter(({ present, isPresent }, at) => !(present || isPresent) || isGiven(at));
  return kept.length > 0 ? kept : [...items];
}

/**
 * Lines of presents at their prices; a present of which no piece is left beside those of the bag is named, and one for which an order
 * of so many lines would not be taken.
 */
async function presentLines(
  db: Services["db"],
  toAdd: AppliedOffers["toAdd"],
  own: readonly PricedLine[],
  running: readonly Offer[],
): Promise<{ lines: PricedLine[]; soldOut: string[] }> {
  const products = await productsById(db, [...new Set(toAdd.map(({ productId }) => productId))]);
  const taken = new Map<number, number>();
  for (const { variantId, quantity } of own) taken.set(variantId, (taken.get(variantId) ?? 0) + quantity);
  const soldOut: string[] = [];
  let room = Math.max(0, limits.bag.lines - own.length);
  const wanted = toAdd.flatMap(({ offer, productId, variantId }) => {
    const variant = products.find(({ id }) => id === productId)?.variants.find(({ id }) => id === variantId);
    const before = taken.get(variantId) ?? 0;
    const isSoldOut = !variant || (variant.stock !== null && variant.stock <= before);
    if (isSoldOut || room === 0) {
      const rule = running.find(({ id }) => id === offer)?.rule;
      const why = isSoldOut
        ? "is sold out, so it"
        : `finds no place among the ${limits.bag.lines} lines of an order, and`;
      if (rule?.kind === "present") soldOut.push(`${rule.called} ${why} does not come with this order.`);
      return [];
    }
    room -= 1;
    taken.set(variantId, before + 1);
    return [{ product: productId, size: variant.size, color: variant.color, quantity: 1, present: true }];
  });
  return { lines: wanted.length > 0 ? await pricedLines(db, wanted) : [], soldOut };
}
