import type { Services } from "~/services";
import { sweepTaxAnswers } from "~/shop/tax/tax-answers.server";
import { eventOf, type GatewayEventPayload } from "~/shop/payments/gateway-event-payload";
import { GATEWAY_EVENT } from "~/shop/payments/gateway-events.server";
import { PAYMENT_CHANGED, type PaymentChanged } from "~/shop/payments/sandbox.server";
import { END_CHANGE, type EndChange, TELL_CHANGE, type TellChange } from "./changes/change-jobs";
import { expireChange } from "./changes/end-change.server";
import { expireDraft } from "./drafting/expire-draft.server";
import { EXPIRE_DRAFT, type ExpireDraft } from "./drafting/expiry-job.server";
import { END_EXCHANGE, type EndExchange } from "./exchanges/exchange-jobs";
import { expireExchange } from "./exchanges/end-exchange.server";
import {
  CONFIRM_ORDER,
  type ConfirmOrder,
  NOTIFY_CANCELLED,
  NOTIFY_DELAY,
  NOTIFY_DISPUTE,
  NOTIFY_FOUND,
  NOTIFY_LOST,
  NOTIFY_NEW_ORDER,
  NOTIFY_NEW_ORDERS,
  NOTIFY_SHIPPED,
  type NotifyCancelled,
  type NotifyDelay,
  type NotifyDispute,
  type NotifyFound,
  type NotifyLost,
  type NotifyNewOrder,
  type NotifyNewOrders,
  type NotifyShipped,
  SEND_LETTER_AGAIN,
  SEND_PAY_LINK,
  type SendLetterAgain,
  type SendPayLink,
  TELL_MADE_ENDED,
  type TellMadeEnded,
} from "./letters/letter-jobs";
import {
  SEND_DUE_GIFT_CARDS,
  SEND_GIFT_CARD,
  sendBoughtCards,
  sendDueGiftCards,
  type SendGiftCard,
  sendGiftCard,
} from "./gift-cards/gift-card-letters.server";
import { REPLACE_LOST_CODES, type ReplaceLostCodes, replaceEachLostCode } from "./gift-cards/replace-lost-codes.server";
import { sendChangeLetter } from "./letters/change-letters.server";
import { sendDelay } from "./letters/delay-letters.server";
import { sendFound, sendLost } from "./letters/lost-letters.server";
import { sendMadeEnded, sendPayLink } from "./letters/made-letters.server";
import { enqueueNewOrders, sendNewOrder, sendNewOrders } from "./letters/new-orders.server";
import { sendAgain, sendCancelled, sendConfirmation, sendDispute, sendShipped } from "./letters/order-letters.server";
import { hearOfPayment, reconcileDisputes } from "./disputes/record-disputes.server";
import { executeRefund } from "./refunds/execute-refund.server";
import { EXECUTE_REFUND, type ExecuteRefund } from "./refunds/request-refund.server";
import { endLinksOfFormerCorrections } from "./order-email.server";
import { reportTaxes } from "./report-taxes.server";
import { settleRefunds } from "./refunds/settle-refunds.server";
import { handleGatewayEvent } from "./settling/handle-gateway-event.server";
import { reconcilePayments } from "./settling/reconcile-payments.server";

const RECONCILE = "reconcile-payments";
const LOOK_FOR_NEW_ORDERS = "look-for-new-orders";
const SETTLE_REFUNDS = "send-owed-refunds";
const RECONCILE_DISPUTES = "reconcile-disputes";
const REPORT_TAXES = "report-taxes";
const END_FORMER_LINKS = "end-links-of-former-corrections";
const SWEEP_TAX_ANSWERS = "sweep-tax-answers";
/** Number of letters about new orders that are sent at the same time, so that the queue keeps up with a rush of orders. */
const OF_A_RUSH = 16;

/**
 * Registers the background jobs about orders: letters, refunds, expiring reservations, webhook events, and the reconciliation
 * with the gateway, since webhook events may be lost.
 */
