import { expect, test } from "vitest";
import { barCode } from "./bar-code.server";

/** Widths of bars and gaps of each Code 128 symbol, by its value (ISO/IEC 15417, table 1). Value 106 is the stop symbol. */
const SYMBOLS =
  `212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231
113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121
211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124
121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241
114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141
114131 311141 411131 211412 211214 211232 2331112`.split(/\s+/);

const [TO_C, TO_B, START_B, START_C, STOP] = [99, 100, 104, 105, 106];

/** Reads the widths of bars and gaps in an SVG, and of the white margins. */
function widthsIn(svg: string) {
  const width = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const bars = [...svg.matchAll(/stroke-width="(\d+)" d="([^"]*)"/g)]
    .flatMap(([, stroke, path = ""]) =>
      [...path.matchAll(/M([\d.]+) /g)].map(([, middle]) => ({
        from: Number(middle) - Number(stroke) / 2,
        to: Number(middle) + Number(stroke) / 2,
      })),
    )
    .toSorted((one, other) => one.from - other.from);
  const edges = bars.flatMap(({ from, to }) => [from, to]);
  const widths = edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0));
  return { widths, before: edges[0], after: width - (edges.at(-1) ?? 0) };
}

/** Decodes a bar code like a scanner: returns its text and the values of its symbols. */
function scanned(svg: string): { text: string; values: number[] } {
  const all = widthsIn(svg).widths.join("");
  const values = [...(all.slice(0, -7).match(/.{6}/g) ?? []), all.slice(-7)].map((widths) => SYMBOLS.indexOf(widths));
  const [start = 0, ...rest] = values.slice(0, -2);
  const check = values.at(-2);
  expect(check).toBe((start + rest.reduce((sum, value, index) => sum + value * (index + 1), 0)) % 103);
  expect(values.at(-1)).toBe(STOP);
  let set = start === START_C ? "C" : start === START_B ? "B" : "other";
  let text = "";
  for (const value of rest) {
    if (set === "C" && value === TO_B) set = "B";
    else if (set === "B" && value === TO_C) set = "C";
    else text += set === "C" ? String(value).padStart(2, "0") : String.fromCodePoint(value + 32);
  }
  return { text, values };
}

test("[B-38] the bar code of an order's number is Code 128, set C, two digits per symbol, with white margins of ten modules", () => {
  for (const number of ["48217350", "10000000", "99999999", "50607080"]) {
    const { text, values } = scanned(barCode(number));
    expect([text, values[0], values.length]).toEqual([number, START_C, 7]);
    expect(widthsIn(barCode(number))).toMatchObject({ before: 10, after: 10 });
  }
});

test("[B-38] the bar code of a return's number contains its letter", () => {
  for (const number of ["R4821735", "R1000000"]) {
    expect(scanned(barCode(number)).text).toBe(number);
    expect(widthsIn(barCode(number))).toMatchObject({ before: 10, after: 10 });
  }
});
