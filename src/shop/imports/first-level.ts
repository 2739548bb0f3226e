import type { UntoldStock } from "./import";
import type { Line } from "./mapped-row";

/** Settings for reading a file's stock. */
export interface StockReading {
  takesStock: boolean;
  untoldStock: UntoldStock;
}

interface NewVariant {
  line: Pick<Line, "says">;
  /** Pieces in the file; undefined without a number. */
  stock: number | undefined;
}

const NOT_COUNTED = new Set(["", "no", "n", "false", "0", "none"]);

/** Whether the other shop counts the row's pieces; undefined without such a column. */
export function isCounted({ line }: Pick<NewVariant, "line">): boolean | undefined {
  const tracker = line.says("tracker");
  return tracker === undefined ? undefined : !NOT_COUNTED.has(tracker.toLowerCase());
}

/** Whether a variant is counted in the other shop, but its file has no number. */
export const isUntold = (variant: NewVariant): boolean => variant.stock === undefined && isCounted(variant) === true;

/**
 * First level of a new variant; null means unlimited: not counted in the other shop, or without a number. Counted variants without a number
 * follow the member's choice; a number that is not taken gives 0.
 */
export function firstLevel(variant: NewVariant, { takesStock, untoldStock }: StockReading): number | null {
  if (isUntold(variant)) return untoldStock === "zero" ? 0 : null;
  if (variant.stock === undefined || isCounted(variant) === false) return null;
  return takesStock ? variant.stock : 0;
}
