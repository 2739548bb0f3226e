import { expect, test } from "vitest";
import { bankDayFrom, bankHolidays, isBankDay } from "./bank-days";

// As the Federal Reserve publishes them.
test("the holidays of banks are those of the Federal Reserve", () => {
  expect(bankHolidays(2026).toSorted()).toEqual([
    "2026-01-01",
    "2026-01-19",
    "2026-02-16",
    "2026-05-25",
    "2026-06-19",
    "2026-07-04",
    "2026-09-07",
    "2026-10-12",
    "2026-11-11",
    "2026-11-26",
    "2026-12-25",
  ]);
  expect(bankHolidays(2027)).toEqual(expect.arrayContaining(["2027-07-05", "2027-05-31", "2027-11-25"]));
});

test("a payout comes on a bank day: neither on a weekend nor on a holiday, and on a Friday before a holiday on Saturday", () => {
  expect(bankDayFrom("2026-12-25")).toBe("2026-12-28");
  expect(bankDayFrom("2026-11-27")).toBe("2026-11-27");
  expect(bankDayFrom("2027-01-01")).toBe("2027-01-04");
  expect([isBankDay("2026-07-03"), isBankDay("2027-07-05")]).toEqual([true, false]);
  const days = ["2026-12-24", "2026-12-25", "2026-12-26", "2026-12-27", "2026-12-28"];
  expect(days.filter((day) => !isBankDay(day))).toEqual(["2026-12-25", "2026-12-26", "2026-12-27"]);
});
