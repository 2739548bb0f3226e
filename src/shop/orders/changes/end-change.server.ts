import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { paymentsOfChange } from "~/shop/payments/change-payments.server";
import { lockedPaymentsOf } from "~/shop/payments/order-payments.server";
import { stopPayment } from "~/shop/payments/payments.server";
import { Refusal } from "~/shop/refusal";
import { END_CHANGE } from "./change-jobs";
import type { ChangeEnd } from "./computed-change";
import { changeById, lockWaiting, type OrderChange, waitingChangeOf } from "./open-change.server";
import { lockOrder } from "./lock-order.server";
import { endLocked, settleChange } from "./settle-change.server";

const job: Actor = { kind: "job", name: END_CHANGE };

/** Result of ending a change: it has ended, it was paid first and applied, or a payment is being processed. */
export type ChangeEnding = "ended" | "applied" | "processing";

/**
 * Ends a change without effect. Cancels its payments at the gateway first, so that no money can arrive; then releases its pieces,
 * and the order remains as it was. If a payment has arrived, settles it instead. Idempotent.
 *
 * @throws {Refusal} `record-unknown`; `gateway-unavailable`, in which case nothing has ended.
 */
export async function endChange(
  services: Services,
  changeId: string,
  { by, actor = job, keepsVersion = false }: { by: ChangeEnd; actor?: Actor; keepsVersion?: boolean },
  now = new Date(),
): Promise<ChangeEnding> {
  const change = await changeById(services.db, changeId);
  if (!change) throw new Refusal("record-unknown");
  if (change.state === "applied" || change.state === "ended") return change.state;

  const stopped = new Set<string>();
  const ending = await stopPayments(services, changeId, stopped, now);
  if (ending) return ending;
  const isEnded = await services.db.transaction(async (tx) => {
    // Locks in the global order, to prevent deadlocks: payments, order, dependent rows.
    await lockedPaymentsOf(tx, change.orderNumber);
    // A payment requested after `stopPayments` must be stopped, too, so try again. A payment without a gateway id is still being
    // requested, by a process that will stop it.
    const open = (await paymentsOfChange(tx, changeId)).filter(({ state }) => state !== "cancelled");
    if (open.some(({ gatewayId }) => gatewayId !== null && !stopped.has(gatewayId))) return false;
    await lockOrder(tx, change.orderNumber, { keepsVersion });
    const waiting = await lockWaiting(tx, changeId);
    if (!waiting) return false;
    await endLocked(tx, services, waiting, by, actor, now);
    return true;
  });
  // Another call closed the change first, or a payment was requested meanwhile: starts again.
  return isEnded ? "ended" : endChange(services, changeId, { by, actor, keepsVersion }, now);
}

/**
 * Cancels the payments of a change at the gateway and adds their request ids to `stopped`. Returns a result if a payment has
 * arrived or is being processed, otherwise undefined.
 */
async function stopPayments(
  services: Services,
  changeId: string,
  stopped: Set<string>,
  now: Date,
): Promise<ChangeEnding | undefined> {
  for (const payment of await paymentsOfChange(services.db, changeId)) {
    if (payment.state === "cancelled") continue;
    const request = await stopPayment(services, payment);
    if (request?.status === "processing") return "processing";
    if (request?.status !== "received") {
      if (payment.gatewayId !== null) stopped.add(payment.gatewayId);
      continue;
    }
    const { state } = await settleChange(services, request.id, now);
    return state === "applied" ? "applied" : "ended";
  }
  return undefined;
}

/** Ends a waiting change if its time is over; does nothing if it was extended or closed. */
export async function expireChange(services: Services, changeId: string, now = new Date()): Promise<void> {
  const change: OrderChange | undefined = await changeById(services.db, changeId);
  if (change?.state !== "waiting" || !change.endsAt || change.endsAt > now) return;
  await endChange(services, changeId, { by: "time" }, now);
}

/**
 * Ends the change for which an order waits, before the order is cancelled. Cancels the payment at the gateway first, so that no
 * money arrives for a cancelled order. Does not raise the order's version, so that the caller's version remains valid; only a
 * change that was paid first raises it.
 *
 * @throws {Refusal} `payment-processing` while the shopper pays for the change; `gateway-unavailable`, in which case nothing has
 * ended.
 */
export async function endBeforeCancelling(
  services: Services,
  orderNumber: string,
  ending: { by: "member" | "shopper"; actor: Actor },
  now = new Date(),
): Promise<void> {
  const waiting = await waitingChangeOf(services.db, orderNumber);
  if (!waiting) return;
  const ended = await endChange(services, waiting.id, { ...ending, keepsVersion: true }, now);
  if (ended === "processing") throw new Refusal("payment-processing", { details: { orderNumber } });
}
