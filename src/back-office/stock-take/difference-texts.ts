/** -1 → "1 fewer", 0 → "As it should be". */
export function differenceWords(pieces: number): string {
  if (Number.isNaN(pieces)) return "Write a number";
  if (pieces === 0) return "As it should be";
  return `${Math.abs(pieces)} ${pieces < 0 ? "fewer" : "more"}`;
}
