import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { sendRefund } from "~/shop/payments/refunds.server";
import { sendRefundLetter } from "../letters/order-letters.server";
import type { OrderLetters } from "../letters/send-once.server";
import { recordEvent } from "../orders.server";

const gatewayActor: Actor = { kind: "gateway" };

/**
 * Has a planned refund paid out, records what came of it, and has the shopper written to. Safe to repeat: each happens once.
 *
 * @throws {Refusal} `gateway-unavailable`: then the job tries again.
 */
export async function executeRefund(
  services: OrderLetters & Pick<Services, "payments">,
  refundId: string,
): Promise<void> {
  const { refund, payment } = await sendRefund(services, refundId);
  const { orderNumber } = payment;
  // Of money that no order came for nobody's address is known.
  if (!orderNumber) return;

  const kind = refund.state === "failed" ? "refund-failed" : "refunded";
  const details = { refundId, amount: refund.amount };
  await recordEvent(services.db, orderNumber, kind, gatewayActor, { onceKey: `${kind}:${refundId}`, details });
  if (kind === "refunded") await sendRefundLetter(services, orderNumber, refund);
}
