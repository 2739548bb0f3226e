import { list, number, read, shape, text } from "~/shop/json-shape";

/** How many favorites are kept; the oldest go first. */
export const MOST = 200;
/** How long they are kept, in days. */
const DAYS = 30;

const DAY = 24 * 60 * 60 * 1000;

/** A shopper's saved products: product ids in the order they were saved, and until when, in milliseconds. */
export interface Wishlist {
  ids: string[];
  expires: number;
}

const wishlist = shape({
  ids: list(text({ pattern: /^[\w-]{1,64}$/ }), { most: MOST }),
  expires: number(),
});

/** With the id, or without it when it was there. The oldest is dropped first when there are too many. */
export const toggled = (ids: string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id].slice(-MOST);

/** A changed wishlist lasts another 30 days from `now`. */
export const wishlistFrom = (ids: string[], now: number): Wishlist => ({
  ids,
  expires: now + DAYS * DAY,
});

/** The saved ids behind a stored value; null when it has expired or is none of ours. */
export function idsIn(stored: unknown, now: number): string[] | null {
  const saved: Wishlist | undefined = read(wishlist, stored);
  return saved && saved.expires > now ? [...new Set(saved.ids)] : null;
}
