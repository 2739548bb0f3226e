import { byName } from "~/platform/by-name";
import { type Cents, formatCents } from "~/shop/money";
import { nameOfVariant } from "~/shop/catalog/product";
import { type Fields, namesOfKind, namesWhere, productFields, variantFields } from "~/shop/catalog/product-fields";
import { FIELDS } from "./columns";
import type { Problem, ShownChange } from "./import";

/** Names of fields in the preview. The fields that a product and its variants share have the same name. */
const labelsOf = (fields: Fields): [name: string, label: string][] =>
  Object.entries(fields).flatMap(([name, { heading, label = heading }]) => (label == null ? [] : [[name, label]]));
const LABELS = byName<string>(
  Object.fromEntries([...labelsOf(variantFields), ...labelsOf(productFields), ["swatch", FIELDS.swatch.label]]),
);
/** Label of a change that gives a product its first pictures. */
export const PICTURES_CHANGE = "Pictures";
const labelOf = (field: string): string => LABELS[field] ?? "Another field";
/** Label of a change that ends a sale price. */
export const SALE_ENDS = "The sale price ends";
/** Labels of the fields that a file may clear, except sale prices. */
export const CLEARABLE_LABELS: string[] = [productFields, variantFields].flatMap((fields: Fields) =>
  namesWhere(fields, ({ clearable }) => clearable === true)
    .filter((name) => name !== "salePrice")
    .map(labelOf),
);
/** Text shown for a missing value. */
export const NONE = "none";
/** Text shown for stock that is not counted. */
export const NOT_COUNTED = "not counted";
const MONEY = new Set<string>([productFields, variantFields].flatMap((fields) => namesOfKind(fields, "amount")));
const STATUSES = byName<string>({ published: "On the shop", draft: "Draft", archived: "Put away" });
/** Maximum number of characters of a long text in the preview. */
const SHOWN = 120;

/** Change of a field, with old and new value as text for the preview. */
export function shownChange(
  field: string,
  from: unknown,
  to: unknown,
  named: readonly { id: string; name: string }[] = [],
): ShownChange {
  const words = (value: unknown): string => {
    if (field === "categoryId" || field === "sizeGuideId") return named.find(({ id }) => id === value)?.name ?? NONE;
    if (field === "styleWithProducts")
      return (value as string[] | null)?.length ? `${(value as string[]).length} products` : NONE;
    if (field === "publishedStatus") return STATUSES[String(value)] ?? NONE;
    if (value === null || value === undefined || value === "") return NONE;
    if (MONEY.has(field)) return formatCents(value as Cents);
    if (typeof value === "boolean") return value ? "Yes" : "No";
    const text = Array.isArray(value) ? value.join("; ") : String(value);
    return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text || NONE;
  };
  const what = field === "salePrice" && to === null ? SALE_ENDS : labelOf(field);
  return { what, from: words(from), to: words(to) };
}

/** Text of a problem with its field, e.g. "Price: write cents with a point"; a row blocked by another row has no field. */
export const problemWords = ({ field, words, ofRow }: Problem): string =>
  ofRow === undefined ? `${FIELDS[field].label}: ${words}` : words;

/** Name of a row, e.g. "Ridgeback Boots, Brown / US 11". */
export const nameOfRow = (title: string, variant: { size: string; color: string } | undefined): string =>
  [title, variant ? nameOfVariant(variant) : ""].filter(Boolean).join(", ").slice(0, 300);
