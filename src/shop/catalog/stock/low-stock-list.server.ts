import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";

/** A product that is low in stock. */
export interface LowProduct {
  id: string;
  name: string;
  image: string | null;
  /** Stock of the product's lowest variant. */
  left: number;
}

/**
 * Products with a variant that was sold since a time and is at or below its low mark, lowest stock first: at most `most` of them,
 * and their total number.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function runningLow(
  services: Pick<Services, "db" | "settings">,
  member: Member,
  since: Date,
  most: number,
): Promise<{ count: number; lowest: LowProduct[] }> {
  await requireRight(services, member, "stock.read");
  const { lowStock } = services.settings();
  const { rows } = await services.db.execute<{
    id: string;
    name: string;
    image: string | null;
    left: number;
    all: number;
  }>(sql`
    select p.id, p.name, coalesce(min(v.image), p.images ->> 0) as image, min(v.stock) as left, (count(*) over ())::int as all
    from variants v join products p on p.id = v.product_id
    where v.stock <= coalesce(p.low_mark, ${lowStock}) and v.retired_at is null and p.published_status = 'published'
      and exists (select from stock_movements m where m.variant_id = v.id and m.cause = 'sale'
        and m.at >= ${since.toISOString()}::timestamptz)
    group by p.id order by min(v.stock), p.name limit ${most}`);
  return {
    count: rows[0]?.all ?? 0,
    lowest: rows.map(({ id, name, image, left }) => ({ id, name, image, left })),
  };
}

/**
 * Number of pieces left of each product, without products that have a variant without limit.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function piecesLeft(
  services: Pick<Services, "db">,
  member: Member,
  productIds: string[],
): Promise<Map<string, number>> {
  await requireRight(services, member, "goods.read");
  if (productIds.length === 0) return new Map();
  const { rows } = await services.db.execute<{ id: string; left: number | null }>(sql`
    select product_id as id, case when bool_or(stock is null) then null else sum(stock)::int end as left
    from variants where product_id = any(${sql.param(productIds)}::text[]) and retired_at is null group by product_id`);
  return new Map(rows.flatMap(({ id, left }) => (left === null ? [] : [[id, left] as const])));
}
