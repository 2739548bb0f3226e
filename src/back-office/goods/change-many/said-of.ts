import { type GoodsWish, type Mark, MARKS } from "~/shop/catalog/bulk/goods-wish";
import { counted, listed } from "../../count-words";
import type { RecordNames } from "../../log/log-kind";
import { namedValue } from "../named-value-words";
import { productControls } from "../product-controls";

/** Name of a flag: its label in the form of a product. */
export const markName = (mark: Mark): string => productControls[mark].label;

const FIELDS = { category: "categoryId", kind: "kindForTax", guide: "sizeGuideId" } as const;

/** Sentence about an act on many products, stored in the log. */
export function saidOf(wish: GoodsWish, count: number, names: RecordNames): string {
  const is = (words: string) => `${counted(count, "product is", "products are")} ${words}.`;
  const has = (words: string) => `${counted(count, "product has", "products have")} ${words}.`;
  switch (wish.act) {
    case "publish":
      return is("on the shop");
    case "draft":
      return is(count === 1 ? "a draft" : "drafts");
    case "archive":
      return is("put away");
    case "marks":
      return is(
        listed(
          MARKS.flatMap((mark) =>
            mark in wish.marks ? `${wish.marks[mark] ? "" : "not "}under ${markName(mark)}` : [],
          ),
        ),
      );
    case "goes-with":
      return wish.products.length === 0 && wish.how === "replace"
        ? `${counted(count, "product goes", "products go")} with nothing.`
        : `${counted(count, "product goes", "products go")} with ${counted(wish.products.length, "other")}${wish.how === "add" ? " more" : ""}.`;
    case "category":
      return is(`in ${namedValue(FIELDS.category, wish.to, names) ?? "no category"}`);
    case "kind":
      return has(`the tax kind ${namedValue(FIELDS.kind, wish.to, names) ?? "none"}`);
    case "kinds":
      return has("the tax kinds of their categories");
    case "guide":
      return has(wish.to === null ? "no size guide" : `the size guide ${namedValue(FIELDS.guide, wish.to, names)}`);
  }
}
