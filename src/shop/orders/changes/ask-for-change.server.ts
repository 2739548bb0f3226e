import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { shopper } from "~/shop/actor";
import { paymentsOfChange, storeChangePayment } from "~/shop/payments/change-payments.server";
import type { PaymentMethod, PaymentRequest } from "~/shop/payments/gateway";
import { lockedPaymentsOf } from "~/shop/payments/order-payments.server";
import {
  cancelPayment,
  type ChangePayment,
  noteRecipient,
  requestPayment,
  stopPayment,
} from "~/shop/payments/payments.server";
import { Refusal } from "~/shop/refusal";
import { linkRoundOf } from "../letter-links.server";
import { recipientOf } from "../order";
import { orderByNumber, recordEvent } from "../orders.server";
import { changeById, lockWaiting, type OrderChange } from "./open-change.server";
import { orderChanges } from "./order-changes.tables";
import { settleChange } from "./settle-change.server";

/** Number of attempts if another tab keeps cancelling the payment request. */
const TURNS = 4;

/**
 * Creates the payment request for a waiting change at the gateway, for one way of paying. Called only by a person's act, never by
 * opening a link, since mail scanners open links. Repeating it returns the same request; choosing another way of paying stops the
 * earlier request, as does another round of the link, so that a request whose secret is known to the wrong mailbox is not handed
 * to the right one.
 *
 * @throws {Refusal} `record-unknown`; `change-over` if the change has ended or its time is over; `change-done` if it was paid;
 * `payment-processing` while an earlier payment is being processed; `gateway-unavailable`.
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
    const payment = await storedFor(services, changeId, method, now);
    const request = await requestPayment(services, payment);
    if (request.status === "processing") throw new Refusal("payment-processing");
    if (request.status === "received") {
      await settleChange(services, request.id, now);
      throw new Refusal("change-done");
    }
    const change = await changeById(services.db, changeId);
    // The second of two concurrent requests sees the first one in the table and stops it, so that only one of them can be paid.
    if (change?.state === "waiting") await stopOtherWays(services, changeId, method, now);
    const current = (await paymentsOfChange(services.db, changeId)).find(({ id }) => id === payment.id);
    const isOpen = change?.state === "waiting" && current?.state !== "cancelled";
    if (isOpen && request.status !== "cancelled") {
      const order = await orderByNumber(services.db, change.orderNumber);
      if (order) await noteRecipient(services, request, recipientOf(order));
      return request;
    }
    // The change ended or another tab chose another way of paying meanwhile. Nobody has received this request's secret, so stop
    // it.
    const asked = { ...payment, gatewayId: request.id };
    await stopPayment(services, asked);
    // Cancelled at the gateway itself; record that it can no longer be paid.
    if (isOpen) await cancelPayment(services.db, asked);
    else refuseClosed(change, now);
  }
  throw new Refusal("gateway-unavailable");
}

/**
 * Returns the change if it waits for its payment.
 *
 * @throws {Refusal} `record-unknown`, `change-over`, `change-done`.
 */
function refuseClosed(change: OrderChange | undefined, now: Date): OrderChange {
  if (!change) throw new Refusal("record-unknown");
  if (change.state === "applied") throw new Refusal("change-done");
  if (change.state !== "waiting" || !change.endsAt || change.endsAt <= now) throw new Refusal("change-over");
  return change;
}

/** Stops payment requests of a change for other ways of paying, and by links of another round. */
async function stopOtherWays(services: Services, changeId: string, method: PaymentMethod, now: Date): Promise<void> {
  for (const payment of await paymentsOfChange(services.db, changeId)) {
    if (payment.state === "cancelled") continue;
    if (payment.method === method && payment.linkRound === (await roundOf(services.db, payment))) continue;
    if (payment.state === "received") throw new Refusal("change-done");
    // A payment without a request at the gateway is cancelled only here. Its id is the idempotency key at the gateway, bound to
    // its way of paying.
    const request = await stopPayment(services, payment);
    if (request?.status === "processing") throw new Refusal("payment-processing");
    if (request?.status === "received") {
      await settleChange(services, request.id, now);
      throw new Refusal("change-done");
    }
    // Another tab noted its request after this payment was read: read again, and stop that request too.
    if (!(await cancelPayment(services.db, payment))) return stopOtherWays(services, changeId, method, now);
  }
}

const roundOf = async (db: Database, { orderNumber }: { orderNumber: string | null }): Promise<number> =>
  (await linkRoundOf(db, orderNumber ?? "")) ?? 0;

/** Payment row of the request, stored before the gateway is asked. */
async function storedFor(
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
    const linkRound = await roundOf(tx, { orderNumber });
    const open = (await paymentsOfChange(tx, changeId)).filter(({ state }) => state !== "cancelled");
    return (
      open.find((payment) => payment.method === method && payment.linkRound === linkRound) ??
      storeChangePayment(tx, services, { orderNumber, changeId, method, amount: change.difference, linkRound }, now)
    );
  });
}
