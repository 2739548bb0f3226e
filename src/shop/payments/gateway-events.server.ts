import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { Refusal } from "~/shop/refusal";
import type { GatewayEvent, GatewayRefund } from "./gateway";
import { noteAttempt, type Payment, type Refund } from "./payments.server";
import { payments, refunds } from "./payments.tables";
import { gatewayEvents } from "./gateway-events.tables";

/** The job that does what a gateway's message is a reason for. */
export const GATEWAY_EVENT = "gateway-event";

/** How the cause of a refund begins that was not asked for by the shop. */
const BY_OTHERS = "gateway:";

/**
 * Takes a message of the gateway: believed when it is signed, kept once however often it is sent, and worked off by a job that is
 * asked for in the same moment. Twenty at once are one.
 *
 * @throws {Refusal} `signature-invalid`; `address-unknown` when the gateway sends none.
 */
export async function receiveWebhook(
  { db, jobs, payments: gateway }: Pick<Services, "db" | "jobs" | "payments">,
  body: string,
  signature: string,
): Promise<void> {
  if (!gateway.hear) throw new Refusal("address-unknown");
  const event = await gateway.hear(body, signature);
  if (!event) return;

  await db.transaction(async (tx) => {
    const { id, type } = event;
    const first = await tx.insert(gatewayEvents).values({ id, type }).onConflictDoNothing().returning();
    if (first.length > 0) await jobs.enqueue(tx, GATEWAY_EVENT, event satisfies GatewayEvent, { key: id });
  });
}

/** Marks a payment that was tried and declined; it may still arrive. One that has arrived meanwhile stays as it is. */
export async function failPayment(tx: Database, paymentId: string, now: Date): Promise<void> {
  await noteAttempt(tx, paymentId, now);
  await tx
    .update(payments)
    .set({ state: "failed" })
    .where(and(eq(payments.id, paymentId), eq(payments.state, "requested")));
}

/**
 * Writes down what the gateway knows of a payment's refunds, ours and those that others asked for there. The answer is all that
 * went back, and which of it is news: asked for by others, and not heard of before. Safe to repeat.
 */
export async function recordRefunds(
  tx: Database,
  payment: Payment,
  known: GatewayRefund[],
): Promise<{ gone: Refund[]; news: Refund[] }> {
  // Two who hear of it at once take turns.
  await tx.select({ id: payments.id }).from(payments).where(eq(payments.id, payment.id)).for("update");
  const written = await tx.select().from(refunds).where(eq(refunds.paymentId, payment.id));

  for (const { id, key, amount, state } of known) {
    const own = written.find((refund) => refund.id === key || refund.gatewayId === id);
    const now = { state, gatewayId: id };
    if (own) await tx.update(refunds).set(now).where(eq(refunds.id, own.id));
    else
      await tx
        .insert(refunds)
        .values({ id: randomUUID(), paymentId: payment.id, cause: `${BY_OTHERS}${id}`, amount, ...now });
  }
  const gone = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), eq(refunds.state, "done")));
  return { gone, news: gone.filter(({ id }) => !written.some((refund) => refund.id === id)) };
}
