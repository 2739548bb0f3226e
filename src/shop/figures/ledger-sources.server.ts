import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { kindsApart } from "~/shop/orders/kinds-apart.server";
import { dayBefore } from "~/shop/shop-time";
import { type FiguresFilter, filtered, within } from "./ledger-sums.server";
import { type Span, wholeMonths } from "./period";

/** Version of the calculation. Raise it when the calculation changes: stored sums of another version are ignored. */
export const METHOD = 2;
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
      const { rows } = await tx.execute<{ until: number }>(sql`
        select coalesce((select until from ledger_summed where method = ${METHOD}), 0) as until, set_config('work_mem', ${MEMORY}, true),
          set_config('max_parallel_workers_per_gather', '0', true), set_config('random_page_cost', ${PAGE_COST}, true)`);
      const apart = await kindsApart(tx);
      return read({ db: tx, until: rows[0]?.until ?? 0, hasUncounted: apart.includes("test") });
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );

/** A table of stored sums (alias `s`). */
interface Store {
  table: SQL;
  /** SQL column with the day of a sum, or the first day of its month. */
  day: SQL;
  /** Part of a span that the table covers with whole days or months; null if it covers none. */
  whole(span: Span): Span | null;
  filtered(filter: FiguresFilter): SQL;
}

const all = (conditions: (SQL | false)[]): SQL => {
  const given = conditions.filter((condition) => condition !== false);
  return given.length > 0 ? sql.join(given, sql` and `) : sql`true`;
};
const any = (conditions: SQL[]): SQL =>
  conditions.length > 0 ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`;

export const byDay: Store = {
  table: sql`ledger_sums_by_day`,
  day: sql`s.day`,
  whole: (span) => span,
  filtered: ({ code = null, state = null }) =>
    all([code !== null && sql`s.code = ${code}`, state !== null && sql`s.state = ${state}`]),
};
export const byGoods: Store = {
  table: sql`ledger_goods_by_month`,
  day: sql`s.month`,
  whole: wholeMonths,
  filtered: ({ product = null, category = null }) =>
    all([product !== null && sql`s.product_id = ${product}`, category !== null && sql`s.category = ${category}`]),
};
export const byTax: Store = {
  table: sql`ledger_tax_by_month`,
  day: sql`s.month`,
  whole: wholeMonths,
  filtered: () => sql`true`,
};

/** Column group that the sums are grouped by: goods, facts of whole orders, or nothing. */
type Apart = "goods" | "orders" | "nothing";

/**
 * Table of stored sums that has the columns for a filter and a grouping; null if only the ledger has them, as for goods by code
 * or state.
 */
export function storeFor({ product, category, code, state }: FiguresFilter, apart: Apart): Store | null {
  const isSet = (value: string | null | undefined) => value !== null && value !== undefined;
  const needsGoods = apart === "goods" || isSet(product) || isSet(category);
  const needsOrders = apart === "orders" || isSet(code) || isSet(state);
  if (!needsGoods) return byDay;
  return needsOrders ? null : byGoods;
}

/** Disjoint sets of rows from which the sums of some spans are computed. */
export interface Sources {
  /** Rows of stored sums (alias `s`): the condition for all spans, and one for each span; null if no stored sums are read. */
  stored: { where: SQL; in: SQL[]; table: SQL } | null;
  /** Ledger rows (alias `e`) that the stored sums do not include. */
  beside: { where: SQL; in: SQL[] };
  /** Ledger rows (alias `e`) of test orders that the stored sums include and that must be subtracted; null if there are none. */
  uncounted: { where: SQL; in: SQL[] } | null;
}

/** SQL condition for ledger rows (alias `e`) of test orders. A subquery is fast, since test orders are few. */
export const ofTestOrders = sql`e.order_number in (select number from order_facts where order_facts.kind = 'test')`;

/** Sources for the sums of some spans; together they contain every counted ledger row of these days exactly once. */
export function sourcesOf(
  { until, hasUncounted }: Ledger,
  store: Store | null,
  spans: readonly Span[],
  filter: FiguresFilter = {},
): Sources {
  const wholes = spans.map((span) => (store && until > 0 ? store.whole(span) : null));
  const hasStored = store !== null && wholes.some((whole) => whole !== null);
  const later = sql`e.id > ${until}`;
  const beside = spans.map((span, index) => {
    const whole = wholes[index];
    return whole ? sql`(${within(span)} and (${later} or not (${within(whole)})))` : within(span);
  });
  // Conditions on ranges of ids and days, for which indexes exist.
  const near = [
    ...(hasStored ? [later] : []),
    ...spans.flatMap((span, index) => edgesOf(span, wholes[index] ?? null)).map(within),
  ];
  const own = filtered(filter);
  const isCounted = hasUncounted ? sql`e.kind <> 'dispute' and not (${ofTestOrders})` : sql`e.kind <> 'dispute'`;
  const storedIn = wholes.map((whole) =>
    store && whole ? sql`${store.day} between ${whole.from}::date and ${whole.to}::date` : sql`false`,
  );
  const uncounted = wholes.map((whole) => (whole ? sql`(e.id <= ${until} and ${within(whole)})` : sql`false`));
  return {
    stored: hasStored
      ? { table: store.table, in: storedIn, where: sql`${any(storedIn)} and ${store.filtered(filter)}` }
      : null,
    beside: { in: beside, where: sql`${any(near)} and ${any(beside)} and ${isCounted} and ${own}` },
    uncounted:
      hasStored && hasUncounted
        ? { in: uncounted, where: sql`${any(uncounted)} and ${ofTestOrders} and e.kind <> 'dispute' and ${own}` }
        : null,
  };
}

/** Days of a span before and after the part that stored sums cover. */
function edgesOf(span: Span, whole: Span | null): Span[] {
  if (!whole) return [span];
  const before = { from: span.from, to: dayBefore(whole.from, 1) };
  const after = { from: dayBefore(whole.to, -1), to: span.to };
  return [before, after].filter(({ from, to }) => from <= to);
}
