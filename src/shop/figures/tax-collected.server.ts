import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents } from "~/shop/money";
import { countedEvents, within } from "./ledger-sums.server";
import type { Span } from "./period";

/** Sales and tax of one kind of goods, of delivery or of fees in one state, after what was given back. */
export interface TaxCollected {
  /** Its two letters; empty for places outside of the fifty states and the district. */
  state: string;
  /** Kind of goods for tax, `delivery`, `fee`, or `order` for tax of no part. */
  kind: string;
  /** Net sales, delivery or fees, before tax. */
  sales: Cents;
  tax: Cents;
}

/**
 * Tax of some days by state and kind: one query over the ledger. With goodwill, tax goes back by line, so that it lowers the tax of its kind.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function taxCollected({ db }: Pick<Services, "db">, member: Member, span: Span): Promise<TaxCollected[]> {
  await requireRight({ db }, member, "figures.read");
  const { rows } = await db.execute<{ state: string; kind: string; sales: string; tax: string }>(sql`
    select coalesce(e.state, '') as state,
      case when e.part = 'line' then coalesce(e.tax_kind, 'other') else e.part end as kind,
      coalesce(sum(e.amount_cents) filter (where e.kind <> 'tax'), 0) as sales,
      coalesce(sum(e.amount_cents) filter (where e.kind = 'tax'), 0) as tax
    from sale_events e where ${within(span)} and ${await countedEvents(db)}
    group by 1, 2 order by 1, 2`);
  return rows.map(({ state, kind, sales, tax }) => ({
    state,
    kind,
    sales: cents(Number(sales)),
    tax: cents(Number(tax)),
  }));
}
