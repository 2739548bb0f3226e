import { describe, expect, test } from "vitest";
import { jo, leftOf, draftRequestFor } from "~/testing/riders.server";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { draftOrder } from "../drafting/draft-order.server";
import { expireDraft } from "../drafting/expire-draft.server";
import { reconcilePayments } from "./reconcile-payments.server";
import { settleOrder } from "./settle-order.server";
import { openStripeShop } from "~/testing/stripe-shop.server";

const { stripe, shop, atStripe, db, later, drafted, post, work } = await openStripeShop();

describe("when Stripe fails, the shopper gets a true error message, and the order has the right state afterwards", () => {
  test.each(["unreachable", "response-lost", "response-late", "error", "error-after", "rate-limited"] as const)(
    "with the fault %s while a payment is requested, nothing is charged, a second attempt works, and stock is reserved once",
    async (kind) => {
      const before = await leftOf(shop, ["Ride Dirty Tee", "L", "Black"]);
      const draftKey = `trouble-${kind}`;
      stripe.inject(kind, /^POST \/v1\/payment_intents/);
      await expect(drafted(draftKey)).rejects.toMatchObject({ code: "gateway-unavailable" });
      stripe.recover();

      const { id, pay, order } = await drafted(draftKey);
      await pay();
      await settleOrder(atStripe, id, { customer: jo });

      expect((await order())?.state).toBe("paid");
      expect(await leftOf(shop, ["Ride Dirty Tee", "L", "Black"])).toBe((before ?? 0) - 1);
    },
  );

  test.each(["unreachable", "response-late", "error", "rate-limited"] as const)(
    "with the fault %s after a payment has arrived, its order waits and is made as soon as Stripe answers",
    async (kind) => {
      const { id, pay, events, order, history } = await drafted();
      await pay();
      stripe.inject(kind, /^GET \/v1\/payment_intents/);
      await expect(settleOrder(atStripe, id, { customer: jo })).rejects.toMatchObject({ code: "gateway-unavailable" });
      const event = events().find(({ type }) => type === "payment_intent.succeeded");
      expect(event && (await post(event))).toBe(204);
      // The failed job is tried again later, like any job.
      await expect(work()).rejects.toMatchObject({ code: "gateway-unavailable" });
      expect((await order())?.state).toBe("awaiting-payment");
      stripe.recover();

      await reconcilePayments(atStripe, later(2));

      expect((await order())?.state).toBe("paid");
      expect((await history()).filter((entry) => entry === "paid")).toHaveLength(1);
    },
  );

  test("with Stripe unreachable, an expired reservation is not released until Stripe says that it is unpaid", async () => {
    const { number, pay, order } = await drafted();
    await pay("4000000000010015");
    stripe.inject("unreachable", /./);
    await expect(expireDraft(atStripe, number, later(31))).rejects.toMatchObject({ code: "gateway-unavailable" });
    stripe.recover();

    await expireDraft(atStripe, number, later(31));

    expect((await order())?.state).toBe("paid");
    expect(await stockDrift(db)).toEqual([]);
  });

  test("a draft whose payment was requested before the shop changed to Stripe is paid at Stripe, and becomes the order", async () => {
    const wish = await draftRequestFor(shop, [["Ride Dirty Tee", "L", "Black"]], { draftKey: "before-the-switch" });
    const before = await draftOrder(shop, wish);

    const { id, clientSecret } = await draftOrder(atStripe, wish);
    await stripe.confirmCard(clientSecret, "4242424242424242");

    expect(id).not.toBe(before.id);
    expect((await settleOrder(atStripe, id, { customer: jo })).state).toBe("paid");
  });

  test("a draft that is requested again after Stripe has dropped its idempotency key has the same payment request", async () => {
    const first = await drafted("forgotten-key");
    stripe.forgetKeys();
    expect((await drafted("forgotten-key")).id).toBe(first.id);
  });

  test("after a lost connection between Stripe and the browser, paying again on the same page does not charge twice", async () => {
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
