import { type Rounding, roundings } from "~/shop/catalog/price-plans/reduced-price";

/** Kinds of a change by percent: a sale price below the price, or a lower or higher price itself. */
export const percentChanges = ["sale", "lower", "raise"] as const;
export type PercentChange = (typeof percentChanges)[number];

/** A change by percent as an address asks for it. */
export interface PercentWish {
  change: PercentChange;
  /** How many percent, always above zero. */
  percent: number;
  rounding: Rounding;
  /** True: variants that shoppers already get for less keep their price. */
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
 * The change that an address asks for, or how to type it instead; nothing before anything was typed. A minus is taken with "sale" and
 * "lower", which lower the price anyway.
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

/** Price field of a variant that a change sets. */
export const fieldOf = ({ change }: Pick<PercentWish, "change">): "salePrice" | "price" =>
  change === "sale" ? "salePrice" : "price";
