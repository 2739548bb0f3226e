import type { FieldValues } from "~/shop/audit/saving";
import { byName } from "~/platform/by-name";
import { limits } from "~/shop/limits";
import type { PublishNeed } from "../editing/publish-needs";
import type { TaxKind } from "../kinds-for-tax";

/** Maximum number of products in one bulk change. */
export const MOST_GOODS = 5_000;

/** Marks of products. They put a product on lists of the shop, or apply rules such as final sale. */
export const MARKS = ["newArrivals", "bestSeller", "finalSale", "headwear"] as const;
export type Mark = (typeof MARKS)[number];

/** Product status that each kind of change sets. */
export const STATUS_WISHES = { publish: "published", draft: "draft", archive: "archived" } as const;
/** Product field that each kind of choice sets. */
export const CHOICE_WISHES = { category: "categoryId", kind: "kindForTax", guide: "sizeGuideId" } as const;

/** Key of the products without a category among kinds by category. */
export const NO_CATEGORY_KEY = "none";
/** Tax kind for the products of each category, by the category's id or `NO_CATEGORY_KEY`. */
export type KindsByCategory = Readonly<Record<string, TaxKind>>;

/** A change wanted for many products. Prices are not among them: price plans change them. */
export type GoodsWish =
  | { act: keyof typeof STATUS_WISHES }
  | { act: keyof typeof CHOICE_WISHES; to: string | null }
  | { act: "kinds"; kinds: KindsByCategory }
  | { act: "marks"; marks: Partial<Record<Mark, boolean>> }
  | { act: "goes-with"; how: "add" | "replace"; products: string[] };

/** Data of a product that a change needs: fields by name, and what the product lacks for publishing. */
export interface WishedProduct {
  id: string;
  values: FieldValues;
  missing: PublishNeed[];
}

/** Reason why a product is not changed: a field that publishing needs, or the maximum of its "style with" products. */
export type WhyNot = PublishNeed | "goes-with-full";

/** Fields that the change sets on a product, including fields that already have the value. */
export function wishedValues(wish: GoodsWish, { id, values }: Pick<WishedProduct, "id" | "values">): FieldValues {
  switch (wish.act) {
    case "publish":
    case "draft":
    case "archive":
      // A changed status deletes the planned publishing, as for a single product; an unchanged status keeps it.
      return values.publishedStatus === STATUS_WISHES[wish.act]
        ? {}
        : { publishedStatus: STATUS_WISHES[wish.act], publishAt: null, putAwayAt: null };
    case "category":
    case "kind":
    case "guide":
      return { [CHOICE_WISHES[wish.act]]: wish.to };
    case "kinds": {
      const kind = byName(wish.kinds)[(values.categoryId as string | null | undefined) ?? NO_CATEGORY_KEY];
      return kind ? { kindForTax: kind } : {};
    }
    case "marks":
      return { ...wish.marks };
    case "goes-with": {
      const stands = values.styleWith ? (values.styleWithProducts as string[]) : [];
      const wished = wish.products.filter((other) => other !== id);
      // A product is never its own "style with" product; if it is the only chosen one, its list is not changed.
      const isOnlyItself = wished.length === 0 && wish.products.length > 0;
      const together = wish.how === "add" || isOnlyItself ? [...new Set([...stands, ...wished])] : wished;
      return { styleWith: together.length > 0, styleWithProducts: together };
    }
  }
}

/** Reasons why a product cannot get the wanted values; empty if it can. */
export function whyNot(wish: GoodsWish, product: WishedProduct): WhyNot[] {
  if (wish.act === "publish") return product.missing;
  if (wish.act !== "goes-with") return [];
  const { styleWithProducts } = wishedValues(wish, product) as { styleWithProducts: string[] };
  return styleWithProducts.length > limits.styleWith ? ["goes-with-full"] : [];
}
