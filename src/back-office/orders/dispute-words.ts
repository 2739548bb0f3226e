import { formatCents } from "~/shop/money";
import type { MemberOrder } from "~/shop/orders/member-order.server";
import type { Dispute } from "~/shop/payments/disputes.server";
import type { PaymentGateway } from "~/shop/payments/gateway";
import { clockTime, fullDay } from "~/shop/shop-time";

/** A shopper's reason in words, from the gateway's code, e.g. "product not received". */
export const disputeReason = (code: string): string => code.replaceAll("_", " ");

/** Deadline of a dispute, as the end of a sentence: "by Thursday, December 3, 5:59 pm". */
export const answerBy = (at: Date, zone: string): string => `by ${fullDay(at, zone)}, ${clockTime(at, zone)}`;

/** Address of a dispute at the gateway; undefined for the sandbox, which decides by itself. */
const disputeAddress = ({ name, isLive }: Pick<PaymentGateway, "name" | "isLive">, id: string): string | undefined =>
  name === "stripe"
    ? `https://dashboard.stripe.com/${isLive ? "" : "test/"}disputes/${encodeURIComponent(id)}`
    : undefined;

interface Shown {
  gateway: Pick<PaymentGateway, "name" | "isLive">;
  now: Date;
  zone: string;
}

/**
 * Sentences of an order's page about its disputes, except those that the shop won. Members who may not see money read only that there
 * is one.
 */
export function disputesShown({ money, dispute }: MemberOrder, shown: Shown) {
  if (!money)
    return dispute
      ? [
          {
            id: "dispute",
            title:
              dispute === "open"
                ? "The payment of this order is disputed."
                : "The payment of this order was lost in a dispute.",
            text: "Ask somebody who may see payments before anything of it leaves.",
            way: null,
          },
        ]
      : [];
  return money.disputes.filter(({ state }) => state !== "won").map((each) => disputeShown(each, shown));
}

function disputeShown(
  { id, amount, lost, reason, state, answerBy: by, isRefundable }: Dispute,
  { gateway, now, zone }: Shown,
) {
  const href = disputeAddress(gateway, id);
  if (state === "lost")
    return {
      id,
      title: `The bank gave the shopper ${formatCents(lost)} back: the dispute is lost.`,
      text: "It is not refunded a second time. Whatever of the order has not left is shipped only if you say so once more.",
      way: href ? { href, name: "See it at Stripe" } : null,
    };
  const refunds = isRefundable
    ? "So far the bank only asks: a refund is still possible, and ends it."
    : "Until the bank has decided, the payment provider refuses every refund of it.";
  if (state === "with-bank")
    return {
      id,
      title: `The shopper's bank disputes ${formatCents(amount)}: ${disputeReason(reason)}.`,
      text: `Your answer is with the bank, which decides. ${refunds}`,
      way: href ? { href, name: "See it at Stripe" } : null,
    };
  const until = by
    ? by < now
      ? `The time to answer ended ${answerBy(by, zone).slice(3)}.`
      : `Answer it ${answerBy(by, zone)}, or it is lost.`
    : "The bank takes no answer.";
  return {
    id,
    title: `The shopper's bank disputes ${formatCents(amount)}: ${disputeReason(reason)}.`,
    text: `${until} ${refunds}${href ? "" : " This is practice: the sandbox takes no answer and decides by itself."}`,
    way:
      href && by && by >= now
        ? { href, name: "Answer it at Stripe" }
        : href
          ? { href, name: "See it at Stripe" }
          : null,
  };
}
