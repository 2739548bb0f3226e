import { expect } from "vitest";
import { openDelivery } from "~/shop/delivery-terms.server";
import { billing, jo, draftRequestFor } from "./riders.server";
import { openTestShop, type TestShop } from "./test-shop.server";
import { api } from "~/server/api";
import { orderDraftOf } from "~/shop/bag/order-draft";
import { dollars } from "~/shop/money";
import { payments, sandboxRequests } from "~/shop/payments/payments.tables";
import { orderEvents, orderLines, orders } from "~/shop/orders/orders.tables";

export interface CallResponse {
  status: number;
  type: string | null;
  // Untyped, because tests read responses like any client of the API.
  body: Record<string, unknown> & { errors?: { field: string; message: string }[] };
}

/** A separate test shop with the API calls that a browser makes when paying. */
export async function openPayingCalls() {
  const shop = await openTestShop();
  const { db } = shop;
  const calls = api(shop);

  async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<CallResponse> {
    const response = await calls.request(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: response.status, type: response.headers.get("content-type"), body: await response.json() };
  }

  const stored = async () =>
    Promise.all([orders, orderLines, orderEvents, payments, sandboxRequests].map((table) => db.$count(table)));

  /** Expects that a call is refused and stores nothing; returns the body, a problem document. */
  async function refused(path: string, body: unknown): Promise<CallResponse["body"]> {
    const before = await stored();
    const response = await post(path, body);
    expect(response.type).toBe("application/problem+json");
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(await stored()).toEqual(before);
    return response.body;
  }

  const tee: Pick = ["Sprocket Tee", "M", "Ash"];
  const intent = (...picks: Picks) => intentOf(shop, picks);
  return {
    shop,
    db,
    calls,
    post,
    stored,
    refused,
    intent,
    tee,
    order: (paymentIntentId: string, ...picks: Picks) => orderOf(shop, paymentIntentId, picks),
    pay: (clientSecret: unknown, number: string) =>
      post("/sandbox/confirm-card", {
        clientSecret,
        card: {
          number,
          expiry: "12/34",
          code: "123",
        },
        billing,
      }),
    request: await intent(tee),
  };
}

type Picks = Parameters<typeof draftRequestFor>[1];
type Pick = Picks[number];

/** Body of the call that requests a payment intent. */
async function intentOf(shop: TestShop, picks: Picks) {
  const wish = await draftRequestFor(shop, picks);
  return {
    amount: wish.amount as number,
    currency: "usd",
    paymentMethod: "Credit Card",
    items: wish.items.map((item) => ({ ...item, price: dollars(item.price) })),
    customer: { ...jo },
  };
}

/** Body of the call that places the order of a payment intent. */
export async function orderOf(shop: TestShop, paymentIntentId: string, picks: Picks) {
  const { items } = await draftRequestFor(shop, picks);
  const bag = items.map((item) => ({ ...item, name: "Sprocket Tee", image: "" }));
  return {
    customer: { ...jo, paymentDetails: { paymentIntentId, method: "Credit Card" } },
    orderDetails: orderDraftOf(bag, null, openDelivery(shop).terms),
    isPaid: true,
  };
}
