import { Stripe } from "stripe";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openStripeFake, deliverUnreliably } from "./stripe-fake";

const fake = await openStripeFake();
const { hostname: host, port } = new URL(fake.keys.apiBase);
const client = (key = fake.keys.secretKey, timeout = 60_000) =>
  new Stripe(key, { host, port, protocol: "http", maxNetworkRetries: 0, timeout, telemetry: false });
const stripe = client();
afterAll(() => fake.close());
beforeEach(() => fake.recover());

const wanted = { amount: 189_00, currency: "usd", allowed_payment_method_types: ["card" as const] };
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "yes",
    (error: InstanceType<typeof Stripe.errors.StripeError>) => error.code ?? error.type,
  );
const types = () => fake.account.events.map(({ type }) => type);

describe("Stripe's own client with the fake", () => {
  test("Stripe's client creates, retrieves, lists and cancels an intent", async () => {
    const made = await stripe.paymentIntents.create(wanted);
    const found = await stripe.paymentIntents.retrieve(made.id);
    const [newest] = (await stripe.paymentIntents.list()).data;
    const cancelled = await stripe.paymentIntents.cancel(made.id);

    expect(found).toMatchObject({ id: made.id, status: "requires_payment_method", amount_received: 0 });
    expect(newest?.id).toBe(made.id);
    expect(cancelled.status).toBe("canceled");
  });

  test.each([
    ["amount_too_small", { ...wanted, amount: 49 }],
    ["amount_too_large", { ...wanted, amount: 100_000_000 }],
    ["parameter_invalid_integer", { ...wanted, amount: 19.99 }],
    ["payment_method_types_no_longer_supported", { ...wanted, payment_method_types: ["card"] }],
    ["parameter_unknown", { ...wanted, capture_method: "manual" as const }],
    ["StripeInvalidRequestError", { ...wanted, currency: "eur" }],
  ])("a client that wants an invalid intent gets %s", async (code, params) =>
    expect(await codeOf(stripe.paymentIntents.create(params))).toBe(code),
  );

  test("Stripe's client gets an error for objects that the fake does not have", async () => {
    expect(await codeOf(stripe.customers.list())).toBe("StripeInvalidRequestError");
    expect(await codeOf(stripe.paymentIntents.retrieve("pi_unknown"))).toBe("resource_missing");
  });

  test("Stripe's client is refused with a wrong API key", async () => {
    expect(await codeOf(client("sk_test_other").paymentIntents.create(wanted))).toBe("StripeAuthenticationError");
    expect(await codeOf(client(fake.keys.publishableKey).paymentIntents.create(wanted))).toBe(
      "StripeAuthenticationError",
    );
  });
});

describe("an idempotency key", () => {
  test("an idempotency key gets the first response again, even if the intent has changed since", async () => {
    const first = await stripe.paymentIntents.create(wanted, { idempotencyKey: "once" });
    await stripe.paymentIntents.cancel(first.id);
    const again = await stripe.paymentIntents.create(wanted, { idempotencyKey: "once" });

    expect(again).toEqual(first);
    expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
  });

  test("an idempotency key with other parameters is refused", async () => {
    await stripe.paymentIntents.create(wanted, { idempotencyKey: "mismatch" });
    const other = stripe.paymentIntents.create({ ...wanted, amount: 1_00 }, { idempotencyKey: "mismatch" });
    expect(await codeOf(other)).toBe("StripeIdempotencyError");
  });

  test("the idempotency key of an invalid request can be used again", async () => {
    await codeOf(stripe.paymentIntents.create({ ...wanted, amount: 1 }, { idempotencyKey: "not-understood" }));
    expect(await codeOf(stripe.paymentIntents.create(wanted, { idempotencyKey: "not-understood" }))).toBe("yes");
  });

  test("an idempotency key gets an injected error again until the key is forgotten", async () => {
    fake.inject("error", /^POST/, 1);
    const ask = () => codeOf(stripe.paymentIntents.create(wanted, { idempotencyKey: "fault" }));
    expect([await ask(), await ask()]).toEqual(["StripeAPIError", "StripeAPIError"]);
    fake.forgetKeys();
    expect(await ask()).toBe("yes");
  });
});

