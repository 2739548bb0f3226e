import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { jo, leftOf, draftRequestFor } from "~/testing/riders.server";
import { type FakeEvent, openStripeFake, scattered } from "~/demo/stripe-fake";
import { openTestShop } from "~/testing/test-shop.server";
import { api } from "~/server/api";
import { system } from "~/shop/actor";
import { products, stockMovements, variants } from "~/shop/catalog/catalog.tables";
import { orderDraftOf } from "~/shop/bag/order-draft";
import { stockDrift } from "~/shop/catalog/stock.server";
import { cents } from "~/shop/money";
import type { GatewayEvent } from "~/shop/payments/gateway";
import { GATEWAY_EVENT } from "~/shop/payments/gateway-events.server";
import { gatewayEvents } from "~/shop/payments/gateway-events.tables";
import { refundsOf } from "~/shop/payments/refunds.server";
import { payments, refunds } from "~/shop/payments/payments.tables";
import { stripeGateway } from "~/shop/payments/stripe.server";
import { cancelOrder } from "../cancel-order.server";
import { draftOrder, requestAmount } from "../drafting/draft-order.server";
import { handleGatewayEvent } from "./handle-gateway-event.server";
import { shownNumber } from "../order";
import { CONFIRM_ORDER, NOTIFY_DISPUTE, type NotifyDispute } from "../letters/letter-jobs";
import { sendDispute } from "../letters/order-letters.server";
import { executeRefund } from "../refunds/execute-refund.server";
import { orderByNumber } from "../orders.server";
import { orderEvents, orders } from "../orders.tables";
import { executeOverdueRefunds } from "../refunds/overdue-refunds.server";
import { EXECUTE_REFUND, type ExecuteRefund } from "../refunds/request-refund.server";
import { expireDraft } from "../drafting/expire-draft.server";
import { reconcilePayments } from "./reconcile-payments.server";
import { refundLines } from "../refunds/refund-lines.server";
import { settleOrder } from "./settle-order.server";
import { shipParcel } from "../parcels/ship-parcel.server";

const stripe = await openStripeFake();
const shop = await openTestShop();
const atStripe = { ...shop, payments: stripeGateway({ ...stripe.keys, patience: 300 }) };
const { db } = shop;
const app = api(atStripe);
await delivered("Ride Dirty Tee", 500);
afterAll(() => stripe.close());
beforeEach(() => stripe.well());

const MINUTE = 60_000;
const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE);

/** A shopper who is about to pay. */
async function drafted(draftKey?: string, pieces = 1) {
  const before = stripe.account.events.length;
  const wish = await draftRequestFor(shop, [["Ride Dirty Tee", "L", "Black", pieces]], draftKey ? { draftKey } : {});
  const request = await draftOrder(atStripe, wish);
  const [payment] = await db.select().from(payments).where(eq(payments.gatewayId, request.id));
  const number = payment?.orderNumber ?? "";
  return {
    ...request,
    number,
    pay: (card = "4242424242424242") => stripe.confirmCard(request.clientSecret, card),
    /** What Stripe has told since, about what this shop asked to hear. */
    told: () => stripe.account.events.slice(before),
    order: () => orderByNumber(db, number),
    version: async () =>
      (await db.select({ version: orders.version }).from(orders).where(eq(orders.number, number)))[0]?.version ?? 0,
    /** The letters about it, by what they say first. */
    letters: () => shop.letters.filter(({ subject }) => subject.endsWith(shownNumber(number))),
    history: async () =>
      (await db.select().from(orderEvents).where(eq(orderEvents.orderNumber, number))).map(({ kind }) => kind),
  };
}

/** The merchant receives more pieces of every pair of a product. */
async function delivered(name: string, quantity: number): Promise<void> {
  const [product] = await db.select({ id: products.id }).from(products).where(eq(products.name, name));
  const pairs = await db
    .update(variants)
    .set({ stock: sql`${variants.stock} + ${quantity}` })
    .where(eq(variants.productId, product?.id ?? ""))
    .returning({ variantId: variants.id });
  await db
    .insert(stockMovements)
    .values(pairs.map(({ variantId }) => ({ variantId, quantity, cause: "correction" as const, actor: system })));
}

