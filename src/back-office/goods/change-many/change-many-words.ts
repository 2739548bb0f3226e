import type { GoodsWish, WhyNot } from "~/shop/catalog/bulk/goods-wish";
import { counted } from "../../count-words";
import type { ManyAct } from "./many-acts";

/** Labels of the field for the new value, by act. */
export const choiceLabels = { category: "Category", kind: "Tax kind", guide: "Size guide" } as const;

/** Label of the button that applies the act. */
export function buttonWords({ act }: GoodsWish, count: number): string {
  const goods = counted(count, "product");
  if (act === "publish") return `Put ${goods} on the shop`;
  if (act === "draft") return `Take ${goods} off the shop`;
  if (act === "archive") return `Put ${goods} away`;
  return `Change ${goods}`;
}

/** Singular and plural text of each reason why products cannot be changed. */
const LACKS: Record<WhyNot, [one: string, several: string]> = {
  name: ["product has no name", "products have no name"],
  price: ["product has no price", "products have no price"],
  picture: ["product has no picture", "products have no picture"],
  category: ["product has no category", "products have no category"],
  kindForTax: ["product has no tax kind", "products have no tax kind"],
  "goes-with-full": ["product would go with more than 24", "products would go with more than 24"],
};

/** Formats a reason with its number of products, e.g. "150 products have no category". */
export const lackWords = (why: WhyNot, count: number): string => counted(count, ...LACKS[why]);

/** Acts that add a missing field to many products, by field: the act, its button, and a name for the goods without the field. */
export const mendingActs = {
  category: { act: "category", button: "Choose their category", goods: "those without a category" },
  kindForTax: { act: "kinds", button: "Choose their tax kinds", goods: "those without a tax kind" },
} as const satisfies Partial<Record<WhyNot, { act: ManyAct; button: string; goods: string }>>;

/** Whether one act can add the missing field to many products at once. */
export const isMendable = (why: string): why is keyof typeof mendingActs => Object.hasOwn(mendingActs, why);

/** Message for a mending act whose goods all have the missing field by now. */
export const NONE_LACKS_IT = "None of them lacks it any more.";
export const CHOICE_TOO_OLD = "This choice is more than two days old. Choose the goods again.";
