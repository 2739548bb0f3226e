import { randomUUID } from "node:crypto";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { MOST_OFFERS, offerStateAt } from "~/shop/offers/offer";
import {
  changeOffer,
  createOffer,
  type ListedOffer,
  moveOffer,
  offerById,
  offerList,
  type OfferPlace,
} from "~/shop/offers/offer-list.server";
import { offerSentence } from "~/shop/offers/offer-words";
import { Refusal } from "~/shop/refusal";
import { formatMoment } from "~/shop/wall-clock";
import { actAtOnce, endedNow } from "../forms/act-at-once.server";
import type { FormOutcome, SentForm } from "../forms/form-action.server";
import { formatAmount } from "../goods/parse-amount";
import { staleRecord } from "../stale-record.server";
import { goneOf, goodsNamed, linesOf, presentLine, presentNamed } from "./named-goods.server";
import type { OfferFields } from "./offer-fields";
import { orderExample } from "./order-example";
import { fieldName, goneWords, goodsWords, offerStanding, spanOf, valueWords } from "./offer-words";
import { type NamedInForm, parseOffer } from "./parse-offer";

const LIST = "/offers";

/**
 * Data of the list of offers.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function offersPage(services: Services, member: Member, now: Date) {
  const zone = services.settings().timeZone;
  const all = await offerList(services, member);
  return {
    lines: all.map((offer) => ({
      id: offer.id,
      sentence: offerSentence(offer),
      goods: goodsWords(offer.goods),
      span: spanOf(offer, zone),
      isWithoutCodes: offer.isWithoutCodes,
      state: offerStanding(offer, now),
    })),
    /** Sentences about the order of two of them; null if it decides nothing. */
    example: orderExample(all.filter((offer) => ["running", "begins"].includes(offerStateAt(offer, now)))),
    mayChange: can(member, "discounts.change"),
    mayAdd: can(member, "discounts.change") && all.length < MOST_OFFERS,
    submission: randomUUID(),
  };
}

const EMPTY: OfferFields = {
  kind: "off-from-value",
  from: "",
  pieces: "",
  by: "percent",
  percent: "",
  amount: "",
  buy: "",
  get: "1",
  getPercent: "",
  gets: "",
  getsOne: "",
  getsMany: "",
  times: "",
  present: "",
  presentCalled: "",
  goods: "",
  one: "",
  many: "",
  isOn: "yes",
  startsAt: "",
  endsAt: "",
  isWithoutCodes: "",
};

/**
 * Data of the form for a new offer.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function newOffer(services: Services, member: Member) {
  await requireRight(services, member, "discounts.change");
  return { fields: EMPTY, submission: randomUUID(), zone: services.settings().timeZone };
}

/**
 * Data of an offer's page; null for an unknown offer.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function offerPage(services: Services, member: Member, id: string, now: Date) {
  const offer = await offerById(services, member, id);
  if (!offer) return null;
  const zone = services.settings().timeZone;
  const gets = offer.rule.kind === "buy-get" ? offer.rule.gets : null;
  return {
    id,
    version: offer.version,
    isPutAway: offer.isPutAway,
    sentence: offerSentence(offer),
    state: offerStanding(offer, now),
    span: spanOf(offer, zone),
    fields: await fieldsOf(services, member, offer),
    gone: {
      goods: goneWords(offer.goods, await goneOf(services, offer.goods)),
      gets: gets ? goneWords(gets, await goneOf(services, gets)) : "",
    },
    submission: randomUUID(),
    zone,
    mayChange: can(member, "discounts.change"),
  };
}

async function fieldsOf(services: Services, member: Member, offer: ListedOffer): Promise<OfferFields> {
  const { rule, goods } = offer;
  const zone = services.settings().timeZone;
  const common: OfferFields = {
    ...EMPTY,
    kind: rule.kind,
    goods: await linesOf(services, goods),
    one: goods.called.one,
    many: goods.called.many,
    isOn: offer.isOn ? "yes" : "",
    startsAt: formatMoment(offer.startsAt?.toISOString() ?? null, zone),
    endsAt: formatMoment(offer.endsAt?.toISOString() ?? null, zone),
    isWithoutCodes: offer.isWithoutCodes ? "yes" : "",
  };
  switch (rule.kind) {
    case "off-from-value":
      return { ...common, from: formatAmount(rule.from), ...offFields(rule.off) };
    case "off-from-pieces":
      return { ...common, pieces: String(rule.pieces), ...offFields(rule.off) };
    case "buy-get":
      return {
        ...common,
        buy: String(rule.buy),
        get: String(rule.get),
        getPercent: String(rule.percent),
        times: rule.times === null ? "" : String(rule.times),
        gets: rule.gets ? await linesOf(services, rule.gets) : "",
        getsOne: rule.gets?.called.one ?? "",
        getsMany: rule.gets?.called.many ?? "",
      };
    case "present":
      return {
        ...common,
        from: formatAmount(rule.from),
        present: await presentLine(services, member, rule.variantId),
        presentCalled: rule.called,
      };
  }
}

type Off = Extract<ListedOffer["rule"], { kind: "off-from-value" }>["off"];

const offFields = (off: Off): Pick<OfferFields, "by" | "percent" | "amount"> =>
  off.by === "percent"
    ? { by: "percent", percent: String(off.percent), amount: "" }
    : { by: "amount", percent: "", amount: formatAmount(off.amount) };

type Typed = Record<string, string>;

/**
 * Parses the form of an offer and looks up what it names. Goods whose text is as it was stay those of the stored offer, also if they
 * were renamed or put away since.
 */
