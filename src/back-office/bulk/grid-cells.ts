import type { BulkRow } from "~/shop/catalog/bulk/bulk-row";
import { MOST_PIECES } from "~/shop/catalog/stock/delivery";
import type { Cents } from "~/shop/money";
import { formatAmount, parseAmount } from "../goods/parse-amount";

/** The columns of the grid that belong to a variant, as they are named in its fields. */
export const COLUMNS = ["price", "salePrice", "cost", "stock"] as const;
export type Column = (typeof COLUMNS)[number];

/** The name of a cell's field. */
export const cellName = (column: string, id: number | string): string => `${column}:${id}`;

/** Text of a variant's cell. */
export function cellText(row: BulkRow, column: Column): string {
  if (column === "stock") return row.level === null ? "" : String(row.level);
  // A sale price of 0 takes the variant out of its product's sale; without such a sale the cell stays empty.
  if (column === "salePrice" && !row.salePrice && !row.productSalePrice) return "";
  return formatAmount(row[column]);
}

/** Typed cells of a variant: changed values, the difference in stock, and unreadable cells. */
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
