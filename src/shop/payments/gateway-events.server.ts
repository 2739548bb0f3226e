import { and, eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { Refusal } from "~/shop/refusal";
import type { GatewayEvent } from "./gateway";
import { recordAttempt } from "./payments.server";
import { payments } from "./payments.tables";
import { gatewayEvents } from "./gateway-events.tables";

/** The job that does what a gateway's message is a reason for. */
export const GATEWAY_EVENT = "gateway-event";

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
  await recordAttempt(tx, paymentId, now);
  await tx
    .update(payments)
    .set({ state: "failed" })
    .where(and(eq(payments.id, paymentId), eq(payments.state, "requested")));
}
