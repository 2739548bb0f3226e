import type { Right } from "~/shop/members/rights";
import type { Reason } from "./return";

/** Pieces of a line that are refunded and lie here: as good as new, or not to be sold again. */
export interface PiecesHere {
  position: number;
  quantity: number;
  isDamaged: boolean;
  reason: Exclude<Reason, "exchange">;
}

/** Rights needed to refund pieces and take them in by one form: those of each step of a return. */
export const REFUND_HERE_RIGHTS = [
  "money.refund",
  "returns.receive",
  "returns.settle",
] as const satisfies readonly Right[];

/** The fields of the form that say that pieces of a line lie here, and that they are damaged. */
export const hereField = (position: number): string => `here-${position}`;
export const damagedField = (position: number): string => `damaged-${position}`;

/** Why pieces cannot be taken in with their refund. */
export const IN_RETURN = "Not so many of it are with the shopper: they are in a return, or back. Settle that one.";
