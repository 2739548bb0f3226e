import { type Cents, cents, share, sum } from "~/shop/money";
import {
  type GivenByOffer,
  isGiftCardLine,
  type OfferedLine,
  type OffersOn,
  type OffersTaken,
  percentOf,
} from "~/shop/price";
import { besideCode } from "./beside-code";
import { isAmong, type Offer, type OfferGoods, type OfferRule, runningAt } from "./offer";
import type { NotGiven, WhyNot } from "./offer-reasons";
import { offerSentence } from "./offer-words";

/** Amounts that offers take off lines, what they do not, and why. */
export interface AppliedOffers extends OffersTaken {
  not: readonly NotGiven[];
  /** Presents whose condition holds, and which are to be put into the bag. */
  toAdd: readonly { offer: string; productId: string; variantId: number }[];
}

/** Offers that run at a moment. However often one answer asks about an array of lines, it is evaluated once. */
export interface OffersOfMoment {
  running: readonly Offer[];
  /** At the listed prices of the lines. */
  applied: (lines: readonly OfferedLine[]) => AppliedOffers;
  on: OffersOn;
}

/** Offers that run at a moment; null if none does. */
export function offersOf(offers: readonly Offer[], now: Date): OffersOfMoment | null {
  const running = runningAt(offers, now);
  if (running.length === 0) return null;
  const known = new WeakMap<readonly OfferedLine[], AppliedOffers>();
  const applied = (lines: readonly OfferedLine[]) => {
    const found = known.get(lines) ?? appliedAtListed(running, lines);
    known.set(lines, found);
    return found;
  };
  return { running, applied, on: besideCode(applied) };
}

/** A line at its price before a member's reduction, by which offers count. */
export const atListedPrice = ({ listed, ...line }: OfferedLine): OfferedLine => ({
  ...line,
  price: listed ?? line.price,
});

/** Amounts that offers take off lines at their listed prices. */
export const appliedAtListed = (running: readonly Offer[], lines: readonly OfferedLine[]): AppliedOffers =>
  applyOffers(running, lines.map(atListedPrice));

/** Amounts that the offers that run at a moment take off lines; null if none runs. */
export const offersAt = (offers: readonly Offer[], now: Date): OffersOn | null => offersOf(offers, now)?.on ?? null;

/** One piece of a line. */
interface Piece {
  line: number;
  price: Cents;
  isTaken: boolean;
}

type Rule<Kind extends OfferRule["kind"]> = Extract<OfferRule, { kind: Kind }>;

/** Pieces that an offer takes, those of its condition included, and the amount off all of them in cents. */
interface Taking {
  pieces: Piece[];
  amount: Cents;
}

/**
 * Amounts that offers take off lines, in the order of the offers. Each takes from the pieces that no earlier one has; what it takes off is
 * divided by price over all pieces that it uses. The order of the lines changes nothing. Gift cards are in no offer.
 */
export function applyOffers(offers: readonly Offer[], lines: readonly OfferedLine[]): AppliedOffers {
  const pieces = piecesOf(lines);
  const presents = lines.map(() => 0);
  const given: GivenByOffer[] = [];
  const not: NotGiven[] = [];
  const toAdd: AppliedOffers["toAdd"][number][] = [];
  let isWithoutCodes = false;
  for (const offer of offers) {
    const found = takenBy(offer, pieces, lines);
    if ("why" in found) {
      not.push({ offer: offer.id, why: found });
      if (found.why !== "present-not-in-bag" || offer.rule.kind !== "present") continue;
      toAdd.push({ offer: offer.id, productId: offer.rule.productId, variantId: offer.rule.variantId });
      continue;
    }
    for (const piece of found.pieces) {
      piece.isTaken = true;
      if (lines[piece.line]?.isPresent) presents[piece.line] = (presents[piece.line] ?? 0) + 1;
    }
    isWithoutCodes ||= offer.isWithoutCodes;
    given.push({
      offer: offer.id,
      sentence: offerSentence(offer),
      amount: found.amount,
      ...(offer.rule.kind === "present" && { ofPresents: found.amount }),
      shares: sharesOf(found, lines),
    });
  }
  return { given, presents, isWithoutCodes, not, toAdd };
}

/** Pieces of goods, cheapest first, then by product and variant, whatever the order of the lines. */
function piecesOf(lines: readonly OfferedLine[]): Piece[] {
  const order = lines
    .map((line, place) => ({ line, place }))
    .filter(({ line }) => !isGiftCardLine(line))
    .toSorted(
      ({ line: a }, { line: b }) =>
        a.price - b.price ||
        compared(a.product ?? "", b.product ?? "") ||
        (a.variantId ?? 0) - (b.variantId ?? 0) ||
        a.quantity - b.quantity,
    );
  return order.flatMap(({ line, place }) =>
    Array.from({ length: line.quantity }, () => ({ line: place, price: line.price, isTaken: false })),
  );
}

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Pieces that an offer takes of the pieces that no other has, or why nothing. */
function takenBy({ rule, goods }: Offer, all: Piece[], lines: readonly OfferedLine[]): Taking | WhyNot {
  // Question of each line, not of each piece: an offer may name hundreds of products, and a bag have thousands of pieces.
  const among = (of: OfferGoods) => {
    const isIn = lines.map((line) => !line.isPresent && isAmong(of, line));
    return (piece: Piece) => isIn[piece.line] === true;
  };
  const own = all.filter(among(goods));
  const free = own.filter(({ isTaken }) => !isTaken);
  switch (rule.kind) {
    case "off-from-value":
      return valueOf(free) >= rule.from ? off(rule.off, free) : noValue(rule.from, own, free);
    case "off-from-pieces":
      return free.length >= rule.pieces ? off(rule.off, free) : noPieces(rule.pieces, own, free);
    case "buy-get":
      return groups(rule, all, { isBought: among(goods), isGiven: among(rule.gets ?? goods) });
    case "present": {
      // A present takes nothing off the goods of its condition, so that these may be in another offer, too.
      if (valueOf(own) < rule.from) return noValue(rule.from, own, own);
      const present = all.find(
        ({ line, isTaken }) => !isTaken && lines[line]?.isPresent && lines[line].variantId === rule.variantId,
      );
      return present ? { pieces: [present], amount: present.price } : { why: "present-not-in-bag" };
    }
  }
}

