import { sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { type JobRequest, jobReference } from "~/platform/jobs.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import type { PaymentRequest } from "~/shop/payments/gateway";
import type { OrderPayment } from "~/shop/payments/payments.server";
import { PAYMENT_CHANGED } from "~/shop/payments/sandbox.server";
import { EXPIRE_DRAFT } from "../drafting/expiry-job.server";
import { CONFIRM_ORDER, type ConfirmOrder, NOTIFY_NEW_ORDER, type NotifyNewOrder } from "../letters/letter-jobs";

export const gatewayActor: Actor = { kind: "gateway" };

/**
 * Marks a draft that still has its reservation as paid, with one statement. This is the fast path that almost every draft takes.
 * Returns `received` if the draft was paid before. Writes nothing and returns `otherwise` if the draft has no reservation or has
 * ended.
 */
export async function settleHeld(
  services: Services,
  number: string,
  { id, gatewayId }: OrderPayment,
  { card }: PaymentRequest,
  now: Date,
): Promise<"settled" | "received" | "otherwise"> {
  const { db, jobs } = services;
  let outcome: "settled" | "received" | "otherwise" = "otherwise";
  // Jobs that are superfluous now: the expiry of the draft, and the sandbox's notice of the payment.
  const over = [jobReference(EXPIRE_DRAFT, number), jobReference(PAYMENT_CHANGED, gatewayId ?? "")];
  await jobs.enqueueWith(jobsOfPaid(services, number), async (asked) => {
    const { rows } = await db.execute<{ outcome: typeof outcome }>(sql`
      select settle_draft(${id}, ${number}, ${now.toISOString()}, ${card?.brand ?? null}, ${card?.lastFour ?? null},
        ${JSON.stringify(gatewayActor)}, ${asked}, ${JSON.stringify(over)}) as outcome`);
    outcome = rows[0]?.outcome ?? outcome;
    return outcome === "settled";
  });
  return outcome;
}

/** Completes any order that was paid: sells its stock, records its event, and enqueues its letters. */
export async function completePaid(
  tx: Transaction,
  services: Services,
  number: string,
  { wasLate = false }: { wasLate?: boolean },
): Promise<void> {
  const details = JSON.stringify(wasLate ? { wasLate } : {});
  await services.jobs.enqueueWith(jobsOfPaid(services, number), async (asked) => {
    await tx.execute(sql`select complete_paid(${number}, ${JSON.stringify(gatewayActor)}, ${details}, ${asked})`);
    return true;
  });
}

/** Jobs of the letters about a paid order: the confirmation, and the notice to the merchant if its setting is "each". */
const jobsOfPaid = ({ settings }: Pick<Services, "settings">, number: string): JobRequest[] => [
  { name: CONFIRM_ORDER, payload: { number } satisfies ConfirmOrder, key: number },
  ...(settings().newOrderLetter === "each"
    ? [{ name: NOTIFY_NEW_ORDER, payload: { number } satisfies NotifyNewOrder, key: number }]
    : []),
];
