import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents } from "~/shop/money";
import { readLedger } from "./ledger-sources.server";
import { countedEvents, type FiguresFilter } from "./ledger-sums.server";
import type { Span } from "./period";
import { exchangedIn, givenBackIn, soldOf } from "./returned-goods.server";

/** Pieces of one product and size that came back for any reason. */
export interface ReturnedSize {
  productId: string;
  product: string;
  size: string;
  /** Pieces refunded or exchanged after they were sent. */
  back: number;
  /** Pieces refunded because their order was cancelled before it was sent. */
  unsent: number;
  /** Refunded value of the goods, after their discount; positive. */
  amount: Cents;
  /** Pieces of the same product and size sold in the same days. */
  sold: number;
  /** Key of the reason with the most pieces, which is `cancelled` only if there is no other, and its number of pieces. */
  reason: string;
  because: number;
}

interface BySize {
  /** The first rows, most pieces that came back first. */
  rows: ReturnedSize[];
  /** Number of all rows, including those beyond `rows`. */
  count: number;
  all: Pick<ReturnedSize, "back" | "unsent" | "amount">;
}

interface Row {
  product_id: string;
  product: string | null;
  size: string;
  back: number;
  unsent: number;
  amount: number;
  sold: number;
  reason: string;
  because: number;
}

/**
 * Goods that came back in some days by product and size, over all reasons; from the same rows as `returnedGoods`.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function returnedBySize(
  { db, settings }: Pick<Services, "db" | "settings">,
  member: Member,
  span: Span,
  { filter: { product = null, category = null } = {}, most }: { filter?: FiguresFilter; most: number },
): Promise<BySize> {
  await requireRight({ db }, member, "figures.read");
  const byPieces = sql`order by back desc, amount desc, product, size`;
  const { rows } = await readLedger(db, async (ledger) => {
    const counted = await countedEvents(ledger.db);
    return ledger.db.execute<{ shown: Row[]; all: Omit<BySize, "rows"> & BySize["all"] }>(sql`
      with moved as materialized (
        select product_id, max(product) as product, max(category) as category, size, reason, sum(pieces + exchanged)::integer as pieces, sum(amount) as amount
        from (${givenBackIn(span, counted)} union all ${exchangedIn(span, settings().timeZone, counted)}) as either group by product_id, size, reason
      ), sized as materialized (
        select product_id, max(product) as product, size, sum(amount) as amount,
          coalesce(sum(pieces) filter (where reason <> 'cancelled'), 0) as back, coalesce(sum(pieces) filter (where reason = 'cancelled'), 0) as unsent,
          (array_agg(reason order by reason = 'cancelled', pieces desc, reason))[1] as reason,
          (array_agg(pieces order by reason = 'cancelled', pieces desc, reason))[1] as because
        from moved where (${product}::text is null or product_id = ${product}) and (${category}::text is null or category = ${category})
        group by product_id, size having bool_or(pieces <> 0) or sum(amount) <> 0
      ), shown as materialized (
        select * from sized ${byPieces} limit ${most}
      ), named as materialized (
        select product_id from shown
      ), sold as materialized (
        select product_id, size, sum(pieces)::integer as sold from (${soldOf(ledger, span)}) as sources group by 1, 2
      )
      select (select coalesce(json_agg(row_to_json(own) ${byPieces}), '[]') from (
          select shown.*, coalesce(sold.sold, 0) as sold from shown left join sold using (product_id, size)) as own) as shown,
        (select row_to_json(own) from (select count(*) as count, coalesce(sum(back), 0) as back, coalesce(sum(unsent), 0) as unsent,
          coalesce(sum(amount), 0) as amount from sized) as own) as all`);
  });
  const [found] = rows;
  if (!found) throw new Error("The query of returned sizes has one row.");
  const { count, ...all } = found.all;
  return {
    rows: found.shown.map(({ product_id: productId, product, amount, ...row }) => ({
      ...row,
      productId,
      product: product ?? "",
      amount: cents(amount),
    })),
    count,
    all: { ...all, amount: cents(all.amount) },
  };
}
