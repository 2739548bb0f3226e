import { expect, test } from "vitest";
import { readMoment } from "./read-moment";

const DENVER = "America/Denver";

test.each([
  ["2026-11-27", "2026-11-27T07:00:00.000Z"],
  ["2026-11-27 0:00:00", "2026-11-27T07:00:00.000Z"],
  ["2026-11-27 8:30:15", "2026-11-27T15:30:15.000Z"],
  ["2026-07-04T23:59:59", "2026-07-05T05:59:59.000Z"],
  ["2026-11-27T08:00:00Z", "2026-11-27T08:00:00.000Z"],
  ["2026-11-27 08:00:00+01:00", "2026-11-27T07:00:00.000Z"],
])("%s is read as a time in the shop's time zone unless the text states a zone", (text, moment) => {
  expect(readMoment(text, DENVER)?.toISOString()).toBe(moment);
});

test("a date without a time, as an end, includes the whole day", () => {
  expect(readMoment("2026-11-27", DENVER, "end")?.toISOString()).toBe("2026-11-28T07:00:00.000Z");
  expect(readMoment("2026-12-31", "Pacific/Auckland", "end")?.toISOString()).toBe("2026-12-31T11:00:00.000Z");
});

test("the same text gives different times in different shop time zones, whatever the server's time zone is", () => {
  expect(readMoment("2026-11-27 0:00:00", "Pacific/Auckland")?.toISOString()).toBe("2026-11-26T11:00:00.000Z");
  expect(readMoment("", DENVER)).toBeNull();
  for (const text of ["soon", "27.11.2026", "2026-13-40", "2026-11-27 99:99", "11/27/2026"])
    expect([text, readMoment(text, DENVER)]).toEqual([text, undefined]);
});
