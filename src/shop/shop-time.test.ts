import { expect, test } from "vitest";
import { clockTime, dayBefore, dayIn, sentenceTime, shortDay, spokenTime } from "./shop-time";

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

test("a day begins at midnight in the given time zone, also when daylight saving time ends", () => {
  expect(dayIn(new Date("2026-11-01T05:59:59Z"), denver)).toBe("2026-10-31");
  expect(dayIn(new Date("2026-11-01T06:00:00Z"), denver)).toBe("2026-11-01");
  expect(dayIn(new Date("2026-11-02T06:59:59Z"), denver)).toBe("2026-11-01");
  expect(clockTime(new Date("2026-11-01T08:30:00Z"), denver)).toBe("1:30 am");
  expect(dayBefore("2026-03-01", 1)).toBe("2026-02-28");
  expect(shortDay("2026-11-14")).toBe("Nov 14");
});
