import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { leftOf, draftRequestFor } from "~/testing/riders.server";
import { openTestShop } from "~/testing/test-shop.server";
import { draftOrder } from "./draft-order.server";
import { orders } from "../orders.tables";
import { releaseStrays, strayReservations } from "./stray-reservations.server";

const shop = await openTestShop();
const { db } = shop;
const tee: [string, string, string] = ["Sprocket Tee", "M", "Ash"];

test("the reservation of a draft that waits for its payment is not stray", async () => {
  await draftOrder(shop, await draftRequestFor(shop, [tee]));
  const left = await leftOf(shop, tee);

  expect(await strayReservations(db)).toEqual([]);
  expect(await releaseStrays(db)).toBe(0);
  expect(await leftOf(shop, tee)).toBe(left);
});

test("the reservation of a draft that was cancelled by hand in the database is stray until it is released", async () => {
  const left = await leftOf(shop, tee);
  const wish = await draftRequestFor(shop, [[...tee, 2]], { draftKey: "ended-by-hand" });
  await draftOrder(shop, wish);
  const [ended] = await db
    .update(orders)
    .set({ state: "cancelled" })
    .where(eq(orders.draftKey, "ended-by-hand"))
    .returning({ number: orders.number });
  expect(await strayReservations(db)).toEqual([{ reference: ended?.number, quantity: 2 }]);

  expect(await releaseStrays(db)).toBe(1);

  expect(await leftOf(shop, tee)).toBe(left);
  expect(await strayReservations(db)).toEqual([]);
});
