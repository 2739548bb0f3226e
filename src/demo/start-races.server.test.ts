import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { eq, sql } from "drizzle-orm";
import { describe, expect, onTestFinished, test } from "vitest";
import { allRows } from "~/testing/all-rows.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { eventually } from "~/testing/eventually";
import { memberAs } from "~/testing/members.server";
import { cards, draftRequestFor, jo, payWith } from "~/testing/riders.server";
import { openStripeShop } from "~/testing/stripe-shop.server";
import { NothingLeftToDo } from "~/platform/jobs.server";
import type { Services } from "~/services";
import { products } from "~/shop/catalog/catalog.tables";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { expireDraft } from "~/shop/orders/drafting/expire-draft.server";
import { withdrawDraft } from "~/shop/orders/drafting/withdraw-draft.server";
import { sendConfirmation, sendDispute, sendShipped } from "~/shop/orders/letters/order-letters.server";
import { orderByNumber } from "~/shop/orders/orders.server";
import { orders, parcels } from "~/shop/orders/orders.tables";
import { executeRefund } from "~/shop/orders/refunds/execute-refund.server";
import { settleRefunds } from "~/shop/orders/refunds/settle-refunds.server";
import { reconcilePayments } from "~/shop/orders/settling/reconcile-payments.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { payments } from "~/shop/payments/payments.tables";
import { sendInstructions } from "~/shop/returns/return-letters.server";
import type { Refusal } from "~/shop/refusal";
import { startForReal } from "./start-for-real.server";

const owner = memberAs("owner");
const sent = (shop: Services) => ({ submission: randomUUID(), shopName: shop.settings().shopName });
/** The shop without pictures, which are the largest part of a copy and do not matter here. */
const withoutPictures = <S extends Services>(shop: S): S => ({
  ...shop,
  pictures: { ...shop.pictures, original: async () => undefined },
});

