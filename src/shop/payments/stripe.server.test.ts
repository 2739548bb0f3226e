import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openStripeFake } from "~/testing/stripe-fake";
import { gatewayAt } from "~/testing/stripe-fake-gateway";
import { cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { noteRecipient } from "./payments.server";
import { stripeGateway } from "./stripe.server";

const stripe = await openStripeFake();
const gateway = gatewayAt(stripe);
afterAll(() => stripe.close());
beforeEach(() => stripe.recover());

let drawn = 0;
/** A new payment id for use as idempotency key. */
const newKey = () => `0b5c7f6e-0000-4000-8000-${String(++drawn).padStart(12, "0")}`;
const jacket = cents(189_00);
const asking = (key = newKey()) => gateway.request(jacket, "Credit Card", key);
const paid = async () => {
  const request = await asking();
  await stripe.confirmCard(request.clientSecret, "4242424242424242");
  return request;
};
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : "fault"),
  );
const askedWith = (key: string) => stripe.requests.filter((asked) => asked.key?.startsWith(key));

describe("a payment request", () => {
  test("a payment request contains the pinned API version, the payment's key, amount, currency and one payment method, and nothing else", async () => {
    const key = newKey();

    const request = await asking(key);

    expect(request).toMatchObject({ amount: 189_00, currency: "usd", status: "open" });
    expect(request.clientSecret.startsWith(`${request.id}_secret_`)).toBe(true);
    expect(askedWith(key)).toEqual([
      {
        what: "POST /v1/payment_intents",
        version: "2026-10-28.endive",
        key,
        params: {
          amount: "18900",
          currency: "usd",
          metadata: { payment: key },
          allowed_payment_method_types: { 0: "card" },
        },
      },
    ]);
  });

  test("a payment request is made once for any number of concurrent calls with its key, and returned in its current state", async () => {
    const key = newKey();
    const requests = await Promise.all(Array.from({ length: 10 }, () => asking(key)));
    const first = requests[0];
    await stripe.confirmCard(first?.clientSecret ?? "", "4242424242424242");

    const again = await asking(key);

    expect(new Set(requests.map(({ id }) => id))).toEqual(new Set([first?.id]));
    expect(again).toEqual({
      ...first,
      status: "received",
      card: { brand: "visa", lastFour: "4242" },
      cardFingerprint: "fingerprint of 4242424242424242",
    });
  });

  test("a paid request contains its card; with an API key that may not read charges only the card is missing", async () => {
    const request = await asking();
    await stripe.confirmCard(request.clientSecret, "4000000000000002");
    expect(await gateway.find(request.id)).not.toHaveProperty("card");
    await stripe.confirmCard(request.clientSecret, "5555555555554444");
    const card = { brand: "mastercard", lastFour: "4444" };
    expect(await gateway.find(request.id)).toMatchObject({ status: "received", card });

    stripe.inject("forbidden", /^GET \/v1\/payment_intents/, 1);
    const found = await gateway.find(request.id);
    expect(found).toMatchObject({ id: request.id, status: "received" });
    expect(found).not.toHaveProperty("card");
  });

  test("two payments with one card have the same fingerprint, and one with another card has another", async () => {
    const of = async (number: string) => {
      const { id, clientSecret } = await asking();
      await stripe.confirmCard(clientSecret, number);
      return (await gateway.find(id))?.cardFingerprint;
    };
    const [first, second, other] = [
      await of("4242424242424242"),
      await of("4242424242424242"),
      await of("5555555555554444"),
    ];
    expect(first).toBeTruthy();
    expect([second, other === first]).toEqual([first, false]);
  });

  test("a second request with a used key and another amount throws an error", async () => {
    const key = newKey();
    await asking(key);
    await expect(gateway.request(cents(1_00), "Credit Card", key)).rejects.toThrow(
      "A key was used for two different requests.",
    );
  });

  test("a request with a payment method that the account has not enabled is refused", async () => {
    stripe.account.capabilities.delete("klarna");
    expect(await codeOf(gateway.request(jacket, "Klarna", newKey()))).toBe("gateway-unavailable");
    stripe.account.capabilities.add("klarna");
  });

  test("finding or cancelling a request with an unknown id returns undefined", async () => {
    expect(await gateway.find("pi_ofAnotherShop")).toBeUndefined();
    expect(await gateway.find("../refunds")).toBeUndefined();
    expect(await gateway.cancel("pi_ofAnotherShop")).toBeUndefined();
  });
});

