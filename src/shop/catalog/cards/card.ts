import type { Picture } from "~/shop/picture";
import { type Card, imagesOfColor, isSoldOut, type Product, productAddress, type ProductColor } from "../product";
import { pageOf } from "../product-kind";
import { isLowOnStock } from "./flags";

/** Data from which a card is made: a product, or its API form. */
export type CardSource = Pick<
  Product,
  | "id"
  | "name"
  | "materials"
  | "images"
  | "colors"
  | "price"
  | "salePrice"
  | "category"
  | "kind"
  | "finalSale"
  | "newArrivals"
  | "reviews"
> & {
  kind?: Product["kind"] | undefined;
  variants: Card["variants"];
  createdAt: Date;
};

/** Paths of the pictures that a card shows. */
export const cardPictures = ({ images, colors }: Pick<Product, "images" | "colors">): string[] =>
  [images, ...colors.map((color) => color.images)].flatMap((paths) => paths.slice(0, 2));

/** Makes the card of a product; `lowMark` is the stock up to which a variant is shown as low. */
export function cardOf(product: CardSource, pictures: ReadonlyMap<string, Picture>, lowMark: number): Card {
  const { id, name, category, variants, price, salePrice, createdAt } = product;
  const picture = (path: string | undefined) => (path === undefined ? null : (pictures.get(path) ?? null));
  const colored = (color: ProductColor) => {
    const [front, back] = imagesOfColor(product, color);
    return { name: color.name, swatch: color.swatch, front: picture(front), back: picture(back) };
  };

  return {
    id,
    name,
    address: pageOf(product.kind, productAddress(product)),
    price,
    salePrice: salePrice !== null && salePrice > 0 ? salePrice : null,
    material: materialOf(product.materials),
    colors: product.colors.map(colored),
    front: picture(product.images[0]),
    back: picture(product.images[1]),
    variants: variants.map(({ size, color, price, salePrice, stock, image }) => ({
      size,
      color,
      price,
      salePrice,
      stock,
      image,
    })),
    category: { id: category.id, name: category.name, parent: category.parent?.id ?? null },
    ...(product.kind === "gift-card" && { isGiftCard: true as const }),
    isNew: product.newArrivals,
    soldOut: isSoldOut(variants),
    lowStock: isLowOnStock(variants, lowMark),
    rating: product.reviews.average,
    reviews: product.reviews.count,
    createdAt: createdAt.toISOString(),
  };
}

/**
 * The first line of a text about materials, without its label: 'Shell: full-grain cowhide' → 'Full-grain cowhide'. No line ends after a comma,
 * so that a card that is too narrow for it has no comma before its ellipsis.
 */
function materialOf(materials: string): string {
  const outside = (materials.split("\n")[0] ?? "").replace(/^[^:]*:\s*/, "");
  return (outside.charAt(0).toUpperCase() + outside.slice(1)).replaceAll(", ", ",\u00a0");
}
