import { and, eq, isNull } from "drizzle-orm";
import type { Services } from "~/services";
import { shopper } from "~/shop/actor";
import { cancelChangePayment, paymentsOfChange, planChangePayment } from "~/shop/payments/change-payments.server";
import type { PaymentMethod, PaymentRequest } from "~/shop/payments/gateway";
import { lockedPaymentsOf } from "~/shop/payments/order-payments.server";
import { type ChangePayment, requestPayment, stopPayment } from "~/shop/payments/payments.server";
import { Refusal } from "~/shop/refusal";
import { recordEvent } from "../orders.server";
import { changeById, lockWaiting, type OrderChange } from "./open-change.server";
import { orderChanges } from "./order-changes.tables";
import { settleChange } from "./settle-change.server";

/** Turns in which a payment that another tab ended meanwhile is asked for again. */
const TURNS = 4;

/**
 * Asks the gateway for the money of a change that waits, by one way of paying. Only ever by an act of a person: addresses in letters are opened by
 * mail scanners. Asked again it gives the same request; another way of paying ends the request before.
 *
 * @throws {Refusal} `record-unknown`; `change-over` for one that has ended, or whose time is over; `change-done` for one that was paid;
 *   `payment-processing` while an earlier payment is on its way; `gateway-unavailable`.
 */
export async function askForChange(
  services: Services,
  changeId: string,
  method: PaymentMethod,
  now = new Date(),
): Promise<PaymentRequest> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    refuseClosed(await changeById(services.db, changeId), now);
    await stopOtherWays(services, changeId, method, now);
    const payment = await plannedFor(services, changeId, method, now);
    const request = await requestPayment(services, payment);
    if (request.status === "processing") throw new Refusal("payment-processing");
    if (request.status === "received") {
      await settleChange(services, request.id, now);
      throw new Refusal("change-done");
    }
    const change = await changeById(services.db, changeId);
    // The second of two requests sees the first one in the table: never can both be paid.
    if (change?.state === "waiting") await stopOtherWays(services, changeId, method, now);
    const current = (await paymentsOfChange(services.db, changeId)).find(({ id }) => id === payment.id);
    const isOpen = change?.state === "waiting" && current?.state !== "cancelled";
    if (isOpen && request.status !== "cancelled") return request;
    // The change ended, or another tab wants to pay otherwise, while the gateway was asked: nobody has this request's secret yet.
    await stopPayment(services, { ...payment, gatewayId: request.id });
    // Cancelled at the gateway itself: nobody can pay it any more.
    if (isOpen) await cancelChangePayment(services.db, payment.id);
    else refuseClosed(change, now);
  }
  throw new Refusal("gateway-unavailable");
}

/** @throws {Refusal} `record-unknown`, `change-over`, `change-done`. */
function refuseClosed(change: OrderChange | undefined, now: Date): OrderChange {
  if (!change) throw new Refusal("record-unknown");
  if (change.state === "applied") throw new Refusal("change-done");
  if (change.state !== "waiting" || !change.endsAt || change.endsAt <= now) throw new Refusal("change-over");
  return change;
}

/** Stops payments of a change that were asked for by another way of paying. */
async function stopOtherWays(services: Services, changeId: string, method: PaymentMethod, now: Date): Promise<void> {
  for (const payment of await paymentsOfChange(services.db, changeId)) {
    if (payment.state === "cancelled" || payment.method === method) continue;
    // One that no tab has asked for yet is only cancelled here: its id is a key at the gateway, for this way of paying.
    const request = await stopPayment(services, payment);
    if (request?.status === "processing") throw new Refusal("payment-processing");
    if (request?.status === "received") {
      await settleChange(services, request.id, now);
      throw new Refusal("change-done");
    }
    await cancelChangePayment(services.db, payment.id);
  }
}

/** The payment row that the gateway is asked for, written before it is. */
async function plannedFor(
  services: Services,
  changeId: string,
  method: PaymentMethod,
  now: Date,
): Promise<ChangePayment> {
  const { orderNumber } = refuseClosed(await changeById(services.db, changeId), now);
  return services.db.transaction(async (tx) => {
    await lockedPaymentsOf(tx, orderNumber);
    const change = refuseClosed(await lockWaiting(tx, changeId), now);
    if (!change.openedAt) {
      await tx
        .update(orderChanges)
        .set({ openedAt: now })
        .where(and(eq(orderChanges.id, changeId), isNull(orderChanges.openedAt)));
      await recordEvent(tx, orderNumber, "change-opened", shopper, {
        details: { changeId, ...(change.returnNumber && { return: change.returnNumber }) },
        onceKey: `change-opened:${changeId}`,
      });
    }
    const open = (await paymentsOfChange(tx, changeId)).filter(({ state }) => state !== "cancelled");
    return (
      open.find((payment) => payment.method === method) ??
      planChangePayment(tx, services, { orderNumber, changeId, method, amount: change.difference }, now)
    );
  });
}
