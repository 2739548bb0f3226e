import type { BulkRow } from "~/shop/catalog/bulk/bulk-row";
import { MOST_PIECES } from "~/shop/catalog/stock/delivery";
import type { Cents } from "~/shop/money";
import { formatAmount, parseAmount } from "../goods/parse-amount";

/** Columns of the grid with values of a variant; field names begin with them. */
export const COLUMNS = ["price", "salePrice", "cost", "stock"] as const;
export type Column = (typeof COLUMNS)[number];

/** Name of the form field of a cell, e.g. "price:17". */
export const cellName = (column: string, id: number | string): string => `${column}:${id}`;

/** Text in a variant's cell. */
export function cellText(row: BulkRow, column: Column): string {
  if (column === "stock") return row.level === null ? "" : String(row.level);
  // A sale price of 0 excludes the variant from the sale of its product; if the product has no sale, the cell is empty.
  if (column === "salePrice" && !row.salePrice && !row.productSalePrice) return "";
  return formatAmount(row[column]);
}

/** Parsed cells of a variant: changed values, the changed stock, and messages for invalid cells by field name. */
export interface ParsedRow {
  values: Partial<Record<"price" | "salePrice" | "cost", Cents | null>>;
  /** Typed level and the level that the form showed; null means unlimited. */
  stock: { wanted: number; shown: number | null } | null;
  errors: Record<string, string>;
}

/** Compares the typed cells of a variant with its stored values. */
export function parseRow(typed: Record<string, string>, row: BulkRow): ParsedRow {
  const parsed: ParsedRow = { values: {}, stock: null, errors: {} };
  for (const column of ["price", "salePrice", "cost"] as const) {
    const name = cellName(column, row.variantId);
    const text = typed[name];
    if (text === undefined || text === cellText(row, column)) continue;
    const amount = parseAmount(text);
    if ("error" in amount) parsed.errors[name] = amount.error;
    else if (amount.value !== row[column]) parsed.values[column] = amount.value;
  }
  parseStock(typed, row.variantId, parsed);
  return parsed;
}

function parseStock(typed: Record<string, string>, id: number, parsed: ParsedRow): void {
  const name = cellName("stock", id);
  const text = (typed[name] ?? "").trim();
  const shown = (typed[cellName("shown", id)] ?? "").trim();
  if (typed[name] === undefined || text === shown) return;
  if (!/^\d{1,6}$/.test(text) || Number(text) > MOST_PIECES) parsed.errors[name] = "Write how many pieces can be sold.";
  else parsed.stock = { wanted: Number(text), shown: /^\d+$/.test(shown) ? Number(shown) : null };
}
