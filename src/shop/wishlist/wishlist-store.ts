import { jsonIn, stored } from "~/platform/browser-storage";
import { DAY } from "~/platform/durations";
import { list, number, read, shape, text } from "~/shop/json-shape";

/** Maximum number of saved products; the oldest are dropped. */
export const MOST = 200;
/** Days after the last change for which a wishlist is kept in the browser. */
const DAYS = 30;

/** Saved products: ids in the order of saving, and expiry in milliseconds. */
export interface Wishlist {
  ids: string[];
  expires: number;
}

const wishlist = shape({
  ids: list(text({ pattern: /^[\w-]{1,64}$/ }), { most: MOST }),
  expires: number(),
});

/** Adds an id, or removes it if present. Drops the oldest id beyond the limit. */
export const toggled = (ids: string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id].slice(-MOST);

/** Wishlist to store after a change at `now`: it expires 30 days later. */
export const wishlistFrom = (ids: string[], now: number): Wishlist => ({
  ids,
  expires: now + DAYS * DAY,
});

/** Parses a stored value into the saved ids; null if expired or invalid. */
export function idsIn(stored: unknown, now: number): string[] | null {
  const saved: Wishlist | undefined = read(wishlist, stored);
  return saved && saved.expires > now ? [...new Set(saved.ids)] : null;
}

/** The shopper's wishlist in the browser's local storage. Each change extends its expiry. */
export const wishlistStore = stored<string[]>(() => window.localStorage, "wishlist", {
  empty: [],
  parse: (text) => idsIn(jsonIn(text), Date.now()),
  serialize: (ids) => JSON.stringify(wishlistFrom(ids, Date.now())),
});
