import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { anywhere, hasColor, hasNamed } from "./goods-with-words.server";
import { goodsSearch } from "../search/search.tables";

/** A product in the search results, in any status. */
export interface FoundGoods {
  id: string;
  name: string;
  image: string | null;
  /** Color that matches the text, if the name does not; null otherwise. */
  color: string | null;
  status: "published" | "draft" | "archived";
  /** Number of pieces left; null if a variant has no limit. */
  left: number | null;
}

/** Maximum number of products that are ranked; names that begin with the text come first. */
const LOOKED_AT = 1_000;

/**
 * Products whose name, colors, SKUs or barcodes contain the text; names that begin with the text come first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function findGoods(
  services: Pick<Services, "db">,
  member: Member,
  text: string,
  most: number,
): Promise<FoundGoods[]> {
  await requireRight(services, member, "goods.read");
  const like = anywhere(text);
  const begins = like.slice(1);
  const { rows } = await services.db.execute<FoundGoods & Record<string, unknown>>(sql`
    with meant as (
      select product_id, g.text ilike ${begins} as begins from ${goodsSearch} g where g.text ilike ${like}
      order by g.text not ilike ${begins}, g.text limit ${LOOKED_AT}),
    found as (
      select p.id, begins, lower(p.name) as key from meant join products p on p.id = product_id
      where ${hasNamed(like, [hasColor(like)])}
      order by not begins, p.published_status <> 'published', key, p.id limit ${most})
    select p.id, p.name, case when search_form(p.name) not like ${like} then (select c.name from product_colors c
        where c.product_id = p.id and search_form(c.name) like ${like} order by c.position limit 1) end as color,
      p.published_status as status, coalesce(p.images ->> 0, own.image) as image, own.left
    from found join products p on p.id = found.id
    cross join lateral (
      select min(v.image) as image, case when bool_or(v.stock is null) then null else sum(v.stock)::int end as left
      from variants v where v.product_id = p.id and v.retired_at is null) as own
    order by not found.begins, p.published_status <> 'published', found.key, p.id`);
  return rows.map(({ id, name, image, color, status, left }) => ({ id, name, image, color, status, left }));
}
