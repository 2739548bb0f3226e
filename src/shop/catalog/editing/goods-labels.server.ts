import { eq, inArray } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { nameOfPair } from "../product";
import { categories, products, variants } from "../catalog.tables";
import { stockId } from "../stock/change-stock.server";

/**
 * The names of these goods, on the shop or not, in the order of the ids; what is not there is left out.
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

/**
 * What the log's goods are called, by kind and id of their record: a product by its name, a pair and its stock by its product's and
 * its own; also the categories that products were moved from and to.
 */
export async function goodsRecordNames(
  db: Database,
  changes: { kind: string; record: string; field: string; old: unknown; new: unknown }[],
): Promise<Map<string, { name: string; productId?: string }>> {
  const moved = changes.flatMap(({ field, old, new: now }) => (field === "categoryId" ? [old, now] : []));
  const categoryIds = [...moved, ...changes.flatMap(({ kind, record }) => (kind === "category" ? record : []))];
  const ids = (kind: string) => [...new Set(changes.flatMap((change) => (change.kind === kind ? change.record : [])))];
  const [own, pairs] = [ids("product"), [...ids("variant"), ...ids("stock")].map(Number)];
  const { id, size, color, productId } = variants;
  const [named, goods, ofPairs] = await Promise.all([
    categoriesById(
      db,
      categoryIds.filter((each) => typeof each === "string"),
    ),
    own.length === 0
      ? []
      : db.select({ id: products.id, name: products.name }).from(products).where(inArray(products.id, own)),
    pairs.length === 0
      ? []
      : db
          .select({ id, size, color, productId, name: products.name })
          .from(variants)
          .innerJoin(products, eq(products.id, productId))
          .where(inArray(id, pairs)),
  ]);
  return new Map<string, { name: string; productId?: string }>([
    ...named.map((row) => [`category ${row.id}`, { name: row.name }] as const),
    ...goods.map((row) => [`product ${row.id}`, { name: row.name, productId: row.id }] as const),
    ...ofPairs.flatMap((row) => {
      const name = [row.name, nameOfPair(row)].filter(Boolean).join(", ");
      const record = { name, productId: row.productId };
      return [[`variant ${row.id}`, record] as const, [`stock ${stockId(row.id)}`, record] as const];
    }),
  ]);
}

const categoriesById = async (db: Database, ids: string[]): Promise<{ id: string; name: string }[]> =>
  ids.length === 0
    ? []
    : db.select({ id: categories.id, name: categories.name }).from(categories).where(inArray(categories.id, ids));
