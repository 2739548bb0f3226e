/** Cause of a refund, as stored in `refunds.cause`: at most one refund per payment and cause. */
export const refundCause = {
  /** Staff cancelled the order. */
  cancelled: "cancelled",
  /** The money arrived after the last piece was sold. */
  latePayment: "late-payment",
  /** Payment without an order. */
  noOrder: "no-order",
  /** A return arrived. */
  ofReturn: (returnNumber: string): string => `${RETURN}${returnNumber}`,
  /** A cancelled exchange of a return. */
  ofReplacement: (returnNumber: string): string => `${RETURN}${returnNumber} instead`,
  /** Pieces of a lost parcel; one refund per version of the order. */
  ofLost: (parcelId: number, version: number): string => `${LOST}${parcelId}:${version}`,
  /** A changed order costs less; the difference is no refund of anything in it. */
  ofChange: (changeId: string): string => `${CHANGE}${changeId}`,
  /** Money of a change that could not be applied any more. */
  ofLateChange: (changeId: string): string => `${CHANGE}${changeId}${LATE}`,
  /** Payment for an exchange that is not made: of these lines, each with the pieces that are exchanged after all. */
  ofUndoneExchange: (changeId: string, lines: string): string => `${CHANGE}${changeId}${UNDONE}${lines}`,
  /** By the operator's command, with a typed reason. */
  byStaff: (reason: string): string => `staff:${reason}`,
  /** A member sent this form. */
  byForm: (submission: string): string => submission,
} as const;

const RETURN = "return:";
const LOST = "lost:";
const CHANGE = "change:";
const LATE = ":late";
const UNDONE = ":undone:";

/** Whether money went back by a change: the order costs less, or was not changed; nothing in it was refunded. */
export const isByChange = (cause: string): boolean => cause.startsWith(CHANGE);

/** Lost parcel of a refund's cause; undefined for others. */
export const lostParcelOf = (cause: string): number | undefined =>
  cause.startsWith(LOST) ? Number.parseInt(cause.slice(LOST.length), 10) : undefined;

/** Reason of a refund in its letter. */
export type RefundReason = "cancelled" | "return" | "lost" | "change" | "change-late" | "exchange" | "staff";

/** The reason behind a cause. */
export const reasonOf = (cause: string): RefundReason =>
  isByChange(cause) && cause.endsWith(LATE)
    ? "change-late"
    : isByChange(cause) && cause.includes(UNDONE)
      ? "exchange"
      : cause === refundCause.cancelled
        ? "cancelled"
        : (causes.find(([start]) => cause.startsWith(start))?.[1] ?? "staff");

const causes = [
  [RETURN, "return"],
  [LOST, "lost"],
  [CHANGE, "change"],
] as const;
