import { type SQL, sql } from "drizzle-orm";
import type { Services } from "~/services";
import { duringSpan } from "~/shop/during-days.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents } from "~/shop/money";
import { byGoods, type Ledger, readLedger, sourcesOf } from "./ledger-sources.server";
import { countedEvents, type FiguresFilter, within } from "./ledger-sums.server";
import type { Span } from "./period";

/** Pieces of one product and size that were returned, refunded or exchanged for one reason. */
export interface ReturnedGoods {
  productId: string;
  product: string;
  /** Category of the product when it was sold, or for exchanged pieces the present one; empty for none. */
  category: string;
  size: string;
  /**
   * Key of a return's reason; `cancelled`, `gateway` for a refund made at the gateway, `dispute`, the reason a member chose for a
   * refund, or `other` if there is none.
   */
  reason: string;
  /** Pieces refunded, and pieces exchanged instead of refunded. */
  pieces: number;
  exchanged: number;
  /** Refunded value of the goods, after their discount; positive. */
  amount: Cents;
  /** Pieces of the same product and size sold in the same days. */
  sold: number;
}

/** Pieces returned for one reason in one size, refunded or exchanged. */
export interface ReasonInSize {
  reason: string;
  size: string;
  pieces: number;
}

/** A product that stands out by the pieces returned for one reason. */
export interface TellingReturn {
  productId: string;
  product: string;
  reason: string;
  /** Pieces refunded or exchanged for this reason, and pieces sold in the same sizes and days. */
  pieces: number;
  sold: number;
  /** Sizes with pieces returned for this reason, most pieces first. */
  sizes: string[];
}

interface Returned {
  /** The first rows by product, size and reason, most pieces first. */
  rows: ReturnedGoods[];
  /** Number of all rows, including those beyond `rows`. */
  count: number;
  all: Pick<ReturnedGoods, "pieces" | "exchanged" | "amount">;
  byReason: ReasonInSize[];
  /** The product that stands out most; null if none does. */
  telling: TellingReturn | null;
  /** Categories with returned goods, regardless of the filter; an empty string stands for goods without a category. */
  categories: string[];
}

/** Lowest number of pieces, and lowest share of sold pieces, returned for one reason at which a product stands out. */
const [TELLING_PIECES, TELLING_PART] = [3, 0.1];

interface Wanted {
  filter?: Pick<FiguresFilter, "product" | "category">;
  /** Reasons that say something about a product, such as its fit; they alone select the products of `telling`. */
  telling: readonly string[];
  /** Maximum number of `rows`. */
  most: number;
}

interface Row {
  product_id: string;
  product: string | null;
  category: string;
  size: string;
  reason: string;
  pieces: number;
  exchanged: number;
  amount: number;
  sold: number;
}

type TellingRow = Pick<Row, "product_id" | "product" | "reason" | "pieces" | "sold"> & { sizes: string[] };

