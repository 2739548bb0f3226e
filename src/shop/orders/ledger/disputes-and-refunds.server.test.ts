import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { cents, type Cents } from "~/shop/money";
import { paymentsOf } from "~/shop/payments/order-payments.server";
import { refundsOf } from "~/shop/payments/refunds.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { disputed } from "~/testing/disputes.server";
import { executeRefund } from "../refunds/execute-refund.server";
import { recordGatewayRefunds } from "../refunds/record-gateway-refunds.server";
import { refundLines } from "../refunds/refund-lines.server";
import { saleEvents } from "./sale-events.tables";

const { shop, db, bought, seen, rowOf } = await openBoughtOrders();

/** Rest of each part of an order, and of the whole, in cents, by the ledger of sales. */
async function leftOf(number: string) {
  const rows = await db.select().from(saleEvents).where(eq(saleEvents.orderNumber, number));
  const left = new Map<string, number>();
  for (const { kind, position, part, amount } of rows.filter((row) => row.kind !== "dispute")) {
    const isGoods = position !== null && ["sale", "discount", "change"].includes(kind);
    const key = isGoods ? `goods ${position}` : `${kind} ${part} ${position ?? ""}`;
    left.set(key, (left.get(key) ?? 0) + amount);
  }
  return { parts: Object.fromEntries(left), kept: [...left.values()].reduce((total, amount) => total + amount, 0) };
}

/** A refund without lines that was made at the gateway. */
async function refundedAtGateway(number: string, amount: Cents): Promise<void> {
  const payment = (await paymentsOf(db, number))?.first;
  if (!payment) throw new Error("no payment");
  const made = { id: `re_${randomUUID()}`, key: undefined, amount, state: "done" as const };
  const before = (await refundsOf(db, number)).map(({ id, gatewayId, amount: given, state }) => ({
    id: gatewayId ?? id,
    key: id,
    amount: given,
    state: state === "done" ? ("done" as const) : ("pending" as const),
  }));
  const gateway = { ...shop.payments, refunds: async () => [...before, made] };
  await recordGatewayRefunds({ ...shop, payments: gateway }, payment, payment.gatewayId ?? "");
}

const refundedLine = async (number: string) => {
  const wanted = { lines: [{ position: 0, quantity: 1 }], cause: randomUUID(), restock: false };
  const { ids } = await refundLines(shop, await seen(number), wanted);
  for (const id of ids) await executeRefund(shop, id);
};

describe("what the bank took and what went back without lines never take the same money twice", () => {
  test.each(["dispute first", "refund first"])("%s", async (turn) => {
    const number = await bought();
    const { total } = await rowOf(number);
    const part = cents(41_00);
    const rest = cents(total - part);
    const lose = (amount: Cents) => disputed(shop, number, { state: "lost", amount });
    if (turn === "dispute first") await lose(part);
    else await refundedAtGateway(number, part);
    const between = await leftOf(number);
    expect(between.kept).toBe(rest);
    if (turn === "dispute first") await refundedAtGateway(number, rest);
    else await lose(rest);

    const { parts, kept } = await leftOf(number);
    expect(kept).toBe(0);
    // No rest is negative, and no paid part went back as goodwill.
    expect(Object.entries(parts).filter(([, amount]) => amount !== 0)).toEqual([]);
  });

  test("also after a line was refunded, to the last cent of each part", async () => {
    const number = await bought();
    await refundedLine(number);
    const { kept: before } = await leftOf(number);
    await disputed(shop, number, { state: "lost", amount: cents(20_01) });
    const between = await leftOf(number);
    expect(between.kept).toBe(before - 20_01);
    expect(Object.values(between.parts).filter((amount) => amount < 0)).toEqual([]);
    await refundedAtGateway(number, cents(before - 20_01));
    const { parts } = await leftOf(number);
    expect(Object.entries(parts).filter(([, amount]) => amount !== 0)).toEqual([]);
  });
});
