import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";

/** Goods as a list of hits names them, on the shop or not. */
export interface FoundGoods {
  id: string;
  name: string;
  image: string | null;
  /** The color that has the letters, where the name has none of them. */
  color: string | null;
  status: "published" | "draft" | "archived";
  /** How many pieces are left; null where one of its variants has no limit. */
  left: number | null;
}

/**
 * Goods with these letters in their name, their colors, a SKU or a barcode, those whose name begins with them first.
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
  const letters = text.replaceAll("\0", "");
  const like = `%${letters.replace(/[\\%_]/g, "\\$&")}%`;
  const { rows } = await services.db.execute<FoundGoods & Record<string, unknown>>(sql`
    select p.id, p.name, case when p.name not ilike ${like} then (select c.name from product_colors c
        where c.product_id = p.id and c.name ilike ${like} order by c.position limit 1) end as color, p.published_status as status, coalesce(p.images ->> 0, min(v.image)) as image,
      case when bool_or(v.stock is null) then null else sum(v.stock)::int end as left
    from products p left join variants v on v.product_id = p.id and v.retired_at is null
    where p.name ilike ${like} or p.sku ilike ${like}
      or exists (select from product_colors c where c.product_id = p.id and c.name ilike ${like})
      or exists (select from variants s where s.product_id = p.id and (s.sku ilike ${like} or s.barcode ilike ${like}))
    group by p.id
    order by p.name not ilike ${like.slice(1)}, p.published_status <> 'published', p.name limit ${most}`);
  return rows.map(({ id, name, image, color, status, left }) => ({ id, name, image, color, status, left }));
}
