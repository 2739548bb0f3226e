import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import { duringSpan } from "~/shop/during-days.server";
import { isCounted } from "~/shop/counted.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { readLedger } from "./ledger-sources.server";
import { countedEvents, within } from "./ledger-sums.server";
import type { Span } from "./period";
import { sumsOfAll } from "./sales-by.server";

/** Searches for one text in some days. */
export interface SearchedWords {
  words: string;
  found: number;
  /** Searches without a result. */
  lost: number;
  last: string;
}

export interface Searches {
  words: SearchedWords[];
  /** Searches whose text was typed from fewer than three networks; such texts are not stored. */
  unknown: { found: number; lost: number };
}

type Row<T> = T & Record<string, unknown>;

/**
 * Texts that were searched for in some days, most searches without a result first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function searchesIn({ db }: Pick<Services, "db">, member: Member, { from, to }: Span): Promise<Searches> {
  await requireRight({ db }, member, "figures.read");
  const { rows } = await db.execute<Row<{ words: string | null; found: number; lost: number; last: string }>>(sql`
    select own.words, sum(counted.found)::int as found, sum(counted.lost)::int as lost, max(counted.last)::text as last
    from (
      select key, coalesce(sum(times) filter (where found), 0) as found, coalesce(sum(times) filter (where not found), 0) as lost, max(day) as last
      from searches_by_day where day between ${from}::date and ${to}::date group by key
    ) as counted join searched_words own using (key)
    group by own.words order by lost desc, found desc, own.words`);
  const unknown = rows.find(({ words }) => words === null);
  return {
    words: rows.flatMap(({ words, ...own }) => (words === null ? [] : [{ words, ...own }])),
    unknown: { found: unknown?.found ?? 0, lost: unknown?.lost ?? 0 },
  };
}

/** How often each step towards an order was taken: counts, not persons. */
export interface Steps {
  bag: number;
  checkout: number;
  /** Drafted orders, which have a complete address. */
  addressed: number;
  /** Paid orders. Orders that members made take none of these steps, so neither `addressed` nor `paid` includes them. */
  paid: number;
}

/**
 * Counts of the steps of some days: bags and checkouts from the stored counts, addresses from drafted orders, payments from the
 * sums of sales.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function stepsIn(
  { db, settings }: Pick<Services, "db" | "settings">,
  member: Member,
  span: Span,
): Promise<Steps> {
  await requireRight({ db }, member, "figures.read");
  const isOfSpan = duringSpan(sql`orders.drafted_at`, span, settings().timeZone);
  const counts = sql`(order_facts.kind <> 'sample' and ${isCounted(sql`order_facts.kind`)})`;
  const counted = await countedEvents(db);
  // Counts all orders and subtracts the uncounted ones, which an index finds: reading the kind of every real order would be slow.
  return readLedger(db, async (ledger) => {
    const { rows } = await ledger.db.execute<Row<Omit<Steps, "paid"> & { made: number }>>(sql`
    select coalesce((select sum(times) from step_counts where step = 'bag' and day between ${span.from}::date and ${span.to}::date), 0)::int as bag,
      coalesce((select sum(times) from step_counts where step = 'checkout' and day between ${span.from}::date and ${span.to}::date), 0)::int as checkout,
      ((select count(*) from orders where ${isOfSpan}) - (select count(*) from order_facts join orders using (number)
        where order_facts.kind <> 'real' and ${isOfSpan} and not ${counts})
        - (select count(*) from made_orders join orders on orders.number = made_orders.order_number join order_facts using (number)
          where ${isOfSpan} and ${counts}))::int as addressed,
      (select count(*) from made_orders where exists (select from sale_events e where e.order_number = made_orders.order_number
        and e.kind = 'sale' and e.position = 0 and e.refund_id is null and e.dispute_id is null and e.change_id is null
        and ${within(span)} and ${counted}))::int as made`);
    const { bag, checkout, addressed, made } = rows[0] ?? { bag: 0, checkout: 0, addressed: 0, made: 0 };
    return { bag, checkout, addressed, paid: (await sumsOfAll(ledger, span)).orders - made };
  });
}
