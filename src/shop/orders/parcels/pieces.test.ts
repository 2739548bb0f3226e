import fc from "fast-check";
import { expect, test } from "vitest";
import { lineTotal, priceOf } from "~/shop/price";
import { fixedDelivery } from "~/shop/delivery-fee";
import { type Cents, cents } from "~/shop/money";
import { trackingAddress } from "./carriers";
import { refundOf } from "./pieces";

const line = fc.record({
  price: fc.integer({ min: 0, max: 100_000 }).map((amount): Cents => cents(amount)),
  quantity: fc.integer({ min: 1, max: 20 }),
});

test("refunds of single pieces add up exactly to what was paid for the line, whatever the discount", () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.nat(100), fc.nat(20), (lines, percent, step) => {
      const value = lines.reduce((total, each) => total + lineTotal(each), 0);
      const amount = cents(Math.floor((value * percent) / 100));
      const { shares } = priceOf(lines, { kind: "amount", amount }, fixedDelivery(cents(0)));
      for (const [position, { price, quantity }] of lines.entries()) {
        const discountShare = shares[position] ?? cents(0);
        let refunded = { quantity: 0, entitlement: cents(0) };
        while (refunded.quantity < quantity) {
          const next = Math.min(1 + (step % 3), quantity - refunded.quantity);
          const amount = refundOf({ price, quantity, discountShare, tax: cents(0), refunded }, next);
          expect(amount).toBeGreaterThanOrEqual(0);
          refunded = { quantity: refunded.quantity + next, entitlement: cents(refunded.entitlement + amount) };
        }
        expect(refunded.entitlement).toBe(price * quantity - discountShare);
      }
    }),
  );
});

test("a refund of more pieces than are left is refused", () => {
  const gone = { quantity: 1, entitlement: cents(34_00) };
  const tees = { price: cents(34_00), quantity: 2, discountShare: cents(0), tax: cents(0), refunded: gone };
  expect(() => refundOf(tees, 2)).toThrowError(expect.objectContaining({ code: "more-than-left" }));
});

test("a parcel has a tracking URL if its carrier has a tracking page", () => {
  expect(trackingAddress("UPS", "1Z 999")).toBe("https://www.ups.com/track?tracknum=1Z%20999");
  expect(trackingAddress("Road Freight", "17")).toBe("");
});
