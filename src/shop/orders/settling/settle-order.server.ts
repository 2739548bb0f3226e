import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { log } from "~/platform/log.server";
import type { Services } from "~/services";
import { shopper, type Actor } from "~/shop/actor";
import { summaryOf } from "~/shop/bag/bag";
import { reserve, sell } from "~/shop/catalog/stock/reservations.server";
import { redeemDiscount, releaseDiscount } from "~/shop/discounts/discounts.server";
import { centsOfDollars } from "~/shop/money";
import type { PaymentRequest } from "~/shop/payments/gateway";
import {
  assignPayment,
  claimPayment,
  findRequest,
  orderNumberOf,
  type Payment,
  receivePayment,
} from "~/shop/payments/payments.server";
import { hasRefunds } from "~/shop/payments/refunds.server";
import { stateOfZip } from "~/shop/places/places.server";
import { Refusal } from "~/shop/refusal";
import type { Customer, Order } from "../order";
import { recordEvent, orderByNumber } from "../orders.server";
import { orderLines, orders } from "../orders.tables";
import { forgetHold } from "../drafting/beyond-half.server";
import { namingLines, pricedLines } from "../drafting/priced-lines.server";
import type { OrderRequest } from "../order.wire";
import { CONFIRM_ORDER, type ConfirmOrder, NOTIFY_NEW_ORDER, type NotifyNewOrder } from "../letters/letter-jobs";
import { writeOrder } from "../drafting/write-order.server";
import { refundCause } from "../refunds/refund-cause";
import { requestRefund } from "../refunds/request-refund.server";

/** Proof that a payment is the caller's: the browser's full request, or the client secret of a return address. */
export interface SettlementClaim {
  clientSecret?: string | undefined;
  customer?: Customer;
  orderDetails?: OrderRequest["orderDetails"];
}

const gatewayActor: Actor = { kind: "gateway" };

/**
 * Makes the one order of a payment that has arrived, and returns it. Idempotent: the browser, the gateway's webhook and the
 * reconciliation job may all call it, at the same time too, and get the same order.
 *
 * @throws {Refusal} `payment-unknown` when there is no such payment or it is not this shopper's, `payment-missing` and
 *   `payment-processing` while nothing has arrived, `amount-mismatch` unless it is exactly what the order comes to,
 *   `sold-out` when an order without a draft can no longer be had, `payment-returned` when the money of a draft came too
 *   late and goes back, `order-cancelled` when staff has called the order off since, `gateway-unavailable`.
 */
export async function settleOrder(
  services: Services,
  requestId: string,
  claim: SettlementClaim = {},
  now = new Date(),
): Promise<Order> {
  const { db } = services;
  const found = await findRequest(services, requestId);
  if (!found) throw new Refusal("payment-unknown");
  const { payment, request } = found;
  await refuseStrangers(services, payment, request, claim);
  if (request.status === "processing") throw new Refusal("payment-processing");
  if (request.status !== "received") throw new Refusal("payment-missing");
  if (request.amount !== payment.amount || request.currency !== payment.currency) {
    log.error({ payment: payment.id, request: request.id }, "another amount arrived than was asked for");
    throw new Refusal("amount-mismatch");
  }

  const number = payment.orderNumber
    ? await settleOnce(services, payment.orderNumber, payment, now)
    : await placeWithoutDraft(services, payment, claim, now);
  const order = number === null ? undefined : await orderByNumber(db, number, payment);
  if (order?.state === "cancelled" && order.paidAt) throw new Refusal("order-cancelled");
  if (!order || order.state === "cancelled")
    throw new Refusal(payment.amount === 0 ? "payment-missing" : "payment-returned");
  // Another customer may have placed the order of a payment without a draft.
  if (claim.customer && claim.customer.email !== order.email) throw new Refusal("payment-unknown");
  return order;
}

/**
 * Refuses callers who neither drafted the order nor claimed the payment nor have its client secret; their data must equal the draft.
 *
 * @throws {Refusal} `payment-unknown`, `amount-mismatch`.
 */
