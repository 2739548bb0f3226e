import { createContext, useContext, useEffect, useMemo, type ReactNode } from "react";
import { useStored } from "~/platform/browser-storage";
import { useHydrated } from "~/ui/use-hydrated";
import { toggled } from "./wishlist";
import { wishlistStore } from "./wishlist-store";

interface WishlistAccess {
  /** Product ids in the order they were saved. */
  ids: string[];
  count: number;
  /** False on the server and until the browser has looked: nothing is saved then, whatever is stored. */
  ready: boolean;
  has: (id: string) => boolean;
  /** Saves a product, or forgets it when it was saved. */
  toggle: (id: string) => void;
  remove: (id: string) => void;
}

const WishlistContext = createContext<WishlistAccess | null>(null);

const changes = {
  toggle: (id: string) => wishlistStore.change((ids) => toggled(ids, id)),
  remove: (id: string) => wishlistStore.change((ids) => ids.filter((other) => other !== id)),
};

/** Gives the shopper's wishlist to everything inside it, the same in every tab. */
export function WishlistProvider({ children }: { children: ReactNode }) {
  const ids = useStored(wishlistStore);
  const ready = useHydrated();
  useEffect(() => wishlistStore.tidy(), []);

  const access = useMemo(
    () => ({ ids, count: ids.length, ready, has: (id: string) => ids.includes(id), ...changes }),
    [ids, ready],
  );
  return <WishlistContext value={access}>{children}</WishlistContext>;
}

/** The wishlist. Outside its provider it throws. */
export function useWishlist(): WishlistAccess {
  const access = useContext(WishlistContext);
  if (!access) throw new Error("The wishlist was used outside its provider.");
  return access;
}
