import type { Change } from "~/shop/audit/acts.server";
import type { ChangeWords, RecordNames } from "../log/change-text";
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
    (field in pairFields ? pairFields[field as keyof typeof pairFields].label : (others[field] ?? field));
  return {
    what: known?.name ? `${known.name}: ${label.toLowerCase()}` : label,
    from: valueWords(field, old),
    to: valueWords(field, now),
    ...(known && { way: `/goods/${known.productId}` }),
  };
}

/** A change of a category, as a member reads it. */
export const categoryWords = ({ field, old, new: now }: Change): ChangeWords => ({
  what: field === "position" ? "Place of a category" : field === "added" ? "A new category" : "Name of a category",
  from: valueWords(field, old),
  to: valueWords(field, now),
  way: "/goods/categories",
});

function valueWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "Empty";
  if (field === "choices") return choiceWords(value as Parameters<typeof choiceWords>[0]);
  if (field === "publishedStatus") return isStatus(String(value)) ? statusWords[String(value) as "draft"].name : "";
  if (field === "kindForTax") return taxKinds[String(value) as keyof typeof taxKinds] ?? String(value);
  if (field === "styleWithProducts") return `${(value as unknown[]).length} products`;
  if (field === "styleWith") return value ? "yes" : "no";
  const kind = productFields.find(({ name }) => name === field)?.kind ?? pairFields[field as "price"]?.kind ?? "line";
  const text = shownFrom(kind, value);
  return text.length > 160 ? `${text.slice(0, 160)} …` : text || "Empty";
}
