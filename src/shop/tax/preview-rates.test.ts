import { expect, test } from "vitest";
import { previewRates } from "./preview-rates";
import { rateLines } from "./rate-lines";
import type { TaxRange } from "./tax-table";

const DAY = "2026-10-01";
const albany: TaxRange = {
  zipFrom: "12201",
  zipTo: "12288",
  name: "Albany",
  localRate: 40_000,
  localExempt: true,
  choice: "higher",
  source: "Typed by Dana",
  day: "2026-07-01",
};
const preview = (
  pasted: string,
  more: { isWhole?: boolean; meaning?: "together" | "local"; ranges?: TaxRange[] } = {},
) => {
  const { lines, bad } = rateLines(pasted, "NY");
  const { isWhole = false, meaning = "together", ranges = [albany] } = more;
  const found = previewRates(lines, () => ({ stateRate: 40_000, ranges }), {
    meaning,
    isWhole,
    source: "rates.csv",
    day: DAY,
  });
  return { states: found.states, bad: [...bad, ...found.bad] };
};

test("lines are parsed with commas, tabs, quotes and headings; states by code, by name, or by the page's state", () => {
  const typed = [
    "NY, 12207, 12207, 8.00, Albany",
    "new york\t100\t104\t8.875%\tNew York City",
    '"NY";14201;14280;8.75;"Buffalo, Erie"',
    "13201,13290,8,Syracuse, Onondaga",
  ].join("\r\n");
  expect(rateLines(typed, "NY").lines.map(({ line, text: _, ...read }) => [line, Object.values(read)])).toEqual([
    [1, ["NY", "12207", "12207", 80_000, "Albany"]],
    [2, ["NY", "10000", "10499", 88_750, "New York City"]],
    [3, ["NY", "14201", "14280", 87_500, "Buffalo, Erie"]],
    [4, ["NY", "13201", "13290", 80_000, "Syracuse, Onondaga"]],
  ]);
  const file = "\uFEFFState,Rate,County,ZIP from,ZIP to\nNY,8,Albany,12201,12288\n";
  expect(rateLines(file, null)).toMatchObject({
    bad: [],
    lines: [{ line: 2, state: "NY", zipFrom: "12201", zipTo: "12288", rate: 80_000, name: "Albany" }],
  });
});

test.each([
  ["NY,12207,12207,800,Albany", "percentage from 0 to 25"],
  ["NY,12207,12207,-1,Albany", "percent"],
  ["NY,1000-99,,8,Albany", "1000-99 is no ZIP"],
  ["NY,12207,12201,8,Albany", "first ZIP"],
  ["NY,12207,12207,,Albany", "a line without one says nothing"],
  ["XX,12207,12207,8,Albany", "XX is no state"],
  ["NY,12207,12207,3,Albany", "less than the state's own 4.00%"],
  ["NY,12207,12207,0.08875,Albany", "percent"],
  [`NY,12207,12207,8,${"a".repeat(61)}`, "60 characters"],
  ["NY,12207,12207,8,Al\u202Ebany", "invisible"],
  [`NY,${"1".repeat(400)}`, "Write state"],
  ["NY,12250,12300,8,Rensselaer", "overlaps 12201 to 12288, Albany in part"],
])("[B-88] a wrong line is reported and left out, the other lines are kept: %s", (line, words) => {
  const { states, bad } = preview(`NY,14201,14280,8.75,Erie\n${line}`);
  expect(bad).toEqual([{ line: 2, text: line.slice(0, 120).trim(), error: expect.stringContaining(words) as string }]);
  expect(states[0]?.fresh.map(({ name }) => name)).toEqual(["Erie"]);
});

test("[B-88] two rates for one ZIP range in one file are reported with both lines; an exact repetition is ignored", () => {
  const { states, bad } = preview("NY,14201,14280,8.75,Erie\nNY,14201,14280,8.5,Erie\nNY,14201,14280,8.75,erie");
  expect(bad).toEqual([
    {
      line: 2,
      text: "NY,14201,14280,8.5,Erie",
      error: expect.stringMatching(/Two rates for one ZIP.*See line 1\./) as string,
    },
  ]);
  expect(states[0]?.fresh).toHaveLength(1);
});

test("a preview lists new, changed and unchanged ranges; missing ranges are removed only if the file is complete", () => {
  const erie = { ...albany, zipFrom: "14201", zipTo: "14280", name: "Erie", localRate: 47_500 };
  const typed = "NY,12201,12288,8.25,Albany\nNY,100,104,8.875,New York City";
  const [part] = preview(typed, { ranges: [albany, erie] }).states;
  expect(part).toMatchObject({ state: "NY", same: 0, gone: [], changed: [{ was: albany }] });
  expect(
    part?.ranges.map(({ name, localRate, localExempt, source, day }) => [name, localRate, localExempt, source, day]),
  ).toEqual([
    ["New York City", 48_750, false, "rates.csv", DAY],
    ["Albany", 42_500, true, "rates.csv", DAY],
    ["Erie", 47_500, true, "Typed by Dana", "2026-07-01"],
  ]);
  const [whole] = preview(typed, { ranges: [albany, erie], isWhole: true }).states;
  expect(whole?.gone).toEqual([erie]);
  expect(whole?.ranges.map(({ name }) => name)).toEqual(["New York City", "Albany"]);
});

test("a local rate is stored without subtracting the state's rate, and an unchanged rate only gets the new day and source", () => {
  const [state] = preview("12201,12288,4,Albany", { meaning: "local" }).states;
  expect(state).toMatchObject({
    same: 1,
    fresh: [],
    changed: [],
    ranges: [{ localRate: 40_000, day: DAY, localExempt: true }],
  });
});

test("10,000 lines for one state exceed its 3,000 ranges: each is reported, and the stored ranges stay", () => {
  const typed = Array.from({ length: 10_000 }, (_, at) => `NY,${10_000 + at},${10_000 + at},8,County ${at}`).join("\n");
  const { states, bad } = preview(typed);
  expect(states[0]?.ranges).toEqual([albany]);
  expect(bad).toHaveLength(10_000);
  expect(bad[0]?.error).toContain("at most 3,000 ranges");
});
