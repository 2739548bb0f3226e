import type { CSSProperties } from "react";

interface StarsProps {
  /** Rating from 0 to 5; partial stars are shown exactly. */
  value: number;
  /** Number of reviews; shown, and part of the accessible text. */
  count?: number;
  size?: "regular" | "large";
}

/** Five stars, drawn by the style sheet and filled to `value`. */
export function Stars({ value, count, size = "regular" }: StarsProps) {
  const filled = { "--v": `${Math.min(Math.max(value / 5, 0), 1) * 100}%` } as CSSProperties;
  return (
    <span
      className={size === "large" ? "stars stars--lg" : "stars"}
      style={filled}
      role="img"
      aria-label={starsInWords(value, count)}
    >
      {count}
    </span>
  );
}

/** Accessible text: 4.25 and 9 → "4.3 out of 5, 9 reviews". */
export function starsInWords(value: number, count?: number): string {
  if (count === 0) return "No reviews yet";
  const rating = `${Number(value.toFixed(1))} out of 5`;
  return count === undefined ? rating : `${rating}, ${count} ${count === 1 ? "review" : "reviews"}`;
}
