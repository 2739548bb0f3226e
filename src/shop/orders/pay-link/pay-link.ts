import type { Line } from "~/shop/bag/bag";
import type { TotalRow } from "~/shop/bag/total-rows";
import type { Cents } from "~/shop/money";
import type { ChangeEnd } from "../changes/computed-change";

/**
 * State of a link to pay: `open` can be paid; `processing` is being paid; `paid` was paid; `ended` can no longer be paid, because
 * its time was over or somebody ended it.
 */
export type PayStanding = "open" | "processing" | "paid" | "ended";

/** Group of lines: bought lines, or the kept, added or removed lines of a change. */
interface PayGroup {
  /** Heading; null if there is only one group. */
  title: string | null;
  lines: PayLine[];
  /** True if the change removes the lines; they are then struck through, with negative sums. */
  isGone?: boolean;
}

/** Line as the page to pay shows it. */
export interface PayLine extends Line {
  /** Price of all pieces of the line, in cents. */
  sum: Cents;
  /** Text below size and color, e.g. "instead of 33/32". */
  note?: string;
  /** Price of one piece before a member's reduction, in cents. */
  listed?: Cents;
}

/** Contents of the page to pay an order or a change. */
export interface PayAsk {
  kind: "order" | "change";
  orderNumber: string;
  /** Number of the return whose exchange has this difference; null for other payments. */
  returnNumber: string | null;
  standing: PayStanding;
  /** Cause for which a change ended without effect; null for an order, and for a change that has not ended. */
  endedBy: ChangeEnd | null;
  /** Whether an earlier change of the order was applied. */
  isLater: boolean;
  /** First name of the shopper. */
  name: string;
  /** End of the time to pay, as an ISO date. */
  until: string;
  /** Message from the member who made the order or change, with the member's name. */
  said: { words: string; by: string } | null;
  groups: PayGroup[];
  /** Rows above the amount to pay, with amounts as text. */
  rows: TotalRow[];
  /** Amount to pay in cents. */
  toPay: Cents;
  /** Total in cents of the order that remains after a change ended unpaid; null otherwise. */
  standingTotal: Cents | null;
  /** Place of delivery: city and state; null if the shopper knows it. */
  goesTo: string | null;
  /** Method of delivery in place of the usual one, with its time on the road; unset for the usual one, and for a change. */
  method?: string | null;
}

/** Payment request of the gateway. It has none of the shopper's data, which the holder of the link enters. */
export interface PayRequest {
  paymentId: string;
  clientSecret: string;
}