const valueOf = (pieces: readonly Piece[]): Cents => sum(pieces.map(({ price }) => price));

function off(by: Rule<"off-from-value">["off"], pieces: Piece[]): Taking | WhyNot {
  const value = valueOf(pieces);
  const amount = by.by === "percent" ? percentOf(value, by.percent) : cents(Math.min(value, by.amount));
  return amount > 0 ? { pieces, amount } : { why: "nothing-off" };
}

function noValue(from: Cents, own: Piece[], free: Piece[]): WhyNot {
  if (own.length === 0) return { why: "no-goods" };
  return valueOf(own) >= from ? { why: "taken" } : { why: "value-missing", value: cents(from - valueOf(free)) };
}

function noPieces(wanted: number, own: Piece[], free: Piece[]): WhyNot {
  if (own.length === 0) return { why: "no-goods" };
  return own.length >= wanted ? { why: "taken" } : { why: "pieces-missing", pieces: wanted - free.length };
}

/** Sides of the rule "buy X of these, get Y of those": a piece may serve for either, if it is among both. */
interface Sides {
  isBought: (piece: Piece) => boolean;
  isGiven: (piece: Piece) => boolean;
}

/**
 * As often as there are pieces for both sides. Given are the cheapest pieces that leave enough to buy; bought are the cheapest of
 * the others.
 */
function groups(rule: Rule<"buy-get">, all: Piece[], sides: Sides): Taking | WhyNot {
  const free = all.filter(({ isTaken }) => !isTaken);
  const count = Math.min(timesOf(rule, free, sides), rule.times ?? Infinity);
  if (count === 0) return whyNoGroup(rule, all, free, sides);
  const { isBought, isGiven } = sides;
  let spare = free.filter(isBought).length - count * rule.buy;
  const given: Piece[] = [];
  for (const piece of free.filter(isGiven)) {
    if (given.length === count * rule.get) break;
    if (isBought(piece) && spare === 0) continue;
    if (isBought(piece)) spare -= 1;
    given.push(piece);
  }
  const areGiven = new Set(given);
  const bought = free.filter((piece) => isBought(piece) && !areGiven.has(piece)).slice(0, count * rule.buy);
  const amount = percentOf(valueOf(given), rule.percent);
  return amount > 0 ? { pieces: [...bought, ...given], amount } : { why: "nothing-off" };
}

/** How often the pieces fill both sides, each piece on one side only. */
function timesOf({ buy, get }: Rule<"buy-get">, pieces: readonly Piece[], { isBought, isGiven }: Sides): number {
  const bought = pieces.filter(isBought).length;
  const given = pieces.filter(isGiven).length;
  const either = pieces.filter((piece) => isBought(piece) || isGiven(piece)).length;
  return Math.min(Math.floor(bought / buy), Math.floor(given / get), Math.floor(either / (buy + get)));
}

function whyNoGroup(rule: Rule<"buy-get">, all: Piece[], free: Piece[], sides: Sides): WhyNot {
  const { buy, get, gets } = rule;
  if (!all.some(sides.isBought)) return { why: "no-goods" };
  if (timesOf(rule, all, sides) > 0) return { why: "taken" };
  const bought = free.filter(sides.isBought).length;
  if (gets === null) return { why: "pieces-missing", pieces: buy + get - bought };
  if (bought < buy) return { why: "pieces-missing", pieces: buy - bought };
  const givenAlone = free.filter((piece) => sides.isGiven(piece) && !sides.isBought(piece)).length;
  const givenBeside = free.filter((piece) => sides.isGiven(piece) && sides.isBought(piece)).length;
  return { why: "reward-missing", pieces: get - Math.min(get, givenAlone + Math.min(givenBeside, bought - buy)) };
}

/** Amount that is taken off, divided over the lines by the price of the pieces that are used of each. */
function sharesOf({ pieces, amount }: Taking, lines: readonly OfferedLine[]): Cents[] {
  const used = new Map<number, number>();
  // In the order of the pieces, so that the order of the lines does not decide who gets the last cent.
  for (const { line, price } of pieces.toSorted((a, b) => a.price - b.price))
    used.set(line, (used.get(line) ?? 0) + price);
  const parts = share(amount, [...used.values()]);
  const byLine = new Map([...used.keys()].map((line, place) => [line, parts[place]]));
  return lines.map((_, line) => byLine.get(line) ?? cents(0));
}
