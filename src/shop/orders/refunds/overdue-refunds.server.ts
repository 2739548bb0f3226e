import type { Services } from "~/services";
import { overdueRefunds } from "~/shop/payments/refunds.server";
import { logFailure } from "../settling/reconcile-payments.server";
import { executeRefund } from "./execute-refund.server";

const DAY = 24 * 3_600_000;
/** How many are executed in one round; the next round takes the rest. */
const BATCH = 50;

/** Executes the refunds whose own job failed for good, such as after days without a gateway. Safe to repeat. */
export async function executeOverdueRefunds(services: Services, now = new Date()): Promise<void> {
  for (const { id } of await overdueRefunds(services.db, new Date(now.getTime() - DAY), BATCH))
    await logFailure(id, () => executeRefund(services, id));
}
