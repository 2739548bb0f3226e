import { jsonIn, kept } from "~/platform/browser-storage";
import { idsIn, wishlistFrom } from "./wishlist";

/** The shopper's wishlist, in this browser only. Each change refreshes its expiry. Decisions §8. */
export const wishlistStore = kept<string[]>(() => window.localStorage, "wishlist", {
  empty: [],
  parse: (text) => idsIn(jsonIn(text), Date.now()),
  serialize: (ids) => JSON.stringify(wishlistFrom(ids, Date.now())),
});