/** The shop with writing transactions that pause before their commit until `open` is called. */
function pausing<S extends Services>(shop: S) {
  const [atEnd, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transaction: S["db"]["transaction"] = (act, config) =>
    shop.db.transaction(async (tx) => {
      const done = await act(tx);
      // Transactions with options only read, such as the export's, and are not paused.
      if (config) return done;
      atEnd.resolve();
      await gate.promise;
      return done;
    }, config);
  const db = Object.create(shop.db, { transaction: { value: transaction } }) as S["db"];
  return { shop: { ...shop, db }, atEnd: atEnd.promise, open: gate.resolve };
}

describe("while a live payment is being settled", async () => {
  const bought = await openBoughtOrders();
  const { db, tee } = bought;
  const shop = withoutPictures(bought.shop);
  await db.update(products).set({ sample: false }).where(eq(products.name, "Sprocket Tee"));

  /** Creates an order whose reservation has expired and whose live payment arrives nevertheless. */
  async function paidLate() {
    const request = await draftOrder(shop, await draftRequestFor(shop, [[...tee, 1]]));
    await db.update(payments).set({ live: true }).where(eq(payments.gatewayId, request.id));
    const [payment] = await db.select().from(payments).where(eq(payments.gatewayId, request.id));
    const number = payment?.orderNumber ?? "";
    const unstoppable = { ...shop, payments: { ...shop.payments, cancel: async () => undefined } };
    await withdrawDraft(unstoppable, number, { cause: "expired" }, new Date());
    await payWith(shop, cards.good, request.clientSecret);
    return { id: request.id, number };
  }
  /** Makes the order a test order, so that it does not prevent the next test. */
  const endOf = (number: string) => db.update(payments).set({ live: false }).where(eq(payments.orderNumber, number));
  const waitsFor = (what: string) =>
    eventually(async () => {
      const { rows } = await db.execute(sql`select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query ilike ${`%${what}%`} and state = 'active'`);
      expect(rows.length).toBeGreaterThan(0);
    });

  test("Start for real is refused with the order's number if the payment's transaction began first", async () => {
    const tried = await bought.bought();
    const { id, number } = await paidLate();
    const paused = pausing(shop);
    const settling = settleOrder(paused.shop, id);
    await paused.atEnd;
    const starting = startForReal(shop, owner, sent(shop));
    await waitsFor("hold_for_start");
    paused.open();

    await expect(starting).rejects.toMatchObject({ code: "start-has-orders", details: { orderNumber: number } });
    expect((await settling).state).toBe("paid");
    expect(await db.$count(orders, eq(orders.number, tried))).toBe(1);
    await endOf(number);
  });

  test("a payment waits if clearing began first, and is settled afterwards", async () => {
    const tried = await bought.bought();
    const { id, number } = await paidLate();
    const paused = pausing(shop);
    const starting = startForReal(paused.shop, owner, sent(shop));
    await paused.atEnd;
    const settling = settleOrder(shop, id);
    await waitsFor("settle_draft");
    paused.open();

    expect((await starting).counts.tests).toBeGreaterThan(0);
    expect((await settling).state).toBe("paid");
    expect(await db.$count(orders, eq(orders.number, tried))).toBe(0);
    expect(await stockDrift(db)).toEqual([]);
    await endOf(number);
  });

  test("whichever of the two is first, either all records are kept, or all are cleared except the real order", async () => {
    for (let round = 0; round < 8; round += 1) {
      const tried = await Promise.all([bought.bought([[...tee, 1]]), bought.bought([[...tee, 2]])]);
      const { id, number } = await paidLate();
      const other = draftRequestFor(shop, [[...tee, 1]]).then((wish) => draftOrder(shop, wish));
      const settled = settleOrder(shop, id);
      const [started] = await Promise.allSettled([startForReal(shop, owner, sent(shop)), settled, other]);

      expect((await settled).state).toBe("paid");
      const left = await Promise.all(tried.map((one) => db.$count(orders, eq(orders.number, one))));
      const refusal = started.status === "rejected" ? (started.reason as Refusal<"start-has-orders">) : undefined;
      expect(refusal?.details?.orderNumber ?? number).toBe(number);
      expect([refusal?.code, ...left]).toEqual(refusal ? ["start-has-orders", 1, 1] : [undefined, 0, 0]);
      expect(await stockDrift(db)).toEqual([]);
      await endOf(number);
    }
  }, 60_000);
});

describe("after Start for real", async () => {
  const { stripe, shop, atStripe: whole, db, app, drafted, post, work } = await openStripeShop();
  const atStripe = withoutPictures(whole);
  await db.update(products).set({ sample: false }).where(eq(products.name, "Ride Dirty Tee"));

  test("webhooks about cleared orders are accepted and create no order, nor does the browser's call", async () => {
    const [paid, open] = [await drafted(), await drafted()];
    await paid.pay();
    await settleOrder(atStripe, paid.id);
    await open.pay();
    await startForReal(atStripe, owner, sent(shop));
    stripe.account.refund({ payment_intent: paid.id });

    expect(await db.$count(orders)).toBe(0);
    for (const event of [...paid.events(), ...open.events()]) expect(await post(event)).toBe(204);
    await work();
    await reconcilePayments(atStripe, new Date(Date.now() + 20 * 60_000));
    await settleRefunds(atStripe, new Date(Date.now() + 20 * 60_000));
    const answer = await app.request("/orders", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ customer: jo, orderDetails: { paymentIntentId: open.id }, isPaid: true }),
    });
    expect([404, 422]).toContain(answer.status);
    await expect(settleOrder(atStripe, open.id, { clientSecret: open.clientSecret })).rejects.toMatchObject({
      code: "payment-unknown",
    });
    expect([await db.$count(orders), await db.$count(payments)]).toEqual([0, 0]);
  });

  test("jobs of cleared orders that run afterwards end without a letter, and are not retried", async () => {
    const order = await drafted();
    await order.pay();
    const { number } = await settleOrder(atStripe, order.id);
    const [parcel] = await db.insert(parcels).values({ orderNumber: number, carrier: "UPS" }).returning();
    await startForReal(atStripe, owner, sent(shop));
    const before = shop.letters.length;
    const dispute = { orderNumber: number, requestId: order.id, disputeId: "dp", amount: 1, reason: "", answerBy: "" };
    for (const job of [
      () => sendConfirmation(shop, number),
      () => sendShipped(shop, parcel?.id ?? 0),
      () => executeRefund(atStripe, randomUUID()),
      () => sendInstructions(shop, "R1234567"),
      () => sendDispute(shop, dispute),
    ])
      await expect(job()).rejects.toBeInstanceOf(NothingLeftToDo);
    await expireDraft(atStripe, number);
    expect(await orderByNumber(db, number)).toBeUndefined();
    expect(shop.letters).toHaveLength(before);
  });

  test("waiting jobs of cleared orders are deleted, and jobs of other orders are not", async () => {
    const order = await drafted();
    const jobs = async () =>
      (await db.execute<{ id: string }>(sql`select data ->> 'number' as id from pgboss.job order by 1`)).rows.map(
        ({ id }) => id,
      );
    await shop.asOwner(`select pgboss.create_queue('tried', '{"policy": "standard"}'::jsonb)`);
    for (const number of [order.number, "99999999"])
      await db.execute(sql`insert into pgboss.job (name, data) values ('tried', ${JSON.stringify({ number })}::jsonb)`);
    await startForReal(atStripe, owner, sent(shop));
    expect(await jobs()).toEqual(["99999999"]);
  });
});

describe("if the database connection is killed during Start for real", async () => {
  const { shop: whole, db, bought } = await openBoughtOrders();
  const shop = withoutPictures(whole);

  test("nothing is cleared, the copy is kept, and sending the same form again clears everything", async () => {
    await bought();
    const before = await allRows(db);
    // Kills the connection at the last write, after everything was cleared.
    await whole.asOwner(`
      create function dies() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
      create trigger dies after insert on submissions for each statement execute function dies()`);
    onTestFinished(() => whole.asOwner("drop trigger if exists dies on submissions"));
    const form = sent(shop);
    await expect(startForReal(shop, owner, form)).rejects.toThrow("Failed query");
    expect(await allRows(db)).toEqual(before);
    expect(await readdir(shop.copies)).toHaveLength(2);

    await whole.asOwner("drop trigger dies on submissions");
    expect((await startForReal(shop, owner, form)).counts.tests).toBe(1);
    expect(await db.$count(orders)).toBe(0);
  });
});
