import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import {
  clockTime,
  dayBefore,
  dayIn,
  lastClock,
  lastMoment,
  sentenceTime,
  shortDay,
  sinceTime,
  spokenTime,
} from "./shop-time";

const denver = "America/Denver";
const now = new Date("2026-11-20T19:00:00Z"); // Friday noon in Denver

test.each([
  ["2026-11-20T13:31:00Z", "Today 6:31 am"],
  ["2026-11-20T06:59:00Z", "Yesterday 11:59 pm"],
  ["2026-11-18T21:14:00Z", "Wed 2:14 pm"],
  ["2026-11-14T19:00:00Z", "Sat 12:00 pm"],
  ["2026-11-13T19:00:00Z", "November 13"],
  ["2025-11-13T19:00:00Z", "November 13, 2025"],
])("%s is shown as %s", (at, words) => {
  expect(spokenTime(new Date(at), now, denver)).toBe(words);
});

test("a time inside a sentence has its preposition", () => {
  expect(sentenceTime(new Date("2026-11-20T14:42:00Z"), now, denver)).toBe("at 7:42 am");
  expect(sentenceTime(new Date("2026-11-18T21:14:00Z"), now, denver)).toBe("on Wednesday at 2:14 pm");
  expect(sentenceTime(new Date("2026-09-01T21:14:00Z"), now, denver)).toBe("on September 1");
});

test.each([
  ["2026-11-20T14:42:00Z", "since 7:42 am"],
  ["2026-11-19T21:14:00Z", "since yesterday at 2:14 pm"],
  ["2026-11-18T21:14:00Z", "since Wednesday at 2:14 pm"],
  ["2026-09-01T21:14:00Z", "since September 1"],
])("a beginning at %s is written as %s", (at, words) => {
  expect(sinceTime(new Date(at), now, denver)).toBe(words);
});

/** Files that write a time by other means than shop-time.ts, each with what it writes. */
const OTHERS: Record<string, string> = {
  "src/shop/day-words.ts":
    "the day with its weekday, for shop-time.ts and for scripts of the bag, which do without the rest",
  "src/shop/wall-clock.ts": "values of fields for a time",
  "src/shop/settings.ts": "nothing: it asks whether a zone exists",
  "src/shop/catalog/stock/low-stock-letter.server.ts": "nothing: it asks for the hour",
  "src/shop/community/schedule-words.ts": "days of meetings by the clock of their place",
  "src/shop/orders/list/export-orders.server.ts": "cells of a file for programs",
  "src/shop/orders/gift-cards/buy-gift-card.page.tsx": "the first day of a date field",
  "src/back-office/figures/figures-words.ts": "names of months and periods",
  "src/back-office/figures/chart-steps.ts": "names of months in charts",
};

test("no file puts a word before a time that has its own, such as since at 6:31 am", async () => {
  const twice: string[] = [];
  for await (const file of glob("src/**/*.{ts,tsx}"))
    if (
      /\b(since|at|on) \$\{sentenceTime\(|sentenceTime\([^;]*?\.replace\(/.test(await readFile(file, "utf8")) &&
      !file.endsWith("/shop-time.ts")
    )
      twice.push(file);
  expect(twice).toEqual([]);
});

test("a time on a screen, in a letter or on paper is written by shop-time.ts alone", async () => {
  const writing: string[] = [];
  for await (const file of glob("src/**/*.{ts,tsx}"))
    if (
      !/\.test\.tsx?$|^src\/testing\//.test(file) &&
      /DateTimeFormat\(|toLocale(?:Date|Time)String|timeStyle|hour12/.test(await readFile(file, "utf8"))
    )
      writing.push(file);
  expect(writing.toSorted()).toEqual(["src/shop/shop-time.ts", ...Object.keys(OTHERS)].toSorted());
});

test("a deadline has its zone in short, with its day and alone", () => {
  expect(lastMoment(new Date("2026-11-20T16:00:00Z"), denver)).toBe("Friday, November 20, 9:00 am MST");
  expect(lastClock(new Date("2026-07-20T15:00:00Z"), denver)).toBe("9:00 am MDT");
});

test("a day begins at midnight in the given time zone, also when daylight saving time ends", () => {
  expect(dayIn(new Date("2026-11-01T05:59:59Z"), denver)).toBe("2026-10-31");
  expect(dayIn(new Date("2026-11-01T06:00:00Z"), denver)).toBe("2026-11-01");
  expect(dayIn(new Date("2026-11-02T06:59:59Z"), denver)).toBe("2026-11-01");
  expect(clockTime(new Date("2026-11-01T08:30:00Z"), denver)).toBe("1:30 am");
  expect(dayBefore("2026-03-01", 1)).toBe("2026-02-28");
  expect(shortDay("2026-11-14")).toBe("Nov 14");
});
