import { byName, nameIn } from "~/platform/by-name";
import {
  type Offer,
  type OfferGoods,
  type OfferRule,
  offerStateAt,
  type OfferState,
  type OfferValues,
} from "~/shop/offers/offer";
import { offerSentence } from "~/shop/offers/offer-words";
import { wholeMoment } from "~/shop/shop-time";
import { counted, listed } from "../count-words";
import { momentWords } from "../format-moment";
import type { Sign } from "../ui/state";

const STATES: Record<OfferState, { sign: Sign; name: string }> = {
  running: { sign: "full", name: "Runs" },
  begins: { sign: "here", name: "Begins" },
  ended: { sign: "over", name: "Ended" },
  off: { sign: "over", name: "Off" },
};

/** Sign and name of an offer's state at a moment. */
export const offerStanding = (offer: Offer, now: Date) => STATES[offerStateAt(offer, now)];

/** When an offer begins and ends, e.g. "until November 20, 2026, 9:00 am"; "always" without either. */
export function spanOf({ startsAt, endsAt }: Pick<Offer, "startsAt" | "endsAt">, zone: string): string {
  const parts = [startsAt && `from ${wholeMoment(startsAt, zone)}`, endsAt && `until ${wholeMoment(endsAt, zone)}`];
  return parts.filter(Boolean).join(" ") || "always";
}

/** Number of the goods that an offer names: "all goods", "2 categories and 1 product". */
export function goodsWords({ productIds, categoryIds }: OfferGoods): string {
  const parts = [
    categoryIds.length > 0 && counted(categoryIds.length, "category", "categories"),
    productIds.length > 0 && counted(productIds.length, "product"),
  ].filter((part) => part !== false);
  return parts.length === 0 ? "all goods" : listed(parts);
}

/** Sentence about goods of an offer that were deleted; empty without any. */
export function goneWords({ productIds, categoryIds }: OfferGoods, gone: number): string {
  if (gone === 0) return "";
  return gone === productIds.length + categoryIds.length
    ? "All that it named was deleted, so it fits nothing. Name other goods, or end it."
    : `${counted(gone, "category or product", "categories or products")} of it ${gone === 1 ? "was" : "were"} deleted since.`;
}

const FIELD_NAMES: Record<keyof OfferValues | "position" | "isPutAway", string> = {
  rule: "Rule",
  goods: "Goods",
  isOn: "On",
  startsAt: "Begins",
  endsAt: "Ends",
  isWithoutCodes: "With codes",
  position: "Turn",
  isPutAway: "Standing",
};

/** Name of an offer's field for members; a newer release may have stored others. */
export const fieldName = (field: string): string => nameIn(FIELD_NAMES, field, "Another field");

const ANY_GOODS: OfferGoods = { productIds: [], categoryIds: [], called: { one: "", many: "" } };

const moment = (none: string) => (at: string | null, zone: string) =>
  at === null ? none : momentWords(new Date(at), zone);

const readers = byName<(value: never, zone: string) => string, keyof typeof FIELD_NAMES>({
  rule: (rule: OfferRule) => offerSentence({ rule, goods: ANY_GOODS }),
  goods: goodsWords,
  isOn: (isOn: boolean) => (isOn ? "yes" : "no"),
  startsAt: moment("at once"),
  endsAt: moment("never"),
  isWithoutCodes: (isWithout: boolean) => (isWithout ? "not together" : "together"),
  position: (position: number) => String(position + 1),
  isPutAway: (isPutAway: boolean) => (isPutAway ? "Deleted" : "In the list"),
});

/** Formats the value of an offer's field for members. */
export const valueWords = (field: string, value: unknown, zone: string): string =>
  readers[field]?.(value as never, zone) ?? "another value";
