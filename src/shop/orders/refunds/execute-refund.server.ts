import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { askForRefund, type AskedRefund, type Refund, settleRefund } from "~/shop/payments/refunds.server";
import { sendRefundLetter } from "../letters/order-letters.server";
import type { OrderLetters } from "../letters/send-once.server";
import { recordEvent } from "../orders.server";
import { reopenLost } from "../parcels/lost-refunds.server";
import { restoreState } from "./restore-state.server";
import { EXECUTE_REFUND, type ExecuteRefund } from "./request-refund.server";

const gatewayActor: Actor = { kind: "gateway" };

/**
 * Has a planned refund paid out, records what came of it, and has the shopper written to once it is confirmed. Safe to repeat: each
 * happens once. What the gateway still decides on is asked for again each minute.
 *
 * @throws {Refusal} `gateway-unavailable`: then the job tries again.
 */
export async function executeRefund(
  services: OrderLetters & Pick<Services, "payments" | "jobs">,
  refundId: string,
): Promise<void> {
  const asked = await askForRefund(services, refundId);
  const { orderNumber } = asked.payment;
  const { answer } = asked;
  const refund = answer ? await settle(services, { ...asked, answer }) : asked.refund;
  // The address is unknown for money that no order came for.
  if (orderNumber && refund.state === "done") await sendRefundLetter(services, orderNumber, refund);
}

/** Writes down what the gateway answered, with all that follows for the order. */
const settle = ({ db, jobs }: Pick<Services, "db" | "jobs">, asked: Required<AskedRefund>): Promise<Refund> =>
  db.transaction(async (tx) => {
    const { orderNumber } = asked.payment;
    const refund = await settleRefund(tx, asked);
    const { id, amount, state, code } = refund;
    if (!orderNumber || state === "requested") return refund;
    if (state === "failed") {
      await recordFailedRefund(tx, orderNumber, { id, amount, code });
      return refund;
    }
    await recordEvent(tx, orderNumber, "refunded", gatewayActor, {
      onceKey: `refunded:${id}`,
      details: { refundId: id, amount },
    });
    // The job that asked for it first has ended: another one sees to the letter.
    if (asked.refund.gatewayId)
      await jobs.enqueue(tx, EXECUTE_REFUND, { refundId: id } satisfies ExecuteRefund, { key: `letter ${id}` });
    return refund;
  });

/** Records that a refund failed, at once or later: what it was for can be refunded again. */
export async function recordFailedRefund(
  tx: Parameters<typeof recordEvent>[0],
  orderNumber: string,
  { id, amount, code }: Pick<Refund, "id" | "amount" | "code">,
): Promise<void> {
  const isFirst = await recordEvent(tx, orderNumber, "refund-failed", gatewayActor, {
    onceKey: `refund-failed:${id}`,
    details: { refundId: id, amount, code },
  });
  if (!isFirst) return;
  await reopenLost(tx, orderNumber, id);
  await restoreState(tx, orderNumber);
}
