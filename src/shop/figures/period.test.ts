import { describe, expect, test } from "vitest";
import { daysAround, daysIn, everyDay, periodOf, type Unit, wholeUnits } from "./period";

const today = "2026-11-20";

describe("the days of a period", () => {
  test.each([
    ["today", "2026-11-20", "2026-11-20"],
    ["7", "2026-11-14", "2026-11-20"],
    ["30", "2026-10-22", "2026-11-20"],
    ["month", "2026-11-01", "2026-11-20"],
    ["last-month", "2026-10-01", "2026-10-31"],
    ["quarter", "2026-10-01", "2026-11-20"],
    ["last-quarter", "2026-07-01", "2026-09-30"],
    ["year", "2026-01-01", "2026-11-20"],
  ] as const)("the period %s is from %s to %s", (name, from, to) => {
    expect(periodOf({ name, beside: "none" }, today)).toMatchObject({ from, to, before: null });
  });

  test("the quarter before the first one of a year is the last one of the year before", () => {
    const last = periodOf({ name: "last-quarter", beside: "year" }, "2026-01-01");
    expect(last).toMatchObject({ from: "2025-10-01", to: "2025-12-31", open: null });
    expect(last.before).toEqual({ from: "2024-10-01", to: "2024-12-31" });
  });

  test("a custom period gets its dates in order, ends today at the latest and covers at most ten years", () => {
    const own = (from: string | null, to: string | null) => periodOf({ name: "own", from, to, beside: "none" }, today);
    expect(own("2026-10-31", "2026-10-01")).toMatchObject({ from: "2026-10-01", to: "2026-10-31" });
    expect(own("2026-11-18", "2027-01-05")).toMatchObject({ from: "2026-11-18", to: today });
    expect(own("2027-01-05", "2027-02-01")).toMatchObject({ from: today, to: today });
    expect(own(null, null)).toMatchObject({ from: "2026-10-22", to: today });
    expect(daysIn(own("1926-01-01", today))).toBe(3_660);
  });

  test("`open` is today if the period contains today, otherwise null", () => {
    expect(periodOf({ name: "7", beside: "none" }, today).open).toBe(today);
    expect(periodOf({ name: "last-month", beside: "none" }, today).open).toBeNull();
  });
});

describe("the comparison span of a period", () => {
  const weekday = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay();

  test("the weekday comparison has the same weekdays day by day and ends before the period starts", () => {
    for (const name of ["today", "7", "30", "month", "last-month", "year"] as const) {
      const { before, ...span } = periodOf({ name, beside: "weekdays" }, today);
      if (!before) throw new Error("nothing to compare with");
      expect([name, daysIn(before), before.to < span.from]).toEqual([name, daysIn(span), true]);
      expect(everyDay(before).map(weekday)).toEqual(everyDay(span).map(weekday));
    }
  });

  test("the year comparison has the same dates of the previous year, and February 28 for a leap day", () => {
    expect(periodOf({ name: "month", beside: "year" }, today).before).toEqual({ from: "2025-11-01", to: "2025-11-20" });
    const leap = periodOf({ name: "own", from: "2024-02-29", to: "2024-03-01", beside: "year" }, today);
    expect(leap.before).toEqual({ from: "2023-02-28", to: "2023-03-01" });
  });
});

describe("the month before", () => {
  const before = (from: string, to: string, now = "2026-11-20") =>
    periodOf({ name: "own", from, to, beside: "month" }, now).before;

  test("is a whole month for a whole month, of whatever length", () => {
    expect(before("2026-10-01", "2026-10-31")).toEqual({ from: "2026-09-01", to: "2026-09-30" });
    expect(before("2026-02-01", "2026-02-28")).toEqual({ from: "2026-01-01", to: "2026-01-31" });
    expect(before("2026-01-01", "2026-01-31")).toEqual({ from: "2025-12-01", to: "2025-12-31" });
  });

  test("is the same dates for the first days of a month, and ends with its month", () => {
    expect(before("2026-11-01", "2026-11-20")).toEqual({ from: "2026-10-01", to: "2026-10-20" });
    expect(before("2026-03-01", "2026-03-30", "2026-03-30")).toEqual({ from: "2026-02-01", to: "2026-02-28" });
    expect(periodOf({ name: "month", beside: "month" }, today).before).toEqual({
      from: "2026-10-01",
      to: "2026-10-20",
    });
  });

  test("does not exist for other days: the same weekdays take its place", () => {
    for (const [from, to] of [
      ["2026-10-02", "2026-10-31"],
      ["2026-09-01", "2026-10-31"],
    ] as const)
      expect(before(from, to)).toEqual(periodOf({ name: "own", from, to, beside: "weekdays" }, today).before);
  });
});

test("`wholeUnits` returns the whole months, quarters or years of a span, from the first to the last day", () => {
  const whole = (from: string, to: string, unit: Unit = "month") => wholeUnits({ from, to }, unit);
  expect(whole("2026-01-15", "2026-04-10")).toEqual({ from: "2026-02-01", to: "2026-03-31" });
  expect(whole("2026-02-01", "2026-02-28")).toEqual({ from: "2026-02-01", to: "2026-02-28" });
  expect(whole("2024-02-01", "2024-02-28")).toBeNull();
  expect(whole("2025-12-31", "2026-01-31")).toEqual({ from: "2026-01-01", to: "2026-01-31" });
  expect(whole("2026-03-02", "2026-03-31")).toBeNull();
  expect(whole("2024-11-27", "2026-11-27", "quarter")).toEqual({ from: "2025-01-01", to: "2026-09-30" });
  expect(whole("2026-02-01", "2026-06-30", "quarter")).toEqual({ from: "2026-04-01", to: "2026-06-30" });
  expect(whole("2024-11-27", "2026-11-27", "year")).toEqual({ from: "2025-01-01", to: "2025-12-31" });
  expect(whole("2025-01-02", "2026-12-30", "year")).toBeNull();
  expect(whole("2026-03-02", "2026-03-02", "day")).toEqual({ from: "2026-03-02", to: "2026-03-02" });
});

test("`daysAround` returns the days of a span before and after a part of it", () => {
  const part = { from: "2026-02-01", to: "2026-02-28" };
  expect(daysAround({ from: "2026-01-31", to: "2026-03-02" }, part)).toEqual([
    { from: "2026-01-31", to: "2026-01-31" },
    { from: "2026-03-01", to: "2026-03-02" },
  ]);
  expect(daysAround(part, part)).toEqual([]);
});
