import { createElement } from "react";
import { byName } from "~/platform/by-name";
import { cents } from "~/shop/money";
import type { Order } from "~/shop/orders/order";
import type { Way } from "~/shop/payments/money-back";
import { NoReturnLabel, ReturnLabel } from "~/shop/returns/return-label.email";
import type { ReturnLabelState } from "~/shop/returns/return-label-state";
import { returnChips } from "~/shop/returns/return-letter-parts";
import { ReturnReceived } from "~/shop/returns/return-received.email";
import { ReturnRefused } from "~/shop/returns/return-refused.email";
import { ReturnSettled } from "~/shop/returns/return-settled.email";
import { ReturnStarted } from "~/shop/returns/return-started.email";
import type { ReturnedLine } from "~/shop/returns/return";
import { backBy, BY_CARD, BY_GIFT_CARD, type ExampleOrder, type Examples } from "./letter-example.server";
import { letterSubject } from "~/shop/texts/letters/letter-words";
import type { returnLetterForms } from "~/shop/texts/letters/return-letter-forms";

export const RETURN_NUMBER = "R4821735";
const number = RETURN_NUMBER;
const LABEL = "https://labels.example/R4821735.pdf";
const WRITTEN = "It was worn on the road, as far as we can see.";
const BEFORE = "on November 20, 2026";

const about = ({ order, settings, address }: ExampleOrder) => ({ number, order, settings, address });
const subjectOf = (words: Parameters<typeof letterSubject>[0], { order }: ExampleOrder) =>
  letterSubject(words, returnChips({ number, order }));

/** Lines of a return with an order's first line. */
export function sentBack(order: Order, isExchange = false): ReturnedLine[] {
  return order.lines.slice(0, 1).map(({ position, quantity }) => ({
    position,
    quantity,
    reason: isExchange ? ("exchange" as const) : ("too-small" as const),
    exchangeFor: isExchange ? "another size" : "",
    exchangeVariantId: null,
  }));
}

/** Cases of the examples that are exchanges; the other cases are refunds. */
const exchanges = new Set(["exchange", "toPay", "paid", "exchanged", "exchangedPaid", "soldOut"]);
/** Invented price difference of an exchange, in cents. */
export const DUE = cents(26_40);

const labels = byName<ReturnLabelState>({
  follows: { state: "follows" },
  none: { state: "none" },
});

/** Settlement of the first line, by the example's case. */
function settled({ order, which }: ExampleOrder) {
  const isExchanged = which === "exchanged" || which === "exchangedPaid";
  return sentBack(order, exchanges.has(which)).map((line) => ({
    ...line,
    came: line.quantity,
    refunded: ["refunded", "divided", "credited", "soldOut"].includes(which) ? line.quantity : 0,
    exchanged: isExchanged ? line.quantity : 0,
    refundedBefore: which === "before" || which === "partBefore" ? line.quantity : 0,
    refundedOn: BEFORE,
    lowered: null,
    instead: isExchanged ? "another size" : "",
  }));
}

/** Parts of the example's refund, of so many cents. */
function backOf(which: string, amount: number) {
  const onCard = which === "divided" ? Math.min(amount, 20_00) : 0;
  const way: Way = which === "credited" ? { kind: "store-credit", lastFour: "7KQ2", isOpen: true } : BY_CARD;
  return backBy([way, amount - onCard], [BY_GIFT_CARD, onCard]);
}

/** Examples of letters about returns of an order's first line. */
export const returnExamples: Examples<keyof typeof returnLetterForms> = {
  "return-started"(words, values) {
    const label = labels[values.which] ?? { state: "sent", url: LABEL };
    const lines = sentBack(values.order, exchanges.has(values.which)).map((line) => ({ ...line, refunded: "" }));
    const isPaid = values.which === "paid";
    const difference = isPaid || values.which === "toPay" ? { due: DUE, isPaid } : null;
    const [first] = values.order.lines;
    const amount = values.which === "nothing" || !first ? 0 : first.price * first.quantity - first.discountShare;
    const parts = backBy([values.which === "onCard" ? BY_GIFT_CARD : BY_CARD, amount]);
    const back = exchanges.has(values.which) ? null : parts;
    return {
      subject: subjectOf(words, values),
      letter: createElement(ReturnStarted, {
        ...about(values),
        words,
        lines,
        refundedBefore: "",
        difference,
        back,
        label,
      }),
    };
  },
  "return-label": (words, values) => ({
    subject: subjectOf(words, values),
    letter: createElement(ReturnLabel, { ...about(values), words, url: LABEL }),
  }),
  "return-without-label": (words, values) => ({
    subject: subjectOf(words, values),
    letter: createElement(NoReturnLabel, { ...about(values), words }),
  }),
  "return-received"(words, values) {
    const lines = sentBack(values.order).map(({ position, quantity }) => ({
      position,
      announced: quantity + (values.which === "missing" ? 1 : 0),
      came: quantity,
      refunded: "",
    }));
    const isCorrected = values.which === "corrected";
    return {
      subject: `${isCorrected ? "Corrected: " : ""}${subjectOf(words, values)}`,
      letter: createElement(ReturnReceived, { ...about(values), words, lines, isCorrected }),
    };
  },
  "return-refused": (words, values) => ({
    subject: subjectOf(words, values),
    letter: createElement(ReturnRefused, {
      ...about(values),
      words,
      lines: sentBack(values.order),
      written: WRITTEN,
      wasApproved: values.which === "after",
    }),
  }),
  "return-settled"(words, values) {
    const lines = settled(values);
    const [first] = values.order.lines;
    const isMoneyDue = lines.some(({ refunded }) => refunded > 0);
    return {
      subject: subjectOf(words, values),
      letter: createElement(ReturnSettled, {
        ...about(values),
        words,
        lines,
        back: backOf(values.which, isMoneyDue && first ? first.price * first.quantity - first.discountShare : 0),
        delivery: cents(0),
        less: cents(0),
        more: values.which === "exchangedPaid" ? DUE : cents(0),
        refundedBefore: values.which === "before" ? BEFORE : "",
        written: "",
      }),
    };
  },
};
