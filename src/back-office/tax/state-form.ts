import { cents, type Cents } from "~/shop/money";
import { namedDay } from "~/shop/shop-time";
import { formatRate, parseRate } from "~/shop/tax/rate-text";
import type { KindRule, StateValues } from "~/shop/tax/state-values";
import { TAX_KINDS, type TaxKind } from "~/shop/catalog/kinds-for-tax";
import type { TaxFee, TaxRule } from "~/shop/tax/tax-table";
import { formatAmount, parseAmount } from "../goods/parse-amount";
import { rowName, ruleName } from "./state-fields";

/** Fields of a state that its form writes. Ranges have their own form, and a button starts and stops collecting. */
export type FormValues = Omit<StateValues, "registered" | "ranges" | "day" | "isUnchecked">;

/** Values of the form's fields, by field name. */
export function formatState(values: StateValues): Record<string, string> {
  const { stateRate, localRate, source, since, delivery, dated, fees } = values;
  return {
    stateRate: stateRate === null ? "" : formatRate(stateRate),
    localRate: formatRate(localRate),
    source,
    since: since ?? "",
    delivery,
    ...Object.fromEntries(
      TAX_KINDS.flatMap((kind) => Object.entries(ruleFields(ruleName.bind(null, kind), values[kind]))),
    ),
    ...Object.fromEntries(
      dated.flatMap((rule, row) => {
        const at = (part: string) => rowName("dated", row, part);
        const { kind, name, from, to, cap } = rule;
        const own = { kind, name, from: from ?? "", to: to ?? "", cap: formatAmount(cap) };
        return [
          ...Object.entries(own).map(([part, text]) => [at(part), text]),
          ...Object.entries(ruleFields(at, rule)),
        ];
      }),
    ),
    ...Object.fromEntries(
      fees.flatMap(({ name, amount, fromValue, onlyWithTaxed, taxed, from, to }, row) =>
        Object.entries({
          name,
          amount: formatAmount(amount),
          fromValue: fromValue > 0 ? formatAmount(fromValue) : "",
          onlyWithTaxed: onlyWithTaxed ? "yes" : "",
          taxed: taxed ? "yes" : "",
          from: from ?? "",
          to: to ?? "",
        }).map(([part, text]) => [rowName("fee", row, part), text]),
      ),
    ),
  };
}

const ruleFields = (
  at: (part: "treatment" | "amount" | "stateOnly") => string,
  { treatment, amount, part }: KindRule,
) => ({
  [at("treatment")]: treatment,
  [at("amount")]: formatAmount(amount),
  [at("stateOnly")]: part === "state" ? "yes" : "",
});

type Typed = Record<string, string | undefined>;
type Errors = Record<string, string>;

/** Reads a state's form; dated rules without a kind, and fees without a name and an amount, are ignored. */
export function parseState(typed: Typed): { values: FormValues; errors?: undefined } | { errors: Errors } {
  const errors: Errors = {};
  const reader = readerOf(typed, errors);
  const stateRate = reader.rate("stateRate");
  const localRate = reader.rate("localRate") ?? 0;
  const rules = TAX_KINDS.map((kind) => [kind, reader.rule((part) => ruleName(kind, part))] as const);
  const values = {
    stateRate,
    localRate,
    source: (typed.source ?? "").trim(),
    since: reader.day("since"),
    delivery: typed.delivery as StateValues["delivery"],
    ...(Object.fromEntries(rules) as Record<TaxKind, KindRule>),
    dated: rowsWith("dated", typed).map((row) => datedRule(reader, typed, row)),
    fees: rowsWith("fee", typed).map((row) => fee(reader, typed, row)),
  };
  return Object.keys(errors).length > 0 ? { errors } : { values };
}

type Reader = ReturnType<typeof readerOf>;

function readerOf(typed: Typed, errors: Errors) {
  const at = (name: string): string => typed[name] ?? "";
  const noted = <T>(name: string, read: { value: T } | { error: string }): T | null => {
    if ("value" in read) return read.value;
    errors[name] = read.error;
    return null;
  };
  const amount = (name: string): Cents | null => {
    const value = noted(name, parseAmount(at(name)));
    if (value === 0) errors[name] = "Write an amount above 0.";
    return value;
  };
  return {
    amount,
    error: (name: string, words: string) => void (errors[name] ??= words),
    rate: (name: string) => noted(name, parseRate(at(name))),
    day: (name: string): string | null => {
      const text = at(name).trim();
      if (text === "") return null;
      return noted(name, namedDay(text) ? { value: text } : { error: "Write a day as 2026-08-01." });
    },
    rule(nameOf: (part: "treatment" | "amount" | "stateOnly") => string): KindRule {
      const treatment = at(nameOf("treatment")) as KindRule["treatment"];
      const needsAmount = treatment === "exempt-below" || treatment === "excess";
      const limit = needsAmount ? amount(nameOf("amount")) : null;
      if (needsAmount && limit === null) errors[nameOf("amount")] ??= "Write the amount a piece: 110.00.";
      const part = at(nameOf("stateOnly")) === "yes" && treatment !== "taxed" ? "state" : "both";
      return { treatment, amount: limit, part };
    },
  };
}

/** Indexes of the rows that are used: a dated rule has a chosen kind, a fee has a name or an amount. */
function rowsWith(of: "dated" | "fee", typed: Typed): number[] {
  const named = Object.keys(typed).flatMap((name) => new RegExp(`^${of}:(\\d{1,2})\\.`).exec(name)?.[1] ?? []);
  const parts = of === "dated" ? ["kind"] : ["name", "amount"];
  return [...new Set(named.map(Number))]
    .toSorted((a, b) => a - b)
    .filter((row) => parts.some((part) => (typed[rowName(of, row, part)] ?? "").trim() !== ""));
}

function datedRule(reader: Reader, typed: Typed, row: number): TaxRule {
  const at = (part: string) => rowName("dated", row, part);
  const [from, to] = [reader.day(at("from")), reader.day(at("to"))];
  if (from === null && to === null) reader.error(at("from"), "Write its first or last day.");
  if (from && to && to < from) reader.error(at("to"), "The last day comes before the first.");
  const kind = typed[at("kind")] as TaxKind;
  return { kind, ...reader.rule(at), from, to, cap: reader.amount(at("cap")), name: (typed[at("name")] ?? "").trim() };
}

function fee(reader: Reader, typed: Typed, row: number): TaxFee {
  const at = (part: string) => rowName("fee", row, part);
  const name = (typed[at("name")] ?? "").trim();
  if (name === "") reader.error(at("name"), "Name the fee as its law does.");
  const amount = reader.amount(at("amount"));
  if (amount === null) reader.error(at("amount"), "Write what it costs an order.");
  const [from, to] = [reader.day(at("from")), reader.day(at("to"))];
  if (from && to && to < from) reader.error(at("to"), "The last day comes before the first.");
  const value = parseAmount(typed[at("fromValue")] ?? "");
  if ("error" in value) reader.error(at("fromValue"), value.error);
  return {
    name,
    amount: amount ?? cents(0),
    fromValue: ("value" in value && value.value) || cents(0),
    onlyWithTaxed: typed[at("onlyWithTaxed")] === "yes",
    taxed: typed[at("taxed")] === "yes",
    from,
    to,
  };
}
