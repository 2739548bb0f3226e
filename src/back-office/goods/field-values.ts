import { type EditedProductField, type FieldKind, productFields, variantFields } from "~/shop/catalog/product-fields";
import type { Cents } from "~/shop/money";
import { parseAmount, type ParsedField, formatAmount } from "./parse-amount";
import { isVariantField } from "./product-controls";

/** Kind of a field of a product, or of a variant for a name that only variants have. */
export const kindOf = (name: string): FieldKind =>
  Object.hasOwn(productFields, name)
    ? productFields[name as EditedProductField].kind
    : isVariantField(name)
      ? variantFields[name].kind
      : "text";

/** Formats a value for its input field. */
export function formatField(kind: FieldKind, value: unknown): string {
  if (kind === "amount") return formatAmount(value as Cents | null | undefined);
  if (kind === "yes") return value ? "yes" : "";
  if (kind === "lines") return (value as string[]).join("\n");
  if (Array.isArray(value)) return String(value[0] ?? "");
  return String(value ?? "");
}

/** Parses a typed value; returns a message that says how to type it if it is invalid. */
export function parseField(kind: FieldKind, typed: string): ParsedField {
  const text = typed.replaceAll("\r\n", "\n");
  if (kind === "amount") return parseAmount(text);
  if (kind === "yes") return { value: text === "yes" };
  if (kind === "lines") return { value: text.split("\n").flatMap((line) => line.trim() || []) };
  if (kind === "whole") return parseWhole(text.trim());
  if (kind === "list") return { value: text === "" ? [] : [text] };
  if (kind === "word" || kind === "id") return { value: text === "" ? null : text };
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
