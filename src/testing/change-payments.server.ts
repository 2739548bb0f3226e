import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { cents } from "~/shop/money";
import { payments } from "~/shop/payments/payments.tables";
import { cards, payWith } from "./riders.server";
import type { TestShop } from "./test-shop.server";

/** Functions that request and receive payments for changes of orders. */
export function openChangePayments(shop: TestShop) {
  const { db } = shop;

  /** Requests a payment of a change at the gateway, later than the order's own payment. */
  async function asked(orderNumber: string, dollars: number, { live = false, minutes = 1 } = {}) {
    const [id, amount] = [randomUUID(), cents(dollars * 100)];
    const request = await shop.payments.request(amount, "Credit Card", id);
    const requestedAt = new Date(Date.now() + minutes * 60_000);
    await db.insert(payments).values({
      id,
      orderNumber,
      kind: "change",
      gateway: "sandbox",
      gatewayId: request.id,
      method: "Credit Card",
      amount,
      live,
      requestedAt,
    });
    return { id, request };
  }

  const arrived = (id: string) =>
    db
      .update(payments)
      .set({ state: "received", receivedAt: new Date(), cardBrand: "mastercard", cardLastFour: "4444" })
      .where(eq(payments.id, id));

  /** Requests a payment of a change, pays it, and marks it as received. */
  async function paidChange(orderNumber: string, dollars: number, more: Parameters<typeof asked>[2] = {}) {
    const change = await asked(orderNumber, dollars, more);
    await payWith(shop, cards.good, change.request.clientSecret);
    await arrived(change.id);
    return change;
  }
  return { asked, arrived, paidChange };
}
