import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "~/platform/database.server";
import { reloaded, type Reloaded } from "~/platform/reloaded";
import { cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { pricingSettings } from "~/shop/settings";
import type { OpenSettings } from "~/shop/settings.server";
import { TAX_KINDS } from "~/shop/catalog/kinds-for-tax";
import { DELIVERY_TAXES, type TaxState, type TaxTable, TREATMENTS } from "./tax-table";

/** Thrown when stored rates or rules are invalid; no order is accepted meanwhile, since its tax would be a guess. */
export class TaxUnreadable extends Error {
  override readonly name = "TaxUnreadable";
}

const rate = z.int().min(0).max(1_000_000);
const amount = z.int().min(0).transform(cents);
const day = z.iso.date();
const days = { from_day: day.nullable(), to_day: day.nullable() };
const zip = z.string().regex(/^\d{5}$/);

const range = z
  .object({
    zip_from: zip,
    zip_to: zip,
    name: z.string(),
    local_rate: rate,
    local_exempt: z.boolean(),
    choice: z.enum(["higher", "lower"]),
    source: z.string(),
    day,
  })
  .transform(({ zip_from: zipFrom, zip_to: zipTo, local_rate: localRate, local_exempt: localExempt, ...own }) => ({
    ...own,
    zipFrom,
    zipTo,
    localRate,
    localExempt,
  }));

const rule = z
  .object({
    kind: z.enum(TAX_KINDS),
    treatment: z.enum(TREATMENTS),
    amount_cents: amount.nullable(),
    part: z.enum(["both", "state"]),
    ...days,
    cap_cents: amount.nullable(),
    name: z.string(),
  })
  .refine(({ treatment, amount_cents }) => amount_cents !== null || treatment === "taxed" || treatment === "exempt")
  .transform(({ amount_cents, from_day: from, to_day: to, cap_cents: cap, ...own }) => ({
    ...own,
    amount: amount_cents,
    from,
    to,
    cap,
  }));

const fee = z
  .object({
    name: z.string(),
    amount_cents: amount,
    from_value_cents: amount,
    only_with_taxed: z.boolean(),
    ...days,
    taxed: z.boolean(),
  })
  .transform(({ amount_cents, from_value_cents, only_with_taxed, from_day: from, to_day: to, ...own }) => ({
    ...own,
    amount: amount_cents,
    fromValue: from_value_cents,
    onlyWithTaxed: only_with_taxed,
    from,
    to,
  }));

const storedState = z
  .object({
    state: z.string().regex(/^[A-Z]{2}$/),
    state_rate: rate.nullable(),
    local_rate: rate,
    delivery: z.enum(DELIVERY_TAXES),
    source: z.string(),
    day,
    ranges: z.array(range),
    rules: z.array(rule),
    fees: z.array(fee),
  })
  .transform(({ state_rate: stateRate, local_rate: localRate, ...own }) => ({
    ...own,
    stateRate,
    localRate,
  })) satisfies z.ZodType<TaxState>;

/**
 * Rates and rules of the states in which the merchant collects tax, read with one query; null if there is no such state.
 *
 * @throws {TaxUnreadable} naming the state and the field.
 */
export async function loadTaxTable(db: Database): Promise<TaxTable | null> {
  const { rows } = await db.execute<{ state: string; stored: unknown }>(sql`
    select own.state, to_jsonb(own) || jsonb_build_object(
      'ranges', (select coalesce(jsonb_agg(to_jsonb(r) order by r.id), '[]') from tax_ranges r where r.state = own.state),
      'rules', (select coalesce(jsonb_agg(to_jsonb(r) order by r.id), '[]') from tax_rules r where r.state = own.state),
      'fees', (select coalesce(jsonb_agg(to_jsonb(f) order by f.id), '[]') from tax_fees f where f.state = own.state)) as stored
    from tax_states own where registered order by own.state`);
  if (rows.length === 0) return null;
  return { states: Object.fromEntries(rows.map(({ state, stored }) => [state, stateIn(state, stored)])) };
}

function stateIn(state: string, stored: unknown): TaxState {
  const read = storedState.safeParse(stored);
  if (read.success) return read.data;
  const path = read.error.issues[0]?.path.join(".") ?? "";
  throw new TaxUnreadable(`The tax of ${state} cannot be read: ${path}.`);
}

/** Tax table as loaded by a process. Its `current` throws {Refusal} `checkout-stopped` while the stored values are invalid. */
export interface OpenTaxes extends Reloaded<TaxTable | null> {
  isUnreadable(): boolean;
}

/** Loads the tax table of a process. Calls `changed` after each reload. */
export async function openTaxes(db: Database, changed: () => void): Promise<OpenTaxes> {
  const { current, reload } = await reloaded(
    () =>
      loadTaxTable(db).catch((error: unknown) => {
        // While the database does not answer, the table that was read last stays in use.
        if (error instanceof TaxUnreadable) return error;
        throw error;
      }),
    changed,
  );
  return {
    current() {
      const table = current();
      if (table instanceof TaxUnreadable) throw new Refusal("checkout-stopped");
      return table;
    },
    isUnreadable: () => current() instanceof TaxUnreadable,
    reload,
  };
}

/** Names of invalid stored values that stop the checkout: settings, and `tax` for the table. */
export const unreadableIn = (settings: OpenSettings, taxes: OpenTaxes): string[] => [
  ...settings.unreadable().filter((name) => pricingSettings.has(name)),
  ...(taxes.isUnreadable() ? ["tax"] : []),
];
