import { and, desc, eq, inArray, lte } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { Refusal } from "~/shop/refusal";
import { orderChanges } from "./order-changes.tables";

/** A change of an order. */
export type OrderChange = typeof orderChanges.$inferSelect;

/** Changes that hold their order: it is neither packed nor sent, refunded, cancelled or changed again. */
const isWaiting = eq(orderChanges.state, "waiting");

/** The change that an order waits for; undefined without one. */
export async function waitingChangeOf(db: Database, number: string): Promise<OrderChange | undefined> {
  const [change] = await db
    .select()
    .from(orderChanges)
    .where(and(eq(orderChanges.orderNumber, number), isWaiting));
  return change;
}

/** Orders among these that wait for a change. */
export async function heldAmong(db: Database, numbers: string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const rows = await db
    .select({ number: orderChanges.orderNumber })
    .from(orderChanges)
    .where(and(inArray(orderChanges.orderNumber, numbers), isWaiting));
  return new Set(rows.map(({ number }) => number));
}

/**
 * Refuses what an order on hold does not allow.
 *
 * @throws {Refusal} `change-open`.
 */
export async function refuseOnHold(db: Database, number: string): Promise<void> {
  if ((await db.$count(orderChanges, and(eq(orderChanges.orderNumber, number), isWaiting))) > 0)
    throw new Refusal("change-open");
}

/** Changes whose time is over, longest first. */
export async function dueChanges(db: Database, now: Date, most: number): Promise<string[]> {
  const rows = await db
    .select({ id: orderChanges.id })
    .from(orderChanges)
    .where(and(isWaiting, lte(orderChanges.endsAt, now)))
    .orderBy(orderChanges.endsAt)
    .limit(most);
  return rows.map(({ id }) => id);
}

/** A change by its id. */
export async function changeById(db: Database, id: string): Promise<OrderChange | undefined> {
  const [change] = await db.select().from(orderChanges).where(eq(orderChanges.id, id));
  return change;
}

/** All changes of an order, newest first. */
export const changesOf = (db: Database, number: string): Promise<OrderChange[]> =>
  db.select().from(orderChanges).where(eq(orderChanges.orderNumber, number)).orderBy(desc(orderChanges.at));

/**
 * A waiting change locked for this transaction; undefined for one that was closed. Callers hold the payments of its order, then the order
 * itself.
 */
export async function lockWaiting(tx: Database, id: string): Promise<OrderChange | undefined> {
  const [change] = await tx
    .select()
    .from(orderChanges)
    .where(and(eq(orderChanges.id, id), isWaiting))
    .for("update");
  return change;
}