const post = (event: FakeEvent, more?: Parameters<typeof stripe.message>[1]) =>
  stripe
    .message(event, more)
    .text()
    .then(async (body) => {
      const signed = stripe.message(event, more);
      const response = await app.request("/stripe/webhook", { method: "POST", body, headers: signed.headers });
      return response.status;
    });

/** The jobs that messages asked for, done as a process of the shop does them: side by side. */
async function work(): Promise<void> {
  const asked = shop.payloads.splice(0);
  shop.enqueued.splice(0);
  await Promise.all(
    asked
      .filter(({ name }) => name === GATEWAY_EVENT)
      .map(({ payload }) => handleGatewayEvent(atStripe, payload as GatewayEvent)),
  );
  for (const { name, payload } of [...asked, ...shop.payloads]) {
    if (name === EXECUTE_REFUND) await executeRefund(atStripe, (payload as ExecuteRefund).refundId);
    if (name === NOTIFY_DISPUTE) await sendDispute(shop, payload as NotifyDispute);
  }
}

const confirmationsAsked = (number: string) =>
  shop.payloads.filter(
    ({ name, payload }) => name === CONFIRM_ORDER && "number" in payload && payload.number === number,
  );

describe("a payment that takes its time", () => {
  const numberOf = async (requestId: string) =>
    (await db.select().from(payments).where(eq(payments.gatewayId, requestId)))[0]?.orderNumber ?? "";
  /** What the reconciliation does minute by minute, until then. */
  const passing = async (minutes: number[]) => {
    for (const minute of minutes) await reconcilePayments(atStripe, later(minute));
  };

  test("a bank's page that is answered after ten minutes makes the order", async () => {
    const { id, number, pay, order } = await drafted();
    expect(await pay("4000002500003155")).toEqual({ status: "requires_action" });
    await passing([2, 3.1, 5, 9]);
    await expireDraft(atStripe, number, later(9.5));
    expect((await order())?.state).toBe("awaiting-payment");

    stripe.account.answer(id, true);
    await passing([10]);
    expect((await order())?.state).toBe("paid");
  });

  test("Klarna's page that is left open for ten minutes makes the order; left open for ever it holds for thirty", async () => {
    const wish = await draftRequestFor(shop, [["Ride Dirty Tee", "L", "Black"]], { method: "Klarna" });
    const [answered, left] = [await draftOrder(atStripe, wish), await draftOrder(atStripe, wish)];
    for (const { clientSecret } of [answered, left])
      await stripe.confirmKlarna(clientSecret, "http://shop.invalid/order-success");
    await passing([3.1, 6, 10]);

    stripe.account.answer(answered.id, true);
    expect((await settleOrder(atStripe, answered.id, { clientSecret: answered.clientSecret })).state).toBe("paid");
    await passing([29]);
    expect((await orderByNumber(db, await numberOf(left.id)))?.state).toBe("awaiting-payment");
    await passing([30.1]);
    expect((await orderByNumber(db, await numberOf(left.id)))?.state).toBe("cancelled");
    expect(stripe.account.intent(left.id).status).toBe("canceled");
  });

  test.each([["with its message"], ["without a message"]])(
    "a declined card, %s, leaves time for another one",
    async (how) => {
      const { pay, order, told, number } = await drafted();
      await pay("4000000000000002");
      if (how === "with its message") {
        for (const event of told()) await post(event);
        await work();
      }
      await passing([3.1, 12]);
      expect((await order())?.state).toBe("awaiting-payment");

      const [payment] = await db.select().from(payments).where(eq(payments.orderNumber, number));
      expect(payment?.attemptedAt).toBeInstanceOf(Date);
      await pay();
      await passing([13]);
      expect((await order())?.state).toBe("paid");
    },
  );

  test("one that nobody tried to pay ends after three minutes, and Stripe takes no money for it any more", async () => {
    const { id, pay, order } = await drafted();
    await passing([3.1]);

    expect((await order())?.state).toBe("cancelled");
    expect(stripe.account.intent(id).status).toBe("canceled");
    expect(await pay()).toEqual({ error: "payment_intent_unexpected_state" });
  });

  test("while Stripe does not answer nothing is released, not even after thirty minutes, and Stripe is asked a few times", async () => {
    const drafts = [];
    for (let turn = 0; turn < 6; turn++) drafts.push(await drafted());
    await drafts[0]?.pay("4000002500003155");
    stripe.trouble("unreachable", /./);
    const before = stripe.asked.length;
    await passing([45]);
    // Each call is tried twice by Stripe's own client.
    expect(stripe.asked.length - before).toBeLessThanOrEqual(6);
    for (const { order } of drafts) expect((await order())?.state).toBe("awaiting-payment");

    stripe.well();
    await passing([46]);
    for (const { order } of drafts) expect((await order())?.state).toBe("cancelled");
  });
});

