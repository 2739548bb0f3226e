import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cents } from "~/shop/money";
import { draftRequestFor, jo } from "~/testing/riders.server";
import { openTestShop } from "~/testing/test-shop.server";
import { summaryToWire } from "../order.wire";
import { orderByNumber } from "../orders.server";
import { orders } from "../orders.tables";
import { pricedLines } from "./priced-lines.server";
import { writeOrder } from "./write-order.server";

const shop = await openTestShop();
const { db } = shop;
const { items } = await draftRequestFor(shop, [["Ride Dirty Tee", "L", "Black", 2]]);
const lines = await pricedLines(db, items);

const money = { orderValue: cents(68_00), discount: cents(0), deliveryFee: cents(3_99), tax: cents(5_60) };
const written = (total: number) => {
  const summary = { ...money, fees: cents(29), total: cents(total) };
  const shares = lines.map(() => cents(0));
  const rest = { lines, summary, shares, zone: "Alaska", discount: null, now: new Date() };
  const order = { state: "awaiting-payment" as const, customer: jo, ...rest };
  return db.transaction((tx) => writeOrder(tx, order));
};

test("fees are stored with an order, read with it, and included in the API's tax, so that the amounts add up", async () => {
  const number = await written(77_88);
  const order = await orderByNumber(db, number);
  expect(order?.summary).toEqual({ ...money, fees: 29, total: 77_88 });
  const { orderValue, discount, deliveryFee, tax, total } = summaryToWire(
    order?.summary ?? { ...money, fees: cents(0), total: cents(0) },
  );
  expect([tax, total]).toEqual([5.89, 77.88]);
  expect(orderValue - discount + deliveryFee + tax).toBeCloseTo(total, 2);
});

test("the database refuses an order whose total lacks its fees, or whose parts of the tax exceed the tax", async () => {
  await expect(written(77_59)).rejects.toMatchObject({ cause: { constraint: "order_total_adds_up" } });
  const number = await written(77_88);
  const parts = { deliveryTax: cents(5_00), feeTax: cents(61) };
  await expect(db.update(orders).set(parts).where(eq(orders.number, number))).rejects.toMatchObject({
    cause: { constraint: "order_taxes_are_within_tax" },
  });
  await db
    .update(orders)
    .set({ deliveryTax: cents(5_00), feeTax: cents(60) })
    .where(eq(orders.number, number));
});
