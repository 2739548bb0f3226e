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
  given: list(
    shape({
      offer: text(),
      sentence: text(),
      amount: number(),
      ofPresents: maybe(number()),
      shares: list(number()),
      until: maybe(text()),
    }),
  ),
  missing: list(text()),
  lost: maybe(list(text())),
  withoutCodes: maybe(flag),
  lines: list(shape({ ...line, present: maybe(flag) })),
  soldOut: list(text()),
});

/** The last answer of this page; null before the first one. */
let last: KnownOffers | null = null;
/** The newest question, so that an earlier answer which comes late is not told. */
let newest = { about: "", at: 0 };
/** Time until which a glance does not ask, because the shop had no offer. */
let restUntil = 0;
const watching = new Map<Listener, string>();
type Listener = (known: KnownOffers) => void;

/** Milliseconds for which who glances does not ask about the same lines again, and about any after an answer without an offer. */
const SAME_MS = 60_000;
const NONE_MS = 600_000;

/** Asks the shop about the lines of this text, and tells the listener each answer about them until the returned function is called. */
export function watchOffers(about: string, listener: Listener): () => void {
  const stop = listening(about, listener);
  void askOffers(about);
  return stop;
}

/** As `watchOffers`, for who shows the answer at every hover: the shop is asked again only after a while. */
export function glanceAtOffers(about: string, listener: Listener): () => void {
  const stop = listening(about, listener);
  const now = Date.now();
  const isAsked = newest.about === about && now < newest.at + SAME_MS;
  if (!isAsked && now >= restUntil && about !== "[]") void askOffers(about);
  return stop;
}

function listening(about: string, listener: Listener): () => void {
  watching.set(listener, about);
  if (last?.about === about) listener(last);
  return () => void watching.delete(listener);
}

/**
 * Asks the shop again, because what it said does not hold any more. `isKept`: what it said of the same goods stands if it does not answer,
 * because the sums are agreed.
 */
export async function askOffersAgain(isKept: boolean): Promise<void> {
  if (last === null) return;
  const { about } = last;
  if (!isKept) last = null;
  await askOffers(about);
}

/**
 * Asks the shop what offers take off the lines of this text. If it does not answer, what it said last of the same goods stands, or nothing
 * is taken, and the shop says the right total when the order is to be paid.
 */
async function askOffers(about: string): Promise<void> {
  const own = (newest = { about, at: Date.now() });
  const items = goodsOf(about);
  // Time limit of the question: nothing can be paid until there is an answer.
  const ended = AbortSignal.timeout(limits.timings.quoteTimeout);
  const found = read(answer, await postJson("/api/pay/offers", { items }, ended).catch(() => undefined));
  if (found?.lines.length === 0) restUntil = Date.now() + NONE_MS;
  const isLate = own.about === newest.about && own !== newest;
  if (isLate) return;
  const known = found ? knownIn(about, found) : { ...(isOfSameGoods(last, about) ? last : NOTHING), about };
  last = known;
  for (const [listener, of] of watching) if (of === about) listener(known);
}

/** Goods of a text, without the prices at which they were seen. */
const goodsOf = (about: string) =>
  (JSON.parse(about) as Bag).map(({ product, size, color, quantity }) => ({ product, size, color, quantity }));

const isOfSameGoods = (known: KnownOffers | null, about: string): known is KnownOffers =>
  known !== null && JSON.stringify(goodsOf(known.about)) === JSON.stringify(goodsOf(about));

const NOTHING = { given: [], isWithoutCodes: false, missing: [], lost: [], presents: [], soldOut: [] };

const knownIn = (
  about: string,
  { given, missing, lost, withoutCodes, lines, soldOut }: ReturnType<typeof answer>,
): KnownOffers => ({
  about,
  given: given.map(({ amount, ofPresents, shares, ...offer }) => ({
    ...offer,
    amount: centsOfDollars(amount),
    ofPresents: centsOfDollars(ofPresents ?? 0),
    shares: shares.map(centsOfDollars),
  })),
  isWithoutCodes: withoutCodes ?? false,
  missing,
  lost: lost ?? [],
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
export const isPresent = ({ amount, ofPresents }: GivenByOffer): boolean => amount === ofPresents;
