import { useEffect } from "react";
import { useStored } from "~/platform/browser-storage";
import type { DeliveryTerms } from "~/shop/delivery-fee";
import type { Discount } from "~/shop/discounts/code";
import { type OffersOn, type Price, priceOf } from "~/shop/price";
import type { Bag } from "./bag";
import { aboutOf, type KnownOffers, offersStore } from "./offers-store";

/** What the shop says of the offers on a bag; null while it is asked, and in a shop without offers. */
export interface BagOffers {
  known: KnownOffers | null;
  isAsked: boolean;
}

/** Asks the shop about the offers on lines, at once and whenever these change, if it has any. */
export function useOffers(lines: Bag, hasOffers = false): BagOffers {
  const last = useStored(offersStore);
  const isAsking = hasOffers && lines.length > 0;
  const about = isAsking ? aboutOf(lines) : null;
  useEffect(() => {
    if (about !== null) void import("./ask-offers").then(({ askOffers }) => askOffers(about));
  }, [about]);
  const known = last !== null && last.about === about ? last : null;
  return { known, isAsked: isAsking && known === null };
}

/** Asks the shop again about the lines that it was asked about last, because what it said does not hold any more. */
export function askOffersAgain(): void {
  const last = offersStore.read();
  if (last === null) return;
  offersStore.change(() => null);
  void import("./ask-offers").then(({ askOffers }) => askOffers(last.about));
}

/** Price of a bag under offers, with the lines that it is made of. */
export interface OfferedBag extends Price<null> {
  /** The lines of the bag, and the presents beside them. */
  lines: Bag;
}

/** Price of lines under offers and a code. A code that gives more than offers which do not go with it takes their presents out again. */
export function priceOfBag(
  lines: Bag,
  discount: Discount | null,
  terms: DeliveryTerms,
  known: KnownOffers | null,
): OfferedBag {
  if (known === null) return { lines, ...priceOf(lines, discount, terms) };
  const all = [...lines, ...known.presents];
  const { given, isWithoutCodes } = known;
  const offersOn: OffersOn = () => ({ given, isWithoutCodes, presents: all.map((line) => (line.isPresent ? 1 : 0)) });
  const price = priceOf(all, discount, { ...terms, offersOn });
  const isWithoutOffers = known.presents.length > 0 && !price.offers;
  return isWithoutOffers ? { lines, ...priceOf(lines, discount, terms) } : { lines: all, ...price };
}
