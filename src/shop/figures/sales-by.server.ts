import { type SQL, sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents } from "~/shop/money";
import { type Ledger, readLedger, type Sources, sourcesOf, storeFor } from "./ledger-sources.server";
import { type FiguresFilter, sumsIn, type SumRow } from "./ledger-sums.server";
import type { Period } from "./period";
import { noSums, type Sums } from "./sums";
import { type Group, inSpan, sumsBy } from "./sums-by.server";

/** Columns by which `salesBy` groups sales; grouping by order is in `salesByOrder`. */
export type SalesKey = "product" | "variant" | "category" | "code" | "state";

/** Sums of one product, variant, category, code or state. */
export interface KeySums {
  /**
   * Product id, variant id, or the category, code or state itself; empty for rows without one, such as goodwill without a line.
   */
  key: string;
  /** Name from the newest ledger row of the key. */
  name: string;
  /** Size and color of the variant; empty for other groupings. */
  size: string;
  color: string;
  sums: Sums;
  /** Net sales in the comparison period, in cents. */
  netBefore: Cents;
}

interface Sales {
  /** Groups with the most net sales, highest first. */
  rows: KeySums[];
  /** Sums over all groups, including those beyond `rows`. */
  all: Sums;
  netBefore: Cents;
  /** Number of all groups, including those beyond `rows`. */
  count: number;
}

/**
 * SQL of each grouping: its column in the ledger (alias `e`) and in stored sums (alias `s`), and its name in the newest ledger
 * row (alias `named`).
 */
const KEYS: Record<SalesKey, { row: SQL; stored: SQL; name: SQL; ofGoods: boolean }> = {
  product: {
    row: sql`coalesce(e.product_id, '')`,
    stored: sql`coalesce(s.product_id, '')`,
    name: sql`named.product`,
    ofGoods: true,
  },
  variant: {
    row: sql`coalesce(e.variant_id::text, '')`,
    stored: sql`coalesce(s.variant_id::text, '')`,
    name: sql`named.product`,
    ofGoods: true,
  },
  category: {
    row: sql`coalesce(e.category, '')`,
    stored: sql`coalesce(s.category, '')`,
    name: sql`named.category`,
    ofGoods: true,
  },
  code: { row: sql`coalesce(e.code, '')`, stored: sql`s.code`, name: sql`named.code`, ofGoods: false },
  state: { row: sql`coalesce(e.state, '')`, stored: sql`s.state`, name: sql`named.state`, ofGoods: false },
};

type Found = SumRow<{ key: string | null; name: string | null; size: string | null; color: string | null }> & {
  netBefore: string;
  count: string;
};

/**
 * Sums of a period by product, variant, category, code or state, with net sales of the comparison period, all from one snapshot
 * of stored sums and later ledger rows. Returns at most `most` groups, beginning at `after`, and the sums of all groups.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function salesBy(
  { db }: Pick<Services, "db">,
  member: Member,
  by: SalesKey,
  { period, filter = {}, most, after = 0 }: { period: Period; filter?: FiguresFilter; most: number; after?: number },
): Promise<Sales> {
  await requireRight({ db }, member, "figures.read");
  const [rows, all] = await readLedger(db, async (ledger) => [
    (await ledger.db.execute<Found>(rowsOf(ledger, by, { period, filter, most, after }))).rows,
    await sumsOfAll(ledger, period, filter),
  ]);
  const [whole, ...found] = rows;
  return {
    rows: found.map((row) => ({
      key: row.key ?? "",
      name: row.name ?? "",
      size: row.size ?? "",
      color: row.color ?? "",
      sums: sumsIn(row),
      netBefore: cents(Number(row.netBefore)),
    })),
    all,
    netBefore: cents(Number(whole?.netBefore ?? 0)),
    count: Number(whole?.count ?? 0),
  };
}

/** Ungrouped sums of a period. The query reads few rows if stored sums cover the period. */
export async function sumsOfAll(ledger: Ledger, period: Period, filter: FiguresFilter): Promise<Sums> {
  const sources = sourcesOf(ledger, storeFor(filter, "nothing"), [period], filter);
  const { rows } = await ledger.db.execute<SumRow<object>>(sumsBy(sources, []));
  return rows[0] ? sumsIn(rows[0]) : noSums;
}

