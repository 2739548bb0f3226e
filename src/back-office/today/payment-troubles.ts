import { formatCents } from "~/shop/money";
import type { EndingLink } from "~/shop/orders/ending-links.server";
import { shownNumber } from "~/shop/orders/order-number";
import type { PaymentHealth } from "~/shop/payments/payment-health.server";
import { refundFailureWords } from "~/shop/payments/refund-failure-words";
import { clockTime, dayIn, fullDay, sentenceTime } from "~/shop/shop-time";
import { counted } from "../count-words";
import { disputeReason } from "../orders/dispute-words";
import type { Clock, Wait, Waiting } from "./waits";

const NAMES = { order: "An unpaid link", change: "The link of a change", exchange: "The link of an exchange" };

/** Lines on Today for pay links that expire within a day. */
export const endingLinks = (links: EndingLink[], { now, zone }: Clock): Wait[] =>
  links.map(({ number, of, amount, endsAt, isOpened, returnNumber }) => ({
    key: `link-${of}-${returnNumber ?? number}`,
    count: null,
    title: `${NAMES[of]} ends soon`,
    text: `${formatCents(amount)} of ${shownNumber(number)}, ${sentenceTime(endsAt, now, zone)}. ${
      isOpened ? "The shopper opened it and has not paid." : "The shopper has not opened it."
    }`,
    way: returnNumber
      ? { to: `/returns/${returnNumber}`, name: "See the return" }
      : { to: `/orders/${number}`, name: "See the order" },
  }));

/**
 * Lines on Today for disputes that wait for the merchant's answer: those with the shortest time, and a line with the number of the
 * others.
 */
export function disputesToAnswer(disputes: Waiting["disputes"], { now, zone }: Clock): Wait[] {
  const next = (disputes?.next ?? []).map(({ id, orderNumber, requestId, amount, reason, answerBy: by }) => ({
    key: `dispute-${id}`,
    count: null,
    title: `A payment is disputed: ${lastDay(by, now, zone)}`,
    text: `${formatCents(amount)} of ${orderNumber ? shownNumber(orderNumber) : `the payment ${requestId ?? id}`}: ${disputeReason(reason)}. ${
      by && by >= now ? "Without an answer at the payment provider the money is lost." : "The bank decides."
    }`,
    ...(orderNumber && { way: { to: `/orders/${orderNumber}`, name: "See the order" } }),
  }));
  const more = (disputes?.count ?? 0) - next.length;
  return more > 0
    ? [
        ...next,
        {
          key: "disputes",
          count: null,
          title: "More payments are disputed",
          text: counted(more, "dispute"),
          way: { to: "/orders?disputed=yes", name: "See the orders" },
        },
      ]
    : next;
}

/** The last day on which a dispute can be answered: "answer by Thursday, December 3". */
function lastDay(by: Date | null, now: Date, zone: string): string {
  if (!by) return "the bank takes no answer";
  if (by < now) return "the time to answer is over";
  return dayIn(by, zone) === dayIn(now, zone)
    ? `answer today, by ${clockTime(by, zone)}`
    : `answer by ${fullDay(by, zone)}`;
}

/** Lines on Today for refunds that the gateway refused: the newest, and a line with the number of the others. */
export function refusedRefunds(payments: PaymentHealth | null, { now, zone }: Clock): Wait[] {
  const refused = (payments?.refused.newest ?? []).map(({ id, amount, orderNumber, requestId, code, at }) => ({
    key: `refund-${id}`,
    count: null,
    title: "A refund was refused",
    text: `${formatCents(amount)} of ${orderNumber ? shownNumber(orderNumber) : `the payment ${requestId ?? id}`}, ${sentenceTime(at, now, zone)}. ${refundFailureWords(code)} The money is still with you.`,
    way: orderNumber
      ? { to: `/orders/${orderNumber}`, name: "See the order" }
      : { to: "/payouts/refused", name: "Give it back, or say it is handled" },
  }));
  const more = (payments?.refused.count ?? 0) - refused.length;
  return more > 0
    ? [
        ...refused,
        {
          key: "refunds",
          count: null,
          title: "More refunds were refused",
          text: counted(more, "refund"),
          way: { to: "/payouts/refused", name: "See all" },
        },
      ]
    : refused;
}

/** Line on Today for refunds that the gateway has not confirmed in time. */
export function overdueRefunds(payments: PaymentHealth | null, { now, zone }: Clock): Wait[] {
  if (!payments?.overdue.oldest || payments.overdue.count === 0) return [];
  const { count, oldest } = payments.overdue;
  return [
    {
      key: "overdue",
      count: null,
      title: `${counted(count, "refund")} asked, not yet confirmed`,
      text: `The oldest was asked ${sentenceTime(oldest, now, zone)}. The gateway is asked again by itself; nothing is paid twice.`,
    },
  ];
}

/** Line on Today for movements at the gateway that do not match the shop's books. */
export const unmatchedMovements = (count: number) =>
  count === 0
    ? []
    : [
        {
          key: "unmatched",
          count: null,
          title: `${counted(count, "movement")} at the gateway ${count === 1 ? "does" : "do"} not match`,
          text: "A payment, a refund, a dispute or a payout differs from what the shop knows.",
          way: { to: "/payouts/unmatched", name: "Look at them" },
        },
      ];
