import type { Cents } from "~/shop/money";

/** Pieces of a line that had left when their money went back, by one refund. */
export interface RefundedSent {
  position: number;
  quantity: number;
  /** Amount refunded for them, in cents. */
  amount: Cents;
  at: Date;
  isConfirmed: boolean;
  cause: string;
}
