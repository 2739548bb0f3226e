import { isSellable, type Reason, reasons } from "./return-reasons";

/** A line that came back: how many of its pieces came damaged, and how many are refunded. */
interface CameBack {
  reason: Reason;
  arrived: { damaged?: number };
  refunded: number;
}

/** Whether a line came back by the shop's fault: one that was announced as damaged or faulty only if a member received a piece so. */
const cameByOurFault = ({ reason, arrived }: CameBack): boolean =>
  reasons[reason].isOurFault && (isSellable({ reason }) || (arrived.damaged ?? 0) > 0);

/** Whether the delivery fee goes back with what came back, as the return policy says: something refunded came damaged, faulty or wrong. */
export const isDeliveryDue = (lines: readonly CameBack[]): boolean =>
  lines.some((line) => line.refunded > 0 && cameByOurFault(line));
