import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { kindsApart } from "~/shop/orders/kinds-apart.server";
import { dayBefore } from "~/shop/shop-time";
import { type FiguresFilter, filtered, within } from "./ledger-sums.server";
import { type Span, wholeMonths } from "./period";

/** Version of the sums. A release that adds up otherwise raises it; stored sums of another version are not read. */
export const METHOD = 2;
/** For sums of all goods of a shop, which a hash of the usual size would write to the disk. */
const MEMORY = "32MB";
/** The sums are read again and again, so they are in memory: by the usual cost an index would not be read alone. */
const PAGE_COST = "1.1";

/** The ledger of sales as of one moment: what is in its stored sums, and its rows. */
export interface Ledger {
  db: Database;
  /** Id of the last row that is in the stored sums; zero without any. */
  until: number;
  /** True if the ledger contains rows of test orders, which figures must exclude. */
  hasUncounted: boolean;
}

/**
 * Reads the ledger and its stored sums as of one moment: what one statement finds is what the next one does. A screen has several such reads side
 * by side, so none takes the processors of the others by workers of its own.
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

/** A table of stored sums (as `s`). */
interface Store {
  table: SQL;
  /** The day, or the first day of the month, of a sum. */
  day: SQL;
  /** Part of a span that its sums cover; null for none. */
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

/** Grouping of sums: by goods, by facts of whole orders, or none. */
type Apart = "goods" | "orders" | "nothing";

/** The stored sums that know both a filter and what sums are told apart by; null where only the ledger does, as for goods by code or state. */
export function storeFor({ product, category, code, state }: FiguresFilter, apart: Apart): Store | null {
  const isSet = (value: string | null | undefined) => value !== null && value !== undefined;
  const needsGoods = apart === "goods" || isSet(product) || isSet(category);
  const needsOrders = apart === "orders" || isSet(code) || isSet(state);
  if (!needsGoods) return byDay;
  return needsOrders ? null : byGoods;
}

/** Rows that make the sums of some spans: stored sums, rows of the ledger that these lack, and rows in them that do not count. */
export interface Sources {
  /** Stored sums (as `s`) of all spans, and of each; null where none are read. */
  stored: { where: SQL; in: SQL[]; table: SQL } | null;
  /** Rows of the ledger (as `e`) beside the stored sums. */
  beside: { where: SQL; in: SQL[] };
  /** Rows of the ledger (as `e`) that are in the stored sums, but are of test orders; null where there are none. */
  uncounted: { where: SQL; in: SQL[] } | null;
}

/** SQL condition for ledger rows (alias `e`) of test orders. A subquery is fast, since test orders are few. */
export const ofTestOrders = sql`e.order_number in (select number from order_facts where order_facts.kind = 'test')`;

/** The sources of some spans: together they are the rows of the ledger of these days that count, each once. */
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
  // By ranges of ids and days, for which there are indexes.
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

/** Days of a span around the part of it that is summed. */
function edgesOf(span: Span, whole: Span | null): Span[] {
  if (!whole) return [span];
  const before = { from: span.from, to: dayBefore(whole.from, 1) };
  const after = { from: dayBefore(whole.to, -1), to: span.to };
  return [before, after].filter(({ from, to }) => from <= to);
}
