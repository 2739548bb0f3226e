import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach } from "vitest";
import type { Database } from "~/platform/database.server";
import { MINUTE } from "~/platform/durations";
import { api } from "~/server/api";
import { system } from "~/shop/actor";
import { products, stockMovements, variants } from "~/shop/catalog/catalog.tables";
import { eventOf, type GatewayEventPayload } from "~/shop/payments/gateway-event-payload";
import { GATEWAY_EVENT } from "~/shop/payments/gateway-events.server";
import { payments } from "~/shop/payments/payments.tables";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { handleGatewayEvent } from "~/shop/orders/settling/handle-gateway-event.server";
import { shownNumber } from "~/shop/orders/order-number";
import { CONFIRM_ORDER, NOTIFY_DISPUTE, type NotifyDispute } from "~/shop/orders/letters/letter-jobs";
import { sendDispute } from "~/shop/orders/letters/order-letters.server";
import { executeRefund } from "~/shop/orders/refunds/execute-refund.server";
import { orderByNumber } from "~/shop/orders/orders.server";
import { orderEvents, orders } from "~/shop/orders/orders.tables";
import { EXECUTE_REFUND, type ExecuteRefund } from "~/shop/orders/refunds/request-refund.server";
import { draftRequestFor } from "./riders.server";
import { type FakeEvent, openStripeFake, type StripeFake } from "./stripe-fake";
import { gatewayAt } from "./stripe-fake-gateway";
import { openTestShop, type TestShop } from "./test-shop.server";

const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE);

/** A test shop whose gateway is connected to a fake Stripe, and which receives its webhooks. */
export async function openStripeShop() {
  const stripe = await openStripeFake();
  const shop = await openTestShop();
  const atStripe = { ...shop, payments: gatewayAt(stripe) };
  const { db } = shop;
  const app = api(atStripe);
  await delivered(db, "Ride Dirty Tee", 500);
  afterAll(() => stripe.close());
  beforeEach(() => stripe.recover());

  /** Sends an event to the shop's webhook; returns the status of the response. */
  async function post(event: FakeEvent, more?: Parameters<typeof stripe.webhookRequest>[1]): Promise<number> {
    const request = stripe.webhookRequest(event, more);
    const { headers } = request;
    const response = await app.request("/stripe/webhook", { method: "POST", body: await request.text(), headers });
    return response.status;
  }

  const confirmationJobs = (number: string) =>
    shop.payloads.filter(
      ({ name, payload }) => name === CONFIRM_ORDER && "number" in payload && payload.number === number,
    );
  return {
    stripe,
    shop,
    atStripe,
    db,
    app,
    later,
    MINUTE,
    post,
    confirmationJobs,
    drafted: (draftKey?: string, pieces = 1) => draftedOrder(atStripe, stripe, draftKey, pieces),
    work: () => work(atStripe),
  };
}

/** Drafts an order for a shopper who is about to pay. */
async function draftedOrder(shop: TestShop, stripe: StripeFake, draftKey: string | undefined, pieces: number) {
  const { db } = shop;
  const before = stripe.account.events.length;
  const wish = await draftRequestFor(shop, [["Ride Dirty Tee", "L", "Black", pieces]], draftKey ? { draftKey } : {});
  const request = await draftOrder(shop, wish);
  const [payment] = await db.select().from(payments).where(eq(payments.gatewayId, request.id));
  const number = payment?.orderNumber ?? "";
  return {
    ...request,
    number,
    pay: (card = "4242424242424242") => stripe.confirmCard(request.clientSecret, card),
    /** Stripe's events since the draft was made. */
    events: () => stripe.account.events.slice(before),
    order: () => orderByNumber(db, number),
    version: async () =>
      (await db.select({ version: orders.version }).from(orders).where(eq(orders.number, number)))[0]?.version ?? 0,
    /** Letters whose subject ends with the order's number. */
    letters: () => shop.letters.filter(({ subject }) => subject.endsWith(shownNumber(number))),
    history: async () =>
      (await db.select().from(orderEvents).where(eq(orderEvents.orderNumber, number))).map(({ kind }) => kind),
  };
}

/** Runs the enqueued jobs of gateway events concurrently, like a process of the shop, and then all enqueued refunds and letters about disputes. */
async function work(shop: TestShop): Promise<void> {
  const jobs = shop.payloads.splice(0);
  shop.enqueued.splice(0);
  await Promise.all(
    jobs
      .filter(({ name }) => name === GATEWAY_EVENT)
      .map(({ payload }) => handleGatewayEvent(shop, eventOf(payload as GatewayEventPayload))),
  );
  for (const { name, payload } of [...jobs, ...shop.payloads]) {
    if (name === EXECUTE_REFUND) await executeRefund(shop, (payload as ExecuteRefund).refundId);
    if (name === NOTIFY_DISPUTE) await sendDispute(shop, payload as NotifyDispute);
  }
}

/** Restocks every variant of a product. */
async function delivered(db: Database, name: string, quantity: number): Promise<void> {
  const [product] = await db.select({ id: products.id }).from(products).where(eq(products.name, name));
  const received = await db
    .update(variants)
    .set({ stock: sql`${variants.stock} + ${quantity}` })
    .where(eq(variants.productId, product?.id ?? ""))
    .returning({ variantId: variants.id });
  await db
    .insert(stockMovements)
    .values(received.map(({ variantId }) => ({ variantId, quantity, cause: "correction" as const, actor: system })));
}
