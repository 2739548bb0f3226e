import { type Cents, cents, sum } from "~/shop/money";

/** Most gift cards that pay parts of one order. */
export const MOST_GIFT_CARDS = 3;

/** Parts of a total that gift cards pay, and the rest, which another method pays. */
export interface DividedTotal {
  /** Part of each card in cents, in the order of the cards; 0 for a card that is not needed. */
  parts: Cents[];
  rest: Cents;
  /** Amount that the cards could pay and do not, because the rest would be too small for the method. */
  keptBack: Cents;
}

/**
 * Divides a total among gift cards that have `left` cents each, the first first. A rest is never less than the least payment of the
 * method: the last card then pays so much less. Returns undefined if even without cards less than that would be left.
 */
export function divideAmongCards(total: Cents, left: readonly Cents[], least: Cents): DividedTotal | undefined {
  let rest: number = total;
  const parts = left.map((own) => {
    const part = Math.max(0, Math.min(own, rest));
    rest -= part;
    return part;
  });
  if (rest === 0) return { parts: parts.map(cents), rest: cents(0), keptBack: cents(0) };
  if (total < least) return undefined;
  const keptBack = Math.max(0, least - rest);
  let owed = keptBack;
  for (let place = parts.length - 1; place >= 0 && owed > 0; place -= 1) {
    const less = Math.min(parts[place] ?? 0, owed);
    parts[place] = (parts[place] ?? 0) - less;
    owed -= less;
  }
  const whole = parts.map(cents);
  return { parts: whole, rest: cents(total - sum(whole)), keptBack: cents(keptBack) };
}
