import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { cents, type Cents } from "~/shop/money";
import type { Product } from "../product";

/** Price and tax kind of a product. */
export interface PricedGoods {
  name: string;
  /** Price of the product's cheapest variant, in cents; 0 if none has a price. */
  price: Cents;
  /** Tax kind; null if no member has chosen one. */
  kindForTax: Product["kindForTax"] | null;
}

/**
 * Price and tax kind of a product; null for an unknown one.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function pricedGoods(
  services: Pick<Services, "db">,
  member: Member,
  id: string,
): Promise<PricedGoods | null> {
  await requireRight(services, member, "goods.read");
  const { rows } = await services.db.execute<{
    name: string;
    price: number | null;
    kind: PricedGoods["kindForTax"];
  }>(sql`
    select p.name, p.kind_for_tax as kind, (
      select min(coalesce(nullif(coalesce(v.sale_price_cents, p.sale_price_cents), 0), v.price_cents, p.price_cents))
      from variants v where v.product_id = p.id and v.retired_at is null) as price
    from products p where p.id = ${id}`);
  const [row] = rows;
  return row ? { name: row.name, price: cents(row.price ?? 0), kindForTax: row.kind } : null;
}