describe("the gateway reports the result of a card", () => {
  test.each([
    ["4242 4242 4242 4242", "received"],
    ["4000 0000 0000 0002", "open"],
    ["4000 0000 0000 9995", "open"],
    ["4000 0025 0000 3155", "needs-confirmation"],
    ["4000 0000 0001 0007", "processing"],
    ["4000 0000 0001 0015", "received"],
  ])("after card %s the status is %s", async (number, status) => {
    const { id, clientSecret } = await asking();
    await stripe.confirmCard(clientSecret, number);
    expect(await gateway.find(id)).toMatchObject({ status, amount: jacket });
  });

  test("a declined card can be followed by a good one", async () => {
    const { id, clientSecret } = await asking();
    await stripe.confirmCard(clientSecret, "4000000000000002");
    await stripe.confirmCard(clientSecret, "4242424242424242");
    expect(await gateway.find(id)).toMatchObject({ status: "received" });
  });
});

describe("a cancelled request", () => {
  test("a cancelled request can no longer be paid", async () => {
    const { id, clientSecret } = await asking();

    expect(await gateway.cancel(id)).toMatchObject({ status: "cancelled" });
    expect(await stripe.confirmCard(clientSecret, "4242424242424242")).toEqual({
      error: "payment_intent_unexpected_state",
    });
    expect(await gateway.cancel(id)).toMatchObject({ status: "cancelled" });
  });

  test.each([
    ["4242424242424242", "received"],
    ["4000000000010007", "processing"],
  ])("a request paid with %s can no longer be cancelled and has the status %s", async (number, status) => {
    const { id, clientSecret } = await asking();
    await stripe.confirmCard(clientSecret, number);
    expect(await gateway.cancel(id)).toMatchObject({ status });
  });

  test("a request is cancelled by a second try when the answer to the first was lost", async () => {
    const { id } = await asking();
    stripe.inject("response-lost", /cancel$/);
    expect(await codeOf(gateway.cancel(id))).toBe("gateway-unavailable");
    stripe.recover();
    expect(await gateway.cancel(id)).toMatchObject({ status: "cancelled" });
  });
});

describe("a refund", () => {
  test("a refund is made once per key, in parts up to the whole payment", async () => {
    const { id } = await paid();
    const key = newKey();

    const [first, second] = await Promise.all([
      gateway.refund(id, cents(100_00), key),
      gateway.refund(id, cents(100_00), key),
    ]);
    await gateway.refund(id, cents(89_00), newKey());

    expect(second).toEqual(first);
    expect((await gateway.refunds?.(id))?.map(({ amount, state }) => [amount, state])).toEqual([
      [89_00, "done"],
      [100_00, "done"],
    ]);
  });

  test("a refund is made once per key even when Stripe has dropped the key", async () => {
    const { id } = await paid();
    const key = newKey();
    await gateway.refund(id, cents(50_00), key);
    stripe.forgetKeys();

    await gateway.refund(id, cents(50_00), key);

    expect(await gateway.refunds?.(id)).toHaveLength(1);
  });

  test("all refunds of a payment are read, and a refund is recognized however many were made after it", async () => {
    const { id } = await paid();
    const key = newKey();
    await gateway.refund(id, cents(50_00), key);
    for (let made = 0; made < 205; made += 1) stripe.account.refund({ payment_intent: id, amount: "1" });
    stripe.forgetKeys();

    await gateway.refund(id, cents(50_00), key);

    expect((await gateway.refunds?.(id))?.map(({ amount }) => Number(amount))).toEqual([...Array(205).fill(1), 50_00]);
  });

  test("a refund above the payment fails and is not made", async () => {
    const { id } = await paid();
    expect(await gateway.refund(id, cents(189_01), newKey())).toEqual({
      state: "failed",
      code: "StripeInvalidRequestError",
    });
    expect(await gateway.refunds?.(id)).toEqual([]);
  });
});

