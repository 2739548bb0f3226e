import type { Picture } from "~/shop/picture";
import { colorsOf, imagesOfColor, type Product } from "../product";
import { isOnPage, namesWhere, picked, productFields, type Public } from "../product-fields";
import { isDrawnTable } from "./general-sizes";
import type { ProductDetail } from "./product-detail";

/** Adds the pictures to a product; pictures that do not exist are left out. */
export function detailOf(product: Product, pictures: ReadonlyMap<string, Picture>): ProductDetail {
  const stored = (paths: string[]) => paths.flatMap((path) => pictures.get(path) ?? []);
  const { category, reviews, variants, colors, images, sizeChart } = product;
  const { finalSale, ...shown } = picked(product, onPage());
  return {
    ...shown,
    category,
    finalSale,
    reviews,
    variants,
    colors: [...colors, ...unlisted(product)].map((color) => ({
      name: color.name,
      swatch: color.swatch,
      pictures: stored(imagesOfColor(product, color)),
    })),
    pictures: stored(images),
    sizeChart: stored(sizeChart.filter((path) => !isDrawnTable(path)))[0] ?? null,
  };
}

/** Names of the fields that the page shows. Reviews are counted in fields of their own. */
const onPage = () =>
  namesWhere<typeof productFields, Public<typeof productFields, "page"> & keyof Product>(productFields, isOnPage);

/** Sold colors that have no row of their own; their variants may have a picture. */
function unlisted(product: Product): Product["colors"] {
  const listed = new Set(product.colors.map(({ name }) => name));
  return colorsOf(product)
    .filter((color) => !listed.has(color))
    .map((color) => {
      const image = product.variants.find((variant) => variant.color === color)?.image;
      return { name: color, swatch: null, images: image ? [image] : [] };
    });
}

/** Paths of all pictures that a product's page shows. */
export const detailPictures = (product: Product): string[] => [
  ...product.images,
  ...[...product.colors, ...unlisted(product)].flatMap(({ images }) => images),
  ...product.sizeChart.filter((path) => !isDrawnTable(path)),
];
