import { describe, expect, test } from "vitest";
import { jo, leftOf, draftRequestFor } from "~/testing/riders.server";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { draftOrder } from "../drafting/draft-order.server";
import { expireDraft } from "../drafting/expire-draft.server";
import { reconcilePayments } from "./reconcile-payments.server";
import { settleOrder } from "./settle-order.server";
import { openStripeShop } from "~/testing/stripe-shop.server";

const { stripe, shop, atStripe, db, later, drafted, post, work } = await openStripeShop();

describe("when Stripe has trouble, the shopper is told the truth and the outcome is right afterwards", () => {
  test.each(["unreachable", "response-lost", "response-late", "error", "error-after", "rate-limited"] as const)(
    "%s while the money is asked for: nothing is charged, trying again works, and stock is held once",
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
    "%s after the money arrived: the order waits, is not lost, and is made once Stripe answers",
    async (kind) => {
      const { id, pay, events, order, history } = await drafted();
      await pay();
      stripe.inject(kind, /^GET \/v1\/payment_intents/);
      await expect(settleOrder(atStripe, id, { customer: jo })).rejects.toMatchObject({ code: "gateway-unavailable" });
      const event = events().find(({ type }) => type === "payment_intent.succeeded");
      expect(event && (await post(event))).toBe(204);
      // The job is tried again later, as jobs are that fail.
      await expect(work()).rejects.toMatchObject({ code: "gateway-unavailable" });
      expect((await order())?.state).toBe("awaiting-payment");
      stripe.recover();

      await reconcilePayments(atStripe, later(2));

      expect((await order())?.state).toBe("paid");
      expect((await history()).filter((entry) => entry === "paid")).toHaveLength(1);
    },
  );

  test("unreachable when a reservation ends: nothing is released before it is known that nothing was paid", async () => {
    const { number, pay, order } = await drafted();
    await pay("4000000000010015");
    stripe.inject("unreachable", /./);
    await expect(expireDraft(atStripe, number, later(31))).rejects.toMatchObject({ code: "gateway-unavailable" });
    stripe.recover();

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
