import { type SQL, sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents } from "~/shop/money";
import { type Ledger, readLedger, type Sources, sourcesOf, storeFor } from "./ledger-sources.server";
import { type FiguresFilter, sumsIn, type SumRow } from "./ledger-sums.server";
import type { Period, Span } from "./period";
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
  /** Name in the key's newest ledger row of the period, or else of the comparison period. */
  name: string;
  /** Size and color in the same ledger row: those of the variant when grouped by variant, otherwise without meaning. */
  size: string;
  color: string;
  sums: Sums;
  /** Net sales in the comparison period, in cents. */
  netBefore: Cents;
}

interface Sales {
  /** Groups with the most net sales, highest first, and after them those of the comparison period only. */
  rows: KeySums[];
  /** Sums over all groups, including those beyond `rows`. */
  all: Sums;
  netBefore: Cents;
  /** Number of all groups with a row of the period, including those beyond `rows`. */
  count: number;
  /** Number of all groups with rows of the comparison period only; they come after the others. */
  onlyBefore: number;
}

/** Column of each grouping, in the ledger and in stored sums, and its name in the newest ledger row (alias `named`). */
const KEYS: Record<SalesKey, { column: string; isNumber?: true; name: SQL; apart: "goods" | "categories" | "orders" }> =
  {
    product: { column: "product_id", name: sql`named.product`, apart: "goods" },
    variant: { column: "variant_id", isNumber: true, name: sql`named.product`, apart: "goods" },
    category: { column: "category", name: sql`named.category`, apart: "categories" },
    code: { column: "code", name: sql`named.code`, apart: "orders" },
    state: { column: "state", name: sql`named.state`, apart: "orders" },
  };

/** SQL of a group's key as text; it is empty for rows without a key. */
const keyIn = (by: SalesKey, table: "e" | "s"): SQL => {
  const { column, isNumber } = KEYS[by];
  return sql.raw(`coalesce(${table}.${column}${isNumber ? "::text" : ""}, '')`);
};

/** SQL condition that a row has one of the keys. It compares the column itself, so that PostgreSQL can use its index. */
const hasKey = (by: SalesKey, table: "e" | "s", keys: string[]): SQL => {
  const { column, isNumber } = KEYS[by];
  const own = sql.raw(`${table}.${column}`);
  const values = isNumber
    ? sql`${sql.param(keys.filter((key) => key !== "").map(Number))}::integer[]`
    : sql`${sql.param(keys)}::text[]`;
  return keys.includes("") ? sql`(${own} = any(${values}) or ${own} is null)` : sql`${own} = any(${values})`;
};

/** Period, filter and page of a list of groups. */
interface Limits {
  period: Period;
  filter?: FiguresFilter;
  most: number;
  after?: number;
}

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
  limits: Limits,
): Promise<Sales> {
  await requireRight({ db }, member, "figures.read");
  return readLedger(db, async (ledger) => ({
    ...(await rowsOf(ledger, by, limits)),
    all: await sumsOfAll(ledger, limits.period, limits.filter ?? {}),
  }));
}

/**
 * Groups with the highest net sales of a period. It computes neither the comparison period nor the sums of all groups, since
 * they would double the cost.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function highestSales(
  { db }: Pick<Services, "db">,
  member: Member,
  by: SalesKey,
  { period, ...limits }: Limits,
): Promise<Pick<Sales, "rows" | "count">> {
  await requireRight({ db }, member, "figures.read");
  return readLedger(db, (ledger) => rowsOf(ledger, by, { ...limits, period: { ...period, before: null } }));
}

/** Ungrouped sums of a span. The query reads few rows if stored sums cover the span. */
export async function sumsOfAll(ledger: Ledger, span: Span, filter: FiguresFilter = {}): Promise<Sums> {
  const sources = sourcesOf(ledger, storeFor(filter, "nothing"), [span], filter);
  const { rows } = await ledger.db.execute<SumRow<object>>(sumsBy(sources, []));
  return rows[0] ? sumsIn(rows[0]) : noSums;
}

/** Net sales of a ledger row (alias `e`), and of a row of stored sums (alias `s`). */
const NET_OF_ROW = sql`case when e.kind in ('sale', 'discount', 'goodwill') or (e.kind = 'change' and e.part not in ('delivery', 'fee'))
  then e.amount_cents else 0 end`;
const NET_STORED = sql`s.gross + s.discounts + s.returns + s.changes + s.goodwill`;

type Detail = SumRow<{ key: string; name: string | null; size: string | null; color: string | null }>;

