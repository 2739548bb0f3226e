import { isDeepStrictEqual } from "node:util";
import { dependOn } from "~/platform/cache-keys.server";
import { cacheKeys } from "~/shop/cache-keys";
import { isToldAt, type Offer, type OfferedProduct, type OfferGoods, runningAt } from "./offer";
import { toldEnd, untilWords } from "./offer-end";
import { offerSentence } from "./offer-words";
import { withEnd } from "./with-end";

/** Product that a card or page shows. */
interface ShownProduct extends OfferedProduct {
  isGiftCard: boolean;
}

/**
 * Sentences of those of the running offers that cards and pages of a product carry, in the merchant's order. The current response
 * depends on the keys that `keysOfChanged` gives for an offer that begins, ends or changes.
 */
export const toldOffers = (running: readonly Offer[], product: ShownProduct): string[] =>
  toldOf(running, product).map(offerSentence);

/** As `toldOffers`, for the page of a product: each with its end, where this is near. */
export const toldWithEnds = (running: readonly Offer[], product: ShownProduct, now: Date, timeZone: string): string[] =>
  toldOf(running, product).map((offer) => withEnd(offerSentence(offer), untilWords(offer, now, timeZone)));

function toldOf(running: readonly Offer[], product: ShownProduct): Offer[] {
  dependOn(...offerKeysOf(product));
  return product.isGiftCard ? [] : running.filter((offer) => isToldAt(offer, product));
}

/** Offers that run at a moment as pages tell them: without an end that is not told yet. */
export const toldAt = (offers: readonly Offer[], now: Date): Offer[] =>
  runningAt(offers, now).map((offer) => ({ ...offer, endsAt: toldEnd(offer, now) }));

/**
 * Cache keys of offers on which a page depends that shows a product, beside the product's own key: a final-sale product is in an
 * offer only by its name.
 */
export const offerKeysOf = ({ isGiftCard, finalSale, categories = [] }: ShownProduct): string[] =>
  isGiftCard || finalSale ? [] : [cacheKeys.offersOnAll, ...categories.map(cacheKeys.offersOn)];

/** Cache keys of the pages on which something is told otherwise when `after` are told in place of `before`. */
export function keysOfChanged(before: readonly Offer[], after: readonly Offer[]): string[] {
  const isIn = (offers: readonly Offer[], offer: Offer) =>
    offers.some((other) => isDeepStrictEqual(told(other), told(offer)));
  const [gone, come] = [before.filter((offer) => !isIn(after, offer)), after.filter((offer) => !isIn(before, offer))];
  const kept = before.filter((offer) => isIn(after, offer));
  const turns = after.filter((offer) => isIn(before, offer));
  const moved = kept.filter((offer, turn) => turns[turn]?.id !== offer.id);
  return [...new Set([...gone, ...come, ...moved].flatMap(keysOf))];
}

/** Values of a told offer on which pages depend. */
const told = ({ id, rule, goods, endsAt }: Offer) => ({ id, rule, goods, endsAt });

function keysOf({ rule, goods }: Offer): string[] {
  if (rule.kind === "present") return [cacheKeys.product(rule.productId), ...keysOfGoods(goods)];
  return rule.kind === "buy-get" && rule.gets !== null
    ? [...keysOfGoods(goods), ...keysOfGoods(rule.gets)]
    : keysOfGoods(goods);
}

const keysOfGoods = ({ productIds, categoryIds }: OfferGoods): string[] =>
  productIds.length === 0 && categoryIds.length === 0
    ? [cacheKeys.offersOnAll]
    : [...productIds.map(cacheKeys.product), ...categoryIds.map(cacheKeys.offersOn)];
