import type { GoodsWish } from "~/shop/catalog/bulk/goods-wish";
import { counted } from "../../count-texts";
import type { ManyAct } from "./many-view";

/** Names of the acts, as a list offers them. */
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

/** Labels of the field for the value. */
export const choiceLabels = { category: "Category", kind: "Tax kind", guide: "Size guide" } as const;

/** Label of the button that applies the act. */
export function buttonWords({ act }: GoodsWish, count: number): string {
  const goods = counted(count, "product");
  if (act === "publish") return `Put ${goods} on the shop`;
  if (act === "draft") return `Take ${goods} off the shop`;
  if (act === "archive") return `Put ${goods} away`;
  return `Change ${goods}`;
}
