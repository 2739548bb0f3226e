import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import {
  classColumn,
  countedEvents,
  type FiguresFilter,
  filtered,
  partialSums,
  sumColumns,
  sumsIn,
  type SumRow,
  within,
} from "./ledger-sums.server";
import { everyDay, type Span } from "./period";
import { noSums, type Sums } from "./sums";

/** Sums of a day of the shop's calendar. */
export interface DaySums {
  /** As 2026-11-20. */
  day: string;
  sums: Sums;
}

/**
 * Sums of every day of each span, oldest first, days without sales included: one query over the ledger for all spans. A sale counts on the day it was
 * paid, a refund on the day it was made; one that failed counts back on the day it failed.
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
  const { rows } = await db.execute<SumRow<{ day: string }>>(sql`
    select day::text, ${sumColumns} from (
      select e.day, ${classColumn} as class, ${partialSums} from sale_events e
      where (${sql.join(spans.map(within), sql` or `)}) and ${await countedEvents(db)} and ${filtered(filter)} group by 1, 2
    ) as parts group by day`);
  const known = new Map(rows.map((row) => [row.day, sumsIn(row)]));
  return spans.map((span) => everyDay(span).map((day) => ({ day, sums: known.get(day) ?? noSums })));
}
