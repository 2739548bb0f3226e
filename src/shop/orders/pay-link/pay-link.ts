import type { Line } from "~/shop/bag/bag";
import type { TotalRow } from "~/shop/bag/total-rows";
import type { Cents } from "~/shop/money";
import type { ChangeEnd } from "../changes/change-plan";
import type { Billing } from "~/shop/payments/sandbox";

/**
 * Standing of a pay link: `open` can be paid; `processing` is being paid; `paid`; `ended` unpaid, by its time or by somebody.
 */
export type PayStanding = "open" | "processing" | "paid" | "ended";

/** Lines of one kind: bought lines, or the kept, added and removed lines of a change. */
interface PayGroup {
  /** Heading; null where there is only one group. */
  title: string | null;
  lines: PayLine[];
  /** Whether the lines leave the order: they are shown struck through, with their sums as negative. */
  isGone?: boolean;
}

/** A line as the pay page shows it. */
export interface PayLine extends Line {
  /** Price of all its pieces, in cents. */
  sum: Cents;
  /** Words below its choice, such as "instead of 33/32". */
  note?: string;
  /** Price of one piece before a member reduced it, in cents. */
  listed?: Cents;
}

/** Contents of a pay link, as its page shows them. */
export interface PayAsk {
  kind: "order" | "change";
  orderNumber: string;
  /** Number of the return whose exchange this payment is for; null for other payments. */
  returnNumber: string | null;
  standing: PayStanding;
  /** Cause of a change's end; null for an order, and while the change has not been closed. */
  endedBy: ChangeEnd | null;
  /** Whether the order of a change was changed before. */
  isLater: boolean;
  /** First name of the shopper. */
  name: string;
  /** End as an ISO date. */
  until: string;
  /** Message of the member who made the order or change. */
  said: { words: string; by: string } | null;
  groups: PayGroup[];
  /** Rows above what is to be paid; amounts as they are read. */
  rows: TotalRow[];
  /** In cents. */
  toPay: Cents;
  /** Total in cents of the order that goes on after its change ended unpaid; null before, and for an order. */
  standingTotal: Cents | null;
  /** Recipient and place: name, city, state and ZIP; null where that is known to the shopper. */
  goesTo: string | null;
}

/** Request of the gateway, with the payer's data as the provider takes them. */
export interface PayRequest {
  paymentId: string;
  clientSecret: string;
  billing: Billing;
}
