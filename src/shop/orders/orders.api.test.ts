import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { HOUR } from "~/platform/durations";
import { cards, jo, sam, draftRequestFor } from "~/testing/riders.server";
import { discountCodes } from "~/shop/discounts/discounts.tables";
import { payments } from "~/shop/payments/payments.tables";
import { defaultSettings } from "~/shop/settings";
import { expireDraft } from "./drafting/expire-draft.server";
import { orders } from "./orders.tables";
import { openPayingCalls } from "~/testing/paying-calls.server";

const { shop, db, post, refused, order, pay, tee, request } = await openPayingCalls();

test("a guest creates a payment intent, pays by card and gets the order's number (R-7-10, R-7-11, R-3-24)", async () => {
  const asked = await post("/pay/create-payment-intent", request);
  expect(asked).toMatchObject({ status: 200, body: { clientSecret: expect.any(String) } });
  const id = String(asked.body.paymentIntentId);

  expect((await pay(asked.body.clientSecret, cards.declined)).body).toEqual({
    status: "declined",
    message: "Your card was declined.",
  });
  expect((await refused("/orders", await order(id, tee))).code).toBe("payment-missing");

  expect((await pay(asked.body.clientSecret, cards.good)).body).toEqual({ status: "succeeded" });
  const placed = await post("/orders", await order(id, tee));
  expect(placed).toMatchObject({
    status: 200,
    body: {
      orderNumber: expect.stringMatching(/^\d{8}$/),
      email: jo.email,
      paymentMethod: "Credit Card",
      estimatedDelivery: "2-3 business days",
      orderSummary: { orderValue: 36, discount: 0, deliveryFee: 3.99, tax: 0, total: 39.99 },
    },
  });

  const again = await post("/orders", { ...(await order(id, tee)), isPaid: false });
  expect(again.body).toEqual(placed.body);
});

test("the specified request with only amount, currency and method creates a payment intent that an order can use (R-7-09)", async () => {
  const asked = await post("/pay/create-payment-intent", {
    amount: 3999,
    currency: "usd",
    paymentMethod: "Credit Card",
  });
  await pay(asked.body.clientSecret, cards.good);

  const placed = await post("/orders", await order(String(asked.body.paymentIntentId), tee));

  expect(placed).toMatchObject({ status: 200, body: { orderNumber: expect.stringMatching(/^\d{8}$/) } });
});

describe("a payment requested without items", () => {
  const bare = { amount: 3999, currency: "usd", paymentMethod: "Credit Card" };

  async function paidBare(more: object = {}) {
    const { body } = await post("/pay/create-payment-intent", { ...bare, ...more });
    await pay(body.clientSecret, cards.good);
    return { id: String(body.paymentIntentId), clientSecret: String(body.clientSecret) };
  }
  /** Request that places an order with a payment, by an e-mail address and an optional client secret. */
  async function placing(id: string, { email = jo.email, clientSecret }: { email?: string; clientSecret?: string }) {
    const { customer: buyer, ...rest } = await order(id, tee);
    const paymentDetails = { ...buyer.paymentDetails, ...(clientSecret !== undefined && { clientSecret }) };
    return { ...rest, customer: { ...buyer, email, paymentDetails } };
  }

  test("can be used by whoever knows its client secret; a wrong secret is refused like an unknown payment", async () => {
    const { id, clientSecret } = await paidBare({ customer: jo });
    for (const wrong of [`${id}_secret_${"0".repeat(32)}`, id, "x"])
      expect((await refused("/orders", await placing(id, { clientSecret: wrong }))).code).toBe("payment-unknown");

    const placed = await post("/orders", await placing(id, { email: sam.email, clientSecret }));
    expect(placed).toMatchObject({ status: 200, body: { email: sam.email } });
  });

  test("can be used without its secret only by the e-mail address for which it was requested", async () => {
    const { id } = await paidBare({ customer: jo });

    expect((await refused("/orders", await placing(id, { email: sam.email }))).code).toBe("payment-unknown");
    expect((await post("/orders", await placing(id, {}))).status).toBe(200);
  });

  test("belongs, if no address was given, to the first shopper whose order with it is placed; a refused order does not claim it", async () => {
    const { id, clientSecret } = await paidBare();
    const jos = await placing(id, {});
    const [item] = jos.orderDetails.items;
    // The stated amount equals the payment, but 99 pieces cost more.
    const vests = { ...jos, orderDetails: { ...jos.orderDetails, items: [{ ...item, quantity: 99 }] } };
    expect((await refused("/orders", vests)).code).toBe("amount-mismatch");

    const codes = await Promise.all(
      [jo.email, sam.email].map(async (email) => (await post("/orders", await placing(id, { email }))).status),
    );
    expect(codes.toSorted()).toEqual([200, 404]);

    const winner = codes[0] === 200 ? jo.email : sam.email;
    const placed = await post("/orders", await placing(id, { email: winner }));
    expect(placed).toMatchObject({ status: 200, body: { email: winner } });
    expect((await post("/orders", await placing(id, { email: winner, clientSecret }))).body).toEqual(placed.body);
    const [payment] = await db.select().from(payments).where(eq(payments.gatewayId, id));
    expect(payment?.claimedBy).toBeNull();
  });

  test("remains claimed by a shopper whose order with it was sold out", async () => {
    const vest = ["Roadhouse Cut Vest", "M", "Black", 2] as [string, string, string, number];
    const wish = await draftRequestFor(shop, [vest]);
    const { id, clientSecret } = await paidBare({ amount: wish.amount });
    const wanted = async (email: string, secret?: string) => {
      const { customer: buyer, ...rest } = await order(id, vest);
      const paymentDetails = { ...buyer.paymentDetails, ...(secret !== undefined && { clientSecret: secret }) };
      return post("/orders", { ...rest, customer: { ...buyer, email, paymentDetails } });
    };

    expect((await wanted(jo.email)).body.code).toBe("sold-out");
    expect((await wanted(sam.email)).body.code).toBe("payment-unknown");
    expect((await wanted(sam.email, clientSecret)).body.code).toBe("sold-out");
  });
});

