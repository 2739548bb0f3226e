import { describe, expect, test } from "vitest";
import { cents } from "~/shop/money";
import { Refusal, type RefusalCode } from "~/shop/refusal";
import type { ChangedPrices } from "~/shop/refusal-details";
import { initialState, type Payment, type Purchase, type PurchaseState, transition } from "./purchase";
import { noFields } from "./checkout-fields";
import { firstSteps } from "./steps";

const priced = (total: number): Purchase => {
  const zero = cents(0);
  const summary = {
    orderValue: cents(total),
    discount: zero,
    deliveryFee: zero,
    tax: zero,
    fees: zero,
    total: cents(total),
  };
  const inDollars = { orderValue: total / 100, deliveryFee: 0, total: total / 100 };
  return {
    fields: noFields,
    steps: firstSteps,
    method: "Credit Card",
    lines: [],
    summary,
    offers: { given: undefined, isCodeLeftOut: false },
    discountCode: undefined,
    byCards: { codes: [], parts: [], rest: cents(total), keptBack: zero },
    draft: {
      items: [],
      orderSummary: inDollars,
    },
  };
};
const purchase = priced(40_00);
const payment: Payment = { id: "pi_1", clientSecret: "pi_1_secret_1", arrived: false };
const arrived: Payment = { ...payment, arrived: true };
const paying: PurchaseState = { stage: { at: "paying", purchase }, isProcessing: true };
const FAILED = "Payment failed. Please try again.";
const dropped = new TypeError("Failed to fetch");

