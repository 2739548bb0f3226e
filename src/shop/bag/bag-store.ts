import { jsonIn, stored } from "~/platform/browser-storage";
import { number, read, shape, text } from "~/shop/json-shape";
import { limits } from "~/shop/limits";
import { centsOfDollars, dollars } from "~/shop/money";
import { isSameLine, type Bag, type LineGiftCard } from "./bag";

/** A line as the browser stores it: with the field names of requirement R-3-14, and its price in dollars. */
const storedLine = shape({
  product: text({ pattern: /^[\w-]{1,64}$/ }),
  name: text({ trimmed: true, least: 1, most: limits.text.line }),
  size: text({ most: limits.text.name }),
  color: text({ most: limits.text.name }),
  // Only paths and http addresses: scripts and other schemes are refused.
  image: text({ most: 500, pattern: /^(?!\/\/)[^:\\]*$|^https?:\/\// }),
  quantity: number({ whole: true, from: 1, to: limits.bag.quantity }),
  price: number({ from: 0, to: 1_000_000 }),
  // Wishes for a gift card are checked by the server, and shown as text.
  giftCard: (value) => (value ? (value as LineGiftCard) : undefined),
});

/** Reads a bag from its stored text. Invalid lines are left out; null for other texts, and if all lines are invalid. */
export function parseBag(json: string): Bag | null {
  const stored = jsonIn(json);
  if (!Array.isArray(stored)) return null;

  const bag = stored
    .flatMap((entry: unknown) => {
      const line = read(storedLine, entry);
      return line ? [{ ...line, price: centsOfDollars(line.price) }] : [];
    })
    .filter((line, position, lines) => lines.findIndex((other) => isSameLine(other, line)) === position)
    .slice(0, limits.bag.lines);
  return bag.length > 0 || stored.length === 0 ? bag : null;
}

/** Text of a bag to store, with prices in dollars; null for an empty bag. */
export const serializeBag = (bag: Bag): string | null =>
  bag.length > 0 ? JSON.stringify(bag.map((line) => ({ ...line, price: dollars(line.price) }))) : null;

/** The shopper's bag, stored only in this browser. */
export const bagStore = stored<Bag>(() => window.localStorage, "cart", {
  empty: [],
  parse: parseBag,
  serialize: serializeBag,
});

/** Ids of the products in the bag, without repetition. */
export const productsInBag = (): string[] => [...new Set(bagStore.read().map(({ product }) => product))];
