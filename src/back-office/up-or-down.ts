/** Describes the change from the period before: "up 12%", "down 3%" or "as before"; empty if the value before is not positive. */
export function upOrDown(now: number, before: number): string {
  if (before <= 0) return "";
  const percent = Math.round((100 * (now - before)) / before);
  if (percent === 0) return "as before";
  return percent > 0 ? `up ${percent}%` : `down ${-percent}%`;
}
