import type { Cents } from "~/shop/money";

/** Sent pieces of a line that one refund covers. */
export interface RefundedSent {
  position: number;
  quantity: number;
  /** Amount refunded for these pieces, in cents. */
  amount: Cents;
  at: Date;
  isConfirmed: boolean;
  cause: string;
}
