import fc from "fast-check";
import { expect, test } from "vitest";
import { type Cents, cents, sum } from "~/shop/money";
import { priceOf } from "~/shop/price";
import { fixedDelivery } from "~/shop/delivery-fee";
import { Refusal } from "~/shop/refusal";
import type { LineProgress } from "../parcels/pieces";
import { type Refundable, computeRefund } from "./computed-refund";

const amount = (max: number) => fc.integer({ min: 0, max }).map((value): Cents => cents(value));
const soldLine = fc.record({ price: amount(50_000), quantity: fc.integer({ min: 1, max: 9 }), tax: amount(900) });
const order = fc.record({
  lines: fc.array(soldLine, { minLength: 1, maxLength: 5 }),
  percent: fc.nat(100),
  delivery: amount(2000),
});
/** Choices of a member's refund form: the line, the number of pieces, the percentage withheld, the delivery fee, and goodwill. */
const wish = fc.record({
  position: fc.nat(4),
  quantity: fc.integer({ min: 1, max: 9 }),
  percent: fc.nat(100),
  delivery: fc.boolean(),
  goodwill: amount(3000),
});

/** A paid order with all its refundable amounts. */
function paidOrder({ lines, percent, delivery }: typeof order extends fc.Arbitrary<infer Order> ? Order : never) {
  const value = lines.reduce((total, line) => total + line.price * line.quantity, 0);
  const discount = cents(Math.floor((value * percent) / 100));
  const { shares } = priceOf(lines, { kind: "amount", amount: discount }, fixedDelivery(cents(0)));
  const progress = lines.map((line, position): LineProgress => ({
    ...line,
    position,
    variantId: position,
    discountShare: shares[position] ?? cents(0),
    sent: 0,
    calledOff: 0,
    unpaid: 0,
    refunded: { quantity: 0, entitlement: cents(0) },
  }));
  const tax = sum(lines.map((line) => line.tax));
  return { progress, paid: cents(value - discount + delivery + tax), delivery };
}

const REFUSED = new Set<string>(["more-than-left", "more-money-than-left"]);

/** The computed refund; undefined when it exceeds the refundable rest. */
function computedFor(left: Refundable, wanted: Parameters<typeof computeRefund>[1]) {
  try {
    return computeRefund(left, wanted);
  } catch (error) {
    if (error instanceof Refusal && REFUSED.has(error.code)) return undefined;
    throw error;
  }
}

/** The refundable rest after a refund. */
function after(left: Refundable, computed: ReturnType<typeof computeRefund>): Refundable {
  return {
    deliveryLeft: cents(left.deliveryLeft - computed.delivery),
    moneyLeft: cents(left.moneyLeft - computed.amount),
    lines: left.lines.map((line) => {
      const own = computed.lines.find(({ position }) => position === line.position);
      if (!own) return line;
      const { quantity, entitlement } = line.refunded;
      return {
        ...line,
        calledOff: line.calledOff + own.calledOff,
        refunded: {
          quantity: quantity + own.quantity,
          entitlement: cents(entitlement + own.amount + own.withheld),
        },
      };
    }),
  };
}

test("[B-33] no refund of 100 random orders exceeds what was paid, to the cent, over lines, delivery, discount and tax", () => {
  fc.assert(
    fc.property(order, fc.array(wish, { maxLength: 12 }), (bought, wishes) => {
      const { progress, paid, delivery } = paidOrder(bought);
      let left: Refundable = { lines: progress, deliveryLeft: delivery, moneyLeft: paid };
      let given = 0;
      for (const { position, quantity, percent, goodwill, ...wanted } of wishes) {
        const whole = computedFor(left, { pieces: [{ position, quantity }] });
        const lowered = cents(Math.floor(((whole?.amount ?? 0) * percent) / 100));
        const computed = computedFor(left, { pieces: [{ position, quantity, amount: lowered }], goodwill, ...wanted });
        given += computed?.amount ?? 0;
        left = computed ? after(left, computed) : left;
        expect(given).toBeLessThanOrEqual(paid);
        expect(left.moneyLeft).toBe(paid - given);
        expect(left.deliveryLeft).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 100 },
  );
});

test("[B-33] refunds of all pieces and the delivery fee sum up to exactly what was paid, however the pieces are divided over them", () => {
  fc.assert(
    fc.property(order, fc.nat(8), (bought, step) => {
      const { progress, paid, delivery } = paidOrder(bought);
      let left: Refundable = { lines: progress, deliveryLeft: delivery, moneyLeft: paid };
      for (const { position, quantity } of progress)
        for (let gone = 0; gone < quantity;) {
          const pieces = Math.min(1 + (step % 3), quantity - gone);
          left = after(left, computeRefund(left, { pieces: [{ position, quantity: pieces }] }));
          gone += pieces;
        }
      left = after(left, computeRefund(left, { pieces: [], delivery: true }));
      expect([left.moneyLeft, left.deliveryLeft]).toEqual([0, 0]);
    }),
    { numRuns: 100 },
  );
});

test("an amount withheld from a piece is refundable as goodwill only: the next piece is computed from its paid price", () => {
  const line = { position: 0, variantId: 1, price: cents(10_00), quantity: 2, discountShare: cents(0), tax: cents(0) };
  const progress = { ...line, sent: 0, calledOff: 0, unpaid: 0, refunded: { quantity: 0, entitlement: cents(0) } };
  const whole: Refundable = { lines: [progress], deliveryLeft: cents(0), moneyLeft: cents(20_00) };

  const left = after(whole, computeRefund(whole, { pieces: [{ position: 0, quantity: 1, amount: cents(6_00) }] }));
  expect(computeRefund(left, { pieces: [{ position: 0, quantity: 1 }] }).amount).toBe(10_00);
  const more = { position: 0, quantity: 1, amount: cents(10_01) };
  expect(() => computeRefund(left, { pieces: [more] })).toThrow(expect.objectContaining({ code: "more-than-left" }));
  expect(computeRefund(left, { pieces: [{ position: 0, quantity: 1 }], goodwill: cents(4_00) }).amount).toBe(14_00);
});
