import type { UntoldStock } from "./import";
import type { Line } from "./mapped-row";

/** How a file's pieces are read. */
export interface StockReading {
  takesStock: boolean;
  untoldStock: UntoldStock;
}

interface NewVariant {
  line: Pick<Line, "says">;
  /** How many pieces the file names; undefined where it names none. */
  stock: number | undefined;
}

const NOT_COUNTED = new Set(["", "no", "n", "false", "0", "none"]);

/** Whether the other shop counts the pieces of a row; undefined where the file has no such column. */
export function isCounted({ line }: Pick<NewVariant, "line">): boolean | undefined {
  const tracker = line.says("tracker");
  return tracker === undefined ? undefined : !NOT_COUNTED.has(tracker.toLowerCase());
}

/** Whether the other shop counts a variant's pieces, and its file does not say how many there are. */
export const isUntold = (variant: NewVariant): boolean => variant.stock === undefined && isCounted(variant) === true;

/**
 * The first level of a new variant; null is no limit: where the other shop does not count, or names no number. What it counts without a
 * number is as a member chose, and a number that is not taken leaves none to sell.
 */
export function firstLevel(variant: NewVariant, { takesStock, untoldStock }: StockReading): number | null {
  if (isUntold(variant)) return untoldStock === "zero" ? 0 : null;
  if (variant.stock === undefined || isCounted(variant) === false) return null;
  return takesStock ? variant.stock : 0;
}
