/** The jobs that send letters about orders: their queues, and what each has to know. */

/** An order was paid. */
export const CONFIRM_ORDER = "confirm-order";
export interface ConfirmOrder {
  number: string;
  /** The version of the order in which its e-mail address was corrected: it is confirmed once more, to that. */
  correction?: number;
}

/** An order was paid and the merchant wants to hear of each; this letter goes to the merchant. */
export const NOTIFY_NEW_ORDER = "tell-new-order";
export interface NotifyNewOrder {
  number: string;
}

/** A day is over of which the merchant wants to hear in one letter. */
export const NOTIFY_NEW_ORDERS = "tell-new-orders";
export interface NotifyNewOrders {
  /** By the shop's clock, as 2026-11-20. */
  day: string;
}

/** An order was cancelled and no refund's letter says so. */
export const NOTIFY_CANCELLED = "tell-cancelled";
export interface NotifyCancelled {
  number: string;
}

/** A parcel was shipped. */
export const NOTIFY_SHIPPED = "tell-shipped";
export interface NotifyShipped {
  parcelId: number;
  /** The version of the parcel that its letter is sent anew for: its tracking number was corrected. */
  correction?: number;
}

/** Lost pieces are sent again. */
export const NOTIFY_LOST = "tell-lost";
export interface NotifyLost {
  number: string;
  /** The version of the order in which that was decided: one letter for each. */
  version: number;
  parcelId: number;
  lines: { position: number; quantity: number }[];
}

/** A lost parcel arrived after all, and what was in it is asked back. */
export const NOTIFY_FOUND = "tell-found";
export interface NotifyFound {
  parcelId: number;
  /** Version of the order when it was asked back: lost once more, it may be asked back again. Absent in jobs of the release before. */
  version?: number;
}

/** A letter is sent again, with the same words. */
export const SEND_LETTER_AGAIN = "send-letter-again";
export interface SendLetterAgain {
  letterId: number;
  /** Empty for the address that the order has now. */
  to: string;
  /** The form that asked for it: each is answered by one letter. */
  submission: string;
}

/** A payment was disputed; this letter goes to the merchant. */
export const NOTIFY_DISPUTE = "tell-dispute";
export interface NotifyDispute {
  /** Unset for money that no order came for. */
  orderNumber: string | null;
  requestId: string;
  disputeId: string;
  /** In cents. */
  amount: number;
  reason: string;
  /** As an ISO date; empty when nobody waits for an answer. */
  answerBy: string;
}
