const GIFT_CARDS_BEYOND = "gift-cards-beyond";

/** Causes of refunds, as stored in `refunds.cause`. Each payment has at most one refund per cause. */
export const refundCause = {
  /** The order was cancelled. */
  cancelled: "cancelled",
  /** The payment arrived after the last piece was sold. */
  latePayment: "late-payment",
  /** Gift cards were not made, because the payment card had bought more of them than a day allows. */
  giftCardsBeyond: GIFT_CARDS_BEYOND,
  /** The payment has no order. */
  noOrder: "no-order",
  /** Returned pieces are refunded. */
  ofReturn: (returnNumber: string): string => `${RETURN}${returnNumber}`,
  /** Pieces of a return are refunded because their replacements are not sent. */
  ofReplacement: (returnNumber: string): string => `${RETURN}${returnNumber} instead`,
  /** Pieces of a lost parcel are refunded; one refund per version of the order. */
  ofLost: (parcelId: number, version: number): string => `${LOST}${parcelId}:${version}`,
  /** The order costs less after a change; the difference is no refund of anything in the order. */
  ofChange: (changeId: string): string => `${CHANGE}${changeId}`,
  /** A change could not be applied, so its payment is refunded. */
  ofLateChange: (changeId: string): string => `${CHANGE}${changeId}${LATE}`,
  /**
   * An exchange is not made, so its payment is refunded. `lines` names its lines, each with the number of pieces still exchanged.
   */
  ofUndoneExchange: (changeId: string, lines: string): string => `${CHANGE}${changeId}${UNDONE}${lines}`,
  /** The operator's command refunded with this reason. */
  byStaff: (reason: string): string => `staff:${reason}`,
  /** A member sent this form. */
  byForm: (submission: string): string => submission,
} as const;

const RETURN = "return:";
const LOST = "lost:";
const CHANGE = "change:";
const LATE = ":late";
const UNDONE = ":undone:";

/**
 * Whether money is refunded because the order costs less after a change, or because a change or an exchange was not made; pieces
 * of the order are not refunded by it.
 */
export const isByChange = (cause: string): boolean => cause.startsWith(CHANGE);

/** Id of the lost parcel whose pieces a refund is for; undefined for other causes. */
export const lostParcelOf = (cause: string): number | undefined =>
  cause.startsWith(LOST) ? Number.parseInt(cause.slice(LOST.length), 10) : undefined;

/** Number of the return whose pieces a refund is for; undefined for other causes. */
export const returnOf = (cause: string): string | undefined =>
  cause.startsWith(RETURN) ? cause.slice(RETURN.length).split(" ")[0] : undefined;

/** Reason of a refund that its letter states. */
export type RefundReason =
  "cancelled" | "return" | "lost" | "change" | "change-late" | "exchange" | "gift-cards" | "staff";

/** Reason that a letter states for a cause. */
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
  [GIFT_CARDS_BEYOND, "gift-cards"],
] as const;