export async function startOrderJobs(services: Services, reconcileAfter: number): Promise<void> {
  const { jobs } = services;
  await jobs.work<ConfirmOrder>(
    CONFIRM_ORDER,
    async ({ number, correction }) => {
      await sendBoughtCards(services, number);
      await sendConfirmation(services, number, correction);
    },
    { atOnce: OF_A_RUSH },
  );
  await jobs.work<NotifyNewOrder>(NOTIFY_NEW_ORDER, ({ number }) => sendNewOrder(services, number), {
    atOnce: OF_A_RUSH,
  });
  await jobs.work<NotifyNewOrders>(NOTIFY_NEW_ORDERS, ({ day }) => sendNewOrders(services, day));
  await jobs.work(LOOK_FOR_NEW_ORDERS, () => enqueueNewOrders(services), { atOnce: 1 });
  await jobs.schedule(LOOK_FOR_NEW_ORDERS, "5 * * * *");
  await jobs.work<NotifyShipped>(NOTIFY_SHIPPED, ({ parcelId, correction }) =>
    sendShipped(services, parcelId, correction),
  );
  await jobs.work<NotifyLost>(NOTIFY_LOST, (lost) => sendLost(services, lost));
  await jobs.work<NotifyFound>(NOTIFY_FOUND, (found) => sendFound(services, found));
  await jobs.work<NotifyDelay>(NOTIFY_DELAY, (delay) => sendDelay(services, delay));
  await jobs.work<ExecuteRefund>(EXECUTE_REFUND, ({ refundId }) => executeRefund(services, refundId));
  await jobs.work<NotifyCancelled>(NOTIFY_CANCELLED, ({ number }) => sendCancelled(services, number));
  await jobs.work<SendLetterAgain>(SEND_LETTER_AGAIN, (again) => sendAgain(services, again));
  await jobs.work<SendPayLink>(SEND_PAY_LINK, (link) => sendPayLink(services, link));
  await jobs.work<TellMadeEnded>(TELL_MADE_ENDED, ({ number }) => sendMadeEnded(services, number));
  await jobs.work<NotifyDispute>(NOTIFY_DISPUTE, (dispute) => sendDispute(services, dispute));
  await jobs.work<ExpireDraft>(EXPIRE_DRAFT, ({ number }) => expireDraft(services, number));
  await jobs.work<EndChange>(END_CHANGE, ({ changeId }) => expireChange(services, changeId));
  await jobs.work<EndExchange>(END_EXCHANGE, ({ number }) => expireExchange(services, number));
  await jobs.work<TellChange>(TELL_CHANGE, (letter) => sendChangeLetter(services, letter));
  await jobs.work<GatewayEventPayload>(GATEWAY_EVENT, (event) => handleGatewayEvent(services, eventOf(event)));
  await jobs.work<PaymentChanged>(PAYMENT_CHANGED, (news) => hearOfPayment(services, news));
  await jobs.work(RECONCILE, () => reconcilePayments(services, new Date(), reconcileAfter), { atOnce: 1 });
  await jobs.schedule(RECONCILE, "* * * * *");
  await jobs.work(SETTLE_REFUNDS, () => settleRefunds(services, new Date(), Math.min(30, reconcileAfter)), {
    atOnce: 1,
  });
  await jobs.schedule(SETTLE_REFUNDS, "* * * * *");
  await jobs.work(RECONCILE_DISPUTES, () => reconcileDisputes(services), { atOnce: 1 });
  await jobs.schedule(RECONCILE_DISPUTES, "*/5 * * * *");
  await jobs.work(REPORT_TAXES, () => reportTaxes(services), { atOnce: 1 });
  await jobs.schedule(REPORT_TAXES, "*/5 * * * *");
  await jobs.work<SendGiftCard>(SEND_GIFT_CARD, (card) => sendGiftCard(services, card));
  await jobs.work(SEND_DUE_GIFT_CARDS, () => sendDueGiftCards(services), { atOnce: 1 });
  await jobs.work<ReplaceLostCodes>(REPLACE_LOST_CODES, (asked) => replaceEachLostCode(services, asked), { atOnce: 1 });
  await jobs.schedule(SEND_DUE_GIFT_CARDS, "*/10 * * * *");
  await jobs.work(END_FORMER_LINKS, () => endFormerLinks(services), { atOnce: 1 });
  await jobs.schedule(END_FORMER_LINKS, "*/5 * * * *");
  await jobs.work(SWEEP_TAX_ANSWERS, () => sweepTaxAnswers(services.db, new Date()), { atOnce: 1 });
  await jobs.schedule(SWEEP_TAX_ANSWERS, "40 3 * * *");
}

/** One run of the job that ends links of former corrections; with the last of them its schedule ends. */
async function endFormerLinks(services: Services): Promise<void> {
  if (await endLinksOfFormerCorrections(services)) await services.jobs.endSchedule(END_FORMER_LINKS);
}
