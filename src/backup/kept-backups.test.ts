import { expect, test } from "vitest";
import { HOUR } from "~/platform/durations";
import { keptBackups } from "./kept-backups";

const hourly = (hours: number) =>
  Array.from({ length: hours }, (_, ago) => ({ at: new Date(Date.UTC(2026, 10, 23, 22, 7) - ago * HOUR) }));

test("of hourly backups over two years one is kept for each of the last 24 hours, 7 days, 4 weeks and 12 months", () => {
  const kept = [...keptBackups(hourly(2 * 365 * 24))]
    .map(({ at }) => at.toISOString().slice(0, 13))
    .toSorted()
    .toReversed();
  expect(kept.slice(0, 24)).toEqual(hourly(24).map(({ at }) => at.toISOString().slice(0, 13)));
  // The newest backup of a period is kept: that of the last hour of a day, the Sunday of a week, the last day of a month.
  const days =
    "2026-11-21T23 2026-11-20T23 2026-11-19T23 2026-11-18T23 2026-11-17T23 2026-11-15T23 2026-11-08T23 2026-10-31T23 2026-09-30T23 2026-08-31T23 2026-07-31T23 2026-06-30T23 2026-05-31T23 2026-04-30T23 2026-03-31T23 2026-02-28T23 2026-01-31T23 2025-12-31T23";
  expect(kept.slice(24)).toEqual(days.split(" "));
});

test("a few backups are all kept, whatever their age", () => {
  const few = hourly(3).concat({ at: new Date(0) });
  expect(keptBackups(few)).toEqual(new Set(few));
});
