import { asc, or, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { folded } from "~/shop/folded-text";
import { products, variants } from "../catalog.tables";
import { isAmong } from "./is-among.server";

/** A product found by its name. */
export interface NamedProduct {
  id: string;
  name: string;
}

/** Products by SKU, by lower-case name and by handle; an id counts as a handle. */
export interface KnownGoods {
  bySku: ReadonlyMap<string, NamedProduct[]>;
  byName: ReadonlyMap<string, NamedProduct[]>;
  byHandle: ReadonlyMap<string, NamedProduct>;
}

/** SQL condition that a variant's SKU is one of these, exactly; the index has their folded forms. */
const hasSkuAmong = (skus: readonly string[]) =>
  sql`${variants.sku} <> '' and ${isAmong(sql`search_form(${variants.sku})`, skus.map(folded))} and ${isAmong(variants.sku, skus)}`;

/** Products with these SKUs, lower-case names or handles of a file, in any status; several products may share a SKU. */
export async function goodsNamed(
  db: Database,
  { skus, names, handles }: { skus: string[]; names: string[]; handles: string[] },
): Promise<KnownGoods> {
  type Named = NamedProduct & { key: string };
  const { id, name, handle } = { id: products.id, name: products.name, handle: products.handle };
  // Queries run one after another, because a transaction has one connection.
  const ofSku: Named[] =
    skus.length === 0
      ? []
      : await db
          .selectDistinct({ key: variants.sku, id, name })
          .from(variants)
          .innerJoin(products, sql`${products.id} = ${variants.productId}`)
          .where(hasSkuAmong(skus))
          .orderBy(asc(products.name), asc(products.id));
  const lower = sql<string>`lower(${products.name})`;
  const ofName: Named[] =
    names.length === 0
      ? []
      : await db.select({ key: lower, id, name }).from(products).where(isAmong(lower, names)).orderBy(asc(products.id));
  const ofHandle =
    handles.length === 0
      ? []
      : await db
          .select({ id, name, handle })
          .from(products)
          .where(or(isAmong(products.handle, handles), isAmong(products.id, handles)));
  const grouped = (rows: Named[]) => Map.groupBy(rows, ({ key }) => key);
  return {
    bySku: grouped(ofSku),
    byName: grouped(ofName),
    byHandle: new Map([
      ...ofHandle.map((each) => [each.id, each] as const),
      ...ofHandle.flatMap((each) => (each.handle === null ? [] : [[each.handle, each] as const])),
    ]),
  };
}

/** SKUs of products with one of the given handles or SKUs, by handle, or by id for products without a handle. */
export async function skusByHandle(
  db: Database,
  { skus, handles }: { skus: string[]; handles: string[] },
): Promise<Map<string, Set<string>>> {
  const { rows } = await db.execute<{ handle: string; skus: string[] }>(sql`
    select coalesce(p.handle, p.id) as handle,
      coalesce(json_agg(distinct v.sku) filter (where v.sku <> ''), '[]') as skus
    from products p left join variants v on v.product_id = p.id
    where p.id in (
      select id from products where ${isAmong(products.handle, handles)}
      union select product_id from variants where ${hasSkuAmong(skus)})
    group by p.id`);
  return new Map(rows.map((row) => [row.handle, new Set(row.skus)]));
}
