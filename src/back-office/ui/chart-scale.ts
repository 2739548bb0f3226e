/** End of a chart's scale for values up to `highest`, and its two lines: a round number and its half, both whole. */
export function chartScale(highest: number): { top: number; lines: number[] } {
  if (highest <= 0) return { top: 1, lines: [] };
  const power = 10 ** Math.floor(Math.log10(highest));
  const top = [1, 2, 4, 6, 8, 10].map((times) => times * power).find((end) => end >= highest) ?? 10 * power;
  return { top, lines: top >= 2 ? [top / 2, top] : [top] };
}
