import type { FieldValues } from "~/shop/audit/saving";
import type { PublishNeed } from "../editing/publish-needs";

/** How many products one act may be about. */
export const MOST_GOODS = 5_000;
/** How many products another one may go with. */
export const MOST_STYLE_WITH = 24;

/** Marks of products, each a list of the shop or a rule of its own. */
export const MARKS = ["newArrivals", "bestSeller", "finalSale", "headwear"] as const;
export type Mark = (typeof MARKS)[number];

/** Where each status leads. */
export const STATUS_WISHES = { publish: "published", draft: "draft", archive: "archived" } as const;
/** The field that each choice out of a list is written to. */
export const CHOICE_WISHES = { category: "categoryId", kind: "kindForTax", guide: "sizeGuideId" } as const;

/** An act that a member wants done with many products. Prices are none of it: they have plans of their own. */
export type GoodsWish =
  | { act: keyof typeof STATUS_WISHES }
  | { act: keyof typeof CHOICE_WISHES; to: string | null }
  | { act: "marks"; marks: Partial<Record<Mark, boolean>> }
  | { act: "goes-with"; how: "add" | "replace"; products: string[] };

/** A product, as far as a wish is concerned: its fields by name, and what it lacks to be on the shop. */
export interface WishedProduct {
  id: string;
  values: FieldValues;
  missing: PublishNeed[];
}

/** Why a product stays as it is: what it lacks, or that it goes with as many others as it may. */
export type WhyNot = PublishNeed | "goes-with-full";

/** The fields of one product as the wish has them, also where they hold that already. */
export function wishedValues(wish: GoodsWish, { id, values }: Pick<WishedProduct, "id" | "values">): FieldValues {
  switch (wish.act) {
    case "publish":
    case "draft":
    case "archive":
      // A plan is dropped with the status it was made for, as for one product; where the status stands already the plan stays.
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
      // Chosen for others, a product goes not with itself and keeps what it has.
      const isOnlyItself = wished.length === 0 && wish.products.length > 0;
      const together = wish.how === "add" || isOnlyItself ? [...new Set([...stands, ...wished])] : wished;
      return { styleWith: together.length > 0, styleWithProducts: together };
    }
  }
}

/** Why a product cannot have what is wished; nothing where it can. */
export function whyNot(wish: GoodsWish, product: WishedProduct): WhyNot[] {
  if (wish.act === "publish") return product.missing;
  if (wish.act !== "goes-with") return [];
  const { styleWithProducts } = wishedValues(wish, product) as { styleWithProducts: string[] };
  return styleWithProducts.length > MOST_STYLE_WITH ? ["goes-with-full"] : [];
}
