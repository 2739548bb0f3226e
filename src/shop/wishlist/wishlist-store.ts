import { jsonIn, stored } from "~/platform/browser-storage";
import { idsIn, wishlistFrom } from "./wishlist";

/** The shopper's wishlist in the browser's local storage. Each change extends its expiry. */
export const wishlistStore = stored<string[]>(() => window.localStorage, "wishlist", {
  empty: [],
  parse: (text) => idsIn(jsonIn(text), Date.now()),
  serialize: (ids) => JSON.stringify(wishlistFrom(ids, Date.now())),
});
