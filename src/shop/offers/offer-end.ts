import { DAY } from "~/platform/durations";
import { lastDayOrMoment } from "~/shop/shop-time";
import type { Offer } from "./offer";

/** Days before its end from which shoppers read when an offer ends: a farther end presses nobody, and makes sentences long. */
const TOLD_DAYS = 14;

/** Moment from which shoppers read when an offer ends; null for one without an end. */
export const endToldFrom = ({ endsAt }: Pick<Offer, "endsAt">): Date | null =>
  endsAt && new Date(endsAt.getTime() - TOLD_DAYS * DAY);

/** End of an offer as shoppers read it at a moment: null as long as it is not told. */
export function toldEnd(offer: Pick<Offer, "endsAt">, now: Date): Date | null {
  const from = endToldFrom(offer);
  return from && now >= from ? offer.endsAt : null;
}

/** End of an offer in words: "until Sunday, November 29"; undefined if it is not told at this moment. */
export function untilWords(offer: Pick<Offer, "endsAt">, now: Date, timeZone: string): string | undefined {
  const end = toldEnd(offer, now);
  return end ? `until ${lastDayOrMoment(end, timeZone)}` : undefined;
}

/** Ends of offers in words, by id; of those only that are told at this moment. */
export const untilByOffer = (offers: readonly Offer[], now: Date, timeZone: string): ReadonlyMap<string, string> =>
  new Map(
    offers.flatMap((offer) => {
      const until = untilWords(offer, now, timeZone);
      return until ? [[offer.id, until] as const] : [];
    }),
  );
