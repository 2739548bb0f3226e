import { eq } from "drizzle-orm";
import { createElement } from "react";
import { written } from "~/platform/letter.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { cents, sum } from "~/shop/money";
import { sendRefund } from "~/shop/payments/payments.server";
import { CANCELLED } from "../cancel-order.server";
import { RETURNED } from "../refunds/request-refund.server";
import { lineProgress } from "../parcels/line-progress.server";
import { OrderConfirmed, orderConfirmedSubject } from "./order-confirmed.email";
import type { NotifyDispute } from "../settling/handle-gateway-event.server";
import { OrderRefunded, orderRefundedSubject, type RefundReason } from "./order-refunded.email";
import { recordEvent, orderByNumber } from "../orders.server";
import { refundLines } from "../orders.tables";
import { ParcelShipped, parcelShippedSubject } from "./parcel-shipped.email";
import { orderOfParcel, parcelsOf } from "../parcels/parcels.server";
import { PaymentDisputed, paymentDisputedSubject } from "./payment-disputed.email";
import { PaymentReturned, paymentReturnedSubject } from "./payment-returned.email";
import { allLeftToSend } from "../parcels/pieces";
import { LATE_PAYMENT } from "../settling/settle-order.server";

type Writing = Pick<Services, "db" | "mail" | "settings" | "address">;

const mailActor: Actor = { kind: "job", name: "letters" };

/**
 * Sends the letter about a paid order, once however often it is asked for: the order's history says so. Of one that was called
 * off meanwhile another letter tells.
 */
export async function sendConfirmation({ db, mail, settings, address }: Writing, number: string): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await orderByNumber(tx, number);
    if (!order) throw new Error(`The order ${number} is missing.`);
    if (order.state === "cancelled") return;
    const once = { onceKey: `confirmation-sent:${number}` };
    if (!(await recordEvent(tx, number, "confirmation-sent", mailActor, once))) return;
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
export async function executeRefund(services: Writing & Pick<Services, "payments">, refundId: string): Promise<void> {
  const { db, mail, settings, address } = services;
  const { refund, payment } = await sendRefund(services, refundId);
  const number = payment.orderNumber;
  // Money that came for no order has nobody we could write to.
  if (!number) return;

  await db.transaction(async (tx) => {
    const details = { refundId, amount: refund.amount };
    const kind = refund.state === "failed" ? "refund-failed" : "refunded";
    await recordEvent(tx, number, kind, { kind: "gateway" }, { onceKey: `${kind}:${refundId}`, details });
    if (kind === "refund-failed") return;
    const once = { onceKey: `refund-told:${refundId}`, details: { refundId } };
    if (!(await recordEvent(tx, number, "refund-told", mailActor, once))) return;
    const order = await orderByNumber(tx, number);
    if (!order) throw new Error(`The order ${number} is missing.`);
    const told = { order, amount: refund.amount, settings: settings(), address };
    if (refund.cause === LATE_PAYMENT) {
      await mail.send({
        ...(await written(createElement(PaymentReturned, told))),
        to: order.email,
        subject: paymentReturnedSubject(order),
        key: `payment-returned-${refundId}`,
      });
      return;
    }
    const reason = reasonOf(refund.cause);
    const planned = await tx.select().from(refundLines).where(eq(refundLines.refundId, refundId));
    // Of a refund that came to less than was planned nobody can say what it is for.
    const lines = sum(planned.map(({ amount }) => amount)) === refund.amount ? planned : [];
    await mail.send({
      ...(await written(createElement(OrderRefunded, { ...told, reason, lines }))),
      to: order.email,
      subject: orderRefundedSubject(order, reason),
      key: `order-refunded-${refundId}`,
    });
  });
}

/** Tells that an order of which no money goes back was called off, once however often it is asked for. */
export async function sendCancelled({ db, mail, settings, address }: Writing, number: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await recordEvent(tx, number, "cancellation-sent", mailActor, { onceKey: `cancellation-sent:${number}` })))
      return;
    const order = await orderByNumber(tx, number);
    if (!order) throw new Error(`The order ${number} is missing.`);
    const told = { order, amount: cents(0), lines: [], settings: settings(), address };
    await mail.send({
      ...(await written(createElement(OrderRefunded, { ...told, reason: "cancelled" }))),
      to: order.email,
      subject: orderRefundedSubject(order, "cancelled"),
      key: `order-cancelled-${number}`,
    });
  });
}

const reasonOf = (cause: string): RefundReason =>
  cause === CANCELLED ? "cancelled" : cause.startsWith(RETURNED) ? "return" : "staff";

/** Sends the letter about a parcel that left, once however often it is asked for. */
export async function sendShipped({ db, mail, settings, address }: Writing, parcelId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const number = await orderOfParcel(tx, parcelId);
    if (!number) throw new Error(`The parcel ${parcelId} is missing.`);
    const once = { onceKey: `shipped-sent:${parcelId}`, details: { parcelId } };
    if (!(await recordEvent(tx, number, "shipped-sent", mailActor, once))) return;
    const order = await orderByNumber(tx, number);
    const sent = await parcelsOf(tx, number);
    const position = sent.findIndex(({ id }) => id === parcelId);
    const parcel = sent[position];
    if (!order || !parcel) throw new Error(`The order ${number} is missing.`);
    const moreFollows = position < sent.length - 1 || allLeftToSend(await lineProgress(tx, number)).length > 0;
    const isExchange = parcel.lines.some(({ instead }) => instead);
    const part = isExchange ? "instead" : moreFollows ? "some" : position > 0 ? "rest" : "all";
    await mail.send({
      ...(await written(createElement(ParcelShipped, { order, parcel, part, settings: settings(), address }))),
      to: order.email,
      subject: parcelShippedSubject(order),
      key: `parcel-shipped-${parcelId}`,
    });
  });
}

/** Tells the merchant that a bank takes money back, once however often it is asked for. */
export async function sendDispute({ db, mail, settings, address }: Writing, dispute: NotifyDispute): Promise<void> {
  const { orderNumber, disputeId, amount } = dispute;
  await db.transaction(async (tx) => {
    const once = { onceKey: `dispute-told:${disputeId}`, details: { disputeId } };
    if (orderNumber && !(await recordEvent(tx, orderNumber, "dispute-told", mailActor, once))) return;
    const letter = { dispute: { ...dispute, amount: cents(amount) }, settings: settings(), address };
    await mail.send({
      ...(await written(createElement(PaymentDisputed, letter))),
      to: settings().supportEmail,
      subject: paymentDisputedSubject(dispute),
      key: `payment-disputed-${disputeId}`,
    });
  });
}
