import type { UntoldStock } from "./import";
import type { Line } from "./mapped-row";

/** Settings that determine how a file's stock is read. */
export interface StockReading {
  takesStock: boolean;
  untoldStock: UntoldStock;
}

interface NewVariant {
  line: Pick<Line, "says">;
  /** Pieces in the file; undefined if the file has no number. */
  stock: number | undefined;
}

const NOT_COUNTED = new Set(["", "no", "n", "false", "0", "none"]);

const WITHOUT_STOCK = new Set(["continue", "true", "yes", "y", "1", "notify", "allow"]);

/** Whether the other shop sells a row when it has no pieces left. */
export const isSoldWithoutStock = ({ says }: Pick<Line, "says">): boolean =>
  WITHOUT_STOCK.has((says("backorders") ?? "").toLowerCase());

/**
 * Whether the other shop counts the pieces of a row so that they limit what it sells; undefined if the file has no such column.
 */
export function isCounted({ line }: Pick<NewVariant, "line">): boolean | undefined {
  if (isSoldWithoutStock(line)) return false;
  const tracker = line.says("tracker");
  return tracker === undefined ? undefined : !NOT_COUNTED.has(tracker.toLowerCase());
}

/** Whether the other shop counts the pieces of a variant but its file contains no number. */
export const isUntold = (variant: NewVariant): boolean => variant.stock === undefined && isCounted(variant) === true;

/**
 * Initial stock of a new variant; null means unlimited: not counted in the other shop, or no number in the file. A counted
 * variant without a number follows the member's choice `untoldStock`. A number gives 0 if the member does not import stock.
 */
export function firstLevel(variant: NewVariant, { takesStock, untoldStock }: StockReading): number | null {
  if (isUntold(variant)) return untoldStock === "zero" ? 0 : null;
  if (variant.stock === undefined || isCounted(variant) === false) return null;
  return takesStock ? variant.stock : 0;
}
