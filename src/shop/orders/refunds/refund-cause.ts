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
  /** A replacement promised in exchange for a return is not sent after all. */
  ofReplacement: (returnNumber: string): string => `${RETURN}${returnNumber} instead`,
  /** Contents of a lost parcel; an order has one such refund in each of its versions. */
  ofLost: (parcelId: number, version: number): string => `${LOST}${parcelId}:${version}`,
  /** Refunded on the command line, for a reason in their own words. */
  byStaff: (reason: string): string => `staff:${reason}`,
  /** A member sent this form. */
  byForm: (submission: string): string => submission,
} as const;

const RETURN = "return:";
const LOST = "lost:";

/** The parcel whose loss a refund is for; nothing for any other. */
export const lostParcelOf = (cause: string): number | undefined =>
  cause.startsWith(LOST) ? Number.parseInt(cause.slice(LOST.length), 10) : undefined;

/** Reason of a refund in its letter. */
export type RefundReason = "cancelled" | "return" | "lost" | "staff";

/** The reason behind a cause. */
export const reasonOf = (cause: string): RefundReason =>
  cause === refundCause.cancelled ? "cancelled" : (causes.find(([start]) => cause.startsWith(start))?.[1] ?? "staff");

const causes = [
  [RETURN, "return"],
  [LOST, "lost"],
] as const;
