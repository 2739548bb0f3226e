import { createHash } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { Actor } from "~/shop/actor";
import { type RefundableMoney, refundableMoney } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import { type OrderState, statesBefore } from "./order";
import type { OrderEventKind } from "./order-event";
import { refuseOnHold } from "./changes/open-change.server";
import { recordEvent } from "./orders.server";
import { orderEvents, orders } from "./orders.tables";

/** Change to an order: the version that was shown, and the actor. */
export interface Change {
  number: string;
  version: number;
  actor: Actor;
}

/** Order that is being changed; it is locked until the transaction ends, together with its payments. */
export interface ChangingOrder {
  number: string;
  state: OrderState;
  money: RefundableMoney;
}

/** Events that may happen while a change waits for its payment: news about shipped parcels. */
const ALLOWED_ON_HOLD: readonly OrderEventKind[] = ["parcel-delivered", "tracking-corrected"];

/** Result of a change: the order's next state (null if unchanged), and further details for the event. */
export interface Outcome {
  to: OrderState | null;
  details?: Record<string, unknown>;
}

/**
 * Changes an order under optimistic locking: one UPDATE of the version decides between concurrent changes. Idempotent: repeating
 * the same change of the same version does nothing.
 *
 * @throws {Refusal} `order-unknown`; `edited-meanwhile` if another change came first; `order-state` if the state table does not
 * allow the next state; `change-open` if a change of the order waits for its payment; and refusals of `work`. Nothing is changed
 * then.
 */
export async function changeOrder(
  db: Database,
  { number, version, actor }: Change,
  kind: OrderEventKind,
  requested: Record<string, unknown>,
  work: (tx: Transaction, order: ChangingOrder) => Promise<Outcome>,
): Promise<void> {
  const onceKey = `${kind}:${number}:${version}:${digestOf(requested)}`;
  await db.transaction(async (tx) => {
    // Locks the payments before the order, as settling and webhooks do, to prevent deadlocks.
    const money = await refundableMoney(tx, number);
    const [order] = await tx
      .update(orders)
      .set({ version: sql`${orders.version} + 1` })
      .where(and(eq(orders.number, number), eq(orders.version, version)))
      .returning({ state: orders.state });
    if (!order || !money) return refuseUnlessDone(tx, number, onceKey);

    if (!ALLOWED_ON_HOLD.includes(kind)) await refuseOnHold(tx, number);
    const { to, details } = await work(tx, { number, state: order.state, money });
    if (to) await move(tx, number, to);
    await recordEvent(tx, number, kind, actor, { details: { ...requested, ...details }, onceKey });
  });
}

async function move(tx: Transaction, number: string, to: OrderState): Promise<void> {
  const moved = await tx
    .update(orders)
    .set({ state: to })
    .where(and(eq(orders.number, number), inArray(orders.state, statesBefore(to))))
    .returning({ number: orders.number });
  if (moved.length === 0) throw new Refusal("order-state");
}

async function refuseUnlessDone(tx: Transaction, number: string, onceKey: string): Promise<void> {
  const [done] = await tx.select({ id: orderEvents.id }).from(orderEvents).where(eq(orderEvents.onceKey, onceKey));
  if (done) return;
  const [known] = await tx.select({ number: orders.number }).from(orders).where(eq(orders.number, number));
  throw new Refusal(known ? "edited-meanwhile" : "order-unknown");
}

const digestOf = (requested: object): string =>
  createHash("sha256").update(JSON.stringify(requested)).digest("hex").slice(0, 32);
