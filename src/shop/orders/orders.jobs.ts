import type { Services } from "~/services";
import type { GatewayEvent } from "~/shop/payments/gateway";
import { GATEWAY_EVENT } from "~/shop/payments/gateway-events.server";
import { PAYMENT_HEARD, type PaymentHeard } from "~/shop/payments/sandbox.server";
import { TELL_CANCELLED, type TellCancelled } from "./cancel-order.server";
import { EXPIRE_DRAFT, type ExpireDraft, expireDraft } from "./expire-draft.server";
import { giveMoneyBack, sendCancelled, sendConfirmation, sendDispute, sendShipped } from "./order-letters.server";
import { hearGateway, TELL_DISPUTE, type TellDispute } from "./hear-gateway.server";
import { sendOwedRefunds } from "./owed-refunds.server";
import { hearPayment, reconcilePayments } from "./reconcile-payments.server";
import { CONFIRM_ORDER, type ConfirmOrder, SEND_REFUND, type SendRefund } from "./settle-order.server";
import { TELL_SHIPPED, type TellShipped } from "./ship-parcel.server";

const RECONCILE = "reconcile-payments";
const SEND_OWED = "send-owed-refunds";

/** The background work around orders: letters, refunds, reservations that end, money that nobody told us of. */
export async function startOrderJobs(services: Services, reconcileAfter: number): Promise<void> {
  const { jobs } = services;
  await jobs.work<ConfirmOrder>(CONFIRM_ORDER, ({ number }) => sendConfirmation(services, number));
  await jobs.work<TellShipped>(TELL_SHIPPED, ({ parcelId }) => sendShipped(services, parcelId));
  await jobs.work<SendRefund>(SEND_REFUND, ({ refundId }) => giveMoneyBack(services, refundId));
  await jobs.work<TellCancelled>(TELL_CANCELLED, ({ number }) => sendCancelled(services, number));
  await jobs.work<TellDispute>(TELL_DISPUTE, (dispute) => sendDispute(services, dispute));
  await jobs.work<ExpireDraft>(EXPIRE_DRAFT, ({ number }) => expireDraft(services, number));
  await jobs.work<GatewayEvent>(GATEWAY_EVENT, (event) => hearGateway(services, event));
  await jobs.work<PaymentHeard>(PAYMENT_HEARD, ({ requestId }) => hearPayment(services, requestId));
  await jobs.work(RECONCILE, () => reconcilePayments(services, new Date(), reconcileAfter), { atOnce: 1 });
  await jobs.schedule(RECONCILE, "* * * * *");
  await jobs.work(SEND_OWED, () => sendOwedRefunds(services), { atOnce: 1 });
  await jobs.schedule(SEND_OWED, "20 * * * *");
}
