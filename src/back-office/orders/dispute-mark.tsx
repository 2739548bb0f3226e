import { disputeWords } from "~/shop/orders/member-state-words";
import type { DisputeMark as Mark } from "~/shop/payments/refundable";

/** Mark of an order whose payment is disputed, beside its number; renders nothing without a dispute. */
export const DisputeMark = ({ dispute }: { dispute: Mark | null }) =>
  dispute && (
    <>
      {" "}
      <span className="dispute-mark">{disputeWords[dispute]}</span>
    </>
  );
