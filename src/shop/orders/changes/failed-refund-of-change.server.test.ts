import { randomUUID } from "node:crypto";
import { and, eq, ne, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openBoughtOrders, type Picks } from "~/testing/bought-orders.server";
import { lineOf } from "~/testing/riders.server";
import { cents, sum } from "~/shop/money";
import { refundableMoney, refundsOf } from "~/shop/payments/refunds.server";
import { cancelOrder } from "../cancel-order.server";
import { saleEvents } from "../ledger/sale-events.tables";
import { orderFacts } from "../order-facts.tables";
import { executeRefund } from "../refunds/execute-refund.server";
import { recordGatewayRefunds } from "../refunds/record-gateway-refunds.server";
import { refundLines } from "../refunds/refund-lines.server";
import { makeChange, previewOfChange } from "./make-change.server";

const opened = await openBoughtOrders();
const { db, bought, seen, rowOf } = opened;

/** Refunds that have failed at the gateway. */
const broken = new Set<string>();
const { payments } = opened.shop;
const shop = {
  ...opened.shop,
  payments: {
    ...payments,
    refunds: async (requestId: string) =>
      ((await payments.refunds?.(requestId)) ?? []).map((refund) =>
        broken.has(refund.key ?? "") ? { ...refund, state: "failed" as const, code: "lost_or_stolen_card" } : refund,
      ),
  },
};

const TEE: Picks[number] = ["Sprocket Tee", "M", "Ash"];
const GLOVES: Picks[number] = ["Gauntlet Leather Gloves", "M", "Black"];

/** Runs all refunds of an order that were requested. */
async function work(number: string): Promise<void> {
  for (const { id, state } of await refundsOf(db, number)) if (state !== "done") await executeRefund(shop, id);
}

async function paymentOf(number: string) {
  const money = await db.transaction((tx) => refundableMoney(tx, number));
  if (!money) throw new Error("no payment");
  return money.payments.first;
}

/** The gateway reports that a refund has failed, which it had confirmed; twice, as its events may come. */
async function fails(number: string, { id, amount }: { id: string; amount: number }): Promise<void> {
  broken.add(id);
  const payment = await paymentOf(number);
  await db.execute(
    sql`update sandbox_requests set refunded_cents = refunded_cents - ${amount} where id = ${payment.gatewayId}`,
  );
  for (let times = 0; times < 2; times += 1) await recordGatewayRefunds(shop, payment, payment.gatewayId ?? "");
}

/** An order of gloves that was changed to a tee, whose refund was made and then failed. */
async function failed() {
  const number = await bought([GLOVES]);
  const paid = (await rowOf(number)).total;
  const { product, size, color } = await lineOf(shop, TEE);
  const wanted = {
    goes: [{ position: 0, quantity: 1 }],
    comes: [{ product, size, color, quantity: 1, replaces: 0 }],
  };
  const { difference } = await previewOfChange(shop, number, wanted);
  await makeChange(shop, await seen(number), { ...wanted, difference });
  await work(number);
  const [refund] = await refundsOf(db, number);
  if (!refund) throw new Error("no refund");
  await fails(number, refund);
  return { number, paid, refund };
}

/** Money that is kept of an order by its ledger, and by its refunds. */
async function kept(number: string, paid: number) {
  const rows = await db
    .select({ amount: saleEvents.amount })
    .from(saleEvents)
    .where(and(eq(saleEvents.orderNumber, number), ne(saleEvents.kind, "dispute")));
  const back = (await refundsOf(db, number)).filter(({ state }) => state !== "failed");
  return { ledger: sum(rows.map(({ amount }) => amount)), money: paid - sum(back.map(({ amount }) => amount)) };
}

const factOf = async (number: string) =>
  (await db.select().from(orderFacts).where(eq(orderFacts.number, number)))[0]?.money;

test("a change's refund that fails later is corrected by letter, stands on Today, and its money is in the ledger until it goes back", async () => {
  const { number, paid, refund } = await failed();

  await work(number);
  await work(number);
  expect(await factOf(number)).toBe("refund-refused");
  const told = shop.letters.map(({ subject }) => subject.split(":")[0]);
  expect(told).toEqual(["Your refund", "Your refund did not go through"]);
  expect(await kept(number, paid)).toEqual({ ledger: paid, money: paid });

  const given = { lines: [], goodwill: cents(refund.amount), cause: randomUUID(), restock: false };
  await refundLines(shop, await seen(number), given);
  await work(number);
  const { total } = await rowOf(number);
  expect(await kept(number, paid)).toEqual({ ledger: total, money: total });
});

test("an order whose change's refund failed gives all its money back when it is cancelled, and its ledger comes to nothing", async () => {
  const { number, paid } = await failed();

  await cancelOrder(shop, await seen(number), { reason: "asked" });
  await work(number);

  expect(await kept(number, paid)).toEqual({ ledger: 0, money: 0 });
});

test("what is refunded after a change's failed refund is of the pieces that stay, and the failed one stays due", async () => {
  const { number, paid, refund } = await failed();
  const all = { lines: [{ position: 1, quantity: 1 }], delivery: true, cause: randomUUID(), restock: false };

  await refundLines(shop, await seen(number), all);
  await work(number);

  expect(await kept(number, paid)).toEqual({ ledger: refund.amount, money: refund.amount });
});
