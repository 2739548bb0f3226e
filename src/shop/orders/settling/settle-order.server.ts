import { and, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { reserve } from "~/shop/catalog/stock/reservations.server";
import { redeemDiscount, releaseDiscount } from "~/shop/discounts/discounts.server";
import { centsOfDollars, sum } from "~/shop/money";
import type { PaymentRequest } from "~/shop/payments/gateway";
import { holdCardsAgain, paymentsOf } from "~/shop/payments/order-payments.server";
import {
  noteCard,
  isOfOrder,
  isOtherAmount,
  type OrderPayment,
  receivePayment,
  requestedPayment,
  requestOf,
} from "~/shop/payments/payments.server";
import { Refusal, type RefusalCode } from "~/shop/refusal";
import { wasChanged } from "../changes/open-change.server";
import { type Customer, isAllUnmade, type Order } from "../order";
import { recordEvent, orderByNumber } from "../orders.server";
import { hasLackedCard, type Lack } from "../gift-cards/lacked-card.server";
import { returnCardsBeyond } from "../gift-cards/return-cards-beyond.server";
import { orders } from "../orders.tables";
import { standingLines } from "../standing-lines.tables";
import { forgetHold } from "../drafting/beyond-half.server";
import type { OrderRequest } from "../order-request.wire";
import { refundCause } from "../refunds/refund-cause";
import { requestRefund } from "../refunds/request-refund.server";
import { completePaid, gatewayActor, settleHeld } from "./complete-paid.server";
import { returnOtherAmount } from "./return-other-amount.server";
import { placeWithoutDraft, refuseWithoutTax } from "./place-without-draft.server";

/** Proof that a payment is the caller's: the browser's full request, or the client secret of a return address. */
export interface SettlementClaim {
  clientSecret?: string | undefined;
  customer?: Customer;
  orderDetails?: OrderRequest["orderDetails"];
}

/**
 * Makes the one order of a payment that has arrived, and returns it. Idempotent: the browser, the gateway's webhook and the
 * reconciliation job may all call it, also at the same time, and get the same order. A payment of a change is left alone: it
 * neither makes its order paid nor is refunded here.
 *
 * @throws {Refusal} `payment-unknown` when no order has this payment or it is another shopper's; `payment-missing` and
 * `payment-processing` while nothing has arrived; `amount-returned` if another amount arrived than was asked for, which is
 * refunded; `amount-mismatch` unless the payment equals the order's total; `tax-unpaid` and
 * `tax-returned` when a payment without a draft lacks its sales tax; `checkout-stopped` while that tax cannot be computed;
 * `sold-out` when an order without a draft is not available any more; `payment-returned` when the payment of a draft arrived too
 * late and is refunded, or bought gift cards only, beyond the bound of its card; `order-cancelled` when a member has cancelled the order since; `gateway-unavailable`.
 */
export async function settleOrder(
  services: Services,
  requestId: string,
  claim: SettlementClaim = {},
  now = new Date(),
): Promise<Order> {
  const payment = await requestedPayment(services, requestId);
  if (!payment || !isOfOrder(payment)) throw new Refusal("payment-unknown");
  const request = await requestOf(services, payment);
  if (!request) throw new Refusal("payment-unknown");
  const drafted = payment.orderNumber ? await orderByNumber(services.db, payment.orderNumber) : undefined;
  const known = { payment, order: drafted };
  await refuseStrangers(services.db, known, request, claim);
  if (request.status === "processing") throw new Refusal("payment-processing");
  if (request.status !== "received") {
    if (!payment.orderNumber) await refuseWithoutTax(services, payment, claim, now);
    throw new Refusal("payment-missing");
  }
  if (isOtherAmount(payment, request)) {
    await returnOtherAmount(services, payment, request, now);
    throw new Refusal("amount-returned");
  }

  const order = payment.orderNumber
    ? await settleOnce(services, payment.orderNumber, known, request, now)
    : await noteCard(services.db, payment, request).then(() => placed(services, payment, claim, now));
  if (order?.state === "cancelled" && order.paidAt) throw new Refusal("order-cancelled");
  if (!order || order.state === "cancelled") throw await returnedRefusal(services.db, payment, order);
  if (isAllUnmade(order)) throw new Refusal("payment-returned", { words: BEYOND_THE_CARD });
  // Another customer may have placed the order of a payment without a draft.
  if (claim.customer && claim.customer.email !== order.email) throw new Refusal("payment-unknown");
  return order;
}

/** Refusal for a payment that was received and made no order, which says what was lacking. */
async function returnedRefusal(db: Database, payment: OrderPayment, order: Order | undefined): Promise<Refusal> {
  const code = await whyReturned(db, payment, order);
  const isOfCard = code === "payment-returned" && order !== undefined && (await hasLackedCard(db, order.number));
  return new Refusal(code, isOfCard ? { words: CARD_HAD_LESS } : {});
}

const CARD_HAD_LESS =
  "Your payment arrived after its reservation had ended, and less was left on the gift card that was to pay a part. The full amount is on its way back to you, and nothing was taken of the card.";

const BEYOND_THE_CARD =
  "Your payment card has bought more gift cards in 24 hours than we sell to one card, so those of this order were not made. The full amount is on its way back to you.";

/** Code of the refusal for a payment that was received and made no order. */
async function whyReturned(
  db: Database,
  { amount, currency }: OrderPayment,
  order: Order | undefined,
): Promise<RefusalCode> {
  if (amount === 0) return "payment-missing";
  if (!order) return "payment-returned";
  const byCards = sum((await paymentsOf(db, order.number))?.cards.map((card) => card.amount) ?? []);
  const isOther = order.summary.total !== amount + byCards || currency !== "usd";
  return isOther ? "amount-returned" : "payment-returned";
}

/** A payment and its order, as read before anything is settled. */
interface Known {
  payment: OrderPayment;
  order: Order | undefined;
}

/**
 * Refuses a claim with a wrong client secret, and a claim of another customer than the one who drafted the order, or claimed the
 * payment if no secret is sent. Lines and total of a claim must equal the draft, unless a change was made to the order. A call
 * without a claim, such as that of the webhook, passes.
 *
 * @throws {Refusal} `payment-unknown`, `amount-mismatch`.
 */
async function refuseStrangers(
  db: Database,
  { payment, order }: Known,
  request: PaymentRequest,
  { clientSecret, customer, orderDetails }: SettlementClaim,
): Promise<void> {
  if (clientSecret !== undefined && clientSecret !== request.clientSecret) throw new Refusal("payment-unknown");
  const { claimedBy } = payment;
  if (clientSecret === undefined && customer && claimedBy !== null && claimedBy !== customer.email)
    throw new Refusal("payment-unknown");
  if (!order) return;
  if (customer && customer.email !== order.email) throw new Refusal("payment-unknown");
  // A changed order may differ from the lines that the browser bought.
  if (orderDetails && !isAsDrafted(orderDetails, order) && !(await wasChanged(db, order.number)))
    throw new Refusal("amount-mismatch");
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

/** Settles a draft, unless its payment is already marked as received: then the draft has been settled, too. */
async function settleOnce(
  services: Services,
  number: string,
  { payment, order }: Known,
  request: PaymentRequest,
  now: Date,
): Promise<Order | undefined> {
  const outcome =
    payment.state === "received" ? "before" : await settleAtOnce(services, number, { payment, order }, request, now);
  if (outcome === "settled" && order) return { ...order, state: "paid", paidAt: now };
  if (outcome === "otherwise")
    await services.db.transaction(async (tx) => {
      if (await settleDraft(tx, services, number, payment, now))
        await returnCardsBeyond(tx, services, number, request.cardFingerprint, now);
    });
  await noteCard(services.db, payment, request);
  if (outcome === "before") return order;
  return orderByNumber(services.db, number);
}

/** As `settleHeld`, but for gift cards, whose payment card may have bought too many: `settleDraft` makes such an order paid. */
const settleAtOnce = async (
  services: Services,
  number: string,
  { payment, order }: Known,
  request: PaymentRequest,
  now: Date,
): ReturnType<typeof settleHeld> =>
  request.cardFingerprint !== undefined && order?.lines.some(({ giftCard }) => giftCard)
    ? "otherwise"
    : settleHeld(services, number, payment, request, now);

/**
 * Marks a draft as paid; returns whether it did. A draft that was cancelled before its payment arrived is marked as paid if its stock is still available,
 * and what gift cards were to pay of it; otherwise its payment is refunded.
 */
async function settleDraft(
  tx: Transaction,
  services: Services,
  number: string,
  payment: OrderPayment,
  now: Date,
): Promise<boolean> {
  // This UPDATE locks the payment: concurrent calls wait here, then find it settled.
  if (!(await receivePayment(tx, payment, now))) return false;

  const [draft] = await tx
    .select({ state: orders.state, holds: orders.holds, email: orders.email, discountCode: orders.discountCode })
    .from(orders)
    .where(eq(orders.number, number))
    .for("update");
  if (!draft) throw new Error(`The draft ${number} of a payment is missing.`);
  if (draft.state === "awaiting-payment") {
    // The draft has its use of the code already; without a reservation its pieces may have been sold.
    const lack = draft.holds ? null : await reserveAgain(tx, number, { ...draft, discountCode: null });
    if (lack) {
      await endUnheld(tx, services, number, payment, lack);
      return false;
    }
    await markPaid(tx, number, "awaiting-payment", now);
    await forgetHold(tx, number);
    await completePaid(tx, services, number, {});
    return true;
  }
  if (draft.state !== "cancelled")
    throw new Error(`The order ${number} is ${draft.state} before its payment has come.`);
  const lack = await reserveAgain(tx, number, draft);
  if (lack) {
    await refundLatePayment(tx, services, number, payment, lack);
    return false;
  }
  await markPaid(tx, number, "cancelled", now);
  await completePaid(tx, services, number, { wasLate: true });
  return true;
}

/** Ends an unreserved draft whose pieces were sold, or whose gift cards were spent, before it was paid: its payment is refunded. */
async function endUnheld(
  tx: Transaction,
  services: Services,
  number: string,
  payment: OrderPayment,
  lack: Lack,
): Promise<void> {
  await tx
    .update(orders)
    .set({ state: "cancelled", reservedUntil: null, network: null, version: sql`${orders.version} + 1` })
    .where(eq(orders.number, number));
  await releaseDiscount(tx, number);
  await refundLatePayment(tx, services, number, payment, lack);
}

/** Marks an order in the state `from` as paid; returns false if it is in another state. */
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

/**
 * Reserves the stock of a cancelled draft again, all lines or none, and holds its gift cards again; returns what is missing, null if
 * nothing is. Its discount code counts as used in any case.
 */
async function reserveAgain(
  tx: Transaction,
  number: string,
  { email, discountCode }: { email: string; discountCode: string | null },
): Promise<Lack | null> {
  const lines = await tx
    .select({ variantId: standingLines.variantId, quantity: standingLines.quantity })
    .from(standingLines)
    .where(eq(standingLines.orderNumber, number));
  return tx
    .transaction(async (inner) => {
      // Locks the code before the stock, as drafting does: prevents deadlocks.
      if (discountCode) await redeemDiscount(inner, { code: discountCode, orderNumber: number, email });
      await reserve(inner, lines, number, gatewayActor);
      if (!(await holdCardsAgain(inner, number))) throw CARDS_LACK;
      return null;
    })
    .catch((error: unknown): Lack => {
      if (error === CARDS_LACK) return "gift-card";
      if (error instanceof Refusal && error.code === "sold-out") return "pieces";
      throw error;
    });
}

/** Undoes a reservation whose gift cards cannot be held. */
const CARDS_LACK = new Error("A gift card has less by now.");

async function refundLatePayment(
  tx: Transaction,
  services: Services,
  number: string,
  { id: paymentId, amount }: OrderPayment,
  lack: Lack,
): Promise<void> {
  // No money arrived for an order that a code or gift cards were to pay whole.
  if (amount === 0) return;
  const refund = await requestRefund(tx, services, { paymentId, amount, cause: refundCause.latePayment });
  if (!refund) return;
  await recordEvent(tx, number, "refund-asked", gatewayActor, {
    details: { refundId: refund.id, cause: refund.cause, lack },
  });
}

/** The order of a payment that was requested without items. */
async function placed(
  services: Services,
  payment: OrderPayment,
  claim: SettlementClaim,
  now: Date,
): Promise<Order | undefined> {
  const number = await placeWithoutDraft(services, payment, claim, now);
  return number === null ? undefined : orderByNumber(services.db, number);
}
