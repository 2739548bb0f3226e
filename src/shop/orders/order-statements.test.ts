import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { collectIn } from "~/testing/collected-tax.server";
import { openPayingCalls } from "~/testing/paying-calls.server";
import { sendConfirmation } from "./letters/order-letters.server";

const { shop, intent, order, pay, post, tee } = await openPayingCalls();

/** SQL statements that `work` sends to the database, each cut to its beginning. */
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

/** Numbers of statements for the payment intent, the card payment, the order and its confirmation. */
async function statementsOfOne(draftKey: string, more = 0): Promise<number[]> {
  const wish = await intent(tee);
  const body = { ...wish, amount: wish.amount + more, draftKey };
  let asked: Record<string, unknown> = {};
  const drafted = await statementsOf(async () => {
    asked = (await post("/pay/create-payment-intent", body)).body;
  });
  const { clientSecret, paymentIntentId } = asked as Record<string, string>;
  const paid = await statementsOf(() => pay(clientSecret, "4242424242424242"));

  const bought = await order(paymentIntentId ?? "", tee);
  bought.orderDetails.orderSummary.total += more / 100;
  let number = "";
  const settled = await statementsOf(async () => {
    number = String((await post("/orders", bought)).body.orderNumber);
  });
  const told = await statementsOf(() => sendConfirmation(shop, number));
  return [drafted.length, paid.length, settled.length, told.length];
}

describe("number of SQL statements of one order", () => {
  test("an order takes three statements for the payment intent, one for the card, four for the order and five for its letter", async () => {
    expect(await statementsOfOne("0123456789abcdef0123456789abcdef")).toEqual([3, 1, 4, 5]);
  });

  test("a state with sales tax takes one more statement, which finds the state of the address", async () => {
    await collectIn(shop, "AZ", { stateRate: 50_000, delivery: "not" });
    expect(await statementsOfOne("1123456789abcdef0123456789abcdef", 1_80)).toEqual([4, 1, 4, 5]);
  });
});
