import { jsonIn, stored } from "~/platform/browser-storage";
import { flag, list, number, read, shape, text } from "~/shop/json-shape";
import { type Cents, cents } from "~/shop/money";
import type { GivenByOffer } from "~/shop/price";
import type { Bag, LineKey } from "./bag";

/** What the shop last said of the offers on a bag. */
export interface KnownOffers {
  /** The lines that were asked about, as `aboutOf` writes them. */
  about: string;
  given: GivenByOffer[];
  isWithoutCodes: boolean;
  /** What is missing for offers that take nothing yet, by a sentence for each. */
  missing: string[];
  /** Lines that offers put into the bag. */
  presents: (Bag[number] & { isPresent: true })[];
  /** A sentence for each present of which no piece is left. */
  soldOut: string[];
}

const amount = (value: unknown): Cents => cents(number({ whole: true })(value));
const yes = (value: unknown): true => flag(value) as true;
const known = shape({
  about: text(),
  given: list(shape({ offer: text(), sentence: text(), amount, shares: list(amount) })),
  isWithoutCodes: flag,
  missing: list(text()),
  presents: list(
    shape({
      product: text(),
      name: text(),
      size: text(),
      color: text(),
      image: text(),
      quantity: number(),
      price: amount,
      isPresent: yes,
    }),
  ),
  soldOut: list(text()),
});

/** The last answer of this browser session; null before the first one, and while the shop is asked again. */
export const offersStore = stored<KnownOffers | null>(() => window.sessionStorage, "offers", {
  empty: null,
  parse: (json) => read(known, jsonIn(json)) ?? null,
  serialize: (offers) => offers && JSON.stringify(offers),
});

/** Text of all on which the offers of a bag depend. */
export const aboutOf = (lines: Bag): string =>
  JSON.stringify(lines.map(({ product, size, color, quantity, price }) => ({ product, size, color, quantity, price })));

/** The lines of such a text. */
export const linesIn = (about: string): (LineKey & Pick<Bag[number], "quantity">)[] =>
  (JSON.parse(about) as Bag).map(({ product, size, color, quantity }) => ({ product, size, color, quantity }));

/** Whether what an offer gives is a present. */
export const isPresent = ({ given, presents }: KnownOffers, { shares }: GivenByOffer): boolean => {
  const own = shares.length - presents.length;
  return given.length > 0 && shares.some((amount, place) => amount > 0 && place >= own);
};
