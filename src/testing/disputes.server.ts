import { randomUUID } from "node:crypto";
import { DAY } from "~/platform/durations";
import type { Cents } from "~/shop/money";
import { cents } from "~/shop/money";
import { recordDisputes } from "~/shop/orders/disputes/record-disputes.server";
import type { GatewayDispute } from "~/shop/payments/gateway";
import { paymentsOf } from "~/shop/payments/order-payments.server";
import type { Payment } from "~/shop/payments/payments.server";
import type { DisputeState } from "~/shop/payments/refundable";
import type { TestShop } from "./test-shop.server";

interface Dispute {
  id?: string;
  state: DisputeState;
  /** Disputed amount in cents; the whole payment by default. */
  amount?: Cents;
  reason?: string;
  answerBy?: Date | undefined;
  /** True for an inquiry, during which the gateway still refunds the payment. */
  isInquiry?: boolean;
  now?: Date;
}

/** A dispute as a gateway reports it. */
export function gatewayDispute(payment: Pick<Payment, "amount">, { id, state, ...more }: Dispute): GatewayDispute {
  const { amount = payment.amount, reason = "fraudulent", isInquiry = false, now = new Date() } = more;
  return {
    id: id ?? `du_${randomUUID()}`,
    reason,
    amount,
    state,
    isRefundable: state === "won" || isInquiry,
    lost: state === "lost" ? amount : cents(0),
    answerBy: "answerBy" in more ? more.answerBy : new Date(now.getTime() + 7 * DAY),
    openedAt: now,
  };
}

/** Lets the gateway report a dispute of an order's first payment, and the shop record it; returns the dispute's id. */
export async function disputed(shop: TestShop, number: string, dispute: Dispute): Promise<string> {
  const payment = (await paymentsOf(shop.db, number))?.first;
  if (!payment) throw new Error("The order has no payment.");
  const told = gatewayDispute(payment, dispute);
  await disputedPayment(shop, payment, told, dispute.now);
  return told.id;
}

/** Lets the gateway report a dispute of a payment, and the shop record it. */
export async function disputedPayment(
  shop: TestShop,
  payment: Payment,
  dispute: GatewayDispute,
  now?: Date,
): Promise<void> {
  const gateway = { ...shop.payments, disputes: async () => [dispute] };
  await recordDisputes({ ...shop, payments: gateway }, payment, payment.gatewayId ?? "", now);
}
