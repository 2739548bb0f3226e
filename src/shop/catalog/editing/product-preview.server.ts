import { eq } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { categories, products } from "../catalog.tables";
import type { Product } from "../product";
import { PRODUCT_ID } from "../product-id-pattern";
import { parents, PRODUCT, productOf } from "../published-products.server";

/**
 * A product in any status, as its public page would show it. Missing values have defaults: no category, the tax kind clothing.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function previewOf(
  services: Pick<Services, "db">,
  member: Member,
  id: string,
): Promise<Product | undefined> {
  await requireRight(services, member, "goods.read");
  if (!PRODUCT_ID.test(id)) return undefined;
  const [row] = await services.db
    .select(PRODUCT)
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(parents, eq(parents.id, categories.parentId))
    .where(eq(products.id, id));
  return (
    row &&
    productOf({
      ...row,
      categoryId: row.categoryId ?? "",
      categoryName: row.categoryName ?? "",
      kindForTax: row.kindForTax ?? "clothing",
    })
  );
}
