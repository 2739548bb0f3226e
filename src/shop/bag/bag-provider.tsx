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
} from "./bag";
import { bagStore } from "./bag-store";

interface BagAccess {
  bag: Bag;
  /** The sum of quantities. */
  count: number;
  /** False on the server and until the browser has looked: the bag is empty then, whatever is stored. */
  ready: boolean;
  /** @throws {Refusal} `bag-full` */
  add: (...additions: Addition[]) => void;
  remove: (key: LineKey) => void;
  /** Sets the quantity of one line, or, by a key with only the product, of all its lines. */
  setQuantity: (key: Pick<LineKey, "product"> & Partial<LineKey>, quantity: number) => void;
  clear: () => void;
}

const BagContext = createContext<BagAccess | null>(null);

const changesWithin = (most: number) => ({
  add: (...additions: Addition[]) =>
    bagStore.change((bag) => additions.reduce((all, { line, left }) => added(all, line, Math.min(most, left)), bag)),
  remove: (key: LineKey) => bagStore.change((bag) => removed(bag, key)),
  setQuantity: (key: Pick<LineKey, "product"> & Partial<LineKey>, quantity: number) =>
    bagStore.change((bag) => withQuantity(bag, key, quantity, most)),
  clear: () => bagStore.change(() => []),
});

/** Gives the shopper's bag to everything inside it, the same in every tab; `most` is how many of one line an order holds. */
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

/** The bag. Outside its provider it throws. */
export function useBag(): BagAccess {
  const access = useContext(BagContext);
  if (!access) throw new Error("The bag was used outside its provider.");
  return access;
}

/**
 * Adds one piece of what was chosen; a toast confirms it, or shows the refusal; `image` is for variants without a picture of their own.
 * Comes back true when it was added.
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