/**
 * Returned goods of some days by product, size and reason. Refunded goods and sold pieces are read from the ledger of sales,
 * exchanges from the returns, since exchanges move no money. A refund that failed is counted back on the day it failed.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function returnedGoods(
  { db, settings }: Pick<Services, "db" | "settings">,
  member: Member,
  span: Span,
  asked: Wanted,
): Promise<Returned> {
  await requireRight({ db }, member, "figures.read");
  const { rows } = await readLedger(db, (ledger) => returnedIn(ledger, span, settings().timeZone, asked));
  const [found] = rows;
  if (!found) throw new Error("The query of returned goods has one row.");
  return {
    rows: found.shown.map(goodsIn),
    count: found.all.count,
    all: { pieces: found.all.pieces, exchanged: found.all.exchanged, amount: cents(found.all.amount) },
    byReason: found.reasons,
    telling: found.telling && tellingIn(found.telling),
    categories: found.categories,
  };
}

const goodsIn = ({ product_id: productId, product, amount, ...row }: Row): ReturnedGoods => ({
  ...row,
  productId,
  product: product ?? "",
  amount: cents(amount),
});

const tellingIn = ({ product_id: productId, product, ...row }: TellingRow): TellingReturn => ({
  ...row,
  productId,
  product: product ?? "",
});

async function returnedIn(
  ledger: Ledger,
  span: Span,
  zone: string,
  { filter: { product = null, category = null } = {}, telling, most }: Wanted,
) {
  const counted = await countedEvents(ledger.db);
  const inFilter = sql`(${product}::text is null or product_id = ${product}) and (${category}::text is null or category = ${category})`;
  const usual = sql`sold * ${TELLING_PART}::numeric`;
  const byPieces = sql`order by pieces + exchanged desc, amount desc, product, size, reason`;
  return ledger.db.execute<{
    shown: Row[];
    telling: TellingRow | null;
    reasons: ReasonInSize[];
    categories: string[];
    all: { count: number; pieces: number; exchanged: number; amount: number };
  }>(sql`
    with every as materialized (
      select product_id, max(product) as product, max(category) as category, size, reason, sum(pieces)::integer as pieces, sum(exchanged)::integer as exchanged, sum(amount) as amount
      from (${givenBackIn(span, counted)} union all ${exchangedIn(span, zone, counted)}) as either group by product_id, size, reason
      having sum(pieces) <> 0 or sum(exchanged) <> 0 or sum(amount) <> 0
    ), moved as not materialized (
      select * from every where ${inFilter}
    ), shown as materialized (
      select * from moved ${byPieces} limit ${most}
    ), often as materialized (
      select product_id, max(product) as product, reason, sum(pieces + exchanged) as pieces, array_agg(size) as sizes
      from moved where product_id <> '' and reason = any(${sql.param([...telling])}::text[])
      group by product_id, reason having sum(pieces + exchanged) >= ${TELLING_PIECES}
    ), named as materialized (
      select product_id from shown union select product_id from often
    ), sold as materialized (
      select product_id, size, sum(pieces)::integer as sold from (${soldOf(ledger, span)}) as sources group by 1, 2
    ), compared as (
      select often.product_id, often.product, often.reason, often.pieces, coalesce(sum(sold.sold), 0) as sold
      from often left join sold on sold.product_id = often.product_id and sold.size = any(often.sizes) group by 1, 2, 3, 4
    )
    select (select coalesce(json_agg(row_to_json(own) ${byPieces}), '[]') from (
        select shown.*, coalesce(sold.sold, 0) as sold from shown left join sold using (product_id, size)) as own) as shown,
      (select row_to_json(own) from (
        select *, (select json_agg(size order by moved.pieces + exchanged desc, size) from moved
          where moved.product_id = compared.product_id and moved.reason = compared.reason) as sizes
        from compared where pieces >= ${usual} order by pieces - ${usual} desc, product_id, reason limit 1) as own) as telling,
      (select coalesce(json_agg(row_to_json(own) order by reason, size), '[]') from (
        select reason, size, sum(pieces + exchanged) as pieces from moved group by reason, size) as own) as reasons,
      (select coalesce(json_agg(category order by category), '[]') from (select category from every group by category) as own) as categories,
      (select row_to_json(own) from (select count(*) as count, coalesce(sum(pieces), 0) as pieces, coalesce(sum(exchanged), 0) as exchanged,
        coalesce(sum(amount), 0) as amount from moved) as own) as all`);
}

/** SQL query of refunded goods in the ledger of sales. */
export const givenBackIn = (span: Span, counted: SQL): SQL => sql`
  select coalesce(e.product_id, '') as product_id, e.product, coalesce(e.category, '') as category, coalesce(e.size, '') as size,
    coalesce(line.reason, case when given.cause = 'cancelled' then 'cancelled' when given.cause like 'gateway:%' then 'gateway'
      when e.dispute_id is not null then 'dispute' else nullif(given.reason, '') end, 'other') as reason,
    -e.pieces as pieces, 0 as exchanged, -e.amount_cents as amount
  from sale_events e left join refunds given on given.id = e.refund_id
  left join return_lines line on line.return_number = case when given.cause like 'return:%' then substr(given.cause, 8) end
    and line.position = e.position
  where ${within(span)} and (e.refund_id is not null or e.dispute_id is not null) and e.kind in ('sale', 'discount') and ${counted}`;

/** SQL query of exchanged pieces, with the same columns as `givenBackIn`. */
export const exchangedIn = (span: Span, zone: string, counted: SQL): SQL => sql`
  select line_goods.product_id, line_goods.name as product, coalesce(categories.name, '') as category, line_goods.size, line.reason,
    0 as pieces, settled.exchanged, 0 as amount
  from returns back join return_settled_lines settled on settled.return_number = back.number and settled.exchanged > 0
  join return_lines line on line.return_number = back.number and line.position = settled.position
  join line_goods on line_goods.order_number = line.order_number and line_goods.position = line.position
  left join products on products.id = line_goods.product_id left join categories on categories.id = products.category_id
  where ${duringSpan(sql`back.settled_at`, span, zone)} and not back.sample
    and exists (select from sale_events e where e.order_number = back.order_number and ${counted})`;

/** SQL query of pieces sold by product and size, for the products of the result (the table expression `named`). */
export function soldOf(ledger: Ledger, span: Span): SQL {
  const { stored, beside, uncounted } = sourcesOf(ledger, byGoods, [span]);
  // Not by the index of products: of thousands of them, one pass over all rows takes a third of the time.
  const isBack = (alias: SQL): SQL => sql`coalesce(${alias}.product_id, '') in (select product_id from named)`;
  const ofRows = (
    where: SQL,
    sign: SQL,
  ) => sql`select e.product_id, coalesce(e.size, '') as size, ${sign} sum(e.pieces) as pieces
    from sale_events e where ${where} and e.kind in ('sale', 'change') and e.refund_id is null and e.dispute_id is null and ${isBack(sql`e`)} group by 1, 2`;
  const parts = [
    ...stored.map(
      ({
        table,
        where,
      }) => sql`select s.product_id, coalesce(s.size, '') as size, sum(s.pieces) as pieces from ${table} s
        where ${where} and s.pieces <> 0 and ${isBack(sql`s`)} group by 1, 2`,
    ),
    ofRows(beside.where, sql``),
    uncounted && ofRows(uncounted.where, sql`-`),
  ].filter((part) => part !== null);
  return sql.join(parts, sql` union all `);
}