async function refuseStrangers(
  { db }: Services,
  payment: Payment,
  request: PaymentRequest,
  { clientSecret, customer, orderDetails }: SettlementClaim,
): Promise<void> {
  if (clientSecret !== undefined && clientSecret !== request.clientSecret) throw new Refusal("payment-unknown");
  const { claimedBy } = payment;
  if (clientSecret === undefined && customer && claimedBy !== null && claimedBy !== customer.email)
    throw new Refusal("payment-unknown");
  if (!payment.orderNumber || !(customer || orderDetails)) return;
  const order = await orderByNumber(db, payment.orderNumber, payment);
  if (!order) return;
  if (customer && customer.email !== order.email) throw new Refusal("payment-unknown");
  if (orderDetails && !isAsDrafted(orderDetails, order)) throw new Refusal("amount-mismatch");
}

function isAsDrafted({ items, orderSummary }: OrderRequest["orderDetails"], { lines, summary }: Order): boolean {
  const claimed = items.map(({ productId, size, color, quantity, price }) =>
    JSON.stringify([productId, size, color, quantity, centsOfDollars(price)]),
  );
  const drafted = lines.map(({ product, size, color, quantity, price }) =>
    JSON.stringify([product, size, color, quantity, price]),
  );
  return (
    centsOfDollars(orderSummary.total) === summary.total &&
    claimed.length === drafted.length &&
    claimed.toSorted().every((line, position) => line === drafted.toSorted()[position])
  );
}

/** Settles a draft, unless its payment is known to be received, which includes settling. */
async function settleOnce(services: Services, number: string, payment: Payment, now: Date): Promise<string> {
  if (payment.state === "received") return number;
  return services.db.transaction((tx) => settleDraft(tx, services, number, payment, now));
}

/** Makes a draft paid. A draft that was cancelled before its payment arrived is paid if its stock is still there, else refunded. */
async function settleDraft(
  tx: Transaction,
  services: Services,
  number: string,
  payment: Payment,
  now: Date,
): Promise<string> {
  // This UPDATE locks the payment: concurrent calls wait here, then find it settled.
  if (!(await receivePayment(tx, payment.id, now))) return number;

  const [draft] = await tx
    .select({ state: orders.state, holds: orders.holds, email: orders.email, discountCode: orders.discountCode })
    .from(orders)
    .where(eq(orders.number, number))
    .for("update");
  if (!draft) throw new Error(`The draft ${number} of a payment is missing.`);
  if (draft.state === "awaiting-payment") {
    // The code is locked; the pieces may be gone.
    const isThere = draft.holds || (await reserveAgain(tx, number, { ...draft, discountCode: null }));
    if (!isThere) return endUnheld(tx, services, number, payment);
    await markPaid(tx, number, "awaiting-payment", now);
    await forgetHold(tx, number);
    await completePaid(tx, services, number, {});
    return number;
  }
  if (draft.state !== "cancelled")
    throw new Error(`The order ${number} is ${draft.state} before its payment has come.`);
  if (!(await reserveAgain(tx, number, draft))) {
    await refundLatePayment(tx, services, number, payment);
    return number;
  }
  await markPaid(tx, number, "cancelled", now);
  await completePaid(tx, services, number, { wasLate: true });
  return number;
}

/** Ends an unreserved draft whose pieces were sold before it was paid: its payment is refunded. */
async function endUnheld(tx: Transaction, services: Services, number: string, payment: Payment): Promise<string> {
  await tx
    .update(orders)
    .set({ state: "cancelled", reservedUntil: null, network: null, version: sql`${orders.version} + 1` })
    .where(eq(orders.number, number));
  await releaseDiscount(tx, number);
  await refundLatePayment(tx, services, number, payment);
  return number;
}

