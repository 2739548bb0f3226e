import { and, eq, inArray, sql } from "drizzle-orm";
import { log } from "~/platform/log.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { sum } from "~/shop/money";
import type { Payment } from "~/shop/payments/payments.server";
import { syncRefunds } from "~/shop/payments/refunds.server";
import { statesBefore } from "../order";
import { recordEvent } from "../orders.server";
import { orders } from "../orders.tables";
import { enqueueRefund } from "./request-refund.server";

const gatewayActor: Actor = { kind: "gateway" };

/** Refunds made at the gateway itself change the order's state and history, and the shopper is written to. Safe to repeat. */
export async function recordGatewayRefunds(
  { db, jobs, payments: gateway }: Pick<Services, "db" | "jobs" | "payments">,
  payment: Payment,
  requestId: string,
): Promise<void> {
  const atGateway = (await gateway.refunds?.(requestId)) ?? [];
  for (const { id } of atGateway.filter(({ state }) => state === "failed"))
    log.error({ payment: payment.id, refund: id }, "a refund failed at the gateway: somebody has to look at it");

  await db.transaction(async (tx) => {
    const { paid, discovered } = await syncRefunds(tx, payment, atGateway);
    const number = payment.orderNumber;
    // The shop's own refunds changed the order when they were requested; it may have gone on since.
    if (!number || discovered.length === 0) return;
    for (const { id, amount, cause } of discovered) {
      const once = { details: { refundId: id, amount, cause }, onceKey: `refunded:${id}` };
      await recordEvent(tx, number, "refunded", gatewayActor, once);
      await enqueueRefund(tx, { jobs }, id);
    }
    const state = sum(paid.map(({ amount }) => amount)) >= payment.amount ? "refunded" : "partly-refunded";
    await tx
      .update(orders)
      .set({ state, version: sql`${orders.version} + 1` })
      .where(and(eq(orders.number, number), inArray(orders.state, statesBefore(state))));
  });
}