describe("a message about money that arrived", () => {
  test("twenty times at once, before the browser's own call: one order, one confirmation", async () => {
    const { id, number, pay, told, order, history } = await drafted();
    await pay();
    const event = told().find(({ type }) => type === "payment_intent.succeeded");
    if (!event) throw new Error("Stripe told nothing.");

    const answers = await Promise.all(Array.from({ length: 20 }, () => post(event)));
    const jobs = shop.payloads.filter(({ name }) => name === GATEWAY_EVENT);
    await work();
    const fromBrowser = await settleOrder(atStripe, id, { customer: jo });

    expect(answers).toEqual(Array.from({ length: 20 }, () => 204));
    expect(jobs).toHaveLength(1);
    expect(await db.$count(gatewayEvents, eq(gatewayEvents.id, event.id))).toBe(1);
    expect(fromBrowser.number).toBe(number);
    expect((await order())?.state).toBe("paid");
    expect((await history()).filter((kind) => kind === "paid")).toHaveLength(1);
    expect(confirmationsAsked(number)).toHaveLength(1);
  });

  test("at the same moment as the browser's own call: one order", async () => {
    const { id, number, pay, told, history } = await drafted();
    await pay();
    for (const event of told()) await post(event);

    await Promise.all([work(), settleOrder(atStripe, id, { customer: jo }), work(), settleOrder(atStripe, id)]);

    expect((await history()).filter((kind) => kind === "paid")).toHaveLength(1);
    expect(await db.$count(orders, and(eq(orders.number, number), eq(orders.state, "paid")))).toBe(1);
  });

  test("makes the order when the browser is gone", async () => {
    const { pay, told, order } = await drafted();
    await pay("4000000000010015");
    for (const event of told()) await post(event);
    await work();
    expect((await order())?.state).toBe("paid");
  });

  test("that never comes is found by the reconciliation", async () => {
    const { pay, order } = await drafted();
    await pay();
    await reconcilePayments(atStripe, later(2));
    expect((await order())?.state).toBe("paid");
  });

  test("about a payment that is not of this shop changes nothing", async () => {
    const { id } = await stripeGateway(stripe.keys).request(cents(500), "Credit Card", "of-another-program");
    const event = stripe.account.events.findLast(({ data }) => data.object["id"] === id);
    expect(event && (await post({ ...event, type: "payment_intent.succeeded" }))).toBe(204);
    await work();
  });
});

