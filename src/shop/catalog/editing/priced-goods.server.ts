import { eq, sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { cents, type Cents } from "~/shop/money";
import { products } from "../catalog.tables";
import type { Product } from "../product";

/** What a product costs and how it is taxed. */
export interface PricedGoods {
  name: string;
  /** Price of its cheapest variant; 0 where none has one. */
  price: Cents;
  /** Null while nobody chose one. */
  kindForTax: Product["kindForTax"] | null;
}

/**
 * Price and kind for tax of a product; null for an unknown one.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function pricedGoods(
  services: Pick<Services, "db">,
  member: Member,
  id: string,
): Promise<PricedGoods | null> {
  await requireRight(services, member, "goods.read");
  const lowest = sql<number | null>`(select min(coalesce(nullif(coalesce(v.sale_price_cents, ${products.salePrice}), 0),
    v.price_cents, ${products.price})) from variants v where v.product_id = ${products.id} and v.retired_at is null)`;
  const [row] = await services.db
    .select({ name: products.name, lowest, kindForTax: products.kindForTax })
    .from(products)
    .where(eq(products.id, id));
  return row ? { name: row.name, price: cents(row.lowest ?? 0), kindForTax: row.kindForTax } : null;
}
