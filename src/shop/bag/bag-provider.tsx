import { createContext, useCallback, useContext, useEffect, useMemo, type ReactNode } from "react";
import { useStored } from "~/platform/browser-storage";
import { useHydrated } from "~/ui/use-hydrated";
import { useToast } from "~/ui/toast";
import { attempt } from "~/shop/form";
import type { Choice } from "~/shop/catalog/product";
import {
  added,
  itemCount,
  lineFor,
  removed,
  withQuantity,
  type Addable,
  type Bag,
  type Line,
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
  add: (...lines: Line[]) => void;
  remove: (key: LineKey) => void;
  /** Of one line, or, by a key with only the product, of all its lines. */
  setQuantity: (key: Pick<LineKey, "product"> & Partial<LineKey>, quantity: number) => void;
  clear: () => void;
}

const BagContext = createContext<BagAccess | null>(null);

const changes = {
  add: (...lines: Line[]) => bagStore.change((bag) => lines.reduce(added, bag)),
  remove: (key: LineKey) => bagStore.change((bag) => removed(bag, key)),
  setQuantity: (key: Pick<LineKey, "product"> & Partial<LineKey>, quantity: number) =>
    bagStore.change((bag) => withQuantity(bag, key, quantity)),
  clear: () => bagStore.change(() => []),
};

/** Gives the shopper's bag to everything inside it, the same in every tab. */
export function BagProvider({ children }: { children: ReactNode }) {
  const bag = useStored(bagStore);
  const ready = useHydrated();
  useEffect(() => bagStore.tidy(), []);

  const access = useMemo(() => ({ bag, count: itemCount(bag), ready, ...changes }), [bag, ready]);
  return <BagContext value={access}>{children}</BagContext>;
}

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
        const line = lineFor(product, choice, image);
        add(line);
        return line;
      }, toast.error);
      if (line) toast.success("Added To Bag!");
      return line !== undefined;
    },
    [add, toast],
  );
}