test("an order is placed with the client secret of its draft or without a secret, but not with a wrong one", async () => {
  const asked = await post("/pay/create-payment-intent", request);
  const id = String(asked.body.paymentIntentId);
  await pay(asked.body.clientSecret, cards.good);
  const mine = await order(id, tee);
  const shown = (clientSecret: unknown) => ({
    ...mine,
    customer: { ...mine.customer, paymentDetails: { ...mine.customer.paymentDetails, clientSecret } },
  });

  expect((await refused("/orders", shown(`${id}_secret_guess`))).code).toBe("payment-unknown");
  expect((await post("/orders", shown(asked.body.clientSecret))).status).toBe(200);
});

test("a draft is neither shown to nor replaced by somebody who does not know its key or secret", async () => {
  const draftKey = randomBytes(16).toString("hex");
  const mine = await post("/pay/create-payment-intent", { ...request, draftKey });
  const near = draftKey.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));

  const theirs = await post("/pay/create-payment-intent", { ...request, draftKey: near });
  expect(theirs.body.paymentIntentId).not.toBe(mine.body.paymentIntentId);
  await post("/pay/create-payment-intent", { ...request, replaces: `${String(mine.body.paymentIntentId)}_secret_x` });

  const again = await post("/pay/create-payment-intent", { ...request, draftKey });
  expect(again.body).toEqual(mine.body);
});

describe("limits for one network", () => {
  afterEach(async () => {
    const open = await db.select({ number: orders.number }).from(orders).where(eq(orders.state, "awaiting-payment"));
    for (const { number } of open) await expireDraft(shop, number, new Date(Date.now() + HOUR));
  });
  const from = (address: string) => ({ "x-client-address": address });

  test("guesses of codes with payment intents and in the DISCOUNTS field share one limit; beyond it no code is looked up", async () => {
    await db.insert(discountCodes).values({ code: "FOUND", kind: "percent", percent: 10 });
    const network = from("198.51.100.23");
    const guess = (discountCode: string) => post("/pay/create-payment-intent", { ...request, discountCode }, network);
    const half = defaultSettings.formLimits.perNetwork / 2;
    for (let turn = 0; turn < half; turn++) {
      expect((await guess(`GUESS${turn}`)).body.code).toBe("code-unknown");
      expect((await post("/discounts/check", { code: `TRY${turn}`, orderValue: 50 }, network)).body.code).toBe(
        "code-unknown",
      );
    }

    expect((await guess("FOUND")).body.code).toBe("too-many-requests");
    expect((await post("/discounts/check", { code: "FOUND", orderValue: 50 }, network)).body.code).toBe(
      "too-many-requests",
    );
    expect((await post("/pay/create-payment-intent", request, network)).status).toBe(200);
  });

  test("a fourth unpaid payment intent is refused with a problem document that states when to try again", async () => {
    const network = from("2001:db8:7::1");
    for (let turn = 0; turn < 3; turn++)
      expect((await post("/pay/create-payment-intent", request, network)).status).toBe(200);

    const heard = await post("/pay/create-payment-intent", request, from("2001:db8:7::2"));
    expect(heard).toMatchObject({ status: 429, type: "application/problem+json", body: { code: "held-by-network" } });
    expect(heard.body.retryAfter).toBeGreaterThan(0);
    expect(heard.body.retryAfter).toBeLessThanOrEqual(180);
  });

  test.each(["127.0.0.1", "::1", "unknown", ""])(
    "requests with the client address %j, as behind a proxy that is not configured, count as many networks",
    async (address) => {
      for (let turn = 0; turn < 4; turn++)
        expect((await post("/pay/create-payment-intent", request, from(address))).status).toBe(200);
    },
  );
});
