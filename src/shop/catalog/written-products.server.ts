import { dependOn, memoizedEach, withoutKeys } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { pictureKey, pictureKeys, picturesFor } from "~/platform/media.server";
import { cacheKeys } from "~/shop/cache-keys";
import type { JsonText } from "~/shop/json-text";
import { productsById } from "./catalog.server";
import { productPictures, type ProductWire, toWire } from "./product.wire";

/**
 * Products as JSON of the API in the order of the ids, memoized for public responses; unpublished ones are left out. They have
 * exact stock, unlike pages.
 */
export async function writtenProducts(db: Database, ids: readonly string[]): Promise<JsonText<ProductWire>[]> {
  if (ids.length === 0) return [];
  const wanted = [...new Set(ids)];
  const written = await withoutKeys(() => memoizedEach("written", wanted, keysOf, (missing) => write(db, missing)));
  const pictures = new Set([...written.values()].flatMap((product) => product.pictures));
  dependOn(...wanted.flatMap((id) => keysOf(id)), ...pictureKeys([...pictures]));
  return wanted.flatMap((id) => written.get(id)?.json ?? []);
}

interface Written {
  json: JsonText<ProductWire>;
  pictures: string[];
}

const keysOf = (id: string, written?: Written): string[] => [
  cacheKeys.product(id),
  cacheKeys.stock(id),
  ...(written?.pictures.map(pictureKey) ?? []),
];

async function write(db: Database, ids: string[]): Promise<Map<string, Written>> {
  const products = await productsById(db, ids);
  const pictures = await picturesFor(db, products.flatMap(productPictures));
  const written = (product: (typeof products)[number]): Written => ({
    json: JSON.stringify(toWire(product, pictures)),
    pictures: productPictures(product),
  });
  return new Map(products.map((product) => [product.id, written(product)]));
}
