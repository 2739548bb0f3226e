import type { GoodsProduct } from "~/shop/catalog/editing/open-product.server";
import type { Right } from "~/shop/members/rights";
import { nameOfPair } from "~/shop/catalog/product";
import { isOfChoices } from "./choice-fields";
import { type PairField, pairFields, productFields, STOCK_REASON } from "./product-fields";

/** The right that changing a field of the form takes. */
export function rightOf(name: string): Right {
  const [, field] = /^pair:\d+:(\w+)$/.exec(name) ?? [];
  if (field === "stock" || name === STOCK_REASON) return "stock.change";
  if (field !== undefined) return pairFields[field as PairField].right;
  return productFields.find((each) => each.name === name)?.right ?? "goods.change";
}

/** What a field of the form is called where it is named alone. */
export function labelOf(
  name: string,
  { pairs }: { pairs: Pick<GoodsProduct["pairs"][number], "id" | "size" | "color">[] },
): string {
  if (isOfChoices(name)) return choiceLabel(name);
  if (name === STOCK_REASON) return "Why the stock changes";
  const [, id, field] = /^pair:(\d+):(\w+)$/.exec(name) ?? [];
  if (id === undefined) return productFields.find((each) => each.name === name)?.label ?? name;
  const pair = pairs.find((each) => String(each.id) === id);
  const label = field === "stock" ? "Stock" : (pairFields[field as keyof typeof pairFields]?.label ?? field);
  return pair && nameOfPair(pair) ? `${label}, ${nameOfPair(pair)}` : (label ?? name);
}

function choiceLabel(name: string): string {
  if (name === "colors") return "Colors";
  if (name === "sizes") return "Sizes";
  const [kind, ...parts] = name.split(":").map((part) => decodeURIComponent(part));
  return kind === "swatch" ? `Color on the page of ${parts[0]}` : `${parts[1]} ${parts[0]} is offered`;
}
