import fc from "fast-check";
import { expect, test } from "vitest";
import { cents, sum } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { divideAmongRefunds, takenFrom } from "./divide-among-refunds";
import type { ComputedRefund } from "./computed-refund";

const amount = fc.nat(500_00).map(cents);
const line = fc.record({ quantity: fc.integer({ min: 1, max: 9 }), amount, withheld: amount, off: fc.nat(9) });
const computed = fc
  .record({ lines: fc.array(line, { maxLength: 5 }), delivery: amount, fees: amount, goodwill: amount })
  .map((drawn) => {
    const lines = drawn.lines.map(({ quantity, off, ...own }, position) => {
      const calledOff = Math.min(off, quantity);
      return { position, quantity, ...own, calledOff, calledOffBefore: quantity - calledOff };
    });
    const { delivery, fees, goodwill } = drawn;
    const all = sum([...lines.map((own) => own.amount), delivery, fees, goodwill]);
    return { lines, delivery, fees, goodwill, amount: all };
  });
/** Computed refunds with payments, which together have at least the refund's amount left. */
const cases = fc.record({
  computed,
  lefts: fc.array(fc.integer({ min: 1, max: 400_00 }), { minLength: 1, maxLength: 4 }),
});
const lastTakesTheRest = (computed: ComputedRefund, lefts: number[]) =>
  [...lefts, computed.amount].map((left, index) => ({ paymentId: String(index), left: cents(left) }));

test("`takenFrom` takes an amount from the first payments first, and never more than a payment has left", () => {
  fc.assert(
    fc.property(cases, ({ computed, lefts }) => {
      const leftOf = lastTakesTheRest(computed, lefts);
      const parts = takenFrom(leftOf, computed.amount);

      expect(sum(parts.map((part) => part.amount))).toBe(computed.amount);
      for (const [index, part] of parts.entries()) {
        const own = leftOf[index];
        expect(part.paymentId).toBe(own?.paymentId);
        expect(part.amount).toBeGreaterThan(0);
        const isLast = index === parts.length - 1;
        expect(isLast ? part.amount <= (own?.left ?? 0) : part.amount === own?.left).toBe(true);
      }
    }),
  );
  expect(() => takenFrom([{ paymentId: "a", left: cents(5) }], cents(6))).toThrow(new Refusal("more-money-than-left"));
});

test("`divideAmongRefunds` divides a computed refund exactly: each refund gets parts of its amount, and the pieces of a line are in one refund", () => {
  fc.assert(
    fc.property(cases, ({ computed, lefts }) => {
      fc.pre(computed.amount > 0);
      const amounts = takenFrom(lastTakesTheRest(computed, lefts), computed.amount).map((part) => part.amount);
      const divided = divideAmongRefunds(computed, amounts);

      expect(divided.map((own) => own.amount)).toEqual(amounts);
      for (const [index, own] of divided.entries())
        expect(sum([...own.lines.map((part) => part.amount), own.delivery, own.fees, own.goodwill])).toBe(
          amounts[index],
        );
      for (const name of ["delivery", "fees", "goodwill"] as const)
        expect(sum(divided.map((own) => own[name]))).toBe(computed[name]);
      for (const whole of computed.lines) {
        const parts = divided.flatMap((own) => own.lines.filter(({ position }) => position === whole.position));
        for (const name of ["quantity", "amount", "withheld", "calledOff", "calledOffBefore"] as const)
          expect(parts.reduce((total, part) => total + part[name], 0)).toBe(whole[name]);
        expect(parts.filter(({ quantity }) => quantity > 0)).toHaveLength(1);
        expect(parts.every((part) => part.quantity > 0 || part.amount > 0)).toBe(true);
      }
    }),
  );
});