describe("a message that is not to be believed", () => {
  test("by its signature, its age or its change is refused, and nothing is kept", async () => {
    const { pay, told, order } = await drafted();
    await pay();
    const event = told().at(-1);
    if (!event) throw new Error("Stripe told nothing.");

    const answers = [
      await post(event, { secret: "whsec_of_somebody_else" }),
      await post(event, { at: Date.now() - 6 * MINUTE }),
      (await app.request("/stripe/webhook", { method: "POST", body: JSON.stringify(event) })).status,
      (await app.request("/stripe/webhook", { method: "POST" })).status,
    ];

    expect(answers).toEqual([400, 400, 400, 400]);
    expect(await db.$count(gatewayEvents, eq(gatewayEvents.id, event.id))).toBe(0);
    expect((await order())?.state).toBe("awaiting-payment");
  });

  test("is not even looked at while another gateway takes the money", async () => {
    const { told } = await drafted();
    const event = told()[0];
    const response = event && (await api(shop).request("/stripe/webhook", stripe.message(event)));
    expect(response?.status).toBe(404);
  });

  test("sent again later does nothing again", async () => {
    const { pay, told, history } = await drafted();
    await pay();
    for (const event of told()) await post(event);
    await work();
    const before = await history();

    for (const event of told()) await post(event);

    expect(shop.payloads.filter(({ name }) => name === GATEWAY_EVENT)).toEqual([]);
    await work();
    expect(await history()).toEqual(before);
  });
});

describe("messages in any order", () => {
  test("late, twice, reordered or lost: what the gateway knows is what the order is", async () => {
    // A fixed row of draws, so that a failure is the same failure again.
    let state = 7;
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;

    for (let round = 0; round < 12; round++) {
      const { id, pay, told, order } = await drafted();
      await pay("4000000000000002");
      const isPaid = round % 3 !== 0;
      if (isPaid) await pay();
      if (round % 3 === 2) await atStripe.payments.refund(id, cents(10_00), crypto.randomUUID());

      for (const event of scattered(told(), random)) {
        expect(await post(event)).toBe(204);
        if (random() < 0.5) await work();
      }
      await work();
      await reconcilePayments(atStripe, later(2));

      const settled = (await order())?.state;
      expect(isPaid ? ["paid", "partly-refunded"] : ["awaiting-payment"]).toContain(settled);
    }
    expect(await stockDrift(db)).toEqual([]);
  });

  test("a failure told after the success does not undo it", async () => {
    const { id, pay, told, order, history } = await drafted();
    await pay("4000000000009995");
    await pay();
    for (const event of told().toReversed()) {
      await post(event);
      await work();
    }

    const [payment] = await db.select().from(payments).where(eq(payments.gatewayId, id));
    expect(payment?.state).toBe("received");
    expect((await order())?.state).toBe("paid");
    expect(await history()).toContain("payment-failed");
  });

  test("a declined card leaves the payment failed and open for another card, with the reason in the history", async () => {
    const { id, pay, told, number } = await drafted();
    await pay("4000000000009995");
    for (const event of told()) await post(event);
    await work();

    const [payment] = await db.select().from(payments).where(eq(payments.gatewayId, id));
    const [failed] = await db
      .select()
      .from(orderEvents)
      .where(and(eq(orderEvents.orderNumber, number), eq(orderEvents.kind, "payment-failed")));
    expect(payment?.state).toBe("failed");
    expect(failed?.details).toEqual({ why: "insufficient_funds" });
  });

  test("money that takes its time becomes an order when it comes, also after the reservation has ended", async () => {
    const { id, number, pay, order, told } = await drafted();
    await pay("4000000000010007");
    await expireDraft(atStripe, number, later(31));
    expect((await order())?.state).toBe("awaiting-payment");

    stripe.account.finish(id, true);
    for (const event of told()) await post(event);
    await work();

    expect((await order())?.state).toBe("paid");
  });
});

