import { and, asc, desc, eq, inArray, isNull, lte, ne } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { Refusal } from "~/shop/refusal";
import { orderChanges } from "./order-changes.tables";

/** A change of an order. */
export type OrderChange = typeof orderChanges.$inferSelect;

const isWaiting = eq(orderChanges.state, "waiting");
/** Changes that hold their order: it is neither packed nor sent, refunded, cancelled or changed again. An exchange holds its return alone. */
const isHolding = and(isWaiting, isNull(orderChanges.returnNumber));

/** The change that an order waits for; undefined without one. */
export async function waitingChangeOf(db: Database, number: string): Promise<OrderChange | undefined> {
  const [change] = await db
    .select()
    .from(orderChanges)
    .where(and(eq(orderChanges.orderNumber, number), isHolding));
  return change;
}

/** Orders among these that wait for a change. */
export async function heldAmong(db: Database, numbers: string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const rows = await db
    .select({ number: orderChanges.orderNumber })
    .from(orderChanges)
    .where(and(inArray(orderChanges.orderNumber, numbers), isHolding));
  return new Set(rows.map(({ number }) => number));
}

/**
 * Refuses what an order on hold does not allow.
 *
 * @throws {Refusal} `change-open`.
 */
export async function refuseOnHold(db: Database, number: string): Promise<void> {
  if ((await db.$count(orderChanges, and(eq(orderChanges.orderNumber, number), isHolding))) > 0)
    throw new Refusal("change-open");
}

/** The difference of a return's exchange that is asked for or has arrived; undefined where there is none. */
export async function exchangeToPay(db: Database, returnNumber: string): Promise<OrderChange | undefined> {
  const [change] = await db
    .select()
    .from(orderChanges)
    .where(and(eq(orderChanges.returnNumber, returnNumber), inArray(orderChanges.state, ["waiting", "applied"])));
  return change;
}

/** Changes past their payment deadline, oldest deadline first. */
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

/** Whether an order is another than was bought: it was changed, by another change than `but`, or something of it exchanged at another price. */
export async function wasChanged(db: Database, number: string, but?: string): Promise<boolean> {
  const isOther = but === undefined ? undefined : ne(orderChanges.id, but);
  const made = and(eq(orderChanges.orderNumber, number), eq(orderChanges.state, "applied"), isOther);
  return (await db.$count(orderChanges, made)) > 0;
}

/** All changes of an order itself, newest first. */
export const changesOf = (db: Database, number: string): Promise<OrderChange[]> =>
  db
    .select()
    .from(orderChanges)
    .where(and(eq(orderChanges.orderNumber, number), isNull(orderChanges.returnNumber)))
    .orderBy(desc(orderChanges.at));

/** Changes that were made of some orders themselves, oldest first. */
export const madeChanges = (db: Database, numbers: string[]): Promise<OrderChange[]> =>
  db
    .select()
    .from(orderChanges)
    .where(
      and(
        inArray(orderChanges.orderNumber, numbers),
        eq(orderChanges.state, "applied"),
        isNull(orderChanges.returnNumber),
      ),
    )
    .orderBy(asc(orderChanges.closedAt));

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
