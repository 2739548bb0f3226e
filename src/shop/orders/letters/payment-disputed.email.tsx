import { Letter, LetterHead, LetterRow, Paragraph, Small } from "~/shop/letter";
import { type Cents, formatCents } from "~/shop/money";
import type { Settings } from "~/shop/settings";
import { wholeMoment } from "~/shop/shop-time";
import { shownNumber } from "../order-number";

/** Dispute as the letter to the merchant shows it. */
interface Dispute {
  /** Number of the order; null for a payment without an order. */
  orderNumber: string | null;
  /** Id of the payment at the gateway. */
  requestId: string;
  disputeId: string;
  amount: Cents;
  /** Reason as the gateway names it, e.g. "product_not_received". */
  reason: string;
  /** ISO time until which the merchant can answer; empty if no answer is expected. */
  answerBy: string;
}

interface Props {
  dispute: Dispute;
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
}

export const paymentDisputedSubject = ({
  orderNumber,
  requestId,
}: Pick<Dispute, "orderNumber" | "requestId">): string =>
  `Payment disputed: ${orderNumber ? shownNumber(orderNumber) : requestId}`;

/** Letter to the shop's own address about a disputed payment: amount, reason, and time until which it can be answered. */
export function PaymentDisputed({ dispute, settings, address }: Props) {
  const { orderNumber, requestId, disputeId, amount, reason, answerBy } = dispute;
  return (
    <Letter preview={`A bank takes ${formatCents(amount)} back.`} settings={settings} address={address} isInternal>
      <LetterHead>A payment is disputed</LetterHead>
      <Paragraph>
        The bank of whoever paid has taken the money back until it has decided. What you know of the order, such as its
        tracking number, is sent to the bank on the payment provider&apos;s pages. Refunding the order does not end a
        dispute.
      </Paragraph>
      <LetterRow left="Order" right={orderNumber ? shownNumber(orderNumber) : "None was made"} />
      <LetterRow left="Amount" right={formatCents(amount)} />
      <LetterRow left="Reason" right={reason.replaceAll("_", " ")} />
      {answerBy && <LetterRow loud left="Answer by" right={wholeMoment(new Date(answerBy), settings.timeZone)} />}
      <Small>
        Payment {requestId}, dispute {disputeId}.
      </Small>
    </Letter>
  );
}
