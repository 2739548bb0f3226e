import { describe, expect, test } from "vitest";
import { intentRefusals, orderRefusals } from "./paying-refusals";
import { outcomeOf, type PaymentOutcome } from "./payment-outcome";

const told: Record<Exclude<PaymentOutcome, "ask-server">, string[]> = {
  unpaid: ["payment-missing", "tax-unpaid"],
  returned: ["payment-returned", "order-cancelled", "amount-returned", "tax-returned"],
  pending: ["payment-processing"],
  arrived: ["payment-arrived"],
  retry: ["gateway-unavailable", "payments-paused", "too-many-requests", "held-by-network", "checkout-stopped"],
};
const paying = [...new Set([...intentRefusals, ...orderRefusals])];

describe("meaning of a refusal for a payment", () => {
  test.each(paying)("the refusal %s has the expected meaning", (code) => {
    const [outcome = "ask-server"] = Object.entries(told).find(([, codes]) => codes.includes(code)) ?? [];
    expect(outcomeOf(code)).toBe(outcome);
  });

  test("only six refusals are final: those that say that the payment has not arrived, or is refunded", () => {
    const final = paying.filter((code) => ["unpaid", "returned"].includes(outcomeOf(code)));
    expect(final).toEqual([
      "payment-missing",
      "payment-returned",
      "order-cancelled",
      "amount-returned",
      "tax-unpaid",
      "tax-returned",
    ]);
  });

  test("a shop that cannot answer has decided nothing", () => {
    expect(outcomeOf("shop-unreachable")).toBe("retry");
  });

  test("any other refusal leaves the decision to the server", () => {
    expect(outcomeOf("body-malformed")).toBe("ask-server");
  });
});
