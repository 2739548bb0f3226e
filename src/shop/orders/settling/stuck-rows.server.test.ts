import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openStripeShop } from "~/testing/stripe-shop.server";
import { cents } from "~/shop/money";
import { payments, refunds } from "~/shop/payments/payments.tables";
import { orderTaxes } from "../order-taxes.tables";
import { requestRefund } from "../refunds/request-refund.server";
import { settleRefunds } from "../refunds/settle-refunds.server";
import { reportTaxes } from "../report-taxes.server";
import { taxReports } from "../tax-reports.tables";
import { reconcilePayments } from "./reconcile-payments.server";
import { settleOrder } from "./settle-order.server";

const { stripe, atStripe, db, drafted, later } = await openStripeShop();
const YESTERDAY = later(-24 * 60);

/** Payments that were requested before all others; `ids` are Stripe's, of which the test decides what Stripe answers. */
async function stuckPayments(ids: (string | null)[]): Promise<string[]> {
  const rows = ids.map((gatewayId) => ({
    id: randomUUID(),
    gateway: "stripe" as const,
    gatewayId,
    method: "Credit Card" as const,
    amount: cents(10_00),
    currency: "usd",
    requestedAt: later(-47 * 60),
  }));
  await db.insert(payments).values(rows);
  return rows.map(({ id }) => id);
}

async function paidOrder() {
  const own = await drafted();
  await own.pay();
  await settleOrder(atStripe, own.id);
  return own;
}

test("payments about which Stripe never answers do not hide a payment that has arrived", async () => {
  await stuckPayments(["pi_stuck1", "pi_stuck2", "pi_stuck3"]);
  const { pay, order } = await drafted();
  await pay();
  stripe.inject("error", /pi_stuck/);
  for (const minutes of [2, 2]) await reconcilePayments(atStripe, later(minutes));
  expect((await order())?.state).toBe("paid");
});

test("refunds that never get an answer do not hide later refunds", async () => {
  const { id } = await paidOrder();
  const [paymentId = ""] = await stuckPayments([null]);
  const stuck = Array.from({ length: 50 }, (_, number) => ({
    id: randomUUID(),
    paymentId,
    amount: cents(1),
    cause: `stuck ${number}`,
    at: YESTERDAY,
  }));
  await db.insert(refunds).values(stuck);
  const [payment] = await db.select().from(payments).where(eq(payments.gatewayId, id));
  const wanted = { paymentId: payment?.id ?? "", amount: cents(5_00), cause: "goodwill" };
  const refund = await db.transaction((tx) => requestRefund(tx, atStripe, wanted));
  for (const minutes of [1, 2]) await settleRefunds(atStripe, later(minutes));
  const rows = await db
    .select({ state: refunds.state })
    .from(refunds)
    .where(eq(refunds.id, refund?.id ?? ""));
  expect(rows).toEqual([{ state: "done" }]);
});

test("sales that the tax service refuses do not hide later sales", async () => {
  const { number } = await paidOrder();
  const to = { street: "1 Eagle Street", city: "Albany", zip: "12207", state: "NY" };
  stripe.account.tax.registrations.set("NY", { state: 40_000, local: 45_000 });
  const lines = [{ reference: "line-0", amount: cents(34_00), quantity: 1, code: "txcd_30011000" }];
  const answer = await atStripe.payments.taxService?.calculate({ lines, delivery: cents(0), to });
  await db.execute(sql`
    insert into orders select copy.* from orders own, generate_series(1, 50) as n,
      jsonb_populate_record(own, jsonb_build_object('number', (60000000 + n)::text, 'paid_at', ${YESTERDAY.toISOString()}::text)) as copy
    where own.number = ${number}`);
  const tax = { part: "line" as const, position: 0, name: "", kind: "clothing", rule: "", state: "NY", place: "" };
  const none = { base: cents(0), stateBase: cents(0), localBase: cents(0), stateTax: cents(0), localTax: cents(0) };
  const copies = Array.from({ length: 50 }, (_, at) => [String(60_000_001 + at), "taxcalc_gone"] as const);
  await db.insert(orderTaxes).values(
    [...copies, [number, answer?.calculation] as const].map(([orderNumber, calculation]) => ({
      ...tax,
      ...none,
      orderNumber,
      stateRate: 0,
      localRate: 0,
      amount: cents(0),
      source: `Stripe Tax ${calculation}, 2026-11-01`,
    })),
  );
  for (let run = 0; run < 2; run += 1) await reportTaxes(atStripe);
  expect((await db.select().from(taxReports)).map(({ orderNumber }) => orderNumber)).toEqual([number]);
});
