import { describe, expect, test } from "vitest";
import { cents } from "~/shop/money";
import { defaultSettings } from "~/shop/settings";
import { defaultTerms } from "~/testing/default-terms.server";
import { feedItems } from "./feed-items";
import type { Product } from "../product";
import { emptyValues, plainInApi, productFields } from "../product-fields";

const shop = {
  address: "https://shop.example",
  settings: defaultSettings,
  delivery: { usual: defaultTerms, zones: [] },
};

const NONE = new Map<string, number>();

/** A jacket in two colors at half price; one color is sold out in its only size. */
const jacket: Product = {
  ...emptyValues(productFields, plainInApi(productFields)),
  id: "101",
  kind: "goods",
  name: "Desert Jacket",
  description: "Sand & dust.",
  images: ["/media/sand-front.webp"],
  colors: [
    { name: "Sand", swatch: null, images: ["/media/sand-front.webp", "/media/sand-back.webp"] },
    { name: "Black", swatch: null, images: [] },
  ],
  variants: [
    {
      id: 1,
      size: "M",
      color: "Sand",
      price: cents(389_00),
      salePrice: null,
      image: null,
      sku: "IM-SAND-M",
      barcode: "4006381333931",
      stock: 3,
    },
    {
      id: 2,
      size: "M",
      color: "Black",
      price: cents(399_00),
      salePrice: null,
      image: "/media/black.webp",
      sku: "",
      barcode: "",
      stock: 0,
    },
  ],
  price: null,
  salePrice: cents(194_50),
  sku: "",
  weightGrams: null,
  category: { id: "1", name: "Jackets", parent: { id: "2", name: "Men" } },
  type: "top",
  kindForTax: "clothing",
  headwear: false,
  finalSale: false,
  newArrivals: false,
  bestSeller: false,
  publishedStatus: "published",
  createdAt: new Date("2026-01-01T00:00:00Z"),
  sizeChart: [],
  reviews: { count: 0, average: 0 },
  styleWith: false,
  styleWithProducts: [],
};

describe("the merchant feed", () => {
  test("lists every variant under its product, with both prices of a sale", () => {
    const [sand, black] = feedItems(shop, jacket, NONE);

    expect(sand).toMatchObject({
      "g:id": "IM-SAND-M",
      "g:gtin": "4006381333931",
      "g:mpn": "IM-SAND-M",
      "g:item_group_id": "101",
      "g:title": "Desert Jacket, Sand, M",
      "g:link": "https://shop.example/product/desert-jacket-101?color=Sand&size=M",
      "g:image_link": "https://shop.example/api/media/sand-front.webp",
      "g:availability": "in_stock",
      "g:price": "389.00 USD",
      "g:sale_price": "194.50 USD",
      "g:gender": "male",
      "g:product_type": "Men > Jackets",
    });
    expect(black).toMatchObject({ "g:id": "101-2", "g:identifier_exists": "no", "g:availability": "out_of_stock" });
    expect(black).not.toHaveProperty("g:gtin");
  });

  test.each(["SHELF-7", "4006381333932", "12345"])(
    "a barcode that is no GTIN, as %s, is left out of the feed",
    (barcode) => {
      const [sand] = jacket.variants;
      const product = { ...jacket, variants: [{ ...sand, sku: "", barcode }] } as Product;
      const [item] = feedItems(shop, product, NONE);
      expect(item).not.toHaveProperty("g:gtin");
      expect(item).toMatchObject({ "g:identifier_exists": "no" });
    },
  );

  test("of variants that share a SKU, in any letter case, the first has the SKU as its id, and the others get ids of their own", () => {
    const [sand] = jacket.variants;
    const shared = [3, 4].map(
      (id) => ({ ...sand, id, size: `S${id}`, sku: "im-sand-m" }) as Product["variants"][number],
    );
    const product = { ...jacket, variants: [...jacket.variants, ...shared] };
    const ids = feedItems(shop, product, new Map([["im-sand-m", 1]])).map((item) => item["g:id"]);
    expect(ids).toEqual(["IM-SAND-M", "101-2", "101-3", "101-4"]);
    // The first variant is retired: no other variant takes over its id.
    const later = feedItems(shop, { ...product, variants: shared }, new Map([["im-sand-m", 1]]));
    expect(later.map((item) => item["g:id"])).toEqual(["101-3", "101-4"]);
  });

  test("delivery costs the same as in the bag", () => {
    const dear = { ...jacket, salePrice: null };

    expect(feedItems(shop, jacket, NONE)[0]).toMatchObject({ "g:shipping": { "g:price": "3.99 USD" } });
    expect(feedItems(shop, dear, NONE)[0]).toMatchObject({ "g:shipping": { "g:price": "0.00 USD" } });
  });

  test("a product without choices is one item, without size and color", () => {
    const [only] = jacket.variants.slice(0, 1).map((variant) => ({ ...variant, size: "default", color: "default" }));
    const items = feedItems(shop, { ...jacket, colors: [], variants: only ? [only] : [] }, NONE);

    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ "g:title": "Desert Jacket" });
    expect(items[0]).toMatchObject({ "g:link": "https://shop.example/product/desert-jacket-101" });
    expect(items[0]).not.toHaveProperty("g:size");
    expect(items[0]).not.toHaveProperty("g:item_group_id");
  });
});
