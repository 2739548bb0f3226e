import { limits } from "~/shop/limits";

/** Number of pieces of a variant, two parameters of an address. */
export interface WishedPieces {
  variantId: number;
  quantity: number;
}

/** Parses the pairs `v` (variant) and `n` (pieces) of an address: adds up repeated variants; reads an invalid `n` as 1. */
export function wishedIn(search: URLSearchParams): WishedPieces[] {
  const pieces = search.getAll("n");
  const wished = new Map<number, number>();
  for (const [place, text] of search.getAll("v").slice(0, limits.bag.lines).entries()) {
    if (!/^[1-9]\d{0,8}$/.test(text)) continue;
    const quantity = /^\d{1,3}$/.test(pieces[place] ?? "") ? Number(pieces[place]) : 1;
    const all = (wished.get(Number(text)) ?? 0) + quantity;
    wished.set(Number(text), Math.min(all, limits.bag.quantity));
  }
  return [...wished].flatMap(([variantId, quantity]) => (quantity > 0 ? [{ variantId, quantity }] : []));
}

/** Writes goods as parameters of an address. */
export const goodsParameters = (wished: WishedPieces[]): [name: string, value: string][] =>
  wished.flatMap(({ variantId, quantity }): [string, string][] => [
    ["v", String(variantId)],
    ["n", String(quantity)],
  ]);

/** Address of a page of a new order with these goods; `again` is the number of the unpaid order that it repeats. */
export function newOrderAddress(page: "" | "/shopper", wished: WishedPieces[], again: string | null): string {
  const query = new URLSearchParams([...goodsParameters(wished), ...(again ? [["again", again]] : [])]);
  return `/orders/made/new${page}${query.size > 0 ? `?${query}` : ""}`;
}

/** Number of the earlier order in an address; null without one. */
export const againIn = (search: URLSearchParams): string | null =>
  /^\d{8}$/.exec(search.get("again") ?? "")?.[0] ?? null;
