import { dependOn, memoizedEach, withoutKeys } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { pictureKey, pictureKeys, picturesFor } from "~/platform/media.server";
import type { Services } from "~/services";
import { cacheKeys } from "~/shop/cache-keys";
import { type JsonText, jsonText } from "~/shop/json-text";
import { type Offer, runningAt } from "~/shop/offers/offer";
import { offerKeysOf, toldOffers } from "~/shop/offers/told-offers.server";
import { offeredProduct, productsById } from "./catalog.server";
import { productPictures, type ProductWire, toWire } from "./product.wire";

/**
 * Products as JSON of the API in the order of the ids, memoized for public responses; unpublished ones are left out. They have
 * exact stock, unlike pages.
 */
export async function writtenProducts(
  { db, offers }: Pick<Services, "db" | "offers">,
  ids: readonly string[],
): Promise<JsonText<ProductWire>[]> {
  if (ids.length === 0) return [];
  const wanted = [...new Set(ids)];
  const running = runningAt(offers(), new Date());
  const written = await withoutKeys(() =>
    memoizedEach("written", wanted, keysOf, (missing) => write(db, missing, running)),
  );
  const pictures = new Set([...written.values()].flatMap((product) => product.pictures));
  const offerKeys = new Set([...written.values()].flatMap((product) => product.offerKeys));
  dependOn(...wanted.flatMap((id) => keysOf(id)), ...pictureKeys([...pictures]), ...offerKeys);
  return wanted.flatMap((id) => written.get(id)?.json ?? []);
}

interface Written {
  json: JsonText<ProductWire>;
  pictures: string[];
  offerKeys: string[];
}

const keysOf = (id: string, written?: Written): string[] => [
  cacheKeys.product(id),
  cacheKeys.stock(id),
  ...(written?.pictures.map(pictureKey) ?? []),
  ...(written?.offerKeys ?? []),
];

async function write(db: Database, ids: string[], running: readonly Offer[]): Promise<Map<string, Written>> {
  const products = await productsById(db, ids);
  const pictures = await picturesFor(db, products.flatMap(productPictures));
  const written = (product: (typeof products)[number]): Written => ({
    json: jsonText(toWire(product, pictures, toldOffers(running, offeredProduct(product)))),
    pictures: productPictures(product),
    offerKeys: offerKeysOf(offeredProduct(product)),
  });
  return new Map(products.map((product) => [product.id, written(product)]));
}
