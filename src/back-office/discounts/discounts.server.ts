import { randomUUID } from "node:crypto";
import type { Services } from "~/services";
import { goodsByName, namesOfGoods } from "~/shop/catalog/naming/goods-by-name.server";
import type { CodeFilter } from "~/shop/discounts/code-filter";
import {
  changeCode,
  createCode,
  type DiscountCode,
  discountCode,
  discountList,
  usesOfCode,
} from "~/shop/discounts/code-list.server";
import type { Member } from "~/shop/members/member";
import { spokenTime } from "~/shop/shop-time";
import { formatAmount } from "../goods/parse-amount";
import { formatMoment } from "~/shop/wall-clock";
import { actAtOnce, endedNow } from "../forms/act-at-once.server";
import type { FormOutcome, SentForm } from "../forms/form-action.server";
import { momentWords } from "../format-moment";
import { staleRecord } from "../stale-record.server";
import { fieldName, offWords, standing, valueWords } from "./code-words";
import { parseCodeName } from "~/shop/discounts/code";
import { linesIn, parseCode } from "./parse-code";
import { pageSizes } from "../page-sizes";

/**
 * Returns a page of the list of codes that match a filter.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function discountsPage(services: Services, member: Member, filter: CodeFilter, now: Date) {
  const zone = services.settings().timeZone;
  const found = await discountList(services, member, filter, pageSizes.discounts + 1, now);
  const shown = found.slice(0, pageSizes.discounts);
  return {
    lines: shown.map((code) => ({
      code: code.code,
      off: offWords(code.off),
      uses: code.mostUses === null ? String(code.uses) : `${code.uses} of ${code.mostUses}`,
      until: code.endsAt ? momentWords(code.endsAt, zone) : null,
      state: standing(code, now),
    })),
    next: found.length > pageSizes.discounts ? (shown.at(-1)?.code ?? null) : null,
  };
}

/** Text of a code's form fields, by field name. */
export type CodeFields = Record<string, string>;

const EMPTY: CodeFields = {
  name: "",
  kind: "percent",
  percent: "",
  amount: "",
  purpose: "promotion",
  minimum: "",
  mostUses: "",
  oncePerEmail: "",
  startsAt: "",
  endsAt: "",
  goods: "",
};

/** Field values of the form for a new code. */
export const newCode = (services: Services) => ({
  fields: EMPTY,
  submission: randomUUID(),
  zone: services.settings().timeZone,
});

/**
 * Returns a code with its form and a page of its uses; null for an unknown code.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function codePage(services: Services, member: Member, name: string, before: number | null, now: Date) {
  const code = await discountCode(services, member, name);
  if (!code) return null;
  const zone = services.settings().timeZone;
  const uses = await usesOfCode(services, member, name, before, pageSizes.discounts + 1);
  const shown = uses.slice(0, pageSizes.discounts);
  return {
    code: code.code,
    version: code.version,
    email: code.email,
    isPersonal: code.isPersonal,
    isPutAway: code.isPutAway,
    state: standing(code, now),
    summary: summaryOf(code, zone),
    fields: await fieldsOf(services, code),
    submission: randomUUID(),
    zone,
    used: code.uses,
    uses: shown.map((use) => ({ ...use, at: spokenTime(use.at, now, zone) })),
    older: uses.length > pageSizes.discounts ? (shown.at(-1)?.id ?? null) : null,
  };
}

const summaryOf = (code: DiscountCode, zone: string): string =>
  [
    offWords(code.off),
    code.minimum !== null && `from ${valueWords("minimum", code.minimum, zone)}`,
    code.productIds.length > 0 && `for ${valueWords("productIds", code.productIds, zone)} only`,
    code.endsAt && `until ${momentWords(code.endsAt, zone)}`,
  ]
    .filter(Boolean)
    .join(", ");

async function fieldsOf(services: Services, code: DiscountCode): Promise<CodeFields> {
  const { off } = code;
  const zone = services.settings().timeZone;
  const goods = await namesOfGoods(services.db, code.productIds);
  return {
    name: code.code,
    kind: off.kind,
    percent: off.kind === "percent" ? String(off.percent) : "",
    amount: off.kind === "amount" ? formatAmount(off.amount) : "",
    purpose: code.isPersonal ? "welcome" : code.purpose,
    minimum: formatAmount(code.minimum),
    mostUses: code.mostUses === null ? "" : String(code.mostUses),
    oncePerEmail: code.oncePerEmail ? "yes" : "",
    startsAt: formatMoment(code.startsAt?.toISOString() ?? null, zone),
    endsAt: formatMoment(code.endsAt?.toISOString() ?? null, zone),
    goods: goods.map(({ name }) => name).join("\n"),
  };
}

/** Parses a code's form and looks up the named products and categories. */
async function readCode(services: Services, typed: CodeFields) {
  const { values, errors = {} } = parseCode(typed, services.settings().timeZone);
  const { ids, wrong } = await goodsByName(services.db, linesIn(typed.goods).slice(0, 500));
  const [first] = wrong;
  const all = { ...errors, ...(first && { goods: `${first.text}: ${first.error}` }) };
  return values && !first ? { values: { ...values, productIds: ids } } : { errors: all };
}

/**
 * Creates a code from its form.
 *
 * @throws {Refusal} `right-missing`, `input-invalid`, `submission-foreign`.
 */
export async function makeCode(
  services: Services,
  member: Member,
  submission: string,
  typed: CodeFields,
): Promise<FormOutcome> {
  const name = parseCodeName(typed.name ?? "");
  const { values, errors } = await readCode(services, typed);
  if (!values || "error" in name) return { errors: { ...("error" in name && { name: name.error }), ...errors } };
  const { code } = name;
  const made = await createCode(services, member, { submission, code, values });
  if (!made.saved) return { errors: { name: "There is a code of this name already." } };
  return { to: `/discounts/${code}`, act: made.act };
}

/**
 * Saves the form of a code.
 *
 * @throws {Refusal} `right-missing`, `input-invalid`, `record-unknown`, `submission-foreign`.
 */
export async function saveCode(
  { services, member, submission, version, wanted }: SentForm,
  code: string,
  typed: CodeFields,
): Promise<FormOutcome> {
  const { values, errors } = await readCode(services, typed);
  if (!values) return { errors };
  const result = await changeCode(services, member, { submission, code, version, values: wanted(values) });
  if (result.saved) return { to: `/discounts/${code}`, act: result.act };
  const zone = services.settings().timeZone;
  const words = {
    label: (field: string) => fieldName(field),
    value: (field: string, value: unknown) => valueWords(field, value, zone),
  };
  return { conflict: await staleRecord(services, result, words) };
}

/**
 * Ends, archives or restores a code at once, also if other members changed it since the page was opened. Returns null for an
 * unknown code.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`; `edited-meanwhile` if others changed it at each attempt.
 */
export async function turnCode(
  services: Services,
  member: Member,
  { code, submission, to }: { code: string; submission: string; to: "end" | "put-away" | "take-out" },
): Promise<string | null> {
  return actAtOnce(
    () => discountCode(services, member, code),
    (found) => {
      const values = to === "end" ? endedNow(found) : { isPutAway: to === "put-away" };
      return changeCode(services, member, { submission, code, version: found.version, values });
    },
  );
}