describe("a paying browser", () => {
  test.each([
    ["4242 4242 4242 4242", { status: "succeeded" }, "payment_intent.succeeded"],
    ["4000 0000 0000 0002", { error: "card_declined" }, "payment_intent.payment_failed"],
    ["4000 0000 0000 9995", { error: "card_declined" }, "payment_intent.payment_failed"],
    ["4000 0000 0000 0069", { error: "expired_card" }, "payment_intent.payment_failed"],
    ["4000 0025 0000 3155", { status: "requires_action" }, "payment_intent.requires_action"],
    ["4000 0000 0001 0007", { status: "processing" }, "payment_intent.processing"],
    ["4000 0000 0001 0015", { error: "api_connection_error" }, "payment_intent.succeeded"],
  ])("a browser that pays with %s gets %j", async (number, received, event) => {
    const { client_secret } = await stripe.paymentIntents.create(wanted);
    expect(await fake.confirmCard(client_secret ?? "", number)).toEqual(received);
    expect(types().at(-1)).toBe(event);
  });

  test("a browser can confirm only the intent whose secret it sends", async () => {
    const { id } = await stripe.paymentIntents.create(wanted);
    expect(await fake.confirmCard(`${id}_secret_guessed`, "4242424242424242")).toHaveProperty("error");
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe("requires_payment_method");
  });

  test("a browser can approve or reject the payment on the page of its bank", async () => {
    for (const [approved, status] of [
      [true, "succeeded"],
      [false, "requires_payment_method"],
    ] as const) {
      const { id, client_secret } = await stripe.paymentIntents.create(wanted);
      await fake.confirmCard(client_secret ?? "", "4000002500003155");
      fake.account.authorize(id, approved);
      expect((await stripe.paymentIntents.retrieve(id)).status).toBe(status);
    }
  });

  test("a browser is redirected to Klarna and back with the outcome", async () => {
    const klarna = { ...wanted, allowed_payment_method_types: ["klarna" as const] };
    const { id, client_secret } = await stripe.paymentIntents.create(klarna);
    await fake.confirmKlarna(client_secret ?? "", "https://shop.example/order-success");
    expect(fake.account.authorize(id, true)).toBe(
      `https://shop.example/order-success?payment_intent=${id}&payment_intent_client_secret=${client_secret}&redirect_status=succeeded`,
    );
  });
});

describe("refunds", () => {
  test("refunds never exceed the payment", async () => {
    const { id, client_secret } = await stripe.paymentIntents.create(wanted);
    expect(await codeOf(stripe.refunds.create({ payment_intent: id }))).toBe("StripeInvalidRequestError");
    await fake.confirmCard(client_secret ?? "", "4242424242424242");

    await stripe.refunds.create({ payment_intent: id, amount: 100_00 });
    expect(await codeOf(stripe.refunds.create({ payment_intent: id, amount: 89_01 }))).toBe(
      "StripeInvalidRequestError",
    );
    await stripe.refunds.create({ payment_intent: id });
    expect(await codeOf(stripe.refunds.create({ payment_intent: id }))).toBe("charge_already_refunded");

    const { data } = await stripe.refunds.list({ payment_intent: id });
    expect(data.map(({ amount }) => amount)).toEqual([89_00, 100_00]);
  });
});

describe("an injected fault", () => {
  test.each([
    ["unreachable", "StripeConnectionError", 0],
    ["response-lost", "StripeConnectionError", 1],
    ["response-late", "StripeConnectionError", 1],
    ["error", "StripeAPIError", 0],
    ["error-after", "StripeAPIError", 1],
    ["rate-limited", "StripeRateLimitError", 0],
  ] as const)("with the fault %s the client gets %s, and %i requests are executed", async (kind, error, done) => {
    const before = fake.account.intents.size;
    fake.inject(kind, /^POST/);
    const idempotencyKey = `fault-${kind}`;
    const asking = client(fake.keys.secretKey, kind === "response-late" ? 300 : undefined);
    expect(await codeOf(asking.paymentIntents.create(wanted, { idempotencyKey }))).toBe(error);
    expect(fake.account.intents.size - before).toBe(done);
  });
});

describe("webhook events", () => {
  test("webhook events contain the object's state at their time, with a signature that Stripe's client accepts", async () => {
    const { id } = await stripe.paymentIntents.create(wanted);
    const created = fake.account.events.findLast(({ type }) => type === "payment_intent.created");
    await stripe.paymentIntents.cancel(id);
    if (!created) throw new Error("No event was sent.");

    const request = fake.webhookRequest(created);
    const signature = request.headers.get("stripe-signature") ?? "";
    const event = stripe.webhooks.constructEvent(await request.text(), signature, fake.keys.webhookSecret);

    expect(event.data.object).toMatchObject({ id, status: "requires_payment_method" });
    expect((await stripe.events.retrieve(event.id)).type).toBe("payment_intent.created");
  });

  test("an unreliable network loses, repeats and reorders events in the same way for the same random numbers", () => {
    const events = fake.account.events.slice(0, 20);
    const drawing = () => {
      let state = 11;
      return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    };
    const sent = deliverUnreliably(events, drawing());

    expect(new Set(sent).size).toBeLessThan(events.length);
    expect(sent.length).toBeGreaterThan(new Set(sent).size);
    expect(sent).not.toEqual(events.filter((event) => sent.includes(event)));
    expect(deliverUnreliably(events, drawing())).toEqual(sent);
  });
});