/** Reads net sales of every group, chooses groups by them, and computes all other sums only for the chosen groups. */
async function rowsOf(
  ledger: Ledger,
  by: SalesKey,
  { period, filter = {}, most, after = 0 }: Limits,
): Promise<Omit<Sales, "all">> {
  const { before } = period;
  const spans = before ? [period, before] : [period];
  const sources = sourcesOf(ledger, storeFor(filter, KEYS[by].apart), spans, filter);
  const nets = await ledger.db.execute<{ key: string | null; count: string; onlyBefore: string; netBefore: string }>(
    netsOf(sources, by, { most, after }),
  );
  const [whole, ...shown] = nets.rows;
  const keys = shown.map(({ key }) => key ?? "");
  const details = keys.length > 0 ? await ledger.db.execute<Detail>(detailsOf(sources, by, keys)) : { rows: [] };
  const known = new Map(details.rows.map((row) => [row.key, row]));
  return {
    rows: shown.flatMap(({ key, netBefore }) => {
      const row = known.get(key ?? "");
      if (!row) return [];
      const { name, size, color } = row;
      return {
        key: row.key,
        name: name ?? "",
        size: size ?? "",
        color: color ?? "",
        sums: sumsIn(row),
        netBefore: cents(Number(netBefore)),
      };
    }),
    netBefore: cents(Number(whole?.netBefore ?? 0)),
    count: Number(whole?.count ?? 0),
    onlyBefore: Number(whole?.onlyBefore ?? 0),
  };
}

/**
 * SQL query of the groups with the highest net sales; its first row has the count of all groups and their net sales in the
 * comparison period.
 */
function netsOf(sources: Sources, by: SalesKey, { most, after }: { most: number; after: number }): SQL {
  // Delivery and its tax have no product and would form a row without net sales.
  const isShown = KEYS[by].apart !== "orders" ? sql`(key <> '' or sum(net) <> 0 or sum("netBefore") <> 0)` : sql`true`;
  const isShownNow = KEYS[by].apart !== "orders" ? sql`(key <> '' or coalesce(sum(net), 0) <> 0)` : sql`true`;
  return sql`
    with nets as materialized (
      select key, coalesce(sum(net), 0) as net, coalesce(sum("netBefore"), 0) as "netBefore", coalesce(sum(events_now), 0) > 0 and ${isShownNow} as is_now
      from (${netsOfRows(sources, by)}) as moved group by key having sum(events) > 0 and ${isShown}
    ), shown as (
      select key, net, "netBefore", is_now from nets order by is_now desc, net desc, key limit ${most} offset ${after}
    )
    select null as key, count(*) filter (where is_now) as count, count(*) filter (where not is_now) as "onlyBefore", null::numeric as net,
      coalesce(sum("netBefore"), 0) as "netBefore", null::boolean as is_now from nets
    union all select key, 0, 0, net, "netBefore", is_now from shown
    order by is_now desc nulls first, net desc nulls first, key`;
}

/** SQL query of all sums of some keys, with the words of their newest row in the period, or else in the comparison period. */
function detailsOf(sources: Sources, by: SalesKey, keys: string[]): SQL {
  const key: Group = { name: "key", row: keyIn(by, "e"), stored: () => keyIn(by, "s") };
  const names = Object.keys(noSums).map((name) => sql.identifier(name));
  const sums = sumsBy(sources, [key, inSpan("is_now", sources, 0)], {
    row: hasKey(by, "e", keys),
    stored: hasKey(by, "s", keys),
  });
  return sql`
    with details as (
      select key, coalesce(max(last) filter (where is_now), max(last)) as last,
        ${sql.join(
          names.map((name) => sql`coalesce(sum(${name}) filter (where is_now), 0) as ${name}`),
          sql`, `,
        )}
      from (${sums}) as sums group by key
    )
    select details.*, ${KEYS[by].name} as name, named.size, named.color from details join sale_events named on named.id = details.last`;
}

/**
 * SQL of net sales by key, in the period and in the one before, of each row of each source. They are added up once for all
 * sources: adding them up for each source first would double the cost, since a row of a long unit is already the sum of a key.
 * A row of both periods counts its events twice, because they can be read from sums of two units.
 */
function netsOfRows({ stored, beside, uncounted }: Sources, by: SalesKey): SQL {
  const columns = (net: SQL, events: SQL, [now, before]: SQL[]): SQL => {
    const isNow = now ?? sql`false`;
    return before
      ? sql`case when ${isNow} then ${net} else 0 end as net, case when ${before} then ${net} else 0 end as "netBefore",
          case when ${isNow} then ${events} else 0 end as events_now, ((${isNow})::integer + (${before})::integer) * ${events} as events`
      : sql`${net} as net, 0 as "netBefore", ${events} as events_now, ${events} as events`;
  };
  const ofRows = ({ where, in: spans }: { where: SQL; in: SQL[] }, sign: SQL): SQL =>
    sql`select ${keyIn(by, "e")} as key, ${columns(sql`${sign} (${NET_OF_ROW})`, sql`${sign} 1`, spans)} from sale_events e where ${where}`;
  const parts = [
    ...stored.map(
      (from) => sql`select ${keyIn(by, "s")} as key, ${columns(sql`(${NET_STORED})`, sql`s.events`, from.in)}
        from ${from.table} s where ${from.where}`,
    ),
    ofRows(beside, sql``),
    uncounted && ofRows(uncounted, sql`-`),
  ].filter((part) => part !== null);
  return sql.join(parts, sql` union all `);
}
