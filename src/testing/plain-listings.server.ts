import type { Database } from "~/platform/database.server";
import { categories, products, variants } from "~/shop/catalog/catalog.tables";
import type { Collection } from "~/shop/catalog/collections";
import type { View } from "~/shop/catalog/listing/listing-view";
import { NO_CHOICE } from "~/shop/catalog/product";
import { limits } from "~/shop/limits";

/** A product with only the data that listings need. */
interface Item {
  id: string;
  name: string;
  category: string;
  top: string;
  collections: string[];
  colors: Set<string>;
  sizes: Set<string>;
  price: number;
  created: number;
  position: number;
}

/** Expected content of a listing, with the number of products for each filter value. */
interface PlainListing {
  total: number;
  ids: string[];
  /** Number of products that match search and filter, in all tabs. */
  all: number;
  tabs: Record<string, number>;
  colors: Record<string, number>;
  sizes: Record<string, number>;
}

/** Reference implementation of the listings for tests: filters the products of a small shop one by one. */
export async function plainListings(
  db: Database,
): Promise<(collection: Collection, view: View, tab?: string) => PlainListing> {
  const items = await itemsOf(db);
  return (collection, view, tab) => {
    const inCollection = items.filter(({ collections }) => collections.includes(collection));
    const found = inCollection
      .filter(({ name }) => name.toLowerCase().includes(view.search.toLowerCase()))
      .filter(({ price }) => view.maxPrice === limits.listing.maximumPrice || price <= view.maxPrice * 100);
    const inTab = found.filter(({ category, top }) => tab === undefined || tab === category || tab === top);
    const isWanted = (chosen: string[], own: Set<string>) =>
      chosen.length === 0 || chosen.some((value) => own.has(value));
    const isMatching = ({ colors, sizes }: Pick<Item, "colors" | "sizes">) =>
      isWanted(view.colors, colors) && isWanted(view.sizes, sizes);
    const matching = inTab
      .filter(isMatching)
      .toSorted((a, b) => rankOf(view, a) - rankOf(view, b) || a.position - b.position || (a.id < b.id ? -1 : 1));
    // A value of the collection is offered if the tab has products with it that match the other filters, or if it is selected.
    const counted = (of: (item: Item) => Set<string>, chosen: string[], others: (item: Item) => boolean) =>
      Object.fromEntries(
        [...new Set(inCollection.flatMap((item) => [...of(item)]))].flatMap((value) => {
          if (value === NO_CHOICE) return [];
          const count = inTab.filter((item) => others(item) && of(item).has(value)).length;
          return count > 0 || chosen.includes(value) ? [[value, count]] : [];
        }),
      );
    return {
      total: matching.length,
      all: found.filter(isMatching).length,
      ids: matching.slice(0, view.shown).map(({ id }) => id),
      tabs: Object.fromEntries(
        [...new Set(found.flatMap(({ category, top }) => [category, top]))].map((id) => [
          id,
          found.filter((item) => isMatching(item) && (id === item.category || id === item.top)).length,
        ]),
      ),
      colors: counted(
        ({ colors }) => colors,
        view.colors,
        ({ sizes }) => isWanted(view.sizes, sizes),
      ),
      sizes: counted(
        ({ sizes }) => sizes,
        view.sizes,
        ({ colors }) => isWanted(view.colors, colors),
      ),
    };
  };
}

const rankOf = ({ sort }: View, { created, price }: Item): number =>
  ({ recommended: 0, newest: -created, highest: -price, lowest: price })[sort];

async function itemsOf(db: Database): Promise<Item[]> {
  const [goods, pieces, groups] = await Promise.all([
    db.select().from(products),
    db.select().from(variants),
    db.select().from(categories),
  ]);
  return goods.flatMap((product) => {
    if (product.publishedStatus !== "published") return [];
    const own = pieces.filter(({ productId, retiredAt }) => productId === product.id && retiredAt === null);
    const category = groups.find(({ id }) => id === product.categoryId);
    const parent = groups.find(({ id }) => id === category?.parentId);
    const top = (parent ?? category)?.name.toLowerCase() ?? "";
    const isPerson = top === "men" || top === "women";
    const prices = own.map(
      (variant) => (variant.salePrice ?? product.salePrice) || (variant.price ?? product.price ?? 0),
    );
    return [
      {
        id: product.id,
        name: product.name,
        category: category?.id ?? "",
        top: (parent ?? category)?.id ?? "",
        collections: [
          top,
          ...(isPerson && product.type ? [`${top}-${product.type}`] : []),
          ...(product.headwear ? ["headwear"] : []),
          ...(product.finalSale ? ["final-sale"] : []),
          ...(product.newArrivals ? ["new-arrivals"] : []),
        ],
        colors: new Set(own.map(({ color }) => color)),
        sizes: new Set(own.map(({ size }) => size)),
        price: prices.length > 0 ? Math.min(...prices) : product.salePrice || (product.price ?? 0),
        created: product.createdAt.getTime(),
        position: product.position,
      },
    ];
  });
}