/** Marks an order in this state as paid; false in another state. */
async function markPaid(
  tx: Transaction,
  number: string,
  from: "awaiting-payment" | "cancelled",
  now: Date,
): Promise<boolean> {
  const marked = await tx
    .update(orders)
    .set({ state: "paid", paidAt: now, reservedUntil: null, network: null, version: sql`${orders.version} + 1` })
    .where(and(eq(orders.number, number), eq(orders.state, from)))
    .returning({ number: orders.number });
  return marked.length > 0;
}

/** Reserves the stock of a cancelled draft again, all or none; its code counts as used in any case. */
async function reserveAgain(
  tx: Transaction,
  number: string,
  { email, discountCode }: { email: string; discountCode: string | null },
): Promise<boolean> {
  const lines = await tx
    .select({ variantId: orderLines.variantId, quantity: orderLines.quantity })
    .from(orderLines)
    .where(eq(orderLines.orderNumber, number));
  return tx
    .transaction(async (inner) => {
      // Locking order as in drafting, the code before the stock, against deadlocks.
      if (discountCode) await redeemDiscount(inner, { code: discountCode, orderNumber: number, email });
      await reserve(inner, lines, number, gatewayActor);
      return true;
    })
    .catch((error: unknown) => {
      if (error instanceof Refusal && error.code === "sold-out") return false;
      throw error;
    });
}

async function refundLatePayment(
  tx: Transaction,
  services: Services,
  number: string,
  { id: paymentId, amount }: Payment,
): Promise<void> {
  const refund = await requestRefund(tx, services, { paymentId, amount, cause: refundCause.latePayment });
  if (!refund) return;
  await recordEvent(tx, number, "refund-asked", gatewayActor, {
    details: { refundId: refund.id, cause: refund.cause },
  });
}

/** Steps of every paid order: selling its stock, its event, its confirmation. */
async function completePaid(
  tx: Transaction,
  { jobs, settings }: Services,
  number: string,
  { wasLate = false }: { wasLate?: boolean },
): Promise<void> {
  if (!(await sell(tx, number, gatewayActor))) throw new Error(`The order ${number} holds no stock to sell.`);
  await recordEvent(tx, number, "paid", gatewayActor, {
    onceKey: `paid:${number}`,
    details: wasLate ? { wasLate } : {},
  });
  await jobs.enqueue(tx, CONFIRM_ORDER, { number } satisfies ConfirmOrder, { key: number });
  if (settings().newOrderLetter === "each")
    await jobs.enqueue(tx, NOTIFY_NEW_ORDER, { number } satisfies NotifyNewOrder, { key: number });
}

/**
 * Writes the order of a payment requested without items: priced now, its total must equal the payment. A caller without the client secret
 * first claims the payment for the e-mail address, even when the order is then refused.
 */
async function placeWithoutDraft(
  services: Services,
  payment: Payment,
  { clientSecret, customer, orderDetails }: SettlementClaim,
  now: Date,
): Promise<string | null> {
  const { db, settings } = services;
  if (!customer || !orderDetails) throw new Refusal("order-unknown");
  const lines = await pricedLines(
    db,
    orderDetails.items.map(({ productId, price, ...item }) => ({
      ...item,
      product: productId,
      price: centsOfDollars(price),
    })),
  );
  const summary = summaryOf(lines, null, settings());
  const mustClaim = clientSecret === undefined && summary.total === payment.amount;
  if (mustClaim && !(await claimPayment(db, payment.id, customer.email))) throw new Refusal("payment-unknown");

  return db
    .transaction(async (tx) => {
      if (!(await receivePayment(tx, payment.id, now))) return orderNumberOf(tx, payment.id);
      if (summary.total !== payment.amount) throw new Refusal("amount-mismatch");
      if (await hasRefunds(tx, payment.id)) throw new Refusal("payment-returned");
      const region = await stateOfZip(tx, customer.postalCode);
      const number = await writeOrder(tx, { state: "paid", customer, region, lines, summary, discount: null, now });
      await reserve(tx, lines, number, shopper);
      await assignPayment(tx, payment.id, number);
      await completePaid(tx, services, number, {});
      return number;
    })
    .catch((error: unknown) => {
      throw namingLines(error, lines);
    });
}
