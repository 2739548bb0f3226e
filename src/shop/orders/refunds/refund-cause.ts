/** Why money goes back, as `refunds.cause` stores it: a payment has one refund for each cause. */
export const refundCause = {
  /** Staff cancelled the order. */
  cancelled: "cancelled",
  /** The money arrived after the last piece was sold. */
  latePayment: "late-payment",
  /** Money that no order came for. */
  noOrder: "no-order",
  /** A return arrived. */
  ofReturn: (returnNumber: string): string => `${RETURN}${returnNumber}`,
  /** What was promised in exchange for a return is not sent after all. */
  ofReplacement: (returnNumber: string): string => `${RETURN}${returnNumber} instead`,
  /** Refunded on the command line, for a reason in their own words. */
  byStaff: (reason: string): string => `staff:${reason}`,
  /** A member sent this form. */
  byForm: (submission: string): string => submission,
} as const;

const RETURN = "return:";

/** What the letter about a refund says it is for. */
export type RefundReason = "cancelled" | "return" | "staff";

/** The reason behind a cause. */
export const reasonOf = (cause: string): RefundReason =>
  cause === refundCause.cancelled ? "cancelled" : cause.startsWith(RETURN) ? "return" : "staff";
