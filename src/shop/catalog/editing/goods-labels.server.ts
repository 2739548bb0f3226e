import { eq, inArray } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { nameOfVariant } from "../product";
import { categories, products, sizeGuides, variants } from "../catalog.tables";
import { pricePlans } from "../price-plans/price-plans.tables";
import { stockId } from "../stock/change-stock.server";

/**
 * Names of products in any status, in the order of the ids, without unknown ones.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function goodsNames(
  services: Pick<Services, "db">,
  member: Member,
  ids: string[],
): Promise<{ id: string; name: string }[]> {
  await requireRight(services, member, "goods.read");
  if (ids.length === 0) return [];
  const rows = await services.db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(inArray(products.id, ids));
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return ids.flatMap((id) => (names.has(id) ? [{ id, name: names.get(id) ?? "" }] : []));
}

interface Changed {
  kind: string;
  record: string;
  field: string;
  old: unknown;
  new: unknown;
}

/**
 * Names of the records in log entries, and of records to which a change refers, by kind and id: products, variants and stock
 * (with the product's name), categories, size guides and price plans.
 */
export async function goodsRecordNames(
  db: Database,
  changes: readonly Changed[],
): Promise<Map<string, { name: string; productId?: string }>> {
  const ids = (kind: string) => [...new Set(changes.flatMap((change) => (change.kind === kind ? change.record : [])))];
  const values = (name: string) =>
    changes.flatMap((change) =>
      change.field === name ? [change.old, change.new].filter((value) => typeof value === "string") : [],
    );
  const [goods, variants, places, plans, guides] = await Promise.all([
    namesIn(db, products, ids("product")),
    variantNames(db, [...ids("variant"), ...ids("stock")].map(Number)),
    namesIn(db, categories, [...ids("category"), ...values("categoryId")]),
    namesIn(db, pricePlans, ids("price-plan")),
    namesIn(db, sizeGuides, [...ids("size-guide"), ...values("sizeGuideId")]),
  ]);
  return new Map([
    ...goods.map(({ id, name }) => [`product ${id}`, { name, productId: id }] as const),
    ...variants,
    ...places.map(({ id, name }) => [`category ${id}`, { name }] as const),
    ...guides.map(({ id, name }) => [`size-guide ${id}`, { name }] as const),
    ...plans.map(({ id, name }) => [`price-plan ${id}`, { name }] as const),
  ]);
}

type Named = typeof products | typeof sizeGuides | typeof categories | typeof pricePlans;

async function namesIn(db: Database, table: Named, ids: string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  return db.select({ id: table.id, name: table.name }).from(table).where(inArray(table.id, ids));
}

async function variantNames(db: Database, ids: number[]) {
  if (ids.length === 0) return [];
  const { id, size, color, productId } = variants;
  const rows = await db
    .select({ id, size, color, productId, name: products.name })
    .from(variants)
    .innerJoin(products, eq(products.id, productId))
    .where(inArray(id, ids));
  return rows.flatMap((row) => {
    const name = [row.name, nameOfVariant(row)].filter(Boolean).join(", ");
    const record = { name, productId: row.productId };
    return [[`variant ${row.id}`, record] as const, [`stock ${stockId(row.id)}`, record] as const];
  });
}
