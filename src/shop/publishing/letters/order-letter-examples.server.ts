import { createElement } from "react";
import { cents } from "~/shop/money";
import { lastMoment } from "~/shop/shop-time";
import { ChangeAsked, ChangeEnded, OrderChanged, orderChangeSubject } from "~/shop/orders/letters/order-change.email";
import { OrderConfirmed, orderConfirmedSubject } from "~/shop/orders/letters/order-confirmed.email";
import { OrderDelayed, orderDelayedSubject } from "~/shop/orders/letters/order-delayed.email";
import { OrderRefunded, orderRefundedSubject } from "~/shop/orders/letters/order-refunded.email";
import { ParcelFound, parcelFoundSubject } from "~/shop/orders/letters/parcel-found.email";
import { ParcelShipped, parcelShippedSubject } from "~/shop/orders/letters/parcel-shipped.email";
import { PayLink, payLinkSubject } from "~/shop/orders/letters/pay-link.email";
import { PaymentReturned, paymentReturnedSubject } from "~/shop/orders/letters/payment-returned.email";
import { RefundFailed, refundFailedSubject } from "~/shop/orders/letters/refund-failed.email";
import { SentAgain, sentAgainSubject } from "~/shop/orders/letters/sent-again.email";
import { UnpaidEnd, unpaidEndSubject } from "~/shop/orders/letters/unpaid-end.email";
import type { Delay } from "~/shop/orders/delays/delay";
import type { Order } from "~/shop/orders/order";
import type { RefundReason } from "~/shop/orders/refunds/refund-cause";
import { changeOf, later, paidOn } from "./example-change.server";
import {
  backByCard,
  BY_CARD,
  BY_GIFT_CARD,
  type ExampleOrder,
  type Examples,
  NEWEST,
  paidByCard,
} from "./letter-example.server";
import { onCardWords, wayWords } from "~/shop/payments/money-back";
import { atOnce } from "~/shop/texts/letters/letter-words";
import type { agreedLetterForms } from "~/shop/texts/letters/agreed-letter-forms";
import type { orderLetterForms } from "~/shop/texts/letters/order-letter-forms";

type Part = "some" | "rest" | "all" | "instead" | "again";

/** An invented parcel with all pieces of an order. */
const parcelOf = (order: Order) => ({
  carrier: "UPS",
  trackingNumber: "1Z999AA10123456784",
  trackingUrl: "https://www.ups.com/track?tracknum=1Z999AA10123456784",
  shippedAt: later(paidOn(order), 1),
  lines: order.lines.map(({ position, quantity }) => ({ position, quantity })),
});

/** An invented delay of a kind. */
const delayOf = (which: string): Delay => ({
  promised: "2026-12-03",
  newDay: which === "unknown" ? null : which === "asks" ? "2027-01-20" : "2026-12-11",
  endsOn: which === "silent" ? null : "2027-01-02",
  answer: null,
});

const refundOf = ({ order, which, settings, address }: ExampleOrder) => {
  const isPaid = which !== "unpaid";
  const isOntoCard = which === "card";
  const reason: RefundReason = isOntoCard ? "staff" : isPaid ? (which as RefundReason) : "cancelled";
  const amount = isPaid ? order.summary.total : cents(0);
  const way = isOntoCard ? BY_GIFT_CARD : BY_CARD;
  const paid = isPaid ? [{ way, amount }] : [];
  const by = wayWords(way);
  const told = { order, reason, amount, paid, lines: [], extras: [], settings, address, isOntoCard };
  return isPaid ? { ...told, by } : told;
};

/** Means of payment of the examples. */
const METHOD = wayWords(BY_CARD);

/** Examples of letters about orders, parcels and refunds. */
export const orderExamples: Examples<keyof typeof orderLetterForms> = {
  "order-confirmed"(words, values) {
    const props = { ...values, words, paid: paidByCard(values.order.summary.total) };
    return { subject: orderConfirmedSubject(props), letter: createElement(OrderConfirmed, props) };
  },
  "parcel-shipped"(words, values) {
    const props = { ...values, words, parcel: parcelOf(values.order), part: values.which as Part };
    return { subject: parcelShippedSubject(props), letter: createElement(ParcelShipped, props) };
  },
  "order-refunded"(words, values) {
    const refund = refundOf(values);
    const onCard = onCardWords([{ way: BY_GIFT_CARD, amount: refund.amount, state: "done" }]);
    const props = { ...refund, words: refund.isOntoCard ? atOnce(words, onCard) : words };
    return { subject: orderRefundedSubject(props), letter: createElement(OrderRefunded, props) };
  },
  "refund-failed"(words, values) {
    const props = { ...values, words, amount: values.order.summary.total, by: METHOD };
    return { subject: refundFailedSubject(props), letter: createElement(RefundFailed, props) };
  },
  "payment-returned"(words, values) {
    const { order, which } = values;
    const isOfCard = which === "gift-card";
    const props = { ...values, words, amount: order.summary.total, isOfCard, by: METHOD, newest: NEWEST };
    return { subject: paymentReturnedSubject(props), letter: createElement(PaymentReturned, props) };
  },
  "sent-again"(words, values) {
    const parcel = parcelOf(values.order);
    const props = { ...values, words, parcel, lines: parcel.lines };
    return { subject: sentAgainSubject(props), letter: createElement(SentAgain, props) };
  },
  "order-delayed"(words, values) {
    const { order, which, address } = values;
    const lines = order.lines.map(({ position, quantity }) => ({ position, quantity }));
    const props = {
      ...values,
      words,
      lines,
      delay: delayOf(which),
      page: `${address}/order-status?order=${order.number}`,
    };
    return { subject: orderDelayedSubject(props), letter: createElement(OrderDelayed, props) };
  },
  "parcel-found"(words, values) {
    const sentAgain = values.which === "refunded" ? 0 : 1;
    const refunded = values.which === "again" ? 0 : 1;
    const props = { ...values, words, parcel: parcelOf(values.order), sentAgain, refunded };
    return { subject: parcelFoundSubject(props), letter: createElement(ParcelFound, props) };
  },
};

/** Examples of letters about agreements between a member and a shopper: made orders, and changes of orders. */
export const agreedExamples: Examples<keyof typeof agreedLetterForms> = {
  "pay-link"(words, values) {
    const { order, settings, address } = values;
    const props = {
      ...values,
      words,
      link: `${address}/order-status`,
      until: lastMoment(later(paidOn(order), 3), settings.timeZone),
      said: null,
      listed: new Map(),
      method: null,
    };
    return { subject: payLinkSubject(props), letter: createElement(PayLink, props) };
  },
  "unpaid-end"(words, values) {
    const props = { ...values, words, newest: NEWEST };
    return { subject: unpaidEndSubject(props), letter: createElement(UnpaidEnd, props) };
  },
  "change-asked"(words, { settings, address, ...values }) {
    const change = changeOf({ settings, address, ...values });
    const page = `${address}/order-status`;
    return {
      subject: orderChangeSubject(change, words),
      letter: createElement(ChangeAsked, { change, words, page, settings, address }),
    };
  },
  "order-changed"(words, { settings, address, ...values }) {
    const change = changeOf({ settings, address, ...values });
    return {
      subject: orderChangeSubject(change, words),
      letter: createElement(OrderChanged, {
        change,
        back: backByCard(-change.difference),
        words,
        settings,
        address,
      }),
    };
  },
  "change-ended"(words, { settings, address, ...values }) {
    const change = changeOf({ settings, address, ...values });
    return {
      subject: orderChangeSubject(change, words),
      letter: createElement(ChangeEnded, { change, words, settings, address }),
    };
  },
};
