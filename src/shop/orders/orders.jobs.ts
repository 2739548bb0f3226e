import type { Services } from "~/services";
import type { GatewayEvent } from "~/shop/payments/gateway";
import { GATEWAY_EVENT } from "~/shop/payments/gateway-events.server";
import { PAYMENT_CHANGED, type PaymentChanged } from "~/shop/payments/sandbox.server";
import { NOTIFY_CANCELLED, type NotifyCancelled } from "./cancel-order.server";
import { EXPIRE_DRAFT, type ExpireDraft, expireDraft } from "./drafting/expire-draft.server";
import {
  executeRefund,
  sendCancelled,
  sendConfirmation,
  sendDispute,
  sendShipped,
} from "./letters/order-letters.server";
import { handleGatewayEvent, NOTIFY_DISPUTE, type NotifyDispute } from "./settling/handle-gateway-event.server";
import { sendOwedRefunds } from "./refunds/owed-refunds.server";
import { settleIfReceived, reconcilePayments } from "./settling/reconcile-payments.server";
import { CONFIRM_ORDER, type ConfirmOrder, EXECUTE_REFUND, type ExecuteRefund } from "./settling/settle-order.server";
import { NOTIFY_SHIPPED, type NotifyShipped } from "./parcels/ship-parcel.server";

const RECONCILE = "reconcile-payments";
const SEND_OWED = "send-owed-refunds";

/** The background work around orders: letters, refunds, reservations that end, money that nobody told us of. */
export async function startOrderJobs(services: Services, reconcileAfter: number): Promise<void> {
  const { jobs } = services;
  await jobs.work<ConfirmOrder>(CONFIRM_ORDER, ({ number }) => sendConfirmation(services, number));
  await jobs.work<NotifyShipped>(NOTIFY_SHIPPED, ({ parcelId }) => sendShipped(services, parcelId));
  await jobs.work<ExecuteRefund>(EXECUTE_REFUND, ({ refundId }) => executeRefund(services, refundId));
  await jobs.work<NotifyCancelled>(NOTIFY_CANCELLED, ({ number }) => sendCancelled(services, number));
  await jobs.work<NotifyDispute>(NOTIFY_DISPUTE, (dispute) => sendDispute(services, dispute));
  await jobs.work<ExpireDraft>(EXPIRE_DRAFT, ({ number }) => expireDraft(services, number));
  await jobs.work<GatewayEvent>(GATEWAY_EVENT, (event) => handleGatewayEvent(services, event));
  await jobs.work<PaymentChanged>(PAYMENT_CHANGED, ({ requestId }) => settleIfReceived(services, requestId));
  await jobs.work(RECONCILE, () => reconcilePayments(services, new Date(), reconcileAfter), { atOnce: 1 });
  await jobs.schedule(RECONCILE, "* * * * *");
  await jobs.work(SEND_OWED, () => sendOwedRefunds(services), { atOnce: 1 });
  await jobs.schedule(SEND_OWED, "20 * * * *");
}
