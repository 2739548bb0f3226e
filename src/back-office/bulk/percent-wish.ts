import { type Rounding, roundings } from "~/shop/catalog/price-plans/reduced-price";

/** Kinds of a price change by percent: `sale` sets a sale price, `lower` and `raise` change the price itself. */
export const percentChanges = ["sale", "lower", "raise"] as const;
export type PercentChange = (typeof percentChanges)[number];

/** Price change by percent, as parsed from the parameters of an address. */
export interface PercentWish {
  change: PercentChange;
  /** Percentage of the change, above zero also for reductions. */
  percent: number;
  rounding: Rounding;
  /** Whether variants that already cost less than the new price keep their price. */
  leavesCheaper: boolean;
}

/** Fields of the form: their defaults, or the typed values. */
export const shownWish = (search: URLSearchParams) => ({
  change: percentChanges.find((each) => each === search.get("change")) ?? "sale",
  percent: search.get("percent") ?? "",
  rounding: roundings.find((each) => each === search.get("rounding")) ?? "cent",
  cheaper: search.get("cheaper") === "change" ? "change" : "leave",
});

const MOST = { sale: 99.99, lower: 99.99, raise: 500 } as const satisfies Record<PercentChange, number>;

/**
 * Parses the price change from the parameters of an address. Returns an error message for an invalid percentage, and null if none
 * was typed. A minus sign is accepted for `sale` and `lower`, which lower the price anyway.
 */
export function percentWish(search: URLSearchParams): { wish: PercentWish } | { error: string } | null {
  if (!search.has("percent")) return null;
  const { change, percent: typed, rounding, cheaper } = shownWish(search);
  const [, sign, digits] = /^([-+−]?)\s*(\d{1,6}(?:[.,]\d{1,2})?)\s*%?$/.exec(typed.trim()) ?? [];
  if (digits === undefined) return { error: "Write a number with at most two decimals, such as 15 or 12.5." };
  const isDown = change !== "raise";
  if (sign === "+" && isDown) return { error: `A plus would raise it. Write ${digits}, or choose "Raise the price".` };
  if (sign && sign !== "+" && !isDown)
    return { error: `A minus would lower it. Write ${digits}, or choose "Lower the price".` };
  const percent = Number(digits.replace(",", "."));
  if (percent === 0 || percent > MOST[change]) return { error: `Write a number from 0.01 to ${MOST[change]}.` };
  return { wish: { change, percent, rounding, leavesCheaper: cheaper === "leave" } };
}

/** Field of a variant that the change sets. */
export const fieldOf = ({ change }: Pick<PercentWish, "change">): "salePrice" | "price" =>
  change === "sale" ? "salePrice" : "price";
