import { list, number, read, shape, text } from "~/shop/json-shape";

/** Maximum number of favorites; beyond it the oldest are removed. */
export const MOST = 200;
/** Days for which a wishlist is kept in the browser. */
const DAYS = 30;

const DAY = 24 * 60 * 60 * 1000;

/** Saved products: ids in the order of saving, and expiry in milliseconds. */
export interface Wishlist {
  ids: string[];
  expires: number;
}

const wishlist = shape({
  ids: list(text({ pattern: /^[\w-]{1,64}$/ }), { most: MOST }),
  expires: number(),
});

/** Ids with one added, or removed if present. The oldest is dropped beyond the limit. */
export const toggled = (ids: string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id].slice(-MOST);

/** A changed wishlist expires 30 days after `now`. */
export const wishlistFrom = (ids: string[], now: number): Wishlist => ({
  ids,
  expires: now + DAYS * DAY,
});

/** Saved ids in a stored value; null if expired or invalid. */
export function idsIn(stored: unknown, now: number): string[] | null {
  const saved: Wishlist | undefined = read(wishlist, stored);
  return saved && saved.expires > now ? [...new Set(saved.ids)] : null;
}
