import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { kindsApart } from "~/shop/orders/kinds-apart.server";
import { type FiguresFilter, filtered, within } from "./ledger-sums.server";
import { daysAround, type Span, type Unit, wholeUnits } from "./period";

/** Version of the calculation. Raise it when the calculation changes: stored sums of another version are ignored. */
export const METHOD = 4;
/** PostgreSQL `work_mem` for these queries: with the default, hash tables over all goods of a large shop would spill to disk. */
const MEMORY = "32MB";
/**
 * PostgreSQL `random_page_cost` for these queries: stored sums are usually cached, and the default would avoid index-only scans.
 */
const PAGE_COST = "1.1";

/** Snapshot of the ledger of sales with its stored sums. */
export interface Ledger {
  db: Database;
  /** Id of the last ledger row that the stored sums include; zero if there are none. */
  until: number;
  /** First and last day that ledger rows have; null if there are no rows. */
  days: Span | null;
  /** True if the ledger contains rows of test orders, which figures must exclude. */
  hasUncounted: boolean;
}

/**
 * Reads the ledger and its stored sums in one repeatable-read transaction, so that all statements see the same rows. Parallel
 * workers are off, because a screen runs several such transactions at once and they would compete for processors.
 */
export const readLedger = <T>(db: Database, read: (ledger: Ledger) => Promise<T>): Promise<T> =>
  db.transaction(
    async (tx) => {
      const { rows } = await tx.execute<{ until: number; from: string | null; to: string | null }>(sql`
        select coalesce((select until from ledger_summed where method = ${METHOD}), 0) as until,
          (select min(day)::text from sale_events) as "from", (select max(day)::text from sale_events) as "to", set_config('work_mem', ${MEMORY}, true),
          set_config('max_parallel_workers_per_gather', '0', true), set_config('random_page_cost', ${PAGE_COST}, true)`);
      const apart = await kindsApart(tx);
      const { until = 0, from, to } = rows[0] ?? {};
      return read({ db: tx, until, days: from && to ? { from, to } : null, hasUncounted: apart.includes("test") });
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );

/** A table of stored sums (alias `s`): one row for each unit of the calendar and each combination of its keys. */
interface Table {
  name: SQL;
  unit: Unit;
  /** SQL column with the first day of the unit. */
  day: SQL;
}

/** Tables with the same sums by different units, longest unit first: the longer the units, the fewer rows a span needs. */
interface Store {
  tables: [...Table[], Table];
  filtered(filter: FiguresFilter): SQL;
}

const tableOf = (name: string, unit: Unit): Table => ({
  name: sql`${sql.identifier(name)}`,
  unit,
  day: sql`s.${sql.identifier(unit)}`,
});
const all = (conditions: (SQL | false)[]): SQL => {
  const given = conditions.filter((condition) => condition !== false);
  return given.length > 0 ? sql.join(given, sql` and `) : sql`true`;
};
const any = (conditions: SQL[]): SQL =>
  conditions.length > 0 ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`;

export const byDay: Store = {
  tables: [tableOf("ledger_sums_by_day", "day")],
  filtered: ({ code = null, state = null }) =>
    all([code !== null && sql`s.code = ${code}`, state !== null && sql`s.state = ${state}`]),
};
const byWholeDay: Store = { tables: [tableOf("ledger_totals_by_day", "day")], filtered: () => sql`true` };
const byCategory: Store = {
  tables: [tableOf("ledger_categories_by_day", "day")],
  filtered: ({ category = null }) => all([category !== null && sql`s.category = ${category}`]),
};
const byCategoryAndOrder: Store = {
  tables: [tableOf("ledger_categories_by_month", "month")],
  filtered: (filter) => sql`${byCategory.filtered(filter)} and ${byDay.filtered(filter)}`,
};
export const byGoods: Store = {
  tables: [
    tableOf("ledger_goods_by_year", "year"),
    tableOf("ledger_goods_by_quarter", "quarter"),
    tableOf("ledger_goods_by_month", "month"),
  ],
  filtered: ({ product = null, category = null }) =>
    all([product !== null && sql`s.product_id = ${product}`, category !== null && sql`s.category = ${category}`]),
};
export const byTax: Store = { tables: [tableOf("ledger_tax_by_month", "month")], filtered: () => sql`true` };

/** Grouping of sums: by day, by single goods, by category, by properties of whole orders, or none. */
type Apart = "days" | "goods" | "categories" | "orders" | "nothing";

/**
 * Smallest store of sums that has the columns for a filter and a grouping; null if only the ledger has them, as for goods by
 * code, by state or by day, and for the days of a category with a code.
 */
export function storeFor({ product, category, code, state }: FiguresFilter, apart: Apart): Store | null {
  const isSet = (value: string | null | undefined) => value !== null && value !== undefined;
  const needsGoods = apart === "goods" || isSet(product);
  const needsCategories = apart === "categories" || isSet(category);
  if (apart === "orders" || isSet(code) || isSet(state)) {
    if (needsGoods) return null;
    if (needsCategories) return apart === "days" ? null : byCategoryAndOrder;
    return byDay;
  }
  if (needsGoods) return apart === "days" ? null : byGoods;
  return needsCategories ? byCategory : byWholeDay;
}

/** Rows of one table of stored sums (alias `s`): the condition for all spans, and one for each span. */
export interface StoredSums {
  table: SQL;
  where: SQL;
  in: SQL[];
}

/** Disjoint sets of rows from which the sums of some spans are computed. */
export interface Sources {
  /** Stored sums, from each table that is read. */
  stored: StoredSums[];
  /** Ledger rows (alias `e`) that these stored sums do not include. */
  beside: { where: SQL; in: SQL[] };
  /** Ledger rows (alias `e`) of test orders that the stored sums include and that must be subtracted; null if there are none. */
  uncounted: { where: SQL; in: SQL[] } | null;
}

/** SQL condition for ledger rows (alias `e`) of test orders. A subquery is fast, since test orders are few. */
export const ofTestOrders = sql`e.order_number in (select number from order_facts where order_facts.kind = 'test')`;

/** Sources for the sums of some spans; together they contain every counted ledger row of these days exactly once. */
export function sourcesOf(
  { until, days, hasUncounted }: Ledger,
  store: Store | null,
  spans: readonly Span[],
  filter: FiguresFilter = {},
): Sources {
  const tables = until > 0 ? (store?.tables ?? []) : [];
  const parts = spans.map((span) => partsOf(withEmptyDays(span, days), tables));
  // Ranges of ids and days, for which indexes exist. The ranges of one span do not overlap.
  const beside = parts.map(({ whole, edges }) =>
    any([...(whole ? [sql`(e.id > ${until} and ${within(whole)})`] : []), ...edges.map(within)]),
  );
  const uncounted = parts.map(({ whole }) => (whole ? sql`(e.id <= ${until} and ${within(whole)})` : sql`false`));
  const own = filtered(filter);
  const isCounted = hasUncounted ? sql`e.kind <> 'dispute' and not (${ofTestOrders})` : sql`e.kind <> 'dispute'`;
  return {
    stored: tables.flatMap((table, place) => {
      if (parts.every(({ covered }) => covered[place]?.length === 0)) return [];
      const covers = parts.map(({ covered }) =>
        any((covered[place] ?? []).map(({ from, to }) => sql`${table.day} between ${from}::date and ${to}::date`)),
      );
      return { table: table.name, in: covers, where: sql`${any(covers)} and ${store?.filtered(filter) ?? sql`true`}` };
    }),
    beside: { in: beside, where: sql`${any(beside)} and ${isCounted} and ${own}` },
    uncounted:
      hasUncounted && parts.some(({ whole }) => whole !== null)
        ? { in: uncounted, where: sql`${any(uncounted)} and ${ofTestOrders} and e.kind <> 'dispute' and ${own}` }
        : null,
  };
}

/**
 * Extends a span that begins or ends beyond the ledger's first or last day to the whole year, in which there are no further
 * rows. So a span that ends today is read from sums of this month and this year, although these are not over.
 */
function withEmptyDays(span: Span, days: Span | null): Span {
  if (!days || span.from > days.to || span.to < days.from) return span;
  return {
    from: span.from <= days.from ? `${days.from.slice(0, 4)}-01-01` : span.from,
    to: span.to >= days.to ? `${days.to.slice(0, 4)}-12-31` : span.to,
  };
}

/**
 * Splits a span into the parts that each table covers with whole units and the days at its edges that none covers. `whole` is
 * the span without its edges; null if no table covers any of it.
 */
function partsOf(span: Span, tables: Table[]): { covered: Span[][]; edges: Span[]; whole: Span | null } {
  let edges = [span];
  const covered = tables.map(({ unit }) => {
    const split = edges.map((edge) => ({ edge, whole: wholeUnits(edge, unit) }));
    edges = split.flatMap(({ edge, whole }) => (whole ? daysAround(edge, whole) : [edge]));
    return split.flatMap(({ whole }) => whole ?? []);
  });
  const shortest = tables.at(-1);
  return { covered, edges, whole: shortest ? wholeUnits(span, shortest.unit) : null };
}
