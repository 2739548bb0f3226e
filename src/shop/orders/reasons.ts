/** Reasons for a cancellation that members choose. They are stored with the order, and shoppers never see them. */
export const CANCEL_REASONS = [
  "The shopper asked for it",
  "Sold out",
  "Ordered twice by mistake",
  "Looks like fraud",
  "Cannot be delivered there",
  "It did not leave in time",
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** Reason of a cancellation by the shopper. */
export const BY_SHOPPER: CancelReason = "The shopper asked for it";

/** Reasons for a refund that members choose. They are stored with the refund, and shoppers never see them. */
export const REFUND_REASONS = [
  "Changed their mind",
  "Damaged or faulty",
  "Wrong thing sent",
  "Sold out",
  "Late or lost on the way",
  "To make good",
] as const;
export type ChosenRefundReason = (typeof REFUND_REASONS)[number];

/** Reason of a refund of pieces that came too late, or never. */
export const LATE_OR_LOST: ChosenRefundReason = "Late or lost on the way";
