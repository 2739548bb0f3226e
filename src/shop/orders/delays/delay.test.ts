import fc from "fast-check";
import { expect, test } from "vitest";
import { dayAfter } from "~/shop/shop-time";
import { endOfDelay, SILENCE_DAYS, shipByAfter } from "./delay";

const PROMISED = "2026-12-03";
const first = { promised: PROMISED, isFurther: false, today: "2026-12-02" };

test("silence is consent at the first delay, to a day at most 30 days after the promised one", () => {
  expect(endOfDelay({ ...first, newDay: "2027-01-02" })).toBeNull();
  expect(endOfDelay({ ...first, newDay: "2027-01-03" })).toBe("2027-01-02");
  expect(endOfDelay({ ...first, newDay: null })).toBe("2027-01-02");
});

test("a further delay ends the order on the day until which the shopper agreed to wait", () => {
  const further = { ...first, isFurther: true };
  for (const newDay of ["2026-12-05", "2027-03-01", null])
    expect([newDay, endOfDelay({ ...further, newDay })]).toEqual([newDay, PROMISED]);
});

test("no letter names a day that is over", () => {
  const days = fc.integer({ min: -400, max: 400 }).map((offset) => dayAfter(PROMISED, offset));
  fc.assert(
    fc.property(days, fc.option(days), fc.boolean(), (today, newDay, isFurther) => {
      const end = endOfDelay({ promised: PROMISED, newDay, isFurther, today });
      const isConsent = !isFurther && newDay !== null && newDay <= dayAfter(PROMISED, SILENCE_DAYS);
      expect([end === null, end === null || end >= today]).toEqual([isConsent, true]);
    }),
  );
});

test("an order has to leave by the day of its end until the shopper chooses to wait, then by the new day", () => {
  const asking = { promised: PROMISED, newDay: "2027-03-01", endsOn: "2027-01-02" };
  expect(shipByAfter({ ...asking, answer: null })).toBe("2027-01-02");
  expect(shipByAfter({ ...asking, answer: "wait" })).toBe("2027-03-01");
  expect(shipByAfter({ ...asking, newDay: null, answer: "wait" })).toBeNull();
  expect(shipByAfter({ promised: PROMISED, newDay: "2026-12-11", endsOn: null, answer: null })).toBe("2026-12-11");
});
