import { asc, eq, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "~/platform/database.server";
import { NO_VALUES, type StateValues } from "./state-values";
import { TAX_KINDS } from "~/shop/catalog/kinds-for-tax";
import type { TaxRule } from "./tax-table";
import { taxFees, taxRanges, taxRules, taxStates } from "./tax.tables";

/** Stored rates and rules of a state; version 0 if none are stored. */
export interface StoredState {
  state: string;
  version: number;
  values: StateValues;
}

/** States with stored rates or rules, sorted by code; with `only` just that state. */
export async function storedStates(db: Database, only?: string): Promise<StoredState[]> {
  const of = (column: PgColumn): SQL | undefined => (only === undefined ? undefined : eq(column, only));
  // Queries run one after the other, because a transaction has one connection.
  const rows = await db.select().from(taxStates).where(of(taxStates.state)).orderBy(asc(taxStates.state));
  const ranges = await db.select().from(taxRanges).where(of(taxRanges.state)).orderBy(asc(taxRanges.id));
  const rules = await db.select().from(taxRules).where(of(taxRules.state)).orderBy(asc(taxRules.id));
  const fees = await db.select().from(taxFees).where(of(taxFees.state)).orderBy(asc(taxFees.id));
  const byState = <T extends { state: string }>(all: T[]) => Map.groupBy(all, ({ state }) => state);
  const [ownRanges, ownRules, ownFees] = [byState(ranges), byState(rules), byState(fees)];
  return rows.map(({ state, version, changedAt: _changedAt, ...columns }) => ({
    state,
    version,
    values: {
      ...columns,
      ...rulesIn((ownRules.get(state) ?? []).map(withoutPlace)),
      fees: (ownFees.get(state) ?? []).map(withoutPlace),
      ranges: (ownRanges.get(state) ?? []).map(withoutPlace),
    },
  }));
}

const withoutPlace = <T extends { id: number; state: string }>({ id: _id, state: _state, ...own }: T) => own;

const ruleOf = (rules: TaxRule[], kind: TaxRule["kind"]) => {
  const rule = rules.find((one) => one.kind === kind);
  return rule ? { treatment: rule.treatment, amount: rule.amount, part: rule.part } : NO_VALUES[kind];
};

/** Rules of a state: one permanent rule per kind of goods, and the dated rules. */
function rulesIn(rules: TaxRule[]): Pick<StateValues, (typeof TAX_KINDS)[number] | "dated"> {
  const always = rules.filter(({ from, to }) => from === null && to === null);
  const [clothing, footwear, protective, accessory] = TAX_KINDS.map((kind) => ruleOf(always, kind));
  return {
    clothing: clothing ?? NO_VALUES.clothing,
    footwear: footwear ?? NO_VALUES.footwear,
    protective: protective ?? NO_VALUES.protective,
    accessory: accessory ?? NO_VALUES.accessory,
    dated: rules.filter((rule) => !always.includes(rule)),
  };
}
