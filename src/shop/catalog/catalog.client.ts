import { hc } from "hono/client";
import { inPortions } from "~/platform/portions";
import type { CatalogApi } from "./catalog.api";
import type { ProductWire } from "./product.wire";

const api = hc<CatalogApi>("/api/products");

/** Maximum number of ids in one request URL; more are split over several requests. */
const IDS_AT_ONCE = 50;

/** Defaults for fields that a process of the previous release does not send. */
const BLANK: Omit<ProductWire, "_id" | "name"> = {
  address: "",
  description: "",
  materials: "",
  details: [],
  care: "",
  fit: "",
  countryOfOrigin: "",
  images: [],
  colorImages: {},
  swatches: {},
  variants: [],
  variantCombinations: {},
  stock: null,
  salePrice: 0,
  costPerItem: null,
  sku: "",
  weightGrams: null,
  category: { _id: "", name: "", parent: null },
  type: null,
  headwear: false,
  finalSale: false,
  newArrivals: false,
  bestSeller: false,
  publishedStatus: "published",
  createdAt: new Date(0).toISOString(),
  sizeChart: [],
  reviews: 0,
  rating: 0,
  styleWith: false,
  styleWithProducts: [],
  pictures: {},
};
const whole = (products: ProductWire[]): ProductWire[] => products.map((product) => ({ ...BLANK, ...product }));

/** Searches products for typed text. Throws 'Search failed'. */
export async function searchSuggestions(query: string, signal: AbortSignal): Promise<ProductWire[]> {
  const response = await api.search.$get({ query: { query } }, { init: { signal } });
  if (response.status !== 200) throw new Error("Search failed");
  return whole(await response.json());
}

/** Products in the order of the ids, without unknown ones. `headers` are sent with the first request only. */
export async function productsById(ids: string[], headers: Record<string, string> = {}): Promise<ProductWire[]> {
  const found = await Promise.all(
    [...inPortions(ids, IDS_AT_ONCE)].map(async (part, place) => {
      const query = { ids: part.join(","), limit: String(IDS_AT_ONCE) };
      const response = await api.index.$get({ query }, place === 0 ? { headers } : {});
      if (response.status !== 200) throw new Error("The products could not be looked up.");
      return response.json();
    }),
  );
  const byId = new Map(whole(found.flat()).map((product) => [product._id, product]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The products of a category and its sub-categories. */
export async function productsByCategory(categoryId: string): Promise<ProductWire[]> {
  const response = await api["by-category"].$post({ json: { categoryId } });
  if (response.status !== 200) throw new Error("The category could not be looked up.");
  return whole(await response.json());
}
