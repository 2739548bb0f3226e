import type { Change } from "~/shop/audit/acts.server";
import type { ChangeWords, RecordNames } from "../log/change-text";
import { counted } from "../count-texts";
import { momentWords } from "../format-moment";
import { choiceWords } from "./choice-texts";
import { pairFields, productFields, shownFrom } from "./product-fields";
import { isStatus, statusWords, taxKinds } from "./status-texts";

const others: Record<string, string> = {
  choices: "Sizes and colors",
  publishedStatus: "Status",
  publishAt: "Goes on the shop",
  putAwayAt: "Is put away",
  styleWith: "Goes with",
  styleWithProducts: "Goes with",
  shelf: "Shelf",
};

/** A change of a product or of one of its pairs, as a member reads it. */
export function goodsWords({ kind, record, field, old, new: now }: Change, names: RecordNames): ChangeWords {
  const known = names.get(`${kind} ${record}`);
  const label =
    productFields.find(({ name }) => name === field)?.label ??
    (field in pairFields ? pairFields[field as keyof typeof pairFields].label : (others[field] ?? "Changed"));
  return {
    what: known?.name ? `${known.name}: ${label.toLowerCase()}` : label,
    from: valueWords(field, old, names),
    to: valueWords(field, now, names),
    ...(known?.productId && { way: `/goods/${known.productId}` }),
  };
}

/** A change of a category, as a member reads it. */
export const categoryWords = ({ record, field, old, new: now }: Change, names: RecordNames): ChangeWords => ({
  what:
    field === "position"
      ? `Place of ${names.get(`category ${record}`)?.name ?? "a category"}`
      : field === "added"
        ? "A new category"
        : "Name of a category",
  from: valueWords(field, old),
  to: valueWords(field, now),
  way: "/goods/categories",
});

function valueWords(field: string, value: unknown, names: RecordNames = new Map()): string {
  if (value === null || value === undefined || value === "") return "Empty";
  if (field === "choices") return choiceWords(value as Parameters<typeof choiceWords>[0]);
  if (field === "publishedStatus") return isStatus(String(value)) ? statusWords[String(value) as "draft"].name : "";
  if (field === "kindForTax") return taxKinds[String(value) as keyof typeof taxKinds] ?? String(value);
  if (field === "categoryId") return names.get(`category ${String(value)}`)?.name ?? "Another category";
  if (field === "sizeChart") return (value as unknown[]).length > 0 ? "A chart of its own" : "None";
  if (field === "publishAt" || field === "putAwayAt") return momentWords(new Date(String(value)));
  if (field === "type") return value === "top" ? "Top" : "Bottom";
  if (field === "styleWithProducts") return counted((value as unknown[]).length, "product");
  if (field === "styleWith") return value ? "yes" : "no";
  const kind = productFields.find(({ name }) => name === field)?.kind ?? pairFields[field as "price"]?.kind ?? "line";
  const text = shownFrom(kind, value);
  return text.length > 160 ? `${text.slice(0, 160)} …` : text || "Empty";
}