describe("Stripe Tax", () => {
  const service = gateway.taxService;
  const baskets = (lines: number) => ({
    lines: Array.from({ length: lines }, (_, position) => ({
      reference: `line-${position}`,
      amount: cents(1000 + position),
      quantity: 1,
      code: "txcd_30011000",
    })),
    delivery: cents(0),
    to: { street: "1 Eagle Street", city: "Albany", zip: "12207", state: "NY" },
  });
  beforeEach(() => stripe.account.tax.registrations.set("NY", { state: 40_000, local: 45_000 }));

  test.each([10, 11, 100])("computes and books %i lines, each with its rates and its id", async (count) => {
    const answer = await service?.calculate(baskets(count));
    const lines = Object.values(answer?.lines ?? {});
    expect(lines.map(({ stateRate, localRate }) => [stateRate, localRate])).toEqual(
      Array.from({ length: count }, () => [40_000, 45_000]),
    );
    expect(answer?.flatFees).toBe(0);
    const booked = await service?.book(answer?.calculation ?? "", `order of ${count}`);
    expect(Object.keys(booked?.lines ?? {})).toHaveLength(count);
    const all = Object.values(booked?.lines ?? {}).map((id) => ({ id, amount: cents(1000), tax: cents(85) }));
    await service?.reverse(
      booked?.id ?? "",
      { lines: all, delivery: cents(0), deliveryTax: cents(0) },
      `back ${count}`,
    );
    expect(stripe.account.tax.reversed(booked?.id ?? "")).toBe(85 * count);
  });

  test("whose answer does not add up is refused, so that the shop's own rates are used", async () => {
    stripe.account.tax.flatFee = -1;
    expect(await codeOf(service?.calculate(baskets(2)) ?? Promise.resolve())).toBe("gateway-unavailable");
    stripe.account.tax.flatFee = 0;
  });
});

describe("when Stripe fails", () => {
  test("a single broken connection is retried: the request is made once, whether its first try succeeded or not", async () => {
    for (const kind of ["unreachable", "response-lost"] as const) {
      stripe.inject(kind, /^POST/, 1);
      const key = newKey();
      const { id } = await asking(key);
      const made = [...stripe.account.intents.values()].filter(({ metadata }) => metadata["payment"] === key);
      expect(made.map((intent) => intent.id)).toEqual([id]);
    }
  });

  test.each(["unreachable", "response-lost", "response-late", "rate-limited", "error", "error-after"] as const)(
    "with the fault %s a request is refused as temporary; the second and third try return the same request",
    async (kind) => {
      const key = newKey();
      stripe.inject(kind, /^POST/);
      expect(await codeOf(asking(key))).toBe("gateway-unavailable");
      stripe.recover();

      const [request, again] = [await asking(key), await asking(key)];

      expect(request).toMatchObject({ status: "open", amount: jacket });
      expect(again.id).toBe(request.id);
    },
  );

  test.each(["response-lost", "response-late", "error", "error-after"] as const)(
    "after the fault %s a second try makes the refund once",
    async (kind) => {
      const { id } = await paid();
      const key = newKey();
      stripe.inject(kind, /^POST/);
      expect(await codeOf(gateway.refund(id, cents(10_00), key))).toBe("gateway-unavailable");
      stripe.recover();

      await gateway.refund(id, cents(10_00), key);

      expect((await gateway.refunds?.(id))?.map(({ amount }) => amount)).toEqual([10_00]);
    },
  );

  test("a wrong API key is reported as an unavailable gateway, not as an error of the shop", async () => {
    const stranger = stripeGateway({ ...stripe.keys, secretKey: "sk_test_wrong" });
    expect(await codeOf(stranger.request(jacket, "Credit Card", newKey()))).toBe("gateway-unavailable");
  });
});

