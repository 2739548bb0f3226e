/** Names of the job queues for letters about orders, with their payloads. */

/** Payload of the jobs that send letters about returns. */
export interface OfReturn {
  number: string;
  /**
   * Set after a correction, for which another letter is sent: the version of the corrected return, or of the order whose e-mail
   * address was corrected.
   */
  correction?: number;
}

/**
 * Letter with a return's label after its instructions, or that there is none. Named here, because the label is also sent to a
 * corrected e-mail address of the order.
 */
export const NOTIFY_LABEL = "tell-return-label";

/** Letter that confirms a paid order. */
export const CONFIRM_ORDER = "confirm-order";
export interface ConfirmOrder {
  number: string;
  /** Version of the order after its e-mail address was corrected; the confirmation is sent again, to the new address. */
  correction?: number;
}

/** Letter to the merchant about one paid order, if the setting asks for a letter per order. */
export const NOTIFY_NEW_ORDER = "tell-new-order";
export interface NotifyNewOrder {
  number: string;
}

/** Letter to the merchant about all orders of a day, if the setting asks for it. */
export const NOTIFY_NEW_ORDERS = "tell-new-orders";
export interface NotifyNewOrders {
  /** Day in the shop's time zone, e.g. 2026-11-20. */
  day: string;
}

/** Letter about a cancelled order without a refund; an order with a refund gets the letter about the refund instead. */
export const NOTIFY_CANCELLED = "tell-cancelled";
export interface NotifyCancelled {
  number: string;
}

/** Letter about a shipped parcel. */
export const NOTIFY_SHIPPED = "tell-shipped";
export interface NotifyShipped {
  parcelId: number;
  /** Version of the parcel after its tracking number was corrected; each correction sends another letter. */
  correction?: number;
}

/** Letter about lost pieces that are sent again. */
export const NOTIFY_LOST = "tell-lost";
export interface NotifyLost {
  number: string;
  /** Version of the order at the decision to send the pieces again; each such decision causes one letter. */
  version: number;
  parcelId: number;
  lines: { position: number; quantity: number }[];
}

/** Letter that asks the shopper about a lost parcel that arrived. */
export const NOTIFY_FOUND = "tell-found";
export interface NotifyFound {
  parcelId: number;
  /**
   * Version of the order at the decision to ask, since a parcel can be lost and found repeatedly. Unset in jobs of the previous
   * release.
   */
  version?: number;
}

/** Letter about a delay, which asks the shopper to wait or to cancel. */
export const NOTIFY_DELAY = "tell-delay";
export interface NotifyDelay {
  delayId: string;
}

/** Sends an earlier letter again with the same text. */
export const SEND_LETTER_AGAIN = "send-letter-again";
export interface SendLetterAgain {
  letterId: number;
  /** E-mail address; empty for the order's present address. */
  to: string;
  /** Id of the form, so that a form that is sent twice causes one letter. */
  submission: string;
}

/** Letter to the merchant about a disputed payment. */
export const NOTIFY_DISPUTE = "tell-dispute";
export interface NotifyDispute {
  /** Number of the order; null for a payment without an order. */
  orderNumber: string | null;
  requestId: string;
  disputeId: string;
  /** Disputed amount in cents. */
  amount: number;
  reason: string;
  /** ISO date until which the merchant can answer; empty if no answer is expected. */
  answerBy: string;
}

/** Letter with the link to pay an order that a member made, and the member's copy of it. */
export const SEND_PAY_LINK = "send-pay-link";
export interface SendPayLink {
  number: string;
  /** Count of the letter: 1 for the first, one more each time it is sent again. */
  round: number;
}

/** Letters to shopper and member about an order made by a member that ended unpaid. */
export const TELL_MADE_ENDED = "tell-made-ended";
export interface TellMadeEnded {
  number: string;
}

/** Letters of recalls to the present address of an order whose address was corrected. */
export const RECALL_TO_CORRECTED = "recall-to-corrected-address";
export interface RecallToCorrected {
  orderNumber: string;
  /** Version of the order since the correction. */
  version: number;
}
