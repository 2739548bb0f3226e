import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { openDelivery } from "~/shop/delivery-terms.server";
import { cards, payWith, draftRequestFor } from "./riders.server";
import { openTestShop } from "./test-shop.server";
import { orderDraftOf } from "~/shop/bag/order-draft";
import { stockMovements } from "~/shop/catalog/catalog.tables";
import { discountUses } from "~/shop/discounts/discounts.tables";
import { payments, refunds } from "~/shop/payments/payments.tables";
import { Refusal } from "~/shop/refusal";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import type { DraftRequest } from "~/shop/orders/drafting/draft-request.server";
import { orderEvents, orderLines, orders } from "~/shop/orders/orders.tables";
import { settleOrder, type SettlementClaim } from "~/shop/orders/settling/settle-order.server";

export type Picks = Parameters<typeof draftRequestFor>[1];
/** A test shop with functions that make paid drafts and read the results of settling them. */
export async function openPaidDrafts() {
  const shop = await openTestShop();
  const { db } = shop;

  const tee: Picks = [["Sprocket Tee", "M", "Ash"]];
  /** A jacket whose price is above the threshold of free delivery, so that a discount code can cover the whole total. */
  const jacket: Picks = [["Outlaw Leather Jacket", "L", "Black"]];

  /** A draft whose payment has succeeded. */
  async function paidDraft(picks: Picks = tee, more: Parameters<typeof draftRequestFor>[2] = {}) {
    const wish = await draftRequestFor(shop, picks, more);
    const request = await draftOrder(shop, wish);
    await payWith(shop, cards.good, request.clientSecret);
    return { wish, request, number: await numberOf(request.id) };
  }

  const numberOf = async (requestId: string): Promise<string> => {
    const [payment] = await db.select().from(payments).where(eq(payments.gatewayId, requestId));
    return payment?.orderNumber ?? "";
  };

  /** The claim that the browser sends when it places its order. */
  const claimOf = (wish: DraftRequest): SettlementClaim => ({
    customer: wish.customer,
    orderDetails: orderDraftOf(
      wish.items.map((item) => ({ ...item, name: "", image: "" })),
      null,
      openDelivery(shop).terms,
    ),
  });

  const everything = async () => ({
    counts: await Promise.all(
      [orders, orderLines, orderEvents, discountUses, refunds, stockMovements].map((table) => db.$count(table)),
    ),
    states: [
      await db.select({ number: orders.number, state: orders.state }).from(orders).orderBy(orders.number),
      await db.select({ id: payments.id, state: payments.state }).from(payments).orderBy(payments.id),
    ],
  });

  /** Expects that an order is refused and leaves nothing stored; returns the refusal's code. */
  async function refused(requestId: string, told: SettlementClaim = {}): Promise<string> {
    const before = await everything();
    const refusal = await settleOrder(shop, requestId, told).catch((error: unknown) => error);
    expect(await everything()).toEqual(before);
    expect(refusal).toBeInstanceOf(Refusal);
    return (refusal as Refusal).code;
  }
  return { shop, db, tee, jacket, paidDraft, numberOf, claimOf, everything, refused };
}
