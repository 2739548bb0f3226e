import { NO_CHOICE } from "~/shop/catalog/product";
import { type EditedProductField, picked, plainNames, productFields } from "~/shop/catalog/product-fields";
import { mediaPath } from "./content-check";
import type { CatalogProduct, Content } from "./content-schema";

type Catalog = Content["catalog.json"];

const pathOf = (file: string | null): string | null => (file === null ? null : mediaPath(file));

/**
 * Converts the catalog to rows of the shop's tables. A product without sizes and colors gets one variant with 'default' for both.
 */
export function catalogRows({ categories, products }: Catalog) {
  const kindOf = taxKinds(categories);
  return {
    // Parents are inserted before their children.
    categories: categories
      .map(({ _id, name, parent, onlyFaultyReturns }, position) => ({
        id: _id,
        name,
        parentId: parent?._id ?? null,
        position,
        onlyFaultyReturns,
      }))
      .toSorted((a, b) => Number(a.parentId !== null) - Number(b.parentId !== null)),
    products: products.map((product, position) => ({
      ...picked(product, plainNames(productFields)),
      id: product._id,
      images: product.images.map(mediaPath),
      price: product.price,
      salePrice: product.salePrice,
      cost: product.costPerItem,
      categoryId: product.category._id,
      type: product.type,
      kindForTax: product.kindForTax ?? kindOf(product.category._id),
      publishedStatus: product.publishedStatus,
      sample: true,
      sizeChart: product.sizeChart.map(mediaPath),
      styleWithProducts: product.styleWithProducts,
      position,
      createdAt: product.createdAt,
    })) satisfies DemoProduct[],
    colors: products.flatMap(colorRows),
    variants: products.flatMap(variantRows),
  };
}

/** Fields of the demo's products. A new product has no size guide, no plan and no price of its own in a file of the demo. */
type DemoProduct = Record<Exclude<EditedProductField, "sizeGuideId" | "publishAt" | "putAwayAt">, unknown> &
  Record<string, unknown>;

/** Returns a function for the tax kind of a category: its own, otherwise its parent's, otherwise clothing. */
function taxKinds(categories: Catalog["categories"]) {
  const byId = new Map(categories.map((category) => [category._id, category]));
  return (id: string) => {
    const category = byId.get(id);
    return category?.kindForTax ?? byId.get(category?.parent?._id ?? "")?.kindForTax ?? "clothing";
  };
}

function colorRows({ _id, colorImages, swatches, variantCombinations }: CatalogProduct) {
  const sold = Object.values(variantCombinations).flatMap((entries) => entries.map(({ color }) => color));
  const names = [...new Set([...Object.keys(colorImages), ...sold])].filter((name) => name !== NO_CHOICE);
  return names.map((name, position) => ({
    productId: _id,
    name,
    swatch: swatches[name] ?? null,
    images: (colorImages[name] ?? []).map(mediaPath),
    position,
  }));
}

function variantRows({ _id, variantCombinations, sku, stock }: CatalogProduct) {
  const entries = Object.entries(variantCombinations).flatMap(([size, sold]) =>
    sold.map((entry) => ({ ...entry, size, image: pathOf(entry.image) })),
  );
  const only = { size: NO_CHOICE, color: NO_CHOICE, price: null, image: null, sku, stock };
  return (entries.length > 0 ? entries : [only]).map((entry, position) => ({ ...entry, productId: _id, position }));
}
