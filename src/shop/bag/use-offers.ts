import { startTransition, useEffect, useState } from "react";
import { goodsIn, priceOf } from "~/shop/price";
import type { Bag } from "./bag";
import { aboutOf, type KnownOffers, type PriceOfBag } from "./offers-store";

/** Answer of the shop about the offers on a bag, and the price under it. */
export interface BagOffers {
  /** Null while the shop is asked, and in a shop without offers. */
  known: KnownOffers | null;
  /** Last answer, about other lines while the shop is asked; unset before the first one. */
  last: KnownOffers | undefined;
  isAsked: boolean;
  priceOf: PriceOfBag;
}

/** Loads what only shoppers of a shop with offers need. */
export const loadOffers = () => import("./offers-of-bag");

/** Asks the shop about the offers on lines, at once and whenever these change, if it has any. */
export function useOffers(lines: Bag, hasOffers = false): BagOffers {
  const [last, setLast] = useState<{ known: KnownOffers; priceOf: PriceOfBag }>();
  const about = hasOffers && goodsIn(lines).length > 0 ? aboutOf(lines) : null;
  useEffect(() => {
    if (about === null) return;
    let stop: (() => void) | undefined;
    let isEnded = false;
    const watch = async () => {
      const { watchOffers, priceUnder } = await loadOffers();
      // Notes and total of an answer are shown together, with the code of the notes.
      const show = (known: KnownOffers) => startTransition(() => setLast({ known, priceOf: priceUnder(known) }));
      if (!isEnded) stop = watchOffers(about, show);
    };
    void watch();
    return () => {
      isEnded = true;
      stop?.();
    };
  }, [about]);
  const { known = null, priceOf = plainPrice } = last?.known.about === about ? (last ?? {}) : {};
  return { known, last: last?.known, isAsked: about !== null && known === null, priceOf };
}

const plainPrice: PriceOfBag = (lines, discount, terms) => ({ lines, ...priceOf(lines, discount, terms) });
