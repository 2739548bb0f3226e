import { type GoodsWish, type Mark, MARKS } from "~/shop/catalog/bulk/goods-wish";
import { counted, listed } from "../../count-texts";
import type { RecordNames } from "../../log/change-text";
import { namedValue } from "../named-value-texts";
import { productFields } from "../product-fields";
import type { ManyAct } from "./many-view";

/** What can be done with many goods, as a list offers it. */
export const actNames: Record<Exclude<ManyAct, "none">, string> = {
  publish: "Put on the shop",
  draft: "Take off the shop, as drafts",
  archive: "Put away",
  category: "Change the category",
  kind: "Change the tax kind",
  guide: "Change the size guide",
  marks: "Mark as new, best seller, final sale",
  "goes-with": "Choose what they go with",
};

/** What the fields of the form are called that says to what. */
export const choiceLabels = { category: "Category", kind: "Tax kind", guide: "Size guide" } as const;

export const markName = (mark: Mark): string => productFields.find(({ name }) => name === mark)?.label ?? mark;

/** The button that does it. */
export function buttonWords({ act }: GoodsWish, count: number): string {
  const goods = counted(count, "product");
  if (act === "publish") return `Put ${goods} on the shop`;
  if (act === "draft") return `Take ${goods} off the shop`;
  if (act === "archive") return `Put ${goods} away`;
  return `Change ${goods}`;
}

const FIELDS = { category: "categoryId", kind: "kindForTax", guide: "sizeGuideId" } as const;

/** What was done with so many products, as the log keeps it for ever. */
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
    case "guide":
      return has(wish.to === null ? "no size guide" : `the size guide ${namedValue(FIELDS.guide, wish.to, names)}`);
  }
}
