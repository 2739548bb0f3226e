import { randomUUID } from "node:crypto";
import { and, eq, ne, sum } from "drizzle-orm";
import { expect, test } from "vitest";
import { openBoughtOrders, type Picks } from "~/testing/bought-orders.server";
import { openChangePayments } from "~/testing/change-payments.server";
import { lineOf } from "~/testing/riders.server";
import { cents } from "~/shop/money";
import { payments } from "~/shop/payments/payments.tables";
import { refundsOf } from "~/shop/payments/refunds.server";
import { storeSetting, settingVersions } from "~/shop/settings.server";
import { makeChange, previewOfChange } from "../changes/make-change.server";
import type { WantedLines } from "../changes/compute-change.server";
import { saleEvents } from "../ledger/sale-events.tables";
import { handleGatewayEvent } from "../settling/handle-gateway-event.server";
import { refundLines } from "./refund-lines.server";
import { deliveryLeftOf } from "./refund-pieces.server";

const { shop, db, bought, seen, rowOf, codeOf } = await openBoughtOrders();
await openChangePayments(shop);

type Goods = Picks[number];
const TEE: Goods = ["Sprocket Tee", "M", "Ash", 2];
const GLOVES: Goods = ["Gauntlet Leather Gloves", "M", "Black"];
const CUFFS: Goods = ["Short Cuff Gloves", "M", "Black"];
/** Difference of the prices of gloves and cuffs, in cents. */
const CHEAPER = 64_00 - 89_00;

/** Delivery is free from this value on, from now on. */
async function freeFrom(amount: number): Promise<void> {
  const { version = 0 } = (await settingVersions(db))["freeDeliveryFrom"] ?? {};
  await db.transaction((tx) => storeSetting(tx, { name: "freeDeliveryFrom", value: amount, version }));
  await shop.reloadSettings();
}

/** Refunds an amount of an order at the gateway, without saying what for. */
async function refundAtGateway(number: string, amount: number): Promise<void> {
  const [payment] = await db.select().from(payments).where(eq(payments.orderNumber, number));
  const requestId = payment?.gatewayId ?? "";
  await shop.payments.refund(requestId, cents(amount), randomUUID());
  await handleGatewayEvent(shop, { id: randomUUID(), type: "any", requestId, kind: "refund-changed" });
}

const refund = async (number: string, wanted: object) =>
  refundLines(shop, await seen(number), { cause: randomUUID(), restock: true, lines: [], ...wanted });

/** Changes an order by what its preview says; returns the difference. */
async function change(number: string, wanted: WantedLines): Promise<number> {
  const { difference } = await previewOfChange(shop, number, wanted);
  await makeChange(shop, await seen(number), { ...wanted, difference });
  return difference;
}

/** Wanted change of one piece of a line to other goods. */
async function swap(position: number, to: Goods): Promise<WantedLines> {
  const { product, size, color } = await lineOf(shop, to);
  return { goes: [{ position, quantity: 1 }], comes: [{ product, size, color, quantity: 1, replaces: position }] };
}

const backOf = async (number: string) =>
  (await refundsOf(db, number)).reduce((all, { amount, state }) => (state === "failed" ? all : all + amount), 0);

/** Amounts of the ledger by part and position, in cents, and their sum. */
async function ledgerOf(number: string) {
  const rows = await db
    .select({ part: saleEvents.part, position: saleEvents.position, amount: sum(saleEvents.amount).mapWith(Number) })
    .from(saleEvents)
    .where(and(eq(saleEvents.orderNumber, number), ne(saleEvents.kind, "dispute")))
    .groupBy(saleEvents.part, saleEvents.position);
  return { parts: rows.map(({ amount }) => amount), all: rows.reduce((all, { amount }) => all + amount, 0) };
}

/** Expects that the ledger of an order equals its money, and that nothing in it is negative. */
async function expectLedger(number: string, paid: number): Promise<void> {
  const { parts, all } = await ledgerOf(number);
  expect(all).toBe(paid - (await backOf(number)));
  for (const amount of parts) expect(amount).toBeGreaterThanOrEqual(0);
}

/** Amount that the ledger has left of a line, in cents. */
async function leftOfLine(number: string, position: number): Promise<number> {
  const [row] = await db
    .select({ amount: sum(saleEvents.amount).mapWith(Number) })
    .from(saleEvents)
    .where(and(eq(saleEvents.orderNumber, number), eq(saleEvents.position, position)));
  return row?.amount ?? 0;
}

