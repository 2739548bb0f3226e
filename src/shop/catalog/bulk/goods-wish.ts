import type { FieldValues } from "~/shop/audit/saving";
import type { PublishNeed } from "../editing/publish-needs";

/** Maximum number of products in one bulk change. */
export const MOST_GOODS = 5_000;
/** Maximum number of "style with" products per product. */
export const MOST_STYLE_WITH = 24;

/** Marks of products: lists of the shop, or rules. */
export const MARKS = ["newArrivals", "bestSeller", "finalSale", "headwear"] as const;
export type Mark = (typeof MARKS)[number];

/** Status that each act sets. */
export const STATUS_WISHES = { publish: "published", draft: "draft", archive: "archived" } as const;
/** Field that each choice sets. */
export const CHOICE_WISHES = { category: "categoryId", kind: "kindForTax", guide: "sizeGuideId" } as const;

/** An act wanted for many products. Prices are excluded: they have plans. */
export type GoodsWish =
  | { act: keyof typeof STATUS_WISHES }
  | { act: keyof typeof CHOICE_WISHES; to: string | null }
  | { act: "marks"; marks: Partial<Record<Mark, boolean>> }
  | { act: "goes-with"; how: "add" | "replace"; products: string[] };

/** Data of a product for a wish: fields by name, and what publishing lacks. */
export interface WishedProduct {
  id: string;
  values: FieldValues;
  missing: PublishNeed[];
}

/** Reason why a product is left unchanged: a missing fact, or the limit of products that it may go with. */
export type WhyNot = PublishNeed | "goes-with-full";

/** Fields of a product after the wish, including those that already have that value. */
export function wishedValues(wish: GoodsWish, { id, values }: Pick<WishedProduct, "id" | "values">): FieldValues {
  switch (wish.act) {
    case "publish":
    case "draft":
    case "archive":
      // Changing the status drops its plan, as for a single product; an unchanged status keeps it.
      return values.publishedStatus === STATUS_WISHES[wish.act]
        ? {}
        : { publishedStatus: STATUS_WISHES[wish.act], publishAt: null, putAwayAt: null };
    case "category":
    case "kind":
    case "guide":
      return { [CHOICE_WISHES[wish.act]]: wish.to };
    case "marks":
      return { ...wish.marks };
    case "goes-with": {
      const stands = values.styleWith ? (values.styleWithProducts as string[]) : [];
      const wished = wish.products.filter((other) => other !== id);
      // A product never goes with itself; with no other chosen, its list is unchanged.
      const isOnlyItself = wished.length === 0 && wish.products.length > 0;
      const together = wish.how === "add" || isOnlyItself ? [...new Set([...stands, ...wished])] : wished;
      return { styleWith: together.length > 0, styleWithProducts: together };
    }
  }
}

/** Reasons why a product cannot get the wished values; empty when it can. */
export function whyNot(wish: GoodsWish, product: WishedProduct): WhyNot[] {
  if (wish.act === "publish") return product.missing;
  if (wish.act !== "goes-with") return [];
  const { styleWithProducts } = wishedValues(wish, product) as { styleWithProducts: string[] };
  return styleWithProducts.length > MOST_STYLE_WITH ? ["goes-with-full"] : [];
}