describe("an event of Stripe's webhook", () => {
  afterEach(() => void vi.useRealTimers());
  /** Stops the clock, so that signing times have an exact distance from now. */
  function stoppedClock(): number {
    const now = Date.UTC(2026, 2, 7, 12);
    vi.useFakeTimers({ now, toFake: ["Date"] });
    return now;
  }
  const received = async (request: Request, at = gateway) =>
    at.readWebhook?.(await request.text(), request.headers.get("stripe-signature") ?? "");

  test("an event is accepted with Stripe's signature", async () => {
    const { id } = await paid();
    const event = stripe.account.events.findLast(({ type }) => type === "payment_intent.succeeded");
    expect(event && (await received(stripe.webhookRequest(event)))).toEqual({
      id: event?.id,
      type: "payment_intent.succeeded",
      kind: "payment-changed",
      requestId: id,
    });
  });

  test("an event is refused when it is signed with another secret, too old, dated ahead, changed, or unsigned", async () => {
    await paid();
    const event = stripe.account.events.at(-1);
    if (!event) throw new Error("Stripe sent no event.");
    const now = stoppedClock();
    const good = stripe.webhookRequest(event);
    const body = await good.clone().text();
    const signature = good.headers.get("stripe-signature") ?? "";

    const refusals = await Promise.all(
      [
        received(stripe.webhookRequest(event, { secret: "whsec_of_somebody_else" })),
        received(stripe.webhookRequest(event, { at: now - 301_000 })),
        received(stripe.webhookRequest(event, { at: now + 301_000 })),
        received(stripe.webhookRequest(event, { at: Date.UTC(2100, 0, 1) })),
        Promise.resolve(gateway.readWebhook?.(body, `t=99999999999,${signature}`)),
        Promise.resolve(gateway.readWebhook?.(body.replace("succeeded", "canceled"), signature)),
        Promise.resolve(gateway.readWebhook?.(body, "")),
        Promise.resolve(gateway.readWebhook?.("", signature)),
        Promise.resolve(gateway.readWebhook?.(body, `t=${now / 1000},v1=${"0".repeat(64)}`)),
      ].map(codeOf),
    );

    expect(refusals).toEqual(Array.from({ length: 9 }, () => "signature-invalid"));
  });

  test("an event is accepted when the clocks differ by up to 5 minutes, in both directions", async () => {
    await paid();
    const event = stripe.account.events.at(-1);
    if (!event) throw new Error("Stripe sent no event.");
    const now = stoppedClock();
    const receivedAt = (at: number) => received(stripe.webhookRequest(event, { at }));

    expect(await receivedAt(now + 300_000)).toMatchObject({ id: event.id });
    expect(await receivedAt(now - 300_000)).toMatchObject({ id: event.id });
  });

  test("no event is accepted without a configured webhook secret", () => {
    expect(stripeGateway({ ...stripe.keys, webhookSecret: undefined }).readWebhook).toBeUndefined();
  });
});

test("the recipient is stored at an open request as receipt address and delivery; a creation repeated afterwards returns the same request", async () => {
  const key = newKey();
  const request = await asking(key);
  const address = { line1: "88 Sandstone Avenue", city: "Moab", state: "UT", postal_code: "84532" };
  const recipient = { name: "Jo Delacroix", email: "jo@example.com", phone: "+14355550100", address };
  await noteRecipient({ payments: gateway }, request, recipient);
  expect(stripe.requests.at(-1)).toMatchObject({
    what: `POST /v1/payment_intents/${request.id}`,
    params: {
      receipt_email: "jo@example.com",
      shipping: { name: "Jo Delacroix", phone: "+14355550100", address: { ...address, country: "US" } },
    },
  });
  expect((await asking(key)).id).toBe(request.id);
  // Stripe refuses it for a paid one: the payment does not depend on it.
  await stripe.confirmCard(request.clientSecret, "4242424242424242");
  await noteRecipient({ payments: gateway }, request, recipient);
  expect((await gateway.find(request.id))?.status).toBe("received");
});
