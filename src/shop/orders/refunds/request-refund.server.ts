import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import type { Cents } from "~/shop/money";
import { storeRefund, type Refund } from "~/shop/payments/refunds.server";

/** The job that executes a stored refund. */
export const EXECUTE_REFUND = "send-refund";
export interface ExecuteRefund {
  refundId: string;
}

/**
 * Stores a refund and enqueues its execution in the caller's transaction. Idempotent by cause: returns undefined when a refund
 * with this cause was requested before. The caller checks that the amount can still be refunded.
 */
export async function requestRefund(
  tx: Transaction,
  services: Pick<Services, "jobs">,
  wanted: { paymentId: string; amount: Cents; cause: string; reason?: string },
): Promise<Refund | undefined> {
  const refund = await storeRefund(tx, wanted);
  if (refund) await enqueueRefund(tx, services, refund.id);
  return refund;
}

/** Enqueues the execution of a refund, only once. */
export const enqueueRefund = (tx: Transaction, { jobs }: Pick<Services, "jobs">, refundId: string): Promise<void> =>
  jobs.enqueue(tx, EXECUTE_REFUND, { refundId } satisfies ExecuteRefund, { key: refundId });
