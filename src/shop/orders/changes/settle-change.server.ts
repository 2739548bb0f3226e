import { eq, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { log } from "~/platform/log.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { release } from "~/shop/catalog/stock/reservations.server";
import { cancelChangePayments, receiveChangePayment } from "~/shop/payments/change-payments.server";
import type { PaymentRequest } from "~/shop/payments/gateway";
import {
  type ChangePayment,
  isOtherAmount,
  noteArrived,
  noteCard,
  requestedPayment,
  requestOf,
} from "~/shop/payments/payments.server";
import { refundableMoney } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import type { ChangingOrder } from "../change-order.server";
import { endUnpaid } from "../exchanges/end-exchange.server";
import { applyExchange } from "../exchanges/exchange-money.server";
import { type OrderState, statesBefore } from "../order";
import { recordEvent } from "../orders.server";
import { orders } from "../orders.tables";
import { refundCause } from "../refunds/refund-cause";
import { requestRefund } from "../refunds/request-refund.server";
import { applyChange } from "./apply-change.server";
import { TELL_CHANGE, type TellChange } from "./change-jobs";
import type { ChangeEnd } from "./computed-change";
import { isChangeable } from "./changeable-order.server";
import { lockOrder } from "./lock-order.server";
import { changeById, lockWaiting, type OrderChange } from "./open-change.server";
import { orderChanges } from "./order-changes.tables";

const gatewayActor: Actor = { kind: "gateway" };

/**
 * Settles a payment of a change that has arrived: applies the change or, if that is no longer possible, refunds the payment.
 * Returns the change with its new state. Idempotent: browser, webhook and reconciliation may call it, even at the same time.
 *
 * @throws {Refusal} `payment-unknown` if no change has such a payment; `payment-missing` and `payment-processing` while the
 * payment has not arrived; `amount-returned` if another amount arrived than was asked for, which is refunded; `gateway-unavailable`.
 */
export async function settleChange(services: Services, requestId: string, now = new Date()): Promise<OrderChange> {
  const payment = await requestedPayment(services, requestId);
  if (payment?.kind !== "change" || !payment.changeId) throw new Refusal("payment-unknown");
  const { changeId } = payment;
  const request = await requestOf(services, payment);
  if (!request) throw new Refusal("payment-unknown");
  if (request.status === "processing") throw new Refusal("payment-processing");
  if (request.status !== "received") throw new Refusal("payment-missing");
  if (isOtherAmount(payment, request)) {
    await services.db.transaction((tx) => returnOther(tx, services, payment, request, now));
    throw new Refusal("amount-returned");
  }
  await services.db.transaction((tx) => settleOnce(tx, services, payment, changeId, now));
  await noteCard(services.db, payment, request);
  const change = await changeById(services.db, changeId);
  if (!change) throw new Refusal("payment-unknown");
  return change;
}

async function settleOnce(
  tx: Transaction,
  services: Services,
  payment: ChangePayment,
  changeId: string,
  now: Date,
): Promise<void> {
  const number = payment.orderNumber ?? "";
  const before = await refundableMoney(tx, number);
  if (!before || !(await receiveChangePayment(tx, payment, now))) return;
  const order = await lockOrder(tx, number);
  const change = await lockWaiting(tx, changeId);
  const money = await refundableMoney(tx, number);
  if (!change || !order || !money) return giveBack(tx, services, payment, changeId);

  // Cancel other payments of this change; money that still arrives on one is refunded.
  await cancelChangePayments(tx, changeId);
  const isApplied = await tx
    .transaction((inner) => applyPaid(inner, services, { number, state: order.state, money }, change, now))
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal) {
          log.warn({ order: number, change: changeId, code: error.code }, "a paid change could not be applied");
          return false;
        }
        throw error;
      },
    );
  if (isApplied) return;
  await endLocked(tx, services, change, "goods", gatewayActor, now);
  await giveBack(tx, services, payment, changeId);
}

async function applyPaid(
  tx: Transaction,
  services: Services,
  order: ChangingOrder,
  change: OrderChange,
  now: Date,
): Promise<void> {
  const { number, state } = order;
  const { id, computed, reason, returnNumber } = change;
  let to: OrderState | null = null;
  if (returnNumber !== null) await applyExchange(tx, change, now);
  else if (isChangeable(state))
    ({ to } = await applyChange(tx, services, order, { id, computed, reason, actor: gatewayActor }, now));
  else throw new Refusal("order-state");
  if (to && statesBefore(to).includes(state))
    await tx.update(orders).set({ state: to }).where(eq(orders.number, number));
  await tx
    .update(orderChanges)
    .set({ state: "applied", closedAt: now, version: sql`${orderChanges.version} + 1` })
    .where(eq(orderChanges.id, id));
  await recordEvent(tx, number, "order-changed", gatewayActor, {
    details: { changeId: id, amount: computed.difference, ...(returnNumber && { return: returnNumber }) },
    onceKey: `order-changed:${id}`,
  });
  await services.jobs.enqueue(tx, TELL_CHANGE, { changeId: id, letter: "changed" } satisfies TellChange, {
    key: `changed ${id}`,
  });
}

/** Refunds a payment of another amount than was asked for, and ends its change, so that its pieces are free again. */
async function returnOther(
  tx: Transaction,
  services: Services,
  payment: ChangePayment,
  request: PaymentRequest,
  now: Date,
): Promise<void> {
  const number = payment.orderNumber ?? "";
  if (!(await refundableMoney(tx, number)) || !(await receiveChangePayment(tx, payment, now))) return;
  await noteArrived(tx, payment.id, request);
  await lockOrder(tx, number);
  const change = await lockWaiting(tx, payment.changeId ?? "");
  if (change) await endLocked(tx, services, change, "time", gatewayActor, now);
  await giveBack(tx, services, { ...payment, amount: request.amount }, payment.changeId ?? "");
}

/** Refunds the payment of a change that cannot be applied, once. */
async function giveBack(
  tx: Transaction,
  services: Services,
  { id: paymentId, amount, orderNumber }: ChangePayment,
  changeId: string,
): Promise<void> {
  const cause = refundCause.ofLateChange(changeId);
  const refund = await requestRefund(tx, services, { paymentId, amount, cause });
  if (!refund || !orderNumber) return;
  await recordEvent(tx, orderNumber, "refund-asked", gatewayActor, { details: { refundId: refund.id, cause, amount } });
}

/** Ends a locked change: releases its pieces, cancels its payments and enqueues the letter to the shopper. */
export async function endLocked(
  tx: Transaction,
  services: Pick<Services, "jobs">,
  { id, orderNumber, returnNumber }: OrderChange,
  by: ChangeEnd,
  actor: Actor,
  now: Date,
): Promise<void> {
  await cancelChangePayments(tx, id);
  if (returnNumber === null) await release(tx, orderNumber, actor);
  else await endUnpaid(tx, returnNumber, actor, now);
  await tx
    .update(orderChanges)
    .set({ state: "ended", endedBy: by, closedAt: now, version: sql`${orderChanges.version} + 1` })
    .where(eq(orderChanges.id, id));
  await recordEvent(tx, orderNumber, "change-ended", actor, {
    details: { changeId: id, by, ...(returnNumber && { return: returnNumber }) },
    onceKey: `change-ended:${id}`,
  });
  await services.jobs.enqueue(tx, TELL_CHANGE, { changeId: id, letter: "ended" } satisfies TellChange, {
    key: `ended ${id}`,
  });
}
