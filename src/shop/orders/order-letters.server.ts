import { createElement } from "react";
import { written } from "~/platform/letter.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { sendRefund } from "~/shop/payments/payments.server";
import { OrderConfirmed, orderConfirmedSubject } from "./order-confirmed.email";
import { happened, orderByNumber } from "./orders.server";
import { PaymentReturned, paymentReturnedSubject } from "./payment-returned.email";

type Writing = Pick<Services, "db" | "mail" | "settings" | "address">;

const postman: Actor = { kind: "job", name: "letters" };

/** Sends the letter about a paid order, once however often it is asked for: the order's history says so. */
export async function sendConfirmation({ db, mail, settings, address }: Writing, number: string): Promise<void> {
  await db.transaction(async (tx) => {
    const once = { onceKey: `confirmation-sent:${number}` };
    if (!(await happened(tx, number, "confirmation-sent", postman, once))) return;
    const order = await orderByNumber(tx, number);
    if (!order) throw new Error(`The order ${number} is missing.`);
    await mail.send({
      ...(await written(createElement(OrderConfirmed, { order, settings: settings(), address }))),
      to: order.email,
      subject: orderConfirmedSubject(order),
      key: `order-confirmed-${number}`,
    });
  });
}

/**
 * Gives planned money back and tells whoever paid it, each once however often it is asked for.
 *
 * @throws {Refusal} `gateway-unavailable`: then it is asked for again.
 */
export async function giveMoneyBack(services: Writing & Pick<Services, "payments">, refundId: string): Promise<void> {
  const { db, mail, settings, address } = services;
  const { refund, payment } = await sendRefund(services, refundId);
  const number = payment.orderNumber;
  // Money that came for no order has nobody we could write to.
  if (!number) return;

  await db.transaction(async (tx) => {
    const about = { onceKey: `refunded:${refundId}`, details: { refundId, amount: refund.amount } };
    if (!(await happened(tx, number, "refunded", { kind: "gateway" }, about))) return;
    const order = await orderByNumber(tx, number);
    if (!order) throw new Error(`The order ${number} is missing.`);
    await mail.send({
      ...(await written(
        createElement(PaymentReturned, { order, amount: refund.amount, settings: settings(), address }),
      )),
      to: order.email,
      subject: paymentReturnedSubject(order),
      key: `payment-returned-${refundId}`,
    });
  });
}
