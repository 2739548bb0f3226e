import type { Right } from "~/shop/members/rights";
import type { Reason } from "./return-reasons";

/** Refunded pieces of a line that lie in the shop, by condition. */
export interface PiecesHere {
  position: number;
  quantity: number;
  isDamaged: boolean;
  reason: Exclude<Reason, "exchange">;
}

/** Rights needed for refunding pieces and taking them back with one form: those of all steps of a return. */
export const REFUND_HERE_RIGHTS = [
  "money.refund",
  "returns.receive",
  "returns.settle",
] as const satisfies readonly Right[];

/** Name of the form field for a line's pieces that lie in the shop. */
export const hereField = (position: number): string => `here-${position}`;
export const damagedField = (position: number): string => `damaged-${position}`;
