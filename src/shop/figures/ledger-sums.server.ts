import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { cents } from "~/shop/money";
import { kindsApart } from "~/shop/orders/kinds-apart.server";
import type { Span } from "./period";
import type { Sums } from "./sums";

/** Filter of figures; unset properties do not filter. `product` and `category` select lines, the others whole orders. */
export interface FiguresFilter {
  product?: string | null;
  category?: string | null;
  code?: string | null;
  state?: string | null;
}

/**
 * SQL condition for ledger rows (alias `e`) that count: excludes notices of disputes, and excludes test orders once the shop has
 * a real order, as all lists and files do.
 */
export async function countedEvents(db: Pick<Database, "execute">): Promise<SQL> {
  const apart = await kindsApart(db as Database);
  return apart.includes("test")
    ? sql`e.kind <> 'dispute' and e.order_number not in (select number from order_facts where order_facts.kind = 'test')`
    : sql`e.kind <> 'dispute'`;
}

/** SQL of the category of a ledger row (alias `e`): empty for goods without one, null for other rows, such as delivery. */
export const categoryColumn = sql`coalesce(e.category, case when e.position is not null then '' end)`;

/** SQL condition that a ledger row (alias `e`) matches a filter. */
export function filtered({ product = null, category = null, code = null, state = null }: FiguresFilter): SQL {
  const conditions = [
    product !== null && sql`e.product_id = ${product}`,
    category !== null && sql`${categoryColumn} = ${category}`,
    code !== null && sql`coalesce(e.code, '') = ${code}`,
    state !== null && sql`coalesce(e.state, '') = ${state}`,
  ].filter((condition) => condition !== false);
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

/** SQL condition that the day of a ledger row (alias `e`) is within a span. */
export const within = ({ from, to }: Span): SQL => sql`e.day between ${from}::date and ${to}::date`;

/** Sums as PostgreSQL returns them: numbers as strings. */
type Raw = Record<keyof Sums, string>;
/** A row of a query with the columns of `sumColumns`. */
export type SumRow<Own> = Own & Raw;

/** SQL condition for ledger rows (alias `e`) of money that went back. */
export const isBack = sql`(e.refund_id is not null or e.dispute_id is not null)`;
const isGoods = sql`e.kind in ('sale', 'discount')`;
/** SQL condition for ledger rows (alias `e`) by which paid orders are counted, one of each. */
export const isOrder = sql`(e.kind = 'sale' and e.position = 0 and e.change_id is null and not ${isBack})`;
/** SQL condition for ledger rows (alias `e`) that record pieces sold. */
export const isSold = sql`e.kind = 'sale' and e.pieces > 0 and not ${isBack}`;

/**
 * SQL expression for the class of a ledger row (alias `e`), such as `back` for goods given back. Sums are computed from partial
 * sums per class, which is faster than one filter on every row for each of fifteen sums.
 */
export const classColumn = sql`case when ${isGoods} and ${isBack} then 'back' when ${isGoods} and e.change_id is not null then 'change' when e.kind = 'change' and e.part = 'delivery' then 'delivery'
  when e.kind = 'change' and e.part = 'fee' then 'fee' else e.kind end`;

/** SQL columns with the partial sums of a class; the query adds the columns it groups by, `class` among them. */
export const partialSums = sql`sum(e.amount_cents) as amount, sum(e.pieces) as pieces, sum(e.cost_cents) as cost,
  count(*) filter (where ${isOrder}) as orders,
  sum(e.amount_cents) filter (where e.cost_cents is not null) as amount_with_cost,
  sum(e.pieces) filter (where e.cost_cents is null) as pieces_without_cost`;

const amountOf = (...classes: string[]): SQL =>
  sql`coalesce(sum(amount) filter (where class = any(${sql.param(classes)}::text[])), 0)`;

/** SQL columns of `Sums`, computed from rows with `class` and `partialSums`. */
export const sumColumns = sql`coalesce(sum(orders), 0) as "orders",
  coalesce(sum(pieces) filter (where class in ('sale', 'change')), 0) as "pieces",
  -coalesce(sum(pieces) filter (where class = 'back'), 0) as "piecesBack",
  ${amountOf("sale")} as "gross", ${amountOf("discount")} as "discounts", ${amountOf("back")} as "returns",
  ${amountOf("change")} as "changes", ${amountOf("goodwill")} as "goodwill", ${amountOf("delivery")} as "delivery",
  ${amountOf("fee")} as "fees", ${amountOf("tax")} as "tax",
  coalesce(sum(cost) filter (where class in ('sale', 'change', 'back')), 0) as "cost",
  coalesce(sum(amount_with_cost) filter (where class in ('sale', 'discount', 'change', 'back')), 0) as "netWithCost",
  coalesce(sum(pieces) filter (where class in ('sale', 'change', 'back')), 0) as "piecesKept",
  coalesce(sum(pieces_without_cost) filter (where class in ('sale', 'change', 'back')), 0) as "piecesWithoutCost"`;

/** Converts a row of strings to `Sums`. */
export const sumsIn = (row: Raw): Sums => ({
  orders: Number(row.orders),
  pieces: Number(row.pieces),
  piecesBack: Number(row.piecesBack),
  gross: cents(Number(row.gross)),
  discounts: cents(Number(row.discounts)),
  returns: cents(Number(row.returns)),
  changes: cents(Number(row.changes)),
  goodwill: cents(Number(row.goodwill)),
  delivery: cents(Number(row.delivery)),
  fees: cents(Number(row.fees)),
  tax: cents(Number(row.tax)),
  cost: cents(Number(row.cost)),
  netWithCost: cents(Number(row.netWithCost)),
  piecesKept: Number(row.piecesKept),
  piecesWithoutCost: Number(row.piecesWithoutCost),
});
