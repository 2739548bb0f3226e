import { isSellable, reasons } from "./return-reasons";
import type { LineToSettle, SettledLine } from "./settlement";

type Came = Pick<LineToSettle, "reason" | "arrived">;

/** Whether a line came back by the shop's fault: one that was announced as damaged or faulty only if a member received a piece so. */
const cameByOurFault = ({ reason, arrived }: Came): boolean =>
  reasons[reason].isOurFault && (isSellable({ reason }) || (arrived.damaged ?? 0) > 0);

/** Whether the delivery fee goes back with what came back, as the return policy says: something refunded came damaged, faulty or wrong. */
export const isDeliveryDue = (lines: readonly (Came & Pick<SettledLine, "refunded">)[]): boolean =>
  lines.some((line) => line.refunded > 0 && cameByOurFault(line));
