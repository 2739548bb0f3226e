import { expect, test } from "vitest";
import { cents } from "~/shop/money";
import { covering, refundDays } from "./refunded-before";

test("days of earlier refunds are named from the earliest, also when refunds by settled returns and by members are mixed", () => {
  const refund = (day: number, cause: string) => ({
    position: 0,
    quantity: 1,
    amount: cents(36_00),
    at: new Date(Date.UTC(2026, 10, day, 18)),
    isConfirmed: true,
    cause,
  });
  const latestFirst = [refund(24, "return:2"), refund(22, "staff:torn"), refund(20, "return:1")];
  expect(refundDays(covering(3, latestFirst), "America/Denver")).toBe(
    "on November 20, 2026 and November 22, 2026 and November 24, 2026",
  );
});
