import { besideCode } from "~/shop/offers/beside-code";
import { flag, list, maybe, number, read, shape, text } from "~/shop/json-shape";
import { limits } from "~/shop/limits";
import { cents, centsOfDollars } from "~/shop/money";
import { postJson } from "~/shop/post-json";
import { type GivenByOffer, isGiftCardLine, priceOf } from "~/shop/price";
import type { Bag } from "./bag";
import type { KnownOffers, PriceOfBag } from "./offers-store";

const line = {
  product: text(),
  name: text(),
  size: text(),
  color: text(),
  image: text(),
  quantity: number(),
  price: number(),
};
const answer = shape({
  given: list(shape({ offer: text(), sentence: text(), amount: number(), shares: list(number()) })),
  missing: list(text()),
  withoutCodes: maybe(flag),
  lines: list(shape({ ...line, present: maybe(flag) })),
  soldOut: list(text()),
});

/** The last answer of this page; null before the first one. */
let last: KnownOffers | null = null;
/** The lines that were asked about last, so that an earlier answer which comes late is not taken. */
let asked = "";
const listeners = new Set<(known: KnownOffers) => void>();

/** The last answer, for who shows it without asking. */
export const lastOffers = (): KnownOffers | null => last;

/** Asks the shop about the lines of this text, and tells the listener each answer until the returned function is called. */
export function watchOffers(about: string, listener: (known: KnownOffers) => void): () => void {
  listeners.add(listener);
  if (last?.about === about) listener(last);
  void askOffers(about);
  return () => void listeners.delete(listener);
}

/** Asks the shop again, because what it said does not hold any more. */
export const askOffersAgain = async (): Promise<void> => (last === null ? undefined : askOffers(last.about));

/**
 * Asks the shop what offers take off the lines of this text. If it does not answer, they take nothing here, and the shop says the right
 * total when the order is to be paid.
 */
async function askOffers(about: string): Promise<void> {
  asked = about;
  const lines = JSON.parse(about) as Bag;
  const items = lines.map(({ product, size, color, quantity }) => ({ product, size, color, quantity }));
  // Time limit of the question: nothing can be paid until there is an answer.
  const ended = AbortSignal.timeout(limits.timings.quoteTimeout);
  const found = read(answer, await postJson("/api/pay/offers", { items }, ended).catch(() => undefined));
  if (asked !== about) return;
  const known = found ? knownIn(about, found) : { about, ...NOTHING };
  last = known;
  for (const listener of listeners) listener(known);
}

const NOTHING = { given: [], isWithoutCodes: false, missing: [], presents: [], soldOut: [] };

const knownIn = (
  about: string,
  { given, missing, withoutCodes, lines, soldOut }: ReturnType<typeof answer>,
): KnownOffers => ({
  about,
  given: given.map(({ amount, shares, ...offer }) => ({
    ...offer,
    amount: centsOfDollars(amount),
    shares: shares.map(centsOfDollars),
  })),
  isWithoutCodes: withoutCodes ?? false,
  missing,
  presents: lines.flatMap(({ present, price, ...own }) =>
    present ? [{ ...own, price: centsOfDollars(price), isPresent: true }] : [],
  ),
  soldOut,
});

/** Price under what the shop said. A code that gives more than offers which do not go with it takes their presents out again. */
export const priceUnder =
  ({ given, isWithoutCodes, presents }: KnownOffers): PriceOfBag =>
  (lines, discount, terms) => {
    const all = [...lines, ...presents];
    const besideCards = given.map((offer) => ({ ...offer, shares: withCards(offer.shares, all) }));
    const offersOn = besideCode(() => ({
      given: besideCards,
      isWithoutCodes,
      presents: all.map((own) => (own.isPresent ? 1 : 0)),
    }));
    const price = priceOf(all, discount, { ...terms, offersOn });
    const isWithoutOffers = presents.length > 0 && !price.offers;
    return isWithoutOffers ? { lines, ...priceOf(lines, discount, terms) } : { lines: all, ...price };
  };

/** Shares of goods as shares of all lines, of which gift cards have none. */
function withCards(shares: GivenByOffer["shares"], lines: Bag): GivenByOffer["shares"] {
  const left = [...shares];
  return lines.map((line) => (isGiftCardLine(line) ? undefined : left.shift()) ?? cents(0));
}

/** Whether what an offer gives is a present. */
export const isPresent = ({ presents }: KnownOffers, { shares }: GivenByOffer): boolean =>
  shares.some((amount, place) => amount > 0 && place >= shares.length - presents.length);
