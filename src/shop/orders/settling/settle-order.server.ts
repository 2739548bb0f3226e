import { and, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { log } from "~/platform/log.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { summaryOf } from "~/shop/bag/bag";
import { reserve, sell } from "~/shop/catalog/stock.server";
import { redeemDiscount } from "~/shop/discounts/discounts.server";
import { centsOfDollars } from "~/shop/money";
import type { PaymentRequest } from "~/shop/payments/gateway";
import {
  assignPayment,
  claimPayment,
  findRequest,
  hasGoneBack,
  orderNumberOf,
  type Payment,
  planRefund,
  receivePayment,
} from "~/shop/payments/payments.server";
import { stateOfZip } from "~/shop/places/places.server";
import { Refusal } from "~/shop/refusal";
import { type Customer, type Order, statesBefore } from "../order";
import { recordEvent, orderByNumber } from "../orders.server";
import { orderLines, orders } from "../orders.tables";
import { namingLines, pricedLines } from "../drafting/priced-lines.server";
import type { OrderRequest } from "../order.wire";
import { writeOrder } from "../drafting/write-order.server";

/** The job that sends the letter about a paid order. */
export const CONFIRM_ORDER = "confirm-order";
export interface ConfirmOrder {
  number: string;
}

/** The cause of the refund of money that came after the last piece was gone. */
export const LATE_PAYMENT = "late-payment";

/** The job that gives money back. */
export const EXECUTE_REFUND = "send-refund";
export interface ExecuteRefund {
  refundId: string;
}

/** What whoever settles says about the order: from the browser, its whole request; from a return address, its secret. */
export interface SettlementClaim {
  clientSecret?: string | undefined;
  customer?: Customer;
  orderDetails?: OrderRequest["orderDetails"];
}

const gatewayActor: Actor = { kind: "gateway" };

/**
 * Makes the one order of a payment that has arrived, and returns it. Whoever comes first, the browser, the gateway's news or the
 * reconciliation job, does it; whoever comes later hears the same order.
 *
 * @throws {Refusal} `payment-unknown` when there is no such payment or it is not this shopper's, `payment-missing` and
 *   `payment-processing` while nothing has arrived, `amount-mismatch` unless it is exactly what the order comes to,
 *   `sold-out` when an order without a draft can no longer be had, `payment-returned` when the money of a draft came too
 *   late and goes back, `order-cancelled` when staff has called the order off since, `gateway-unavailable`.
 */
export async function settleOrder(
  services: Services,
  requestId: string,
  told: SettlementClaim = {},
  now = new Date(),
): Promise<Order> {
  const { db } = services;
  const found = await findRequest(services, requestId);
  if (!found) throw new Refusal("payment-unknown");
  const { payment, request } = found;
  await refuseStrangers(services, payment, request, told);
  if (request.status === "processing") throw new Refusal("payment-processing");
  if (request.status !== "received") throw new Refusal("payment-missing");
  if (request.amount !== payment.amount || request.currency !== payment.currency) {
    log.error({ payment: payment.id, request: request.id }, "another amount arrived than was asked for");
    throw new Refusal("amount-mismatch");
  }

  const draft = payment.orderNumber;
  const number = draft
    ? await db.transaction((tx) => settleDraft(tx, services, draft, payment, now))
    : await placeWithoutDraft(services, payment, told, now);
  const order = number === null ? undefined : await orderByNumber(db, number);
  if (order?.state === "cancelled" && order.paidAt) throw new Refusal("order-cancelled");
  if (!order || order.state === "cancelled")
    throw new Refusal(payment.amount === 0 ? "payment-missing" : "payment-returned");
  // Somebody else may have been first with an order that had no draft.
  if (told.customer && told.customer.email !== order.email) throw new Refusal("payment-unknown");
  return order;
}

/**
 * Only whoever drafted the order, claimed its payment, or holds the secret of it, hears of it. What is said must fit what was
 * drafted.
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
  const order = payment.orderNumber ? await orderByNumber(db, payment.orderNumber) : undefined;
  if (!order) return;
  if (customer && customer.email !== order.email) throw new Refusal("payment-unknown");
  if (orderDetails && !isAsDrafted(orderDetails, order)) throw new Refusal("amount-mismatch");
}

function isAsDrafted({ items, orderSummary }: OrderRequest["orderDetails"], { lines, summary }: Order): boolean {
  const said = items.map(({ productId, size, color, quantity, price }) =>
    JSON.stringify([productId, size, color, quantity, centsOfDollars(price)]),
  );
  const drafted = lines.map(({ product, size, color, quantity, price }) =>
    JSON.stringify([product, size, color, quantity, price]),
  );
  return (
    centsOfDollars(orderSummary.total) === summary.total &&
    said.length === drafted.length &&
    said.toSorted().every((line, position) => line === drafted.toSorted()[position])
  );
}

/** The draft becomes paid; of a draft that was given up before its money came, if its stock is still there. */
async function settleDraft(
  tx: Transaction,
  services: Services,
  number: string,
  payment: Payment,
  now: Date,
): Promise<string> {
  // Everybody else waits here until the first is done.
  if (!(await receivePayment(tx, payment.id, now))) return number;

  const [draft] = await tx
    .select({ state: orders.state, email: orders.email, discountCode: orders.discountCode })
    .from(orders)
    .where(eq(orders.number, number))
    .for("update");
  if (!draft) throw new Error(`The draft ${number} of a payment is missing.`);
  if (draft.state === "cancelled" && !(await reservedAnew(tx, number, draft))) {
    await giveBack(tx, services, number, payment);
    return number;
  }

  await tx
    .update(orders)
    .set({ state: "paid", paidAt: now, reservedUntil: null, network: null, version: sql`${orders.version} + 1` })
    .where(and(eq(orders.number, number), inArray(orders.state, statesBefore("paid"))));
  await paid(tx, services, number, { wasLate: draft.state === "cancelled" });
  return number;
}

/** Takes the stock of a cancelled draft again, all or none; its code counts as used whatever became of it. */
async function reservedAnew(
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
      // The code before the stock, as whoever drafts does: so two of them never wait for each other.
      if (discountCode) await redeemDiscount(inner, { code: discountCode, orderNumber: number, email });
      await reserve(inner, lines, number, gatewayActor);
      return true;
    })
    .catch((error: unknown) => {
      if (error instanceof Refusal && error.code === "sold-out") return false;
      throw error;
    });
}

