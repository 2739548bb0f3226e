import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { readLedger, sourcesOf, storeFor } from "./ledger-sources.server";
import { type FiguresFilter, sumsIn, type SumRow } from "./ledger-sums.server";
import { everyDay, type Span } from "./period";
import { sumsBy } from "./sums-by.server";
import { noSums, type Sums } from "./sums";

/** Sums of one day in the shop's time zone. */
export interface DaySums {
  /** Date, e.g. 2026-11-20. */
  day: string;
  sums: Sums;
}

/**
 * Sums of every day of each span, oldest first, including days without sales. One query over stored sums and later ledger rows
 * serves all spans. A sale counts on the day it was paid, a refund on the day it was made; a failed refund is added back on the
 * day it failed.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function salesByDay(
  { db }: Pick<Services, "db">,
  member: Member,
  spans: readonly Span[],
  filter: FiguresFilter = {},
): Promise<DaySums[][]> {
  await requireRight({ db }, member, "figures.read");
  if (spans.length === 0) return [];
  const { rows } = await readLedger(db, (ledger) => {
    const sources = sourcesOf(ledger, storeFor(filter, "days"), spans, filter);
    const sums = sumsBy(sources, [{ name: "of_day", row: sql`e.day`, stored: () => sql`s.day` }]);
    return ledger.db.execute<SumRow<{ day: string }>>(sql`select own.of_day::text as day, own.* from (${sums}) as own`);
  });
  const known = new Map(rows.map((row) => [row.day, sumsIn(row)]));
  return spans.map((span) => everyDay(span).map((day) => ({ day, sums: known.get(day) ?? noSums })));
}
