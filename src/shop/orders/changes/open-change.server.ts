import { and, asc, desc, eq, inArray, isNull, lte, ne } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { isIn, type Portion } from "~/platform/turns.server";
import { Refusal } from "~/shop/refusal";
import { orderChanges } from "./order-changes.tables";

/** Stored change of an order. */
export type OrderChange = typeof orderChanges.$inferSelect;

const isWaiting = eq(orderChanges.state, "waiting");
/**
 * SQL condition for changes that put their order on hold: it can be neither packed nor shipped, refunded, cancelled or changed
 * again. The difference of an exchange holds only its return.
 */
const isHolding = and(isWaiting, isNull(orderChanges.returnNumber));

/** Change that puts an order on hold; undefined if there is none. */
export async function waitingChangeOf(db: Database, number: string): Promise<OrderChange | undefined> {
  const [change] = await db
    .select()
    .from(orderChanges)
    .where(and(eq(orderChanges.orderNumber, number), isHolding));
  return change;
}

/** Numbers of those orders that a waiting change puts on hold. */
export async function heldAmong(db: Database, numbers: string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const rows = await db
    .select({ number: orderChanges.orderNumber })
    .from(orderChanges)
    .where(and(inArray(orderChanges.orderNumber, numbers), isHolding));
  return new Set(rows.map(({ number }) => number));
}

/**
 * Throws if a waiting change puts an order on hold.
 *
 * @throws {Refusal} `change-open`.
 */
export async function refuseOnHold(db: Database, number: string): Promise<void> {
  if ((await db.$count(orderChanges, and(eq(orderChanges.orderNumber, number), isHolding))) > 0)
    throw new Refusal("change-open");
}

/** Difference of a return's exchange that is to be paid or was paid; undefined if there is none. */
export async function exchangeToPay(db: Database, returnNumber: string): Promise<OrderChange | undefined> {
  const [change] = await db
    .select()
    .from(orderChanges)
    .where(and(eq(orderChanges.returnNumber, returnNumber), inArray(orderChanges.state, ["waiting", "applied"])));
  return change;
}

/** Ids of waiting changes whose time is over, longest overdue first. */
export async function dueChanges(db: Database, now: Date, portion: Portion): Promise<string[]> {
  const rows = await db
    .select({ id: orderChanges.id })
    .from(orderChanges)
    .where(and(isWaiting, lte(orderChanges.endsAt, now), isIn(orderChanges.id, portion)))
    .orderBy(orderChanges.endsAt)
    .limit(portion.most);
  return rows.map(({ id }) => id);
}

/** Reads a change by its id. */
export async function changeById(db: Database, id: string): Promise<OrderChange | undefined> {
  const [change] = await db.select().from(orderChanges).where(eq(orderChanges.id, id));
  return change;
}

/** Whether a change other than `but`, or an exchange at another price, was applied to an order. */
export async function wasChanged(db: Database, number: string, but?: string): Promise<boolean> {
  const isOther = but === undefined ? undefined : ne(orderChanges.id, but);
  const made = and(eq(orderChanges.orderNumber, number), eq(orderChanges.state, "applied"), isOther);
  return (await db.$count(orderChanges, made)) > 0;
}

/** All changes of an order, newest first, without differences of exchanges. */
export const changesOf = (db: Database, number: string): Promise<OrderChange[]> =>
  db
    .select()
    .from(orderChanges)
    .where(and(eq(orderChanges.orderNumber, number), isNull(orderChanges.returnNumber)))
    .orderBy(desc(orderChanges.at));

/** Applied changes of some orders, oldest first, without differences of exchanges. */
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
 * Reads a waiting change and locks it until the transaction ends; undefined if it was closed. The caller must have locked the
 * payments of its order and then the order.
 */
export async function lockWaiting(tx: Database, id: string): Promise<OrderChange | undefined> {
  const [change] = await tx
    .select()
    .from(orderChanges)
    .where(and(eq(orderChanges.id, id), isWaiting))
    .for("update");
  return change;
}
