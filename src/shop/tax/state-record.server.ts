import { and, eq } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { Refusal } from "~/shop/refusal";
import { stateNames } from "~/shop/us-states";
import { NO_VALUES, rulesOf, stateSchemas, type StateValues, whyNotTicked } from "./state-values";
import { storedStates } from "./stored-states.server";
import { taxFees, taxRanges, taxRules, taxStates } from "./tax.tables";

/**
 * Record kind of a state's sales tax: its rates, rules, fees and ZIP ranges. A state without stored values is read as a state
 * without rates.
 */
export const taxStateRecord: RecordKind = {
  kind: "tax-state",
  right: "settings.change",
  fields: Object.fromEntries(Object.entries(stateSchemas).map(([field, schema]) => [field, { schema }])),
  async read(tx, state) {
    if (!Object.hasOwn(stateNames, state)) return undefined;
    await tx.select().from(taxStates).where(eq(taxStates.state, state)).for("update");
    const [stored] = await storedStates(tx, state);
    return { version: stored?.version ?? 0, values: { ...(stored?.values ?? NO_VALUES) } };
  },
  async write(tx, state, changes, version) {
    const { ranges, fees, dated, clothing, footwear, protective, accessory, day, ...columns } =
      changes as Partial<StateValues>;
    const next = { ...columns, ...(day && { day }), version: version + 1, changedAt: new Date() };
    const [row] =
      version === 0
        ? await tx
            .insert(taxStates)
            .values({ state, ...next })
            .onConflictDoNothing()
            .returning()
        : await tx
            .update(taxStates)
            .set(next)
            .where(and(eq(taxStates.state, state), eq(taxStates.version, version)))
            .returning();
    if (!row) return undefined;
    if (ranges) await storeRanges(tx, state, ranges);
    if (fees) await storeFees(tx, state, fees);
    const rules = Object.entries({ dated, clothing, footwear, protective, accessory }).filter(([, rule]) => rule);
    if (rules.length > 0) await storeRules(tx, state, Object.fromEntries(rules));
    if (row.registered) await requireRates(tx, state, row.stateRate);
    return row.version;
  },
};

async function storeRanges(tx: Transaction, state: string, ranges: StateValues["ranges"]): Promise<void> {
  await tx.delete(taxRanges).where(eq(taxRanges.state, state));
  if (ranges.length > 0) await tx.insert(taxRanges).values(ranges.map((range) => ({ ...range, state })));
}

async function storeFees(tx: Transaction, state: string, fees: StateValues["fees"]): Promise<void> {
  await tx.delete(taxFees).where(eq(taxFees.state, state));
  if (fees.length > 0) await tx.insert(taxFees).values(fees.map((fee) => ({ ...fee, state })));
}

/** Stores all rules of a state: the stored ones, replaced by those in `changed`. */
async function storeRules(tx: Transaction, state: string, changed: Partial<StateValues>): Promise<void> {
  const [stored] = await storedStates(tx, state);
  await tx.delete(taxRules).where(eq(taxRules.state, state));
  const rules = rulesOf({ ...NO_VALUES, ...stored?.values, ...changed });
  await tx.insert(taxRules).values(rules.map((rule) => ({ ...rule, state })));
}

/**
 * Refuses to switch on collection in a state without rates.
 *
 * @throws {Refusal} `input-invalid` if the state has no rate at all.
 */
async function requireRates(tx: Transaction, state: string, stateRate: number | null): Promise<void> {
  if (stateRate !== null) return;
  const ranges = await tx.select().from(taxRanges).where(eq(taxRanges.state, state)).limit(1);
  const why = whyNotTicked({ stateRate, ranges });
  if (why) throw new Refusal("input-invalid", { fields: { stateRate: why } });
}