/** Net sales of a ledger row (alias `e`), and of a row of stored sums (alias `s`). */
const NET_OF_ROW = sql`case when e.kind in ('sale', 'discount', 'goodwill') or (e.kind = 'change' and e.part not in ('delivery', 'fee'))
  then e.amount_cents else 0 end`;
const NET_STORED = sql`s.gross + s.discounts + s.returns + s.changes + s.goodwill`;

/**
 * SQL query of the groups; its first row has their count and their net sales in the comparison period. It computes net sales for
 * every group, chooses groups by them, and computes all other sums only for the chosen groups.
 */
function rowsOf(
  ledger: Ledger,
  by: SalesKey,
  { period, filter, most, after }: { period: Period; filter: FiguresFilter; most: number; after: number },
): SQL {
  const own = KEYS[by];
  const { before } = period;
  const spans = before ? [period, before] : [period];
  const sources = sourcesOf(ledger, storeFor(filter, own.ofGoods ? "goods" : "orders"), spans, filter);
  const isNow = inSpan("is_now", sources, 0);
  const key: Group = { name: "key", row: own.row, stored: own.stored };
  const names = Object.keys(noSums).map((name) => sql.identifier(name));
  // Delivery and its tax have no product and would form a row without net sales.
  const isShown = own.ofGoods
    ? sql`(key <> '' or sum(net) filter (where is_now) <> 0 or sum(net) filter (where is_before) <> 0)`
    : sql`true`;
  return sql`
    with nets as materialized (
      select key, coalesce(sum(net) filter (where is_now), 0) as net, coalesce(sum(net) filter (where is_before), 0) as "netBefore"
      from (${netsOf(sources, key, isNow, inSpan("is_before", sources, 1))}) as moved
      group by key having sum(events) > 0 and ${isShown}
    ), shown as materialized (
      select * from nets order by net desc, key limit ${most} offset ${after}
    ), details as (
      select key, coalesce(max(last) filter (where is_now), max(last)) as last,
        ${sql.join(
          names.map((name) => sql`coalesce(sum(${name}) filter (where is_now), 0) as ${name}`),
          sql`, `,
        )}
      from (${sumsBy(sources, [key, isNow], (value) => sql`${value} in (select key from shown)`)}) as sums group by key
    )
    select null as key, null as name, null as size, null as color, count(*) as count, null::numeric as net,
      coalesce(sum("netBefore"), 0) as "netBefore", ${sql.join(
        names.map((name) => sql`0::numeric as ${name}`),
        sql`, `,
      )} from nets
    union all
    select shown.key, ${own.name}, named.size, named.color, 0, shown.net, shown."netBefore",
      ${sql.join(
        names.map((name) => sql`details.${name}`),
        sql`, `,
      )}
    from shown join details on details.key = shown.key join sale_events named on named.id = details.last
    order by net desc nulls first, key`;
}

/**
 * SQL query of net sales by key, with flags for the period and the comparison period; integers, since PostgreSQL adds them up
 * fastest.
 */
function netsOf({ stored, beside, uncounted }: Sources, key: Group, isNow: Group, isBefore: Group): SQL {
  const parts = [
    stored &&
      sql`select ${key.stored} as key, ${isNow.stored} as is_now, ${isBefore.stored} as is_before, ${NET_STORED} as net, s.events
        from ${stored.table} s where ${stored.where}`,
    sql`select ${key.row} as key, ${isNow.row} as is_now, ${isBefore.row} as is_before, ${NET_OF_ROW} as net, 1 as events
      from sale_events e where ${beside.where}`,
    uncounted &&
      sql`select ${key.row} as key, ${isNow.uncounted} as is_now, ${isBefore.uncounted} as is_before, -(${NET_OF_ROW}) as net, -1 as events
        from sale_events e where ${uncounted.where}`,
  ].filter((part) => part !== null);
  return sql.join(parts, sql` union all `);
}
