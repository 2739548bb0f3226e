import type { GoodsProduct } from "~/shop/catalog/editing/open-product.server";
import type { Right } from "~/shop/members/rights";
import { nameOfVariant } from "~/shop/catalog/product";
import { choiceName } from "~/shop/catalog/stock/variant-name";
import { isOfChoices } from "./choice-fields";
import { wordsLabel } from "./pictures/pictures-address";
import {
  isVariantField,
  type ProductControl,
  productControls,
  PUBLISH,
  STOCK_REASON,
  variantControls,
} from "./product-controls";

/** Rights needed to change the fields of products and of variants, by name. */
export type FieldRights = Readonly<Record<"product" | "variant", Readonly<Record<string, Right>>>>;

/** Right needed to change a field of the form. */
export function rightOf(name: string, rights: FieldRights): Right {
  const [, field] = /^variant:\d+:(\w+)$/.exec(name) ?? [];
  if (name.startsWith("alt:")) return "goods.pictures";
  if (field === "stock" || name === STOCK_REASON) return "stock.change";
  return (field === undefined ? rights.product[name] : rights.variant[field]) ?? "goods.change";
}

/** Name of a form field in a message or a list of changes. */
export function labelOf(
  name: string,
  {
    variants,
    pictures,
  }: {
    variants: Pick<GoodsProduct["variants"][number], "id" | "size" | "color">[];
    pictures?: { lists: { color: string; pictures: { path: string }[] }[] } | undefined;
  },
): string {
  if (isOfChoices(name)) return choiceLabel(name);
  if (name === "pictures") return "Pictures";
  if (name === PUBLISH) return "Status";
  const words = wordsLabel(name, pictures?.lists ?? []);
  if (words !== undefined) return words;
  if (name === STOCK_REASON) return "Why the stock changes";
  const [, id, field] = /^variant:(\d+):(\w+)$/.exec(name) ?? [];
  if (id === undefined) return controlOf(name)?.label ?? name;
  const variant = variants.find((each) => String(each.id) === id);
  const label =
    field === "stock" ? "Stock" : isVariantField(field ?? "") ? variantControls[field as "sku"].label : field;
  return variant && nameOfVariant(variant) ? `${label}, ${nameOfVariant(variant)}` : (label ?? name);
}

/** Control of a product's field; undefined for another name. */
export const controlOf = (name: string): ProductControl | undefined =>
  Object.hasOwn(productControls, name) ? productControls[name as keyof typeof productControls] : undefined;

function choiceLabel(name: string): string {
  if (name === "colors") return "Colors";
  if (name === "sizes") return "Sizes";
  const [kind, first = "", color = ""] = name.split(":").map((part) => decodeURIComponent(part));
  return kind === "swatch" ? `Color on the page of ${first}` : `${choiceName(first, color)} is offered`;
}
