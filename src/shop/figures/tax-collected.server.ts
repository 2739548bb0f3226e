import { type SQL, sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents } from "~/shop/money";
import { byTax, readLedger, sourcesOf } from "./ledger-sources.server";
import type { Span } from "./period";

/** Sales and tax of one kind of goods, of delivery or of fees in one state, after refunds. */
export interface TaxCollected {
  /** Two-letter code of the state; empty for places outside the fifty states and the District of Columbia. */
  state: string;
  /** Tax kind of the goods (`other` if unknown), `delivery`, `fee`, or `order` for tax that belongs to no part of the order. */
  kind: string;
  /** Net sales, delivery or fees, before tax. */
  sales: Cents;
  tax: Cents;
}

/** SQL columns with sales and tax of ledger rows (alias `e`), for grouping by state and kind. */
export const taxSums = sql`coalesce(sum(e.amount_cents) filter (where e.kind <> 'tax'), 0) as sales,
  coalesce(sum(e.amount_cents) filter (where e.kind = 'tax'), 0) as tax, count(*) as events`;
export const taxKind = sql`case when e.part = 'line' then coalesce(e.tax_kind, 'other') else e.part end`;

/**
 * Tax of some days by state and kind, from stored sums and later ledger rows. Tax refunded as goodwill is booked by line, so it
 * lowers the tax of that line's kind.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function taxCollected({ db }: Pick<Services, "db">, member: Member, span: Span): Promise<TaxCollected[]> {
  await requireRight({ db }, member, "figures.read");
  const { rows } = await readLedger(db, (ledger) => {
    const { stored, beside, uncounted } = sourcesOf(ledger, byTax, [span]);
    const ofRows = (where: SQL) => sql`select coalesce(e.state, '') as state, ${taxKind} as kind, ${taxSums}
      from sale_events e where ${where} group by 1, 2`;
    const parts = [
      ...stored.map(
        ({ table, where }) => sql`select s.state, s.kind, s.sales, s.tax, s.events from ${table} s where ${where}`,
      ),
      ofRows(beside.where),
      uncounted && sql`select state, kind, -sales, -tax, -events from (${ofRows(uncounted.where)}) as uncounted`,
    ].filter((part) => part !== null);
    return ledger.db.execute<{ state: string; kind: string; sales: string; tax: string }>(sql`
      select state, kind, sum(sales) as sales, sum(tax) as tax from (${sql.join(parts, sql` union all `)}) as sums
      group by 1, 2 having sum(events) > 0 order by 1, 2`);
  });
  return rows.map(({ state, kind, sales, tax }) => ({
    state,
    kind,
    sales: cents(Number(sales)),
    tax: cents(Number(tax)),
  }));
}
