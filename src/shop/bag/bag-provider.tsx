import { createContext, useCallback, useContext, useEffect, useMemo, type ReactNode } from "react";
import { useStored } from "~/platform/browser-storage";
import { useHydrated } from "~/ui/use-hydrated";
import { useToast } from "~/ui/toast";
import { attempt } from "~/shop/form";
import type { Choice } from "~/shop/catalog/product";
import { limits } from "~/shop/limits";
import {
  added,
  additionFor,
  type Addition,
  itemCount,
  removed,
  withQuantity,
  type Addable,
  type Bag,
  type LineKey,
  type VariantKey,
} from "./bag";
import { bagStore } from "./bag-store";

interface BagAccess {
  bag: Bag;
  /** Number of pieces: the sum of all quantities. */
  count: number;
  /** Whether the stored bag is loaded; false on the server and before hydration, when the bag is empty. */
  ready: boolean;
  /**
   * Adds lines to the bag.
   *
   * @throws {Refusal} `bag-full`
   */
  add: (...additions: Addition[]) => void;
  remove: (key: LineKey) => void;
  /** Sets the quantity of one line, or, by a key with only the product, of all its lines. */
  setQuantity: (key: Pick<VariantKey, "product"> & Partial<VariantKey>, quantity: number) => void;
  clear: () => void;
}

const BagContext = createContext<BagAccess | null>(null);

const changesWithin = (most: number) => ({
  add: (...additions: Addition[]) =>
    bagStore.change((bag) => additions.reduce((all, { line, left }) => added(all, line, Math.min(most, left)), bag)),
  remove: (key: LineKey) => bagStore.change((bag) => removed(bag, key)),
  setQuantity: (key: Pick<VariantKey, "product"> & Partial<VariantKey>, quantity: number) =>
    bagStore.change((bag) => withQuantity(bag, key, quantity, most)),
  clear: () => bagStore.change(() => []),
});

/** Provides the shopper's bag, shared by all tabs; `most` is the limit of a line per order. */
export function BagProvider({
  most = limits.bag.quantity,
  children,
}: {
  most?: number | undefined;
  children: ReactNode;
}) {
  const bag = useStored(bagStore);
  const ready = useHydrated();
  useEffect(() => bagStore.tidy(), []);

  const access = useMemo(() => ({ bag, count: itemCount(bag), ready, ...changesWithin(most) }), [bag, ready, most]);
  return <BagContext value={access}>{children}</BagContext>;
}

export const TO_BAG = { to: "/cart", words: "View bag" };

/** Returns the shopper's bag. Throws outside of its provider. */
export function useBag(): BagAccess {
  const access = useContext(BagContext);
  if (!access) throw new Error("The bag was used outside its provider.");
  return access;
}

/**
 * Returns a function that adds one piece of the chosen variant and shows a toast, with the reason if it was refused; `image` is
 * used for variants without a picture. It resolves to true when added.
 */
export function useAddToBag(): (product: Addable, choice: Choice, image: string) => Promise<boolean> {
  const { add } = useBag();
  const toast = useToast();
  return useCallback(
    async (product, choice, image) => {
      const line = await attempt(() => {
        const addition = additionFor(product, choice, image);
        add(addition);
        return addition.line;
      }, toast.error);
      if (line) toast.success("Added To Bag!", { link: TO_BAG });
      return line !== undefined;
    },
    [add, toast],
  );
}
