import type { Cents } from "~/shop/money";
import { isGiftCard, type ProductKind } from "../product-kind";

/** Requirements for publishing a product, in the order of the form. */
export const PUBLISH_NEEDS = ["name", "price", "picture", "category", "kindForTax"] as const;
export type PublishNeed = (typeof PUBLISH_NEEDS)[number];

/** Fields of a draft that publishing checks. */
interface Draft {
  /** Unset for goods of files and of the demo. */
  kind?: ProductKind;
  name: string;
  price: Cents | null;
  images: string[];
  colors: { images: string[] }[];
  /** Sold variants. */
  variants: { price: Cents | null; image: string | null }[];
  categoryId: string | null;
  kindForTax: string | null;
}

/** Requirements that a draft lacks; empty if it can be published. Pictures without an alternative text are accepted. */
export function missingToPublish(draft: Draft): PublishNeed[] {
  const { name, price, images, colors, variants, categoryId, kindForTax } = draft;
  const pictures = [
    ...images,
    ...colors.flatMap((color) => color.images),
    ...variants.flatMap(({ image }) => image ?? []),
  ];
  const has: Record<PublishNeed, boolean> = {
    name: name.trim() !== "",
    price: price !== null || (variants.length > 0 && variants.every((variant) => variant.price !== null)),
    picture: pictures.length > 0 || isGiftCard(draft),
    category: categoryId !== null || isGiftCard(draft),
    kindForTax: kindForTax !== null || isGiftCard(draft),
  };
  return PUBLISH_NEEDS.filter((need) => !has[need]);
}

/** Message for each missing requirement, shown at its field. */
export const needWords: Record<PublishNeed, string> = {
  name: "Give it a name before it goes on the shop.",
  price: "Write a price before it goes on the shop.",
  picture: "Add a picture before it goes on the shop.",
  category: "Choose a category before it goes on the shop.",
  kindForTax: "Choose a tax kind before it goes on the shop.",
};
