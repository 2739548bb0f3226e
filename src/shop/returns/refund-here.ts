import type { Right } from "~/shop/members/rights";
import { type ChosenRefundReason, REFUND_REASONS } from "~/shop/orders/reasons";
import { isDeliveryDue } from "./delivery-due";
import type { Reason } from "./return-reasons";
import type { Condition } from "./settlement";

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

/** Reason of a return of pieces that are refunded for a reason. */
const RETURNED_FOR = {
  "Changed their mind": "changed-mind",
  "Damaged or faulty": "faulty",
  "Wrong thing sent": "wrong",
  "Sold out": "changed-mind",
  "Late or lost on the way": "changed-mind",
  "To make good": "not-as-expected",
} as const satisfies Record<ChosenRefundReason, PiecesHere["reason"]>;
export const returnReasonOf = (reason: ChosenRefundReason) => RETURNED_FOR[reason];

/** Pieces of a line that lie in the shop, as a form describes them; `reason` is that of the refund. */
export function typedHere(
  values: Record<string, string | undefined>,
  { position, quantity }: Pick<PiecesHere, "position" | "quantity">,
  reason: PiecesHere["reason"],
): PiecesHere {
  const isDamaged = values[damagedField(position)] === "yes";
  return { position, quantity, isDamaged, reason: isDamaged ? "damaged" : reason };
}

/** Condition in which the return of pieces that lie in the shop is received. */
export const conditionOf = ({ isDamaged }: Pick<PiecesHere, "isDamaged">): Condition =>
  isDamaged ? "damaged" : "as-new";

/** Whether the delivery fee goes back with the refund of pieces that lie in the shop, by the rule of every settlement of a return. */
export const isDeliveryDueHere = (here: readonly PiecesHere[]): boolean =>
  isDeliveryDue(
    here.map((own) => ({
      reason: own.reason,
      refunded: own.quantity,
      arrived: { [conditionOf(own)]: own.quantity },
    })),
  );

/** Reasons of a refund for which the delivery fee goes back with pieces that lie in the shop, as new or damaged. */
export function deliveryDueFor(): Record<"asNew" | "damaged", string[]> {
  const dueFor = (values: Record<string, string>) =>
    REFUND_REASONS.filter((reason) =>
      isDeliveryDueHere([typedHere(values, { position: 0, quantity: 1 }, returnReasonOf(reason))]),
    );
  return { asNew: dueFor({}), damaged: dueFor({ [damagedField(0)]: "yes" }) };
}
