import { choiceName } from "~/shop/catalog/stock/variant-name";
import { counted, listed } from "../count-words";

interface Left {
  size: string;
  color: string;
  /** Number of pieces left; null if stock is not counted. */
  stock: number | null;
}

/** Describes the total stock of a product's variants: "12 pieces", "no limit", or "12 pieces, no limit on M and L". */
export function stockLeftWords(variants: Left[]): string {
  const free = variants.filter(({ stock }) => stock === null);
  if (variants.length > 0 && free.length === variants.length) return "no limit";
  const pieces = counted(
    variants.reduce((sum, { stock }) => sum + (stock ?? 0), 0),
    "piece",
  );
  if (free.length === 0) return pieces;
  const isOneColor = new Set(variants.map(({ color }) => color)).size === 1;
  const names = free.map(({ size, color }) => (isOneColor ? size : choiceName(size, color)));
  return `${pieces}, no limit on ${names.length > MOST_NAMED ? counted(names.length, "variant") : listed(names)}`;
}

/** Maximum number of variants that the text names. */
const MOST_NAMED = 3;
