import { and, eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { Refusal } from "~/shop/refusal";
import { type GatewayEventPayload, payloadOf } from "./gateway-event-payload";
import { recordAttempt } from "./payments.server";
import { payments } from "./payments.tables";
import { gatewayEvents } from "./gateway-events.tables";

/** The job that handles a gateway event. */
export const GATEWAY_EVENT = "gateway-event";

/**
 * Receives a webhook request: verifies its signature, stores its event once, and enqueues its job in the same transaction.
 *
 * @throws {Refusal} `signature-invalid`; `address-unknown` when the gateway sends no webhooks.
 */
export async function receiveWebhook(
  { db, jobs, payments: gateway }: Pick<Services, "db" | "jobs" | "payments">,
  body: string,
  signature: string,
): Promise<void> {
  if (!gateway.readWebhook) throw new Refusal("address-unknown");
  const event = await gateway.readWebhook(body, signature);
  if (!event) return;

  await db.transaction(async (tx) => {
    const { id, type } = event;
    const first = await tx.insert(gatewayEvents).values({ id, type }).onConflictDoNothing().returning();
    if (first.length > 0)
      await jobs.enqueue(tx, GATEWAY_EVENT, payloadOf(event) satisfies GatewayEventPayload, { key: id });
  });
}

/** Marks a payment as declined; it may still succeed later. Leaves a received payment unchanged. */
export async function failPayment(tx: Database, paymentId: string, now: Date): Promise<void> {
  await recordAttempt(tx, paymentId, now);
  await tx
    .update(payments)
    .set({ state: "failed" })
    .where(and(eq(payments.id, paymentId), eq(payments.state, "requested")));
}
