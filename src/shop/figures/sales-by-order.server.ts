import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { readLedger, sourcesOf } from "./ledger-sources.server";
import { type FiguresFilter, sumsIn, type SumRow } from "./ledger-sums.server";
import type { Period } from "./period";
import { sumsOfAll } from "./sales-by.server";
import type { Sums } from "./sums";
import { sumsBy } from "./sums-by.server";

interface OrderSums {
  number: string;
  sums: Sums;
}

/**
 * Sums of each order that was paid, refunded or changed in a period, latest movement first, and the sums of all of them, from one
 * snapshot. Returns at most `most` orders, beginning at `after`. There is no sorting by amount and no count, since two years of
 * orders are too many to add up for one page.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function salesByOrder(
  { db }: Pick<Services, "db">,
  member: Member,
  { period, filter = {}, most, after = 0 }: { period: Period; filter?: FiguresFilter; most: number; after?: number },
): Promise<{ rows: OrderSums[]; all: Sums; hasMore: boolean }> {
  await requireRight({ db }, member, "figures.read");
  return readLedger(db, async (ledger) => {
    const sources = sourcesOf(ledger, null, [period], filter);
    const isMoved = sources.beside.where;
    const moved = sql`select moved.order_number as key, moved.day, moved.id
      from (select e.order_number, e.day, e.id from sale_events e where ${isMoved}) as moved
      where not exists (select from sale_events e
        where e.order_number = moved.order_number and (e.day, e.id) > (moved.day, moved.id) and ${isMoved})
      order by moved.day desc, moved.id desc limit ${most + 1} offset ${after}`;
    const key = { name: "key", row: sql`e.order_number`, stored: () => sql`null` };
    const isShown = { row: sql`e.order_number in (select key from shown)`, stored: sql`false` };
    const { rows } = await ledger.db.execute<SumRow<{ key: string }>>(sql`
      with shown as materialized (${moved})
      select sums.* from shown join (${sumsBy(sources, [key], isShown)}) as sums
        on sums.key = shown.key
      order by shown.day desc, shown.id desc`);
    return {
      rows: rows.slice(0, most).map((row) => ({ number: row.key, sums: sumsIn(row) })),
      all: await sumsOfAll(ledger, period, filter),
      hasMore: rows.length > most,
    };
  });
}