describe("money that goes back at the gateway itself", () => {
  test("in part, then the rest: the order follows, each refund once", async () => {
    const { id, pay, told, order, history } = await drafted();
    await pay();
    await settleOrder(atStripe, id);

    stripe.account.refund({ payment_intent: id, amount: "1000" });
    for (const event of [...told(), ...told()]) await post(event);
    await Promise.all([work(), work()]);
    expect((await order())?.state).toBe("partly-refunded");

    stripe.account.refund({ payment_intent: id });
    for (const event of told()) await post(event);
    await work();

    expect((await order())?.state).toBe("refunded");
    expect((await history()).filter((kind) => kind === "refunded")).toHaveLength(2);
  });

  test("the shopper gets one letter for each refund, and each is written down once", async () => {
    const { id, pay, told, letters, number } = await drafted();
    await pay();
    await settleOrder(atStripe, id);

    stripe.account.refund({ payment_intent: id, amount: "1000" });
    for (const event of [...told(), ...told()]) await post(event);
    await Promise.all([work(), work()]);
    await work();
    expect(letters()).toMatchObject([{ to: jo.email, text: expect.stringContaining("$10.00 is on its way back") }]);

    stripe.account.refund({ payment_intent: id });
    for (const event of told()) await post(event);
    await work();

    expect(letters().map(({ text }) => /\$[\d.]+ is on its way back/.exec(text)?.[0])).toEqual([
      "$10.00 is on its way back",
      "$27.99 is on its way back",
    ]);
    expect((await refundsOf(db, number)).map(({ amount, state }) => [amount, state])).toEqual([
      [10_00, "done"],
      [27_99, "done"],
    ]);
  });

  test("what the shop itself gave back is told about by Stripe too, and stays one refund with one letter", async () => {
    const { id, pay, told, letters, number, version, history } = await drafted();
    await pay();
    await settleOrder(atStripe, id);
    await cancelOrder(shop, { number, version: await version(), actor: system }, { reason: "asked" });
    await work();
    for (const event of told()) await post(event);
    await work();
    await work();

    expect((await refundsOf(db, number)).map(({ cause, state }) => [cause, state])).toEqual([["cancelled", "done"]]);
    expect(letters()).toHaveLength(1);
    expect((await history()).filter((kind) => kind === "refunded")).toHaveLength(1);
    expect((await orderByNumber(db, number))?.state).toBe("cancelled");
  });

  test("news of an earlier refund do not set an order back that has gone on since", async () => {
    const { id, pay, told, number, version, order } = await drafted(undefined, 2);
    await pay();
    await settleOrder(atStripe, id);
    const change = async () => ({ number, version: await version(), actor: system });
    const torn = { lines: [{ position: 0, quantity: 1 }], cause: "torn", restock: false };
    await refundLines(shop, await change(), torn);
    await work();
    await shipParcel(shop, await change(), { carrier: "UPS", trackingNumber: "1Z999" });
    const before = await version();

    for (const event of told()) await post(event);
    await work();

    expect((await order())?.state).toBe("shipped");
    expect(await version()).toBe(before);
  });

  test("while staff calls the order off: what is left goes back, and never more", async () => {
    const { id, pay, told, number, version, letters } = await drafted();
    await pay();
    await settleOrder(atStripe, id);
    stripe.account.refund({ payment_intent: id, amount: "1000" });
    await cancelOrder(shop, { number, version: await version(), actor: system }, { reason: "asked" });
    await work();
    for (const event of told()) await post(event);
    await work();

    const given = stripe.account.refunds.filter(({ payment_intent }) => payment_intent === id);
    expect(given.map(({ amount }) => amount).toSorted()).toEqual([10_00, 27_99]);
    expect((await refundsOf(db, number)).map(({ amount, state }) => [amount, state])).toEqual([
      [27_99, "done"],
      [10_00, "done"],
    ]);
    expect(letters()).toHaveLength(2);
  });

  test("in whole while staff calls the order off: the second refund is known to have failed", async () => {
    const { id, pay, told, number, version, letters, history } = await drafted();
    await pay();
    await settleOrder(atStripe, id);
    stripe.account.refund({ payment_intent: id });
    await cancelOrder(shop, { number, version: await version(), actor: system }, { reason: "asked" });
    await work();
    for (const event of told()) await post(event);
    await work();

    const known = await refundsOf(db, number);
    expect(known.map(({ amount, state }) => [amount, state])).toEqual([
      [37_99, "failed"],
      [37_99, "done"],
    ]);
    expect(await history()).toEqual(expect.arrayContaining(["refund-failed", "refunded"]));
    expect(letters()).toHaveLength(1);
  });

  test("a refund whose job was given up is sent by the look after what is owed", async () => {
    const { id, pay, number, version } = await drafted();
    await pay();
    await settleOrder(atStripe, id);
    await cancelOrder(shop, { number, version: await version(), actor: system }, { reason: "asked" });
    shop.payloads.splice(0);

    await executeOverdueRefunds(atStripe, later(60));
    expect((await refundsOf(db, number)).map(({ state }) => state)).toEqual(["requested"]);
    await executeOverdueRefunds(atStripe, later(25 * 60));

    expect((await refundsOf(db, number)).map(({ state }) => state)).toEqual(["done"]);
  });

  test("before anybody heard that it came: the order is made, and is refunded", async () => {
    const { id, pay, told, order, history } = await drafted();
    await pay();
    stripe.account.refund({ payment_intent: id });
    for (const event of told().toReversed()) {
      await post(event);
      await work();
    }
    expect((await order())?.state).toBe("refunded");
    expect(await history()).toEqual(expect.arrayContaining(["paid", "refunded"]));
  });

  test("before an order without a draft was placed: nothing is placed for money that is gone", async () => {
    const wish = await draftRequestFor(shop, [["Ride Dirty Tee", "L", "Black"]]);
    const { id, clientSecret } = await requestAmount(atStripe, wish);
    await stripe.confirmCard(clientSecret, "4242424242424242");
    const before = stripe.account.events.length;
    stripe.account.refund({ payment_intent: id });
    for (const event of stripe.account.events.slice(before)) await post(event);
    await work();

    const items = wish.items.map((item) => ({ ...item, name: "", image: "" }));
    const told = { customer: jo, orderDetails: orderDraftOf(items, null, shop.settings()) };
    await expect(settleOrder(atStripe, id, told)).rejects.toMatchObject({ code: "payment-returned" });
  });

  test("a refund that fails later does not count as gone", async () => {
    const { id, pay, told, number } = await drafted();
    await pay();
    await settleOrder(atStripe, id);
    const made = stripe.account.refund({ payment_intent: id, amount: "500" });
    made.status = "failed";
    for (const event of told()) await post(event);
    await work();

    const [payment] = await db.select().from(payments).where(eq(payments.orderNumber, number));
    const rows = await db
      .select({ state: refunds.state })
      .from(refunds)
      .where(eq(refunds.paymentId, payment?.id ?? ""));
    expect(rows).toEqual([{ state: "failed" }]);
    expect((await orderByNumber(db, number))?.state).toBe("paid");
  });

  test("a dispute stands in the order's history once, with its reason", async () => {
    const { id, pay, told, number } = await drafted();
    await pay();
    stripe.account.dispute(id);
    for (const event of [...told(), ...told()]) await post(event);
    await work();

    const disputes = await db
      .select()
      .from(orderEvents)
      .where(and(eq(orderEvents.orderNumber, number), eq(orderEvents.kind, "disputed")));
    expect(disputes.map(({ details }) => details["reason"])).toEqual(["fraudulent"]);
  });

  test("a dispute is written about to the shop's own address, once however often it is told", async () => {
    const { id, pay, told, number } = await drafted();
    await pay();
    const before = shop.letters.length;
    stripe.account.dispute(id, "product_not_received");
    for (const event of told()) await post(event);
    await Promise.all([work(), work()]);
    const dispute = told().find(({ type }) => type === "charge.dispute.created");
    if (dispute) await post({ ...dispute, id: "evt_sent_again" });
    await work();

    const [letter, ...more] = shop.letters.slice(before);
    expect(more).toEqual([]);
    expect(letter).toMatchObject({
      to: shop.settings().supportEmail,
      subject: `Payment disputed: ${shownNumber(number)}`,
    });
    expect(letter?.text).toContain("$37.99");
    expect(letter?.text).toContain("product not received");
    expect(letter?.text).toMatch(/Answer by: \w+ \d+, \d{4}/);
  });

  test("a dispute about money that no order came for is written about, too", async () => {
    const { id, clientSecret } = await requestAmount(atStripe, { amount: cents(12_00), method: "Credit Card" });
    await stripe.confirmCard(clientSecret, "4242424242424242");
    const before = shop.letters.length;
    stripe.account.dispute(id);
    const dispute = stripe.account.events.at(-1);
    if (dispute) await post(dispute);
    await work();

    expect(shop.letters.slice(before)).toMatchObject([{ subject: `Payment disputed: ${id}` }]);
  });
});

