import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { openDelivery } from "~/shop/delivery-terms.server";
import { jo, draftRequestFor } from "~/testing/riders.server";
import { system } from "~/shop/actor";
import { orderDraftOf } from "~/shop/bag/order-draft";
import { cents } from "~/shop/money";
import { refundsOf } from "~/shop/payments/refunds.server";
import { payments, refunds } from "~/shop/payments/payments.tables";
import { cancelOrder } from "../cancel-order.server";
import { requestAmount } from "../drafting/draft-order.server";
import { shownNumber } from "../order-number";
import { orderByNumber } from "../orders.server";
import { saleEvents } from "../ledger/sale-events.tables";
import { orderEvents } from "../orders.tables";
import { settleRefunds } from "./settle-refunds.server";
import { refundLines } from "./refund-lines.server";
import { settleOrder } from "../settling/settle-order.server";
import { shipParcel } from "../parcels/ship-parcel.server";
import { openStripeShop } from "~/testing/stripe-shop.server";

const { stripe, shop, atStripe, db, later, drafted, post, work } = await openStripeShop();

describe("refunds and disputes at the gateway", () => {
  test("a partial refund and then the rest change the order's state, and each is recorded once", async () => {
    const { id, pay, events, order, history } = await drafted();
    await pay();
    await settleOrder(atStripe, id);

    stripe.account.refund({ payment_intent: id, amount: "1000" });
    for (const event of [...events(), ...events()]) await post(event);
    await Promise.all([work(), work()]);
    expect((await order())?.state).toBe("partly-refunded");

    stripe.account.refund({ payment_intent: id });
    for (const event of events()) await post(event);
    await work();

    expect((await order())?.state).toBe("refunded");
    expect((await history()).filter((kind) => kind === "refunded")).toHaveLength(2);
  });

  test("each refund made at the gateway is recorded once, with one letter to the shopper", async () => {
    const { id, pay, events, letters, number } = await drafted();
    await pay();
    await settleOrder(atStripe, id);

    stripe.account.refund({ payment_intent: id, amount: "1000" });
    for (const event of [...events(), ...events()]) await post(event);
    await Promise.all([work(), work()]);
    await work();
    expect(letters()).toMatchObject([{ to: jo.email, text: expect.stringContaining("$10.00 is on its way back") }]);

    stripe.account.refund({ payment_intent: id });
    for (const event of events()) await post(event);
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

  test("the gateway's event about a refund by the shop does not record it again or send a second letter", async () => {
    const { id, pay, events, letters, number, version, history } = await drafted();
    await pay();
    await settleOrder(atStripe, id);
    await cancelOrder(shop, { number, version: await version(), actor: system }, { reason: "asked" });
    await work();
    for (const event of events()) await post(event);
    await work();
    await work();

    expect((await refundsOf(db, number)).map(({ cause, state }) => [cause, state])).toEqual([["cancelled", "done"]]);
    expect(letters()).toHaveLength(1);
    expect((await history()).filter((kind) => kind === "refunded")).toHaveLength(1);
    expect((await orderByNumber(db, number))?.state).toBe("cancelled");
  });

  test("a late event about an earlier refund does not change an order whose state has moved on", async () => {
    const { id, pay, events, number, version, order } = await drafted(undefined, 2);
    await pay();
    await settleOrder(atStripe, id);
    const change = async () => ({ number, version: await version(), actor: system });
    const torn = { lines: [{ position: 0, quantity: 1 }], cause: "torn", restock: false };
    await refundLines(shop, await change(), torn);
    await work();
    await shipParcel(shop, await change(), { carrier: "UPS", trackingNumber: "1Z999" });
    const before = await version();

    for (const event of events()) await post(event);
    await work();

    expect((await order())?.state).toBe("shipped");
    expect(await version()).toBe(before);
  });

  test("cancelling an order during a partial refund at the gateway refunds only the rest", async () => {
    const { id, pay, events, number, version, letters } = await drafted();
    await pay();
    await settleOrder(atStripe, id);
    stripe.account.refund({ payment_intent: id, amount: "1000" });
    await cancelOrder(shop, { number, version: await version(), actor: system }, { reason: "asked" });
    await work();
    for (const event of events()) await post(event);
    await work();

    const given = stripe.account.refunds.filter(({ payment_intent }) => payment_intent === id);
    expect(given.map(({ amount }) => amount).toSorted()).toEqual([10_00, 27_99]);
    expect((await refundsOf(db, number)).map(({ amount, state }) => [amount, state])).toEqual([
      [27_99, "done"],
      [10_00, "done"],
    ]);
    expect(letters()).toHaveLength(2);
  });

  test("cancelling an order during a full refund at the gateway records that the second refund failed", async () => {
    const { id, pay, events, number, version, letters, history } = await drafted();
    await pay();
    await settleOrder(atStripe, id);
    stripe.account.refund({ payment_intent: id });
    await cancelOrder(shop, { number, version: await version(), actor: system }, { reason: "asked" });
    await work();
    for (const event of events()) await post(event);
    await work();

    const known = await refundsOf(db, number);
    expect(known.map(({ amount, state }) => [amount, state])).toEqual([
      [37_99, "failed"],
      [37_99, "done"],
    ]);
    expect(await history()).toEqual(expect.arrayContaining(["refund-failed", "refunded"]));
    expect(letters()).toHaveLength(1);
  });

  test("a refund whose job was lost is sent by `settleRefunds`", async () => {
    const { id, pay, number, version } = await drafted();
    await pay();
    await settleOrder(atStripe, id);
    await cancelOrder(shop, { number, version: await version(), actor: system }, { reason: "asked" });
    shop.payloads.splice(0);

    await settleRefunds(atStripe);
    expect((await refundsOf(db, number)).map(({ state }) => state)).toEqual(["requested"]);
    await settleRefunds(atStripe, later(1));

    expect((await refundsOf(db, number)).map(({ state }) => state)).toEqual(["done"]);
  });

  test("a refund before the payment was recorded creates the order and marks it as refunded", async () => {
    const { id, pay, events, order, history } = await drafted();
    await pay();
    stripe.account.refund({ payment_intent: id });
    for (const event of events().toReversed()) {
      await post(event);
      await work();
    }
    expect((await order())?.state).toBe("refunded");
    expect(await history()).toEqual(expect.arrayContaining(["paid", "refunded"]));
  });

  test("an order without a draft is not placed if its payment was refunded before", async () => {
    const wish = await draftRequestFor(shop, [["Ride Dirty Tee", "L", "Black"]]);
    const { id, clientSecret } = await requestAmount(atStripe, wish);
    await stripe.confirmCard(clientSecret, "4242424242424242");
    const before = stripe.account.events.length;
    stripe.account.refund({ payment_intent: id });
    for (const event of stripe.account.events.slice(before)) await post(event);
    await work();

    const items = wish.items.map((item) => ({ ...item, name: "", image: "" }));
    const claim = { customer: jo, orderDetails: orderDraftOf(items, null, openDelivery(shop).terms) };
    await expect(settleOrder(atStripe, id, claim)).rejects.toMatchObject({ code: "payment-returned" });
  });

  test("a refund that fails after its letter corrects the letter, once, and its next try has a letter of its own", async () => {
    const { id, pay, events, letters, number, version } = await drafted();
    await pay("4000000000005126");
    await settleOrder(atStripe, id);
    const change = async () => ({ number, version: await version(), actor: system });
    const kind = (cause: string) => ({ lines: [], goodwill: cents(5_00), cause, restock: false });
    await refundLines(shop, await change(), kind("first"));
    await work();
    stripe.account.settleRefunds();
    for (const event of [...events(), ...events()]) await post(event);
    await work();
    await work();
    expect(letters().map(({ subject }) => subject.split(":")[0])).toEqual([
      "Your refund",
      "Your refund did not go through",
    ]);
    expect(letters()[1]?.text).toContain("$5.00 was to go back to you");

    await refundLines(shop, await change(), kind("again"));
    await work();
    expect(
      letters()
        .map(({ subject }) => subject.split(":")[0])
        .at(-1),
    ).toBe("Your refund");
    expect(letters()).toHaveLength(3);
  });

  test("a refused refund of which nobody was told has no letter; one that a cancellation needs has", async () => {
    const [kind, cancelled] = [await drafted(), await drafted()];
    for (const { id, pay } of [kind, cancelled]) {
      await pay("4000000000010027");
      await settleOrder(atStripe, id);
    }
    const changeOf = async ({ number, version }: typeof kind) => ({ number, version: await version(), actor: system });
    const goodwill = { lines: [], goodwill: cents(5_00), cause: "kind", restock: false };
    await refundLines(shop, await changeOf(kind), goodwill);
    await cancelOrder(shop, await changeOf(cancelled), { reason: "asked" });
    await work();
    await work();
    expect(kind.letters()).toEqual([]);
    expect(cancelled.letters()).toHaveLength(1);
  });

  test("a refund that failed at the gateway is recorded as failed, and the order stays paid", async () => {
    const { id, pay, events, number } = await drafted();
    await pay();
    await settleOrder(atStripe, id);
    const made = stripe.account.refund({ payment_intent: id, amount: "500" });
    made.status = "failed";
    for (const event of events()) await post(event);
    await work();

    const [payment] = await db.select().from(payments).where(eq(payments.orderNumber, number));
    const rows = await db
      .select({ state: refunds.state })
      .from(refunds)
      .where(eq(refunds.paymentId, payment?.id ?? ""));
    expect(rows).toEqual([{ state: "failed" }]);
    expect((await orderByNumber(db, number))?.state).toBe("paid");
  });

  test("a dispute is recorded once in the order's history, with its reason", async () => {
    const { id, pay, events, number } = await drafted();
    await pay();
    stripe.account.dispute(id);
    for (const event of [...events(), ...events()]) await post(event);
    await work();

    const disputes = await db
      .select()
      .from(orderEvents)
      .where(and(eq(orderEvents.orderNumber, number), eq(orderEvents.kind, "disputed")));
    expect(disputes.map(({ details }) => details["reason"])).toEqual(["fraudulent"]);
  });

  test("a dispute causes one letter to the shop's own address, however often its event is repeated", async () => {
    const { id, pay, events, number } = await drafted();
    await pay();
    const before = shop.letters.length;
    stripe.account.dispute(id, "product_not_received");
    for (const event of events()) await post(event);
    await Promise.all([work(), work()]);
    const dispute = events().find(({ type }) => type === "charge.dispute.created");
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

  test("a lost dispute subtracts the order's money from the ledger once, and a won dispute subtracts nothing", async () => {
    const { id, pay, events, number } = await drafted();
    await pay();
    for (const event of events()) await post(event);
    await work();
    const kept = async () => {
      const rows = await db.select().from(saleEvents).where(eq(saleEvents.orderNumber, number));
      return rows.reduce((sum, { kind, amount }) => (kind === "dispute" ? sum : sum + amount), 0);
    };
    const paid = await kept();
    expect(paid).toBe(37_99);

    stripe.account.dispute(id, "fraudulent");
    stripe.account.dispute(id, "fraudulent", "won");
    for (const event of [...events(), ...events()]) await post(event);
    await work();
    expect(await kept()).toBe(paid);
    const won = and(eq(orderEvents.orderNumber, number), eq(orderEvents.kind, "dispute-won"));
    expect(await db.$count(orderEvents, won)).toBe(1);

    stripe.account.dispute(id, "fraudulent", "lost");
    for (const event of [...events(), ...events()]) await post(event);
    await Promise.all([work(), work()]);
    expect(await kept()).toBe(0);
  });

  test("a dispute about a payment without an order causes a letter, too", async () => {
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
