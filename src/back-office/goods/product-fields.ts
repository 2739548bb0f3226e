import type { ProductValues } from "~/shop/catalog/editing/open-product.server";
import type { Right } from "~/shop/members/rights";
import type { Cents } from "~/shop/money";
import { parseAmount, type ParsedField, formatAmount } from "./parse-amount";

/** Kind of input control of a product's field. */
type FieldKind = "line" | "words" | "lines" | "amount" | "whole" | "choice" | "yes";

export interface ProductField {
  name: Exclude<keyof ProductValues, "choices" | "publishedStatus" | "publishAt" | "putAwayAt" | "styleWithProducts">;
  label: string;
  kind: FieldKind;
  right: Right;
}

const field = (name: ProductField["name"], label: string, kind: FieldKind, right: Right): ProductField => ({
  name,
  label,
  kind,
  right,
});

/** Fields of a product's form in their order, except sizes and colors, which `parse-choices.ts` parses. */
export const productFields: ProductField[] = [
  field("name", "Name", "line", "goods.words"),
  field("fit", "Fit", "words", "goods.words"),
  field("description", "Description", "words", "goods.words"),
  field("details", "Details", "lines", "goods.words"),
  field("materials", "Materials", "words", "goods.words"),
  field("care", "Care", "words", "goods.words"),
  field("price", "Price", "amount", "goods.prices"),
  field("salePrice", "Sale price", "amount", "goods.prices"),
  field("cost", "Cost", "amount", "goods.cost"),
  field("kindForTax", "Tax kind", "choice", "goods.change"),
  field("categoryId", "Category", "choice", "goods.change"),
  field("newArrivals", "New Arrivals", "yes", "goods.change"),
  field("bestSeller", "Best sellers", "yes", "goods.change"),
  field("finalSale", "Final Sale", "yes", "goods.change"),
  field("headwear", "Headwear", "yes", "goods.change"),
  field("type", "Worn on top or below", "choice", "goods.change"),
  field("sku", "SKU", "line", "goods.change"),
  field("weightGrams", "Weight", "whole", "goods.change"),
  field("lowMark", "Low stock at", "whole", "goods.change"),
  field("searchTitle", "Title in search results", "line", "goods.words"),
  field("searchWords", "Words in search results", "line", "goods.words"),
  field("sizeChart", "Size chart", "choice", "goods.change"),
  field("sizeGuideId", "Size guide", "choice", "goods.change"),
];

/** Fields of a variant, by name. */
export const variantFields = {
  price: { label: "Price", kind: "amount", right: "goods.prices" },
  salePrice: { label: "Sale price", kind: "amount", right: "goods.prices" },
  cost: { label: "Cost", kind: "amount", right: "goods.cost" },
  sku: { label: "SKU", kind: "line", right: "goods.change" },
  barcode: { label: "Barcode", kind: "line", right: "goods.change" },
  shelf: { label: "Shelf", kind: "line", right: "goods.change" },
} as const satisfies Record<string, { label: string; kind: FieldKind; right: Right }>;
export type VariantField = keyof typeof variantFields;
export const variantFieldNames = Object.keys(variantFields) as VariantField[];

/** Name of the field for a variant's sellable pieces; the hidden field `shownStockName` contains the number that was shown. */
export const stockName = (id: number): string => `variant:${id}:stock`;
export const shownStockName = (id: number): string => `level:${id}`;
/** Name of the field for the reason of changed stock levels. */
export const STOCK_REASON = "stockReason";

/** Name of the button that publishes the product together with the typed changes. */
export const PUBLISH = "publish";

/** Name of the form field for a value of a variant. */
export const variantFieldName = (id: number, name: VariantField): string => `variant:${id}:${name}`;

/** Formats a value for its input field. */
export function formatField(kind: FieldKind, value: unknown): string {
  if (kind === "amount") return formatAmount(value as Cents | null | undefined);
  if (kind === "yes") return value ? "yes" : "";
  if (kind === "lines") return (value as string[]).join("\n");
  if (Array.isArray(value)) return String(value[0] ?? "");
  return String(value ?? "");
}

/** Parses a typed value; returns a message that says how to type it if it is invalid. */
export function parseField(kind: FieldKind, name: string, typed: string): ParsedField {
  const text = typed.replaceAll("\r\n", "\n");
  if (kind === "amount") return parseAmount(text);
  if (kind === "yes") return { value: text === "yes" };
  if (kind === "lines") return { value: text.split("\n").flatMap((line) => line.trim() || []) };
  if (kind === "whole") return parseWhole(text.trim());
  if (name === "sizeChart") return { value: text === "" ? [] : [text] };
  if (kind === "choice") return { value: text === "" ? null : text };
  return { value: text.trim() };
}

function parseWhole(text: string): ParsedField {
  if (text === "") return { value: null };
  return /^\d{1,7}$/.test(text) ? { value: Number(text) } : { error: "Write a whole number, or leave it empty." };
}

/** Formats a value for members in a comparison of old and new values. */
export function shownFrom(kind: FieldKind, value: unknown): string {
  const text = formatField(kind, value);
  if (kind === "amount") return text && `$${text}`;
  if (kind === "yes") return text ? "yes" : "no";
  return text;
}