describe("when Stripe has trouble, the shopper is told the truth and the outcome is right afterwards", () => {
  test.each(["unreachable", "lost", "slow", "fault", "fault-after", "busy"] as const)(
    "%s while the money is asked for: nothing is charged, trying again works, and stock is held once",
    async (kind) => {
      const before = await leftOf(shop, ["Ride Dirty Tee", "L", "Black"]);
      const draftKey = `trouble-${kind}`;
      stripe.trouble(kind, /^POST \/v1\/payment_intents/);
      await expect(drafted(draftKey)).rejects.toMatchObject({ code: "gateway-unavailable" });
      stripe.well();

      const { id, pay, order } = await drafted(draftKey);
      await pay();
      await settleOrder(atStripe, id, { customer: jo });

      expect((await order())?.state).toBe("paid");
      expect(await leftOf(shop, ["Ride Dirty Tee", "L", "Black"])).toBe((before ?? 0) - 1);
    },
  );

  test.each(["unreachable", "slow", "fault", "busy"] as const)(
    "%s after the money arrived: the order waits, is not lost, and is made once Stripe answers",
    async (kind) => {
      const { id, pay, told, order, history } = await drafted();
      await pay();
      stripe.trouble(kind, /^GET \/v1\/payment_intents/);
      await expect(settleOrder(atStripe, id, { customer: jo })).rejects.toMatchObject({ code: "gateway-unavailable" });
      const event = told().find(({ type }) => type === "payment_intent.succeeded");
      expect(event && (await post(event))).toBe(204);
      // The job is tried again later, as jobs are that fail.
      await expect(work()).rejects.toMatchObject({ code: "gateway-unavailable" });
      expect((await order())?.state).toBe("awaiting-payment");
      stripe.well();

      await reconcilePayments(atStripe, later(2));

      expect((await order())?.state).toBe("paid");
      expect((await history()).filter((entry) => entry === "paid")).toHaveLength(1);
    },
  );

  test("unreachable when a reservation ends: nothing is released before it is known that nothing was paid", async () => {
    const { number, pay, order } = await drafted();
    await pay("4000000000010015");
    stripe.trouble("unreachable", /./);
    await expect(expireDraft(atStripe, number, later(31))).rejects.toMatchObject({ code: "gateway-unavailable" });
    stripe.well();

    await expireDraft(atStripe, number, later(31));

    expect((await order())?.state).toBe("paid");
    expect(await stockDrift(db)).toEqual([]);
  });

  test("a draft that was asked for before Stripe took the money is paid there, and becomes its order", async () => {
    const wish = await draftRequestFor(shop, [["Ride Dirty Tee", "L", "Black"]], { draftKey: "before-the-switch" });
    const before = await draftOrder(shop, wish);

    const { id, clientSecret } = await draftOrder(atStripe, wish);
    await stripe.confirmCard(clientSecret, "4242424242424242");

    expect(id).not.toBe(before.id);
    expect((await settleOrder(atStripe, id, { customer: jo })).state).toBe("paid");
  });

  test("a draft that is asked for again after Stripe has forgotten its key is the same request", async () => {
    const first = await drafted("forgotten-key");
    stripe.forgetKeys();
    expect((await drafted("forgotten-key")).id).toBe(first.id);
  });

  test("a wrong connection between Stripe and the browser: paying again with the same page does not pay twice", async () => {
    const draftKey = "browser-lost";
    const first = await drafted(draftKey);
    expect(await first.pay("4000000000010015")).toEqual({ error: "api_connection_error" });

    const second = await drafted(draftKey);
    const said = await second.pay();

    expect(second.id).toBe(first.id);
    expect(second.status).toBe("received");
    expect(said).toEqual({ error: "payment_intent_unexpected_state" });
    expect((await settleOrder(atStripe, second.id)).number).toBe(first.number);
  });
});
