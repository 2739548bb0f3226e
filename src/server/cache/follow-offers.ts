import { tableKey } from "~/platform/cache-keys.server";
import { MINUTE } from "~/platform/durations";
import { nextTurn, type Offer } from "~/shop/offers/offer";
import { endToldFrom } from "~/shop/offers/offer-end";
import { keysOfChanged, toldAt } from "~/shop/offers/told-offers.server";

/** Cache key of the table of offers, for pages that say whether there are any. */
export const OFFERS = tableKey("offers");

/** Clock of the process. */
const CLOCK = {
  now: () => Date.now(),
  /** Calls back after some milliseconds, unless the process ends before; returns a function that calls it off. */
  after(ms: number, call: () => void): () => void {
    const timer = setTimeout(call, ms).unref();
    return () => clearTimeout(timer);
  },
};
export type Clock = typeof CLOCK;

/** Longest time between two looks at the clock, so that one that was set meanwhile is noticed. */
const LONGEST = MINUTE;

/**
 * Drops the pages on which an offer is told when it begins, ends or changes, or its end is told: at its moment by the clock of each
 * process, without a notice or a query. `look` is called when the offers were read anew.
 */
export function followOffers(
  offers: () => readonly Offer[],
  drop: (keys: readonly string[]) => void,
  { now, after }: Clock = CLOCK,
): { look(): void; stop(): void } {
  let told = toldAt(offers(), new Date(now()));
  let stop = wait();

  function wait(): () => void {
    const at = new Date(now());
    const turn = nextTurn(offers(), at, endToldFrom);
    return turn === null ? () => undefined : after(Math.min(turn.getTime() - at.getTime(), LONGEST), look);
  }
  function look(): void {
    stop();
    const present = toldAt(offers(), new Date(now()));
    const keys = keysOfChanged(told, present);
    told = present;
    if (keys.length > 0) drop([OFFERS, ...keys]);
    stop = wait();
  }
  return { look, stop: () => stop() };
}
