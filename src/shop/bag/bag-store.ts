import { z } from "zod";
import { jsonIn, stored } from "~/platform/browser-storage";
import { limits } from "~/shop/limits";
import { centsOfDollars, dollars } from "~/shop/money";
import { isSameLine, type Bag } from "./bag";

/** A line as the browser stores it: with the field names of R-3-15, its price in dollars. */
const StoredLine = z.object({
  product: z.string().regex(/^[\w-]{1,64}$/),
  name: z.string().trim().min(1).max(limits.text.line),
  size: z.string().max(limits.text.name),
  color: z.string().max(limits.text.name),
  // Another site's script or address has no business in our pictures.
  image: z
    .string()
    .max(500)
    .regex(/^(?!\/\/)[^:\\]*$|^https?:\/\//),
  quantity: z.int().min(1).max(limits.bag.quantity),
  price: z.number().min(0).max(1_000_000),
});

/** The bag behind a stored text. Lines that are none are left out; null when nothing in it is ours. */
export function parseBag(text: string): Bag | null {
  const stored = jsonIn(text);
  if (!Array.isArray(stored)) return null;

  const bag = stored
    .flatMap((entry: unknown) => {
      const line = StoredLine.safeParse(entry);
      return line.success ? [{ ...line.data, price: centsOfDollars(line.data.price) }] : [];
    })
    .filter((line, position, lines) => lines.findIndex((other) => isSameLine(other, line)) === position)
    .slice(0, limits.bag.lines);
  return bag.length > 0 || stored.length === 0 ? bag : null;
}

/** The text to store: prices in dollars; an empty bag leaves nothing behind. */
export const serializeBag = (bag: Bag): string | null =>
  bag.length > 0 ? JSON.stringify(bag.map((line) => ({ ...line, price: dollars(line.price) }))) : null;

/** The shopper's bag, in this browser only. */
export const bagStore = stored<Bag>(() => window.localStorage, "cart", {
  empty: [],
  parse: parseBag,
  serialize: serializeBag,
});
