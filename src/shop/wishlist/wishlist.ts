import { z } from "zod";
import { limits } from "~/shop/limits";

const DAY = 24 * 60 * 60 * 1000;

/** What a shopper would like to remember: product ids in the order they were saved, and until when, in milliseconds. */
export const Wishlist = z.object({
  ids: z.array(z.string().regex(/^[\w-]{1,64}$/)).max(limits.wishlist.most),
  expires: z.number().positive(),
});
export type Wishlist = z.infer<typeof Wishlist>;

/** With the id, or without it when it was there. The oldest is dropped first when there are too many. */
export const toggled = (ids: string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id].slice(-limits.wishlist.most);

/** A changed wishlist lasts another 30 days from `now`. */
export const wishlistFrom = (ids: string[], now: number): Wishlist => ({
  ids,
  expires: now + limits.wishlist.days * DAY,
});

/** The saved ids behind a stored value; null when it has expired or is none of ours. */
export function idsIn(stored: unknown, now: number): string[] | null {
  const wishlist = Wishlist.safeParse(stored);
  return wishlist.success && wishlist.data.expires > now ? [...new Set(wishlist.data.ids)] : null;
}
