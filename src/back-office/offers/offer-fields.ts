import type { OfferRule } from "~/shop/offers/offer";

/** Kinds of offers, as the form names them. */
export const KINDS: Record<OfferRule["kind"], string> = {
  "off-from-value": "Off the goods, from a value",
  "off-from-pieces": "Off the goods, from a number of pieces",
  "buy-get": "Buy some, get some cheaper or free",
  present: "A present, from a value",
};

/** Fields of the form of an offer, with their labels. */
export const FIELDS = {
  kind: "What it gives",
  from: "From a value of",
  pieces: "From",
  by: "Counted by",
  percent: "Percent",
  amount: "Amount",
  buy: "Buy",
  get: "Get",
  getPercent: "Off what they get",
  gets: "What they get",
  getsOne: "One of them is called",
  getsMany: "Several are called",
  times: "Most times in an order",
  present: "The present",
  presentCalled: "It is called",
  goods: "Which goods count",
  one: "One of them is called",
  many: "Several are called",
  isOn: "On",
  startsAt: "Begins",
  endsAt: "Ends",
  isWithoutCodes: "Codes",
} as const;

/** Text of an offer's form fields, by field name. */
export type OfferFields = Record<keyof typeof FIELDS, string>;