async function readOffer(services: Services, member: Member, typed: Typed, stored: ListedOffer | null) {
  const errors: Record<string, string> = {};
  const before = stored && (await fieldsOf(services, member, stored));
  const linesIn = async (field: "goods" | "gets", own: NamedInForm["goods"] | null) => {
    // A browser without script ends the lines of a field by CR LF.
    if (own && (typed[field] ?? "").replaceAll("\r\n", "\n") === before?.[field]) return own;
    const { goods, error } = await goodsNamed(services, typed[field]);
    if (error) errors[field] = error;
    return goods;
  };
  const rule = stored?.rule;
  const goods = await linesIn("goods", stored?.goods ?? null);
  const gets =
    typed.kind === "buy-get" ? await linesIn("gets", (rule?.kind === "buy-get" && rule.gets) || null) : goods;
  const isNamed = gets.productIds.length + gets.categoryIds.length > 0;
  const named = {
    goods,
    gets: typed.kind === "buy-get" && (isNamed || errors.gets) ? gets : null,
    present: typed.kind === "present" ? await presentIn() : null,
  };
  const { values, errors: wrong } = parseOffer(typed, named, services.settings().timeZone);
  const all = { ...wrong, ...errors };
  return values && Object.keys(all).length === 0 ? { values } : { errors: all };

  async function presentIn() {
    const text = (typed.present ?? "").trim();
    if (rule?.kind === "present" && text === before?.present) return rule;
    const found = await presentNamed(services, member, text);
    if ("present" in found) return found.present;
    errors.present = found.error;
    return null;
  }
}

/**
 * Makes an offer from its form.
 *
 * @throws {Refusal} as `createOffer`.
 */
export async function makeOffer({ services, member, submission }: SentForm, typed: Typed): Promise<FormOutcome> {
  const { values, errors } = await readOffer(services, member, typed, null);
  if (!values) return { errors };
  const { act } = await createOffer(services, member, { submission, values });
  return { to: LIST, act };
}

/**
 * Saves the form of an offer.
 *
 * @throws {Refusal} as `changeOffer`; `record-unknown` for an unknown offer.
 */
export async function saveOffer(
  { services, member, submission, version, wanted }: SentForm,
  id: string,
  typed: Typed,
): Promise<FormOutcome> {
  const stored = await offerById(services, member, id);
  if (!stored) throw new Refusal("record-unknown");
  const { values, errors } = await readOffer(services, member, typed, stored);
  if (!values) return { errors };
  const result = await changeOffer(services, member, { submission, id, version, values: wanted(values) });
  if (result.saved) return { to: `${LIST}/${id}`, act: result.act };
  const zone = services.settings().timeZone;
  return {
    conflict: await staleRecord(services, result, {
      label: fieldName,
      value: (field, value) => valueWords(field, value, zone),
    }),
  };
}

/** Acts of the buttons at an offer. */
export const turns = ["end", "delete", "bring-back"] as const;

/**
 * Ends, deletes or brings back an offer at once, also if other members changed it since the page was opened. Returns null for an
 * unknown offer.
 *
 * @throws {Refusal} as `changeOffer`; `edited-meanwhile` if others changed it at each attempt.
 */
export async function turnOffer(
  services: Services,
  member: Member,
  { id, submission, to }: { id: string; submission: string; to: (typeof turns)[number] },
): Promise<string | null> {
  return actAtOnce(
    () => offerById(services, member, id),
    (found) => {
      const values = to === "end" ? endedNow(found) : { isPutAway: to === "delete" };
      return changeOffer(services, member, { submission, id, version: found.version, values });
    },
  );
}

/**
 * Moves an offer to another place in the list.
 *
 * @throws {Refusal} as `moveOffer`.
 */
export async function putOffer(
  { services, member, submission }: SentForm,
  id: string,
  to: OfferPlace,
): Promise<FormOutcome> {
  const moved = await moveOffer(services, member, { submission, id, to });
  if (moved && !moved.saved)
    return { late: "Somebody changed the order after you opened the page. Look again, then decide." };
  return { to: LIST, act: moved?.act ?? null };
}
