import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents } from "~/shop/money";
import { dayBefore } from "~/shop/shop-time";
import { byDay, readLedger, sourcesOf } from "./ledger-sources.server";
import { type SumRow, sumsIn } from "./ledger-sums.server";
import { inSpan, sumsBy } from "./sums-by.server";
import { added } from "./sums";

/** Sales of goods to one state after discounts, and the number of orders; later refunds are not subtracted. */
export interface SpanOfState {
  amount: Cents;
  sales: number;
}

/**
 * Sales by state in the calendar year so far and in the last twelve months, from stored sums and later ledger rows; `today` is a
 * date such as 2026-11-24. An order counts on the day it was paid, the amount that a change added on the day of the change. Test
 * orders are included.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function salesByState(
  { db }: Pick<Services, "db">,
  member: Member,
  today: string,
): Promise<{ state: string; year: SpanOfState; months: SpanOfState }[]> {
  await requireRight({ db }, member, "settings.read");
  const spans = [`${today.slice(0, 4)}-01-01`, dayBefore(today, 365)].map((from) => ({ from, to: today }));
  const { rows } = await readLedger(db, (ledger) => {
    const sources = sourcesOf({ ...ledger, hasUncounted: false }, byDay, spans);
    const state = { name: "state", row: sql`e.state`, stored: () => sql`nullif(s.state, '')` };
    return ledger.db.execute<SumRow<{ state: string | null; is_year: boolean; is_months: boolean }>>(
      sumsBy(sources, [state, inSpan("is_year", sources, 0), inSpan("is_months", sources, 1)]),
    );
  });
  const sumOf = (own: typeof rows): SpanOfState => {
    const { gross, discounts, changes, orders } = added(own.map(sumsIn));
    return { amount: cents(gross + discounts + changes), sales: orders };
  };
  return [...Map.groupBy(rows, ({ state }) => state)].flatMap(([state, own]) =>
    state === null
      ? []
      : {
          state,
          year: sumOf(own.filter(({ is_year }) => is_year)),
          months: sumOf(own.filter(({ is_months }) => is_months)),
        },
  );
}
