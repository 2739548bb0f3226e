/** Queues of letters about orders, with their payloads. */

/** An order was paid. */
export const CONFIRM_ORDER = "confirm-order";
export interface ConfirmOrder {
  number: string;
  /** Version of the order when its e-mail address was corrected: confirmed once more, to the new one. */
  correction?: number;
}

/** Letter to the merchant about a paid order, if the setting asks for each. */
export const NOTIFY_NEW_ORDER = "tell-new-order";
export interface NotifyNewOrder {
  number: string;
}

/** Letter to the merchant about the orders of a day, if the setting asks for it. */
export const NOTIFY_NEW_ORDERS = "tell-new-orders";
export interface NotifyNewOrders {
  /** Day in the shop's time zone, such as 2026-11-20. */
  day: string;
}

/** Letter about a cancelled order without a refund, whose letter would say so. */
export const NOTIFY_CANCELLED = "tell-cancelled";
export interface NotifyCancelled {
  number: string;
}

/** A parcel was shipped. */
export const NOTIFY_SHIPPED = "tell-shipped";
export interface NotifyShipped {
  parcelId: number;
  /** Version of the parcel when its tracking number was corrected: another letter. */
  correction?: number;
}

/** Lost pieces are sent again. */
export const NOTIFY_LOST = "tell-lost";
export interface NotifyLost {
  number: string;
  /** Version of the order at that decision: one letter each. */
  version: number;
  parcelId: number;
  lines: { position: number; quantity: number }[];
}

/** Letter asking for a lost parcel that arrived. */
export const NOTIFY_FOUND = "tell-found";
export interface NotifyFound {
  parcelId: number;
  /** Version of the order at that decision, since a parcel can be lost and found again. Unset in jobs of the previous release. */
  version?: number;
}

/** A letter is sent again, with the same words. */
export const SEND_LETTER_AGAIN = "send-letter-again";
export interface SendLetterAgain {
  letterId: number;
  /** Empty for the order's current address. */
  to: string;
  /** Id of the form submission; makes a repeated request send one letter only. */
  submission: string;
}

/** Letter to the merchant about a disputed payment. */
export const NOTIFY_DISPUTE = "tell-dispute";
export interface NotifyDispute {
  /** Null for a payment without an order. */
  orderNumber: string | null;
  requestId: string;
  disputeId: string;
  /** In cents. */
  amount: number;
  reason: string;
  /** ISO date; empty when no answer is expected. */
  answerBy: string;
}

/** Letter with the link to pay an order that a member made, and its copy. */
export const SEND_PAY_LINK = "send-pay-link";
export interface SendPayLink {
  number: string;
  /** 1 for the first letter; each time it is sent again counts on. */
  round: number;
}

/** Letters to shopper and member that such an order ended unpaid. */
export const TELL_MADE_ENDED = "tell-made-ended";
export interface TellMadeEnded {
  number: string;
}