test("delivery that was refunded is not let off by a change after its threshold was lowered, and none of it is left", async () => {
  const number = await bought([TEE, GLOVES]);
  const { total, deliveryFee } = await rowOf(number);
  expect(deliveryFee).toBeGreaterThan(0);
  await refund(number, { delivery: true });
  await freeFrom(10_00);

  expect(await change(number, await swap(1, CUFFS))).toBe(CHEAPER);

  await freeFrom(300_00);
  expect(await deliveryLeftOf(db, number)).toBe(0);
  expect(await codeOf(refund(number, { delivery: true }))).toBe("more-than-left");
  expect(await backOf(number)).toBe(deliveryFee - CHEAPER);
  await expectLedger(number, total);
});

test("delivery that a change has let off is not refunded, and of a part refund only the rest is let off", async () => {
  const [one, other] = [await bought([TEE, GLOVES]), await bought([TEE, GLOVES])];
  const { total, deliveryFee } = await rowOf(other);
  await refundAtGateway(other, Math.floor(total / 2));
  const rest = await deliveryLeftOf(db, other);
  expect([rest > 0, rest < deliveryFee]).toEqual([true, true]);
  await freeFrom(10_00);
  expect(await change(one, await swap(1, CUFFS))).toBe(CHEAPER - deliveryFee);
  expect(await change(other, await swap(1, CUFFS))).toBe(CHEAPER - rest);
  await freeFrom(300_00);
  for (const number of [one, other]) {
    expect(await codeOf(refund(number, { delivery: true }))).toBe("more-than-left");
    await expectLedger(number, total);
  }
});

test("pieces, delivery and all that is left give back only what a refund at the gateway has left of them", async () => {
  const number = await bought([TEE, GLOVES]);
  const { total, deliveryFee } = await rowOf(number);
  await refundAtGateway(number, Math.floor(total / 2));
  const [tees, gloves] = [await leftOfLine(number, 0), await leftOfLine(number, 1)];
  expect([tees < 2 * 36_00, gloves < 89_00]).toEqual([true, true]);

  const { amount } = await refund(number, { lines: [{ position: 0, quantity: 1 }] });
  expect(amount).toBe(Math.floor(tees / 2));
  const delivery = await refund(number, { delivery: true });
  expect(delivery.amount).toBeLessThan(deliveryFee);
  const lines = [
    { position: 0, quantity: 1 },
    { position: 1, quantity: 1 },
  ];
  expect((await refund(number, { lines })).amount).toBe(tees - amount + gloves);
  expect(await backOf(number)).toBe(total);
  await expectLedger(number, total);
});

test("a line that a change takes out gives back only what a refund at the gateway has left of it", async () => {
  const number = await bought([TEE, GLOVES]);
  const { total } = await rowOf(number);
  await refundAtGateway(number, Math.floor(total / 2));
  const gloves = await leftOfLine(number, 1);

  expect(await change(number, { goes: [{ position: 1, quantity: 1 }], comes: [] })).toBe(-gloves);

  expect(await leftOfLine(number, 1)).toBe(0);
  await expectLedger(number, total);
  // A later change knows what this one has not given back.
  const tees = await leftOfLine(number, 0);
  expect(await change(number, { goes: [{ position: 0, quantity: 1 }], comes: [] })).toBe(-Math.floor(tees / 2));
  await expectLedger(number, total);
});

test("goods that replace others take over what went back of these: the difference is that of the prices, and a refund gives back the rest", async () => {
  const number = await bought([TEE, GLOVES]);
  const { total } = await rowOf(number);
  await refundAtGateway(number, Math.floor(total / 2));
  const gloves = await leftOfLine(number, 1);

  expect(await change(number, await swap(1, CUFFS))).toBe(CHEAPER);
  expect(await leftOfLine(number, 2)).toBe(gloves + CHEAPER);
  await expectLedger(number, total);

  expect((await refund(number, { lines: [{ position: 2, quantity: 1 }] })).amount).toBe(gloves + CHEAPER);
  expect(await leftOfLine(number, 2)).toBe(0);
  await expectLedger(number, total);
});

test("after goodwill pieces are refunded with the money that is left, and a refusal names money or pieces", async () => {
  const number = await bought([TEE, GLOVES]);
  const { total } = await rowOf(number);
  await refund(number, { goodwill: cents(total - 5_00) });
  const wanted = await swap(1, CUFFS);

  expect(await codeOf(previewOfChange(shop, number, wanted))).toBe("more-money-than-left");
  const asked = { ...wanted, difference: cents(CHEAPER) };
  expect(await codeOf(seen(number).then((now) => makeChange(shop, now, asked)))).toBe("more-money-than-left");
  const lines = [{ position: 0, quantity: 1 }];
  expect(await codeOf(refund(number, { lines, goodwill: cents(5_01) }))).toBe("more-money-than-left");
  expect(await codeOf(refund(number, { lines: [{ position: 0, quantity: 3 }] }))).toBe("more-than-left");

  expect((await refund(number, { lines, delivery: true })).amount).toBe(5_00);
  expect(await backOf(number)).toBe(total);
});
