import type { ProductValues } from "~/shop/catalog/editing/open-product.server";
import type { Right } from "~/shop/members/rights";
import type { Cents } from "~/shop/money";
import { parseAmount, type ParsedField, formatAmount } from "./parse-amount";

/** Control in which a field of a product is typed. */
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

/** The fields of a product's own form, in its order. Sizes and colors are read by `parse-choices.ts`. */
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

/** The fields of a variant, by the name of each. */
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

/** Name of the field with a variant's sellable pieces; a hidden field before it holds the shown number. */
export const stockName = (id: number): string => `variant:${id}:stock`;
export const shownStockName = (id: number): string => `level:${id}`;
/** Name of the field with the reason for changed levels. */
export const STOCK_REASON = "stockReason";

/** Name of the button that publishes the product together with the typed changes. */
export const PUBLISH = "publish";

/** The name of a variant's field in the form. */
export const variantFieldName = (id: number, name: VariantField): string => `variant:${id}:${name}`;

/** A value as its field shows it. */
export function formatField(kind: FieldKind, value: unknown): string {
  if (kind === "amount") return formatAmount(value as Cents | null | undefined);
  if (kind === "yes") return value ? "yes" : "";
  if (kind === "lines") return (value as string[]).join("\n");
  if (Array.isArray(value)) return String(value[0] ?? "");
  return String(value ?? "");
}

/** Value of a field, or an error that says how to type it. */
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

/** A value as members read it in a comparison. */
export function shownFrom(kind: FieldKind, value: unknown): string {
  const text = formatField(kind, value);
  if (kind === "amount") return text && `$${text}`;
  if (kind === "yes") return text ? "yes" : "no";
  return text;
}
