import type { Services } from "~/services";
import { refundsOwed } from "~/shop/payments/payments.server";
import { executeRefund } from "../letters/order-letters.server";
import { each } from "../settling/reconcile-payments.server";

const DAY = 24 * 3_600_000;
/** How many are sent in one round; the next round takes the rest. */
const AT_ONCE = 50;

/**
 * Sends the refunds whose own job was given up, such as after days without a gateway: what the shop owes somebody is not
 * forgotten. Safe to repeat.
 */
export async function sendOwedRefunds(services: Services, now = new Date()): Promise<void> {
  for (const { id } of await refundsOwed(services.db, new Date(now.getTime() - DAY), AT_ONCE))
    await each(id, () => executeRefund(services, id));
}
