import { expect, test } from "vitest";
import { drawnBars } from "./chart.server";

/** Heights of the drawn bars, and the place of the base line from the top, as parts of the chart's height. */
function drawn(values: readonly number[]) {
  const bars = values.map((value) => ({ name: "", value, before: null, face: "early" as const }));
  const { svg, lines } = drawnBars(bars, "");
  const height = Number(/viewBox="0 0 \d+ (\d+)"/.exec(svg)?.[1]);
  const base = Number(/class="days__base" d="M0,([\d.]+)/.exec(svg)?.[1]);
  const heights = [...svg.matchAll(/ height="([\d.]+)"/g)].map(([, own]) => Number(own) / height);
  return { heights, base: base / height, lines: lines.map(({ shown }) => shown) };
}

test("the highest day takes most of a chart's height, also beside a day of a small refund", () => {
  const { heights, base, lines } = drawn([-148_00, 45_780_75, 12_000_00]);
  expect(heights[1]).toBeGreaterThan(0.85);
  expect(base).toBeGreaterThan(0.99);
  expect(lines).toEqual(["$20,000", "$40,000"]);
});

test("days on which more went back than came stand below the base line, and their height compares with the others", () => {
  const { heights, base } = drawn([-300_00, 900_00]);
  const [back = 0, sold = 0] = heights;
  expect(sold / back).toBeCloseTo(3, 1);
  expect(base + back).toBeCloseTo(1, 1);
});
