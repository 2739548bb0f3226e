import { byName } from "~/platform/by-name";
import { Called, type OfferGoods, OfferRule, type OfferValues } from "~/shop/offers/offer";
import { parseMoment } from "~/shop/wall-clock";
import { parseAmount } from "../goods/parse-amount";
import type { FIELDS } from "./offer-fields";

type Typed = Record<string, string | undefined>;
type Errors = Record<string, string>;

/** Goods that the form of an offer names: by the lines of two fields, and the present by a third. */
export interface NamedInForm {
  goods: Pick<OfferGoods, "productIds" | "categoryIds">;
  /** Goods that the offer gives; null if it gives of the same ones. */
  gets: Pick<OfferGoods, "productIds" | "categoryIds"> | null;
  present: { productId: string; variantId: number } | null;
}

/** Parses the form of an offer: returns the values, or a message for each invalid field. */
export function parseOffer(
  typed: Typed,
  named: NamedInForm,
  zone: string,
): { values: OfferValues; errors?: undefined } | { values?: undefined; errors: Errors } {
  const errors: Errors = {};
  const rule = ruleIn(typed, named, errors);
  const startsAt = momentIn(typed, "startsAt", zone, errors);
  const endsAt = momentIn(typed, "endsAt", zone, errors);
  if (startsAt && endsAt && endsAt <= startsAt) errors.endsAt = "It has to end after it starts.";
  const called = calledIn(typed, { one: "one", many: "many" });
  const { error } = Called.safeParse(called);
  for (const { path, message } of error?.issues ?? []) errors[String(path[0])] ??= message;
  if (!rule || Object.keys(errors).length > 0) return { errors };
  const isOn = typed.isOn === "yes";
  const isWithoutCodes = typed.isWithoutCodes === "yes";
  return { values: { rule, goods: { ...named.goods, called }, isOn, startsAt, endsAt, isWithoutCodes } };
}

/** The rule in the fields of the chosen kind. */
function ruleIn(typed: Typed, { gets, present }: NamedInForm, errors: Errors): OfferRule | undefined {
  const number = (field: string) => wholeIn(typed[field]);
  const { kind } = typed;
  const off =
    typed.by === "amount"
      ? { by: "amount", amount: amountIn(typed, "amount", errors) }
      : { by: "percent", percent: number("percent") };
  switch (kind) {
    case "off-from-value": {
      const from = amountIn(typed, "from", errors);
      if (off.by === "amount" && (off.amount ?? 0) > (from ?? Infinity))
        errors.amount = "Write at most the value from which it is given.";
      return checked({ kind, from, off }, errors);
    }
    case "off-from-pieces":
      return checked({ kind, pieces: number("pieces"), off }, errors);
    case "buy-get": {
      const times = (typed.times ?? "").trim() === "" ? null : number("times");
      const given = gets && { ...gets, called: calledIn(typed, { one: "getsOne", many: "getsMany" }) };
      const counts = { buy: number("buy"), get: number("get"), percent: number("getPercent") };
      return checked({ kind, ...counts, gets: given, times }, errors);
    }
    case "present":
      return checked(
        {
          kind,
          from: amountIn(typed, "from", errors),
          productId: present?.productId ?? "",
          variantId: present?.variantId ?? 0,
          called: typed.presentCalled ?? "",
        },
        errors,
      );
    default:
      errors.kind = "Choose what it gives.";
      return undefined;
  }
}

/** Fields of the form by the place of their value in a rule. */
const PLACES = byName<keyof typeof FIELDS>({
  from: "from",
  pieces: "pieces",
  "off.percent": "percent",
  "off.amount": "amount",
  buy: "buy",
  get: "get",
  percent: "getPercent",
  times: "times",
  "gets.called.one": "getsOne",
  "gets.called.many": "getsMany",
  productId: "present",
  variantId: "present",
  called: "presentCalled",
});

/** A rule that the shop's schema accepts; otherwise a message at each field that it refuses and that has none yet. */
function checked(rule: unknown, errors: Errors): OfferRule | undefined {
  const { data, error } = OfferRule.safeParse(rule);
  for (const { path, message } of error?.issues ?? []) errors[PLACES[path.join(".")] ?? "kind"] ??= message;
  return data;
}

const calledIn = (typed: Typed, { one, many }: Record<keyof Called, string>): Called => ({
  one: (typed[one] ?? "").trim(),
  many: (typed[many] ?? "").trim(),
});

/** A whole number; NaN for anything else, which the shop's schema refuses with its words. */
const wholeIn = (typed = ""): number => (/^\d{1,6} ?%?$/.test(typed.trim()) ? Number.parseInt(typed, 10) : NaN);

function amountIn(typed: Typed, field: "from" | "amount", errors: Errors) {
  const read = parseAmount(typed[field] ?? "");
  if ("error" in read) errors[field] = read.error;
  else if (read.value === null || read.value === 0)
    errors[field] = "Write dollars above 0, cents after a point: 25.00.";
  return "value" in read ? (read.value ?? undefined) : undefined;
}

function momentIn(typed: Typed, field: "startsAt" | "endsAt", zone: string, errors: Errors): string | null {
  const moment = parseMoment(typed[field], zone);
  if (moment === undefined) errors[field] = "Write a day and a time, or leave it empty.";
  return moment?.toISOString() ?? null;
}
