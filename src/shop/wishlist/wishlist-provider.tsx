import { createContext, useContext, useEffect, useMemo, type ReactNode } from "react";
import { useStored } from "~/platform/browser-storage";
import { useHydrated } from "~/ui/use-hydrated";
import { toggled, wishlistStore } from "./wishlist-store";

interface WishlistAccess {
  /** Product ids in the order they were saved. */
  ids: string[];
  count: number;
  /** False on the server and before hydration; until then nothing can be saved. */
  ready: boolean;
  has: (id: string) => boolean;
  /** Saves a product, or removes it if it is saved. */
  toggle: (id: string) => void;
  remove: (id: string) => void;
}

const WishlistContext = createContext<WishlistAccess | null>(null);

const changes = {
  toggle: (id: string) => wishlistStore.change((ids) => toggled(ids, id)),
  remove: (id: string) => wishlistStore.change((ids) => ids.filter((other) => other !== id)),
};

/** Provides the shopper's wishlist, shared by all tabs. */
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

/** The shopper's wishlist. Throws outside of `WishlistProvider`. */
export function useWishlist(): WishlistAccess {
  const access = useContext(WishlistContext);
  if (!access) throw new Error("The wishlist was used outside its provider.");
  return access;
}