describe("a payment", () => {
  test("begins with an intent; a second click does nothing", () => {
    const [state, ...commands] = transition(initialState, { type: "pay", purchase });
    expect(state).toEqual(paying);
    expect(commands).toEqual([{ do: "create-intent", purchase }]);
    expect(transition(state, { type: "pay", purchase })).toEqual([state]);
  });

  test("is stored before the provider confirms it", () => {
    expect(transition(paying, { type: "intent-created", purchase, payment })).toEqual([
      paying,
      { do: "store-payment", payment },
      { do: "confirm-payment", purchase, payment },
    ]);
  });

  test("of zero needs no provider", () => {
    const free = priced(0);
    const [, ...commands] = transition(paying, { type: "intent-created", purchase: free, payment });
    expect(commands).toEqual([
      { do: "store-payment", payment: arrived },
      { do: "place-order", purchase: free, payment: arrived, turn: 0 },
    ]);
  });

  test("of a total that gift cards pay needs no provider", () => {
    const byCards = { ...purchase.byCards, rest: cents(0) };
    const [, ...commands] = transition(paying, {
      type: "intent-created",
      purchase: { ...purchase, byCards },
      payment,
    });
    expect(commands.map((command) => command.do)).toEqual(["store-payment", "place-order"]);
  });

  test("is stored as arrived after its confirmation, before the order is placed", () => {
    const event = { type: "confirmed", purchase, payment, outcome: { status: "succeeded" } } as const;
    expect(transition(paying, event)).toEqual([
      paying,
      { do: "store-payment", payment: arrived },
      { do: "place-order", purchase, payment: arrived, turn: 0 },
    ]);
  });

  test("that was declined can be tried again, and the provider's message is shown", () => {
    const outcome = { status: "declined", message: "Your card was declined." } as const;
    expect(transition(paying, { type: "confirmed", purchase, payment, outcome })).toEqual([
      { stage: { at: "ready", declined: "Your card was declined." }, isProcessing: false },
      { do: "show-error", message: "Your card was declined." },
    ]);
  });

  test("that is still being processed leads to the success page, and no other payment is made", () => {
    const [state, ...commands] = transition(paying, {
      type: "confirmed",
      purchase,
      payment,
      outcome: { status: "processing" },
    });
    expect(state.isProcessing).toBe(true);
    expect(commands).toEqual([{ do: "redirect", payment, replace: false }]);
  });

  test("whose request failed in the network can be tried again", () => {
    expect(transition(paying, { type: "payment-failed", failure: dropped, payment })).toEqual([
      { stage: { at: "ready", declined: FAILED }, isProcessing: false },
      { do: "show-error", message: FAILED },
    ]);
  });

  test.each(["payment-arrived", "payment-processing"] as const)(
    "that was refused with %s leads to the success page, which asks for the payment's state",
    (code) => {
      const failure = new Refusal(code);
      const [, ...commands] = transition(paying, { type: "payment-failed", failure, payment });
      expect(commands).toEqual([{ do: "redirect", payment, replace: false }]);
      const [state] = transition(paying, { type: "payment-failed", failure, payment: null });
      expect(state).toEqual({ stage: { at: "ready", declined: FAILED }, isProcessing: false });
    },
  );

  test.each([
    ["code-expired", { kind: "code", message: "This code has expired." }],
    ["product-unknown", { kind: "gone" }],
    ["too-many-requests", { kind: "wait", message: expect.any(String), retryAfter: 0 }],
  ] as const)("that was refused with %s waits for the shopper", (code, objection) => {
    const [state, ...commands] = transition(paying, {
      type: "payment-failed",
      failure: new Refusal(code),
      payment: null,
    });
    expect(state).toEqual({ stage: { at: "objected", objection }, isProcessing: false });
    expect(commands).toEqual([]);
    expect(transition(state, { type: "objection-settled" })).toEqual([{ ...state, stage: { at: "ready" } }]);
  });

  test.each([
    ["product-unknown", { product: "305" }],
    ["combination-unavailable", { product: "305", size: "32/32", color: "Indigo" }],
  ] as const)("that was refused with %s names what is no longer sold", (code, goods) => {
    const failure = new Refusal(code, { details: goods });
    const [{ stage }] = transition(paying, { type: "payment-failed", failure, payment: null });
    expect(stage).toEqual({ at: "objected", objection: { kind: "gone", goods } });
  });

  const refusedCards = ["gift-card-ended", "gift-card-empty", "gift-card-of-test"] as const;
  test.each(refusedCards)("that was refused with %s names the card that is left out", (code) => {
    const failure = new Refusal(code, { details: { lastFour: "7KQ2" } });
    const [{ stage }] = transition(paying, { type: "payment-failed", failure, payment: null });
    const objection = { kind: "cards", message: failure.message, isOut: true, lastFour: "7KQ2" };
    expect(stage).toEqual({ at: "objected", objection });
  });

  test("for a code that an unpaid order uses can be tried again later", () => {
    const message = "It is free again in 3 minutes.";
    const failure = new Refusal("code-used", { details: { retryAfter: 150 }, words: message });
    const [{ stage }] = transition(paying, { type: "payment-failed", failure, payment: null });
    expect(stage).toEqual({
      at: "objected",
      objection: { kind: "code", message, mayWait: true },
    });
  });

  test("at changed prices shows the new prices", () => {
    const now = { lines: [], summary: { orderValue: 44, discount: 0, deliveryFee: 3.99, tax: 0, total: 47.99 } };
    const failure = new Refusal("prices-changed", { details: now });
    const [{ stage }] = transition(paying, { type: "payment-failed", failure, payment: null });
    expect(stage).toEqual({ at: "objected", objection: { kind: "prices", message: failure.message, now } });
  });

  test("under sums of a process that does not know the offers that were told, is not asked to be accepted, but tried again", () => {
    const now = { lines: [], summary: { orderValue: 44, discount: 0, deliveryFee: 3.99, tax: 0, total: 47.99 } };
    const offers = { given: [{ sentence: "10% off from 2 pieces", amount: cents(4_00) }], isCodeLeftOut: false };
    const under: PurchaseState = { stage: { at: "paying", purchase: { ...purchase, offers } }, isProcessing: true };
    const after = (details: ChangedPrices) =>
      transition(under, {
        type: "payment-failed",
        failure: new Refusal("prices-changed", { details }),
        payment: null,
      })[0].stage;
    expect(after(now)).toEqual({ at: "ready", declined: FAILED });
    expect(after({ ...now, offers: { given: [] } })).toMatchObject({ at: "objected" });
  });

  test("with a changed tax asks the shopper to accept the tax", () => {
    const now = { lines: [], summary: { orderValue: 44, discount: 0, deliveryFee: 3.99, tax: 3.52, total: 51.51 } };
    const failure = new Refusal("tax-changed", { details: now });
    const [{ stage }] = transition(paying, { type: "payment-failed", failure, payment: null });
    expect(stage).toEqual({ at: "objected", objection: { kind: "tax", now } });
  });
});

