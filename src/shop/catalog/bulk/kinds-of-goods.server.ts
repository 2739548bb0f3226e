import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { knownCategories } from "../editing/stored-goods.server";
import type { TaxKind } from "../kinds-for-tax";
import { NO_CATEGORY_KEY } from "./goods-wish";

/** Products of one category among the chosen ones. */
export interface GoodsOfCategory {
  /** Id of the category, or `NO_CATEGORY_KEY`. */
  key: string;
  name: string;
  products: number;
  /** Number of the products that have no tax kind yet. */
  withoutKind: number;
  /** Tax kind of most other products of the category; null if there is none. */
  usual: TaxKind | null;
}

/**
 * Chosen products by category, in the merchant's order of categories.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function goodsByCategory(
  services: Pick<Services, "db">,
  member: Member,
  ids: string[],
): Promise<GoodsOfCategory[]> {
  await requireRight(services, member, "goods.read");
  const { rows } = await services.db.execute<{ key: string; products: number; withoutKind: number }>(sql`
    select coalesce(category_id, ${NO_CATEGORY_KEY}) as key, count(*)::int as products,
      count(*) filter (where kind_for_tax is null)::int as "withoutKind"
    from products where id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) group by 1`);
  const known = await knownCategories(services.db);
  const counted = new Map(rows.map((row) => [row.key, row]));
  const named = [
    ...known.map(({ id, name, kindForTax }) => ({ key: id, name, usual: kindForTax })),
    { key: NO_CATEGORY_KEY, name: "Without a category", usual: null },
  ];
  return named.flatMap((each) => {
    const count = counted.get(each.key);
    return count ? [{ ...each, products: count.products, withoutKind: count.withoutKind }] : [];
  });
}
