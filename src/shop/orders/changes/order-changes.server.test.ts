import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { HOUR } from "~/platform/durations";
import { type Picks, openBoughtOrders } from "~/testing/bought-orders.server";
import { cards, leftOf, lineOf, payWith } from "~/testing/riders.server";
import { shopper } from "~/shop/actor";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { sum } from "~/shop/money";
import { payments, refunds } from "~/shop/payments/payments.tables";
import { cancelOrder } from "../cancel-order.server";
import { packOrder } from "../parcels/pack-order.server";
import { handleGatewayEvent } from "../settling/handle-gateway-event.server";
import { reconcilePayments, settleIfReceived } from "../settling/reconcile-payments.server";
import { standingLines } from "../standing-lines.tables";
import { endChange } from "./end-change.server";
import { makeChange, previewOfChange } from "./make-change.server";
import { changeById } from "./open-change.server";
import { askForChange } from "./ask-for-change.server";
import type { WantedLines } from "./compute-change.server";
import { settleChange } from "./settle-change.server";

const { shop, db, bought, seen, stateOf, rowOf, codeOf } = await openBoughtOrders();

type Pick = Picks[number];
const ASH = ["Sprocket Tee", "M", "Ash"] as const;
const LARGE = ["Sprocket Tee", "L", "Ash"] as const;
const GLOVES = ["Gauntlet Leather Gloves", "M", "Black"] as const;

/** Wanted change that replaces pieces of the line at a position by a variant. */
async function swap(to: readonly [string, string, string], { position = 0, quantity = 1 } = {}): Promise<WantedLines> {
  const { product, size, color } = await lineOf(shop, [...to] as Pick);
  return { goes: [{ position, quantity }], comes: [{ product, size, color, quantity, replaces: position }] };
}

async function change(number: string, wanted: WantedLines, more: { hours?: number } = {}) {
  const { difference } = await previewOfChange(shop, number, wanted);
  return makeChange(shop, await seen(number), { ...wanted, difference, ...more });
}

const standing = async (number: string) =>
  (
    await db
      .select({ name: standingLines.name, size: standingLines.size, quantity: standingLines.quantity })
      .from(standingLines)
      .where(eq(standingLines.orderNumber, number))
      .orderBy(standingLines.position)
  ).map(({ name, size, quantity }) => `${quantity} ${name} ${size}`);

/** Money of an order in cents: received payments minus refunds. */
async function kept(number: string) {
  const took = await db.select().from(payments).where(eq(payments.orderNumber, number));
  const gave = await db
    .select({ amount: refunds.amount, state: refunds.state })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.orderNumber, number));
  return (
    sum(took.filter(({ state }) => state === "received").map(({ amount }) => amount)) -
    sum(gave.filter(({ state }) => state !== "failed").map(({ amount }) => amount))
  );
}

/** Expects that the order keeps as much money as it costs, and that stock agrees with its movements and reservations. */
async function expectWhole(number: string) {
  const { total } = await rowOf(number);
  expect(await kept(number)).toBe(total);
  expect(await stockDrift(db)).toEqual([]);
}

async function dearer() {
  const number = await bought([[...ASH]]);
  const before = await standing(number);
  const left = await leftOf(shop, [...GLOVES] as Pick);
  const asked = await change(number, await swap(GLOVES), { hours: 72 });
  return { number, before, left: left ?? 0, asked };
}

test("a size that costs the same is swapped at once, without a payment", async () => {
  const number = await bought([[...ASH, 2]]);
  const [left, gone] = [await leftOf(shop, [...LARGE] as Pick), await leftOf(shop, [...ASH] as Pick)];

  expect(await change(number, await swap(LARGE))).toMatchObject({ state: "applied", difference: 0 });

  expect(await standing(number)).toEqual(["1 Sprocket Tee M", "1 Sprocket Tee L"]);
  expect(await leftOf(shop, [...LARGE] as Pick)).toBe((left ?? 0) - 1);
  expect(await leftOf(shop, [...ASH] as Pick)).toBe((gone ?? 0) + 1);
  expect(
    await db
      .select()
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(eq(payments.orderNumber, number)),
  ).toEqual([]);
  await expectWhole(number);
});

test("a cheaper variant is swapped at once, and exactly the difference is refunded", async () => {
  const number = await bought([[...GLOVES]]);
  const { total } = await rowOf(number);

  const made = await change(number, await swap(ASH));

  expect(made.state).toBe("applied");
  expect(made.difference).toBeLessThan(0);
  expect((await rowOf(number)).total).toBe(total + made.difference);
  expect(await standing(number)).toEqual(["1 Sprocket Tee M"]);
  await expectWhole(number);
});

