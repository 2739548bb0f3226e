import { amountIn, cents, type Cents } from "~/shop/money";
import { limits } from "~/shop/limits";

/** Wanted change of a line, which removes its pieces or replaces them by another variant of the product. */
interface LineWish {
  position: number;
  /** Id of the replacing variant; null to remove the pieces. */
  to: number | null;
  /** Number of pieces to remove or replace; null for all unsent pieces. */
  pieces: number | null;
  /** Typed price of one piece; empty for the usual price. */
  price: string;
}

/** Wanted goods to add, also goods of another product that replace a line. */
interface AddedWish {
  variantId: number;
  quantity: number;
  /** Position of the line that the goods replace; null if they replace no line. */
  replaces: number | null;
  price: string;
}

/** A wanted change of an order, as parameters of an address. */
export interface ChangeWish {
  lines: LineWish[];
  added: AddedWish[];
  isOurMistake: boolean;
  asksDelivery: boolean;
}

/** Functions that return the field names of a line. */
export const lineField = {
  to: (position: number): string => `to-${position}`,
  pieces: (position: number): string => `n-${position}`,
  price: (position: number): string => `p-${position}`,
};

/** Value of a line whose pieces are removed. */
export const GONE = "gone";

const numberIn = (text: string | null | undefined): number | null =>
  /^\d{1,9}$/.test(text ?? "") ? Number(text) : null;

/** Parses the wanted change in an address; invalid parameters are ignored. */
export function changeWishIn(search: URLSearchParams): ChangeWish {
  const lines = [...search].flatMap(([name, value]): LineWish[] => {
    const position = numberIn(/^to-(\d{1,6})$/.exec(name)?.[1]);
    const to = numberIn(value);
    if (position === null || (value !== GONE && to === null)) return [];
    const pieces = numberIn(search.get(lineField.pieces(position)));
    return [{ position, to, pieces, price: (search.get(lineField.price(position)) ?? "").trim() }];
  });
  const [pieces, places, prices] = [search.getAll("n"), search.getAll("r"), search.getAll("p")];
  const added = search
    .getAll("v")
    .slice(0, limits.bag.lines)
    .flatMap((text, place): AddedWish[] => {
      const [variantId, quantity] = [numberIn(text), numberIn(pieces[place]) ?? 1];
      if (variantId === null || quantity === 0) return [];
      const price = (prices[place] ?? "").trim();
      return [
        { variantId, quantity: Math.min(quantity, limits.bag.quantity), replaces: numberIn(places[place]), price },
      ];
    });
  return { lines, added, isOurMistake: search.has("mistake"), asksDelivery: search.has("delivery") };
}

/** Writes a wanted change as parameters of an address. */
export const changeParameters = ({ lines, added, isOurMistake, asksDelivery }: ChangeWish): [string, string][] => [
  ...lines.flatMap(({ position, to, pieces, price }): [string, string][] => [
    [lineField.to(position), to === null ? GONE : String(to)],
    ...(pieces === null ? [] : [[lineField.pieces(position), String(pieces)] as [string, string]]),
    ...(price === "" ? [] : [[lineField.price(position), price] as [string, string]]),
  ]),
  ...added.flatMap(({ variantId, quantity, replaces, price }): [string, string][] => [
    ["v", String(variantId)],
    ["n", String(quantity)],
    ["r", replaces === null ? "" : String(replaces)],
    ["p", price],
  ]),
  ...(isOurMistake ? [["mistake", "yes"] as [string, string]] : []),
  ...(asksDelivery ? [["delivery", "yes"] as [string, string]] : []),
];

/** Address of the page that previews a wanted change of an order. */
export function changePageAddress(number: string, wish: ChangeWish): string {
  const query = new URLSearchParams(changeParameters(wish));
  return `/orders/${number}/change${query.size > 0 ? `?${query}` : ""}`;
}

/** Parses a typed price to cents; undefined for an empty text, null for an invalid one. */
export function typedPrice(text: string): Cents | null | undefined {
  if (text === "") return undefined;
  const amount = amountIn(text);
  return amount === undefined ? null : cents(amount);
}