describe("a page of the checkout", () => {
  test("redirects after a reload to the success page, if the payment has arrived", () => {
    expect(transition(initialState, { type: "opened", payment: arrived })).toEqual([
      initialState,
      { do: "redirect", payment: arrived, replace: true },
    ]);
  });

  test.each([payment, null])("can pay after a reload between intent and confirmation (%#)", (left) => {
    expect(transition(initialState, { type: "opened", payment: left })).toEqual([initialState]);
  });

  test("can pay again when it is restored from the back/forward cache", () => {
    const [state] = transition(paying, { type: "restored" });
    expect(transition(state, { type: "pay", purchase })).toContainEqual({ do: "create-intent", purchase });
  });
});

describe("an order whose payment has arrived", () => {
  const after = (failure: unknown, turn = 0) =>
    transition(paying, { type: "order-failed", purchase, payment: arrived, turn, failure });

  test("ends the purchase", () => {
    const order = { orderNumber: "IM-1" };
    const [state, ...commands] = transition(paying, { type: "order-placed", purchase, order });
    expect(state).toEqual({ stage: { at: "done", order, purchase }, isProcessing: true });
    expect(commands).toEqual([{ do: "finish", purchase }]);
    expect(transition(state, { type: "confirmation-shown" })).toEqual([{ ...state, isProcessing: false }]);
  });

  const later: unknown[] = [dropped, new Refusal("gateway-unavailable"), new Refusal("payment-processing")];
  test.each(later)("that fails with %s is requested again later, and no other payment is made", (failure) => {
    const [state, ...commands] = after(failure, 2);
    expect(state).toEqual({ stage: { at: "confirming", purchase, isPolling: true }, isProcessing: true });
    expect(commands).toEqual([{ do: "schedule-poll", purchase, payment: arrived, turn: 3, delay: 4000 }]);
    expect(transition(state, { type: "poll", purchase, payment: arrived, turn: 3 })).toEqual([
      state,
      { do: "place-order", purchase, payment: arrived, turn: 3 },
    ]);
  });

  test("is requested again five times, then only when the shopper asks", () => {
    const [{ stage }, ...commands] = after(dropped, 5);
    expect(stage).toEqual({ at: "confirming", purchase, isPolling: false });
    expect(commands).toEqual([{ do: "schedule-poll", purchase, payment: arrived, turn: 0, delay: undefined }]);
  });

  test("can be paid again if the payment turns out to be missing", () => {
    expect(after(new Refusal("payment-missing"))).toEqual([
      { stage: { at: "ready", declined: FAILED }, isProcessing: false },
      { do: "end-attempt" },
      { do: "show-error", message: FAILED },
    ]);
  });

  test.each(["payment-returned", "order-cancelled"] as const)(
    "that fails with %s shows the message about the refund",
    (code) => {
      const failure = new Refusal(code);
      expect(after(failure)).toEqual([
        { stage: { at: "returned", message: failure.message }, isProcessing: false },
        { do: "end-attempt" },
      ]);
    },
  );

  test.each<RefusalCode>(["amount-mismatch", "sold-out", "payment-unknown", "input-invalid"])(
    "that is refused with %s leads to the success page",
    (code) => {
      const [, ...commands] = after(new Refusal(code));
      expect(commands).toEqual([{ do: "redirect", payment: arrived, replace: false }]);
    },
  );
});