test("a dearer variant is reserved and the order is on hold until the difference is paid; then the change is applied once", async () => {
  const { number, before, left, asked } = await dearer();

  expect(asked).toMatchObject({ state: "waiting" });
  expect(await standing(number)).toEqual(before);
  expect(await leftOf(shop, [...GLOVES] as Pick)).toBe(left - 1);
  expect(await codeOf(seen(number).then((now) => packOrder(shop, now)))).toBe("change-open");
  expect(await codeOf(seen(number).then((now) => cancelOrder(shop, now, { reason: "asked" })))).toBe("change-open");
  await expectWhole(number);

  const request = await askForChange(shop, asked.id, "Credit Card");
  expect(request.amount).toBe(asked.difference);
  expect((await askForChange(shop, asked.id, "Credit Card")).id).toBe(request.id);
  await payWith(shop, cards.good, request.clientSecret);
  // Browser, webhook and reconciliation settle the payment at the same time.
  await Promise.all([
    settleChange(shop, request.id),
    settleIfReceived(shop, request.id),
    handleGatewayEvent(shop, { id: "evt_change", type: "any", requestId: request.id, kind: "payment-changed" }),
  ]);
  await reconcilePayments(shop, new Date(Date.now() + HOUR));

  expect(await changeById(db, asked.id)).toMatchObject({ state: "applied" });
  expect(await standing(number)).toEqual(["1 Gauntlet Leather Gloves M"]);
  expect(await leftOf(shop, [...GLOVES] as Pick)).toBe(left - 1);
  expect(await codeOf(seen(number).then((now) => packOrder(shop, now)))).toBe("done");
  await expectWhole(number);
});

test("a change that nobody pays ends when its time is over, and the order is as before", async () => {
  const { number, before, left, asked } = await dearer();
  await askForChange(shop, asked.id, "Credit Card");

  await reconcilePayments(shop, new Date(Date.now() + 73 * HOUR));

  expect(await changeById(db, asked.id)).toMatchObject({ state: "ended", endedBy: "time" });
  expect(await standing(number)).toEqual(before);
  expect(await leftOf(shop, [...GLOVES] as Pick)).toBe(left);
  expect(await stateOf(number)).toBe("paid");
  expect(await codeOf(askForChange(shop, asked.id, "Credit Card"))).toBe("change-over");
  await expectWhole(number);
});

test("a payment at the moment when its change ends applies the change or is refunded", async () => {
  const { number, before, asked } = await dearer();
  const request = await askForChange(shop, asked.id, "Credit Card");

  await Promise.all([
    payWith(shop, cards.good, request.clientSecret)
      .then(() => settleIfReceived(shop, request.id))
      .catch(() => undefined),
    endChange(shop, asked.id, { by: "member" }),
  ]);
  await reconcilePayments(shop, new Date(Date.now() + HOUR));

  const { state } = (await changeById(db, asked.id)) ?? {};
  expect(["applied", "ended"]).toContain(state);
  expect(await standing(number)).toEqual(state === "applied" ? ["1 Gauntlet Leather Gloves M"] : before);
  await expectWhole(number);
});

test("of two members who change an order at the same time one succeeds, and the other is refused as edited-meanwhile", async () => {
  const number = await bought([[...ASH]]);
  const [gloves, large] = [await swap(GLOVES), await swap(LARGE)];
  const { difference } = await previewOfChange(shop, number, gloves);
  const version = await seen(number);
  const codes = await Promise.all([
    codeOf(makeChange(shop, version, { ...gloves, difference })),
    codeOf(
      makeChange(shop, version, { ...large, difference: (await previewOfChange(shop, number, large)).difference }),
    ),
  ]);

  expect(codes.filter((code) => code === "done")).toHaveLength(1);
  expect(codes).toContain("edited-meanwhile");
  await expectWhole(number);
});

test("a shopper who ends a change keeps the order as it was; a change with an outdated difference is refused", async () => {
  const { number, before, asked } = await dearer();
  expect(await codeOf(change(number, await swap(LARGE)))).toBe("change-open");
  expect(await endChange(shop, asked.id, { by: "shopper", actor: shopper })).toBe("ended");
  expect(await standing(number)).toEqual(before);
  const gloves = await swap(GLOVES);
  const { difference } = await previewOfChange(shop, number, gloves);
  const stale = { ...gloves, difference: (difference - 1) as typeof difference };
  expect(await codeOf(seen(number).then((now) => makeChange(shop, now, stale)))).toBe("edited-meanwhile");
  await expectWhole(number);
});
