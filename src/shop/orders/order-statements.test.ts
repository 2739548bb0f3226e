import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { openPayingCalls } from "~/testing/paying-calls.server";
import { sendConfirmation } from "./letters/order-letters.server";

const { shop, intent, order, pay, post, tee } = await openPayingCalls();

/** The statements of some work, by how they begin. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const asked = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    return asked.mock.calls.map(([query]: unknown[]) => textOf(query).replace(/\s+/g, " ").trim().slice(0, 60));
  } finally {
    asked.mockRestore();
  }
}

const textOf = (query: unknown): string =>
  typeof query === "string" ? query : String((query as { text?: unknown }).text ?? "");

describe("statements of one order", () => {
  test("three statements for the intent, one for the card, four for the order, three for its letter", async () => {
    const body = { ...(await intent(tee)), draftKey: "0123456789abcdef0123456789abcdef" };
    let asked: Record<string, unknown> = {};
    const drafted = await statementsOf(async () => {
      asked = (await post("/pay/create-payment-intent", body)).body;
    });
    expect(drafted).toHaveLength(3);

    const { clientSecret, paymentIntentId } = asked as Record<string, string>;
    const paid = await statementsOf(() => pay(clientSecret, "4242424242424242"));
    expect(paid).toHaveLength(1);

    const bought = await order(paymentIntentId ?? "", tee);
    let number = "";
    const settled = await statementsOf(async () => {
      number = String((await post("/orders", bought)).body.orderNumber);
    });
    expect(settled).toHaveLength(4);

    const told = await statementsOf(() => sendConfirmation(shop, number));
    expect(told).toHaveLength(3);
  });
});