/** The money came, the goods are gone: all of it goes back, and the shopper is told. */
async function giveBack(tx: Transaction, { jobs }: Services, number: string, payment: Payment): Promise<void> {
  const refund = await planRefund(tx, { paymentId: payment.id, amount: payment.amount, cause: LATE_PAYMENT });
  if (!refund) return;
  await recordEvent(tx, number, "refund-asked", gatewayActor, {
    details: { refundId: refund.id, cause: refund.cause },
  });
  await jobs.enqueue(tx, EXECUTE_REFUND, { refundId: refund.id } satisfies ExecuteRefund, { key: refund.id });
}

/** What is true of every order from the moment it is paid. */
async function paid(
  tx: Transaction,
  { jobs }: Services,
  number: string,
  { wasLate = false }: { wasLate?: boolean },
): Promise<void> {
  if (!(await sell(tx, number, gatewayActor))) throw new Error(`The order ${number} holds no stock to sell.`);
  await recordEvent(tx, number, "paid", gatewayActor, {
    onceKey: `paid:${number}`,
    details: wasLate ? { wasLate } : {},
  });
  await jobs.enqueue(tx, CONFIRM_ORDER, { number } satisfies ConfirmOrder, { key: number });
}

/**
 * The order of a payment that was asked for without items: priced now, and it must come to exactly what was paid. Whoever does
 * not show its secret claims it, and it is theirs, also when the order cannot be had. Nothing when the money has gone back
 * already.
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
      if (await hasGoneBack(tx, payment.id)) throw new Refusal("payment-returned");
      const region = await stateOfZip(tx, customer.postalCode);
      const number = await writeOrder(tx, { state: "paid", customer, region, lines, summary, discount: null, now });
      await reserve(tx, lines, number, { kind: "shopper", name: customer.email });
      await assignPayment(tx, payment.id, number);
      await paid(tx, services, number, {});
      return number;
    })
    .catch((error: unknown) => {
      throw namingLines(error, lines);
    });
}
