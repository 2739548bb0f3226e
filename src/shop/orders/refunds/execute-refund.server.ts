import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { askForRefund, type AskedRefund, type Refund, settleRefund } from "~/shop/payments/refunds.server";
import { sendRefundFailed, sendRefundLetter } from "../letters/order-letters.server";
import type { OrderLetters } from "../letters/send-once.server";
import { recordEvent } from "../orders.server";
import { reopenLost } from "../parcels/lost-refunds.server";
import { restoreState } from "./restore-state.server";
import { EXECUTE_REFUND, type ExecuteRefund } from "./request-refund.server";

const gatewayActor: Actor = { kind: "gateway" };

/**
 * Requests a stored refund at the gateway, records the result, and sends the shopper a letter once it is confirmed, and another
 * one if it has failed after a letter announced it. Safe to repeat. A job checks pending refunds every minute.
 *
 * @throws {Refusal} `gateway-unavailable`, so that the job tries again.
 */
export async function executeRefund(
  services: OrderLetters & Pick<Services, "payments" | "jobs">,
  refundId: string,
): Promise<void> {
  const asked = await askForRefund(services, refundId);
  // Store credit is told by the letter of its card.
  if (asked.refund.onto === "gift-card") return;
  const { orderNumber } = asked.payment;
  const { answer } = asked;
  const refund = answer ? await settle(services, { ...asked, answer }) : asked.refund;
  // A payment without an order has no e-mail address.
  if (orderNumber && refund.state === "done") await sendRefundLetter(services, orderNumber, refund, asked.payment);
  if (orderNumber && refund.state === "failed") await sendRefundFailed(services, orderNumber, refund, asked.payment);
}

/** Records the gateway's result of a refund, with its effects on the order. */
const settle = ({ db, jobs }: Pick<Services, "db" | "jobs">, asked: Required<AskedRefund>): Promise<Refund> =>
  db.transaction(async (tx) => {
    const { orderNumber } = asked.payment;
    const refund = await settleRefund(tx, asked);
    const { id, amount, state, code } = refund;
    if (!orderNumber || state === "requested") return refund;
    if (state === "failed") {
      await recordFailedRefund(tx, { jobs }, orderNumber, { id, amount, code });
      return refund;
    }
    await recordEvent(tx, orderNumber, "refunded", gatewayActor, {
      onceKey: `refunded:${id}`,
      details: { refundId: id, amount },
    });
    // The first job has ended, so another one sends the letter.
    if (asked.refund.gatewayId)
      await jobs.enqueue(tx, EXECUTE_REFUND, { refundId: id } satisfies ExecuteRefund, { key: `letter ${id}` });
    return refund;
  });

/**
 * Records a refund that failed, at once or later, and enqueues its job once more, which corrects its letter; its parts can then be
 * refunded again.
 */
export async function recordFailedRefund(
  tx: Transaction,
  { jobs }: Pick<Services, "jobs">,
  orderNumber: string,
  { id, amount, code }: Pick<Refund, "id" | "amount" | "code">,
): Promise<void> {
  const isFirst = await recordEvent(tx, orderNumber, "refund-failed", gatewayActor, {
    onceKey: `refund-failed:${id}`,
    details: { refundId: id, amount, code },
  });
  if (!isFirst) return;
  await jobs.enqueue(tx, EXECUTE_REFUND, { refundId: id } satisfies ExecuteRefund, { key: `failed ${id}` });
  await reopenLost(tx, orderNumber, id);
  await restoreState(tx, orderNumber);
}
