import type { Rate } from "./tax-table";

/** Highest rate that can be typed, 25 %: more than any place in the country charges. */
export const MOST_RATE: Rate = 250_000;

export const RATE_ERROR = "A rate is a percentage from 0 to 25.";

const PER_PERCENT = 10_000;

/** Parses a rate typed in percent into parts per million; null for an empty text. */
export function parseRate(typed: string): { value: Rate | null } | { error: string } {
  const text = typed.trim().replace(/\s?%$/, "");
  if (text === "") return { value: null };
  const percent = /^(\d{1,6})(?:\.(\d{1,4}))?$/.exec(text);
  if (!percent) return { error: "Write a rate in percent, with a point: 8.875." };
  const value = Number(percent[1]) * PER_PERCENT + Number((percent[2] ?? "").padEnd(4, "0"));
  return value > MOST_RATE ? { error: RATE_ERROR } : { value };
}

/** Formats a rate in percent, with at least two decimals: 88,750 → "8.875", 40,000 → "4.00". */
export function formatRate(rate: Rate): string {
  const [whole = "0", part = ""] = (rate / PER_PERCENT).toFixed(4).split(".");
  return `${whole}.${part.replace(/0{1,2}$/, "")}`;
}

/** Formats a rate with its sign: "8.875%". */
export const rateWords = (rate: Rate): string => `${formatRate(rate)}%`;
