import { and, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { isIn, type Portion } from "~/platform/turns.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { releaseSome } from "~/shop/catalog/stock/reservations.server";
import { cents } from "~/shop/money";
import { refundableMoney } from "~/shop/payments/refunds.server";
import { lockOrder } from "../changes/lock-order.server";
import { recordEvent } from "../orders.server";
import { type Replacement, replacements } from "../parcels/replacements.tables";
import { END_EXCHANGE, TELL_EXCHANGE_ENDED } from "./exchange-jobs";
import { giveBackDifference } from "./exchange-money.server";

const job: Actor = { kind: "job", name: END_EXCHANGE };

/** Ends reservations for a return's exchange whose difference was not paid in time; its other exchanges remain. */
export async function endUnpaid(tx: Transaction, returnNumber: string, actor: Actor, now: Date): Promise<void> {
  const isDue = and(gt(replacements.difference, cents(0)), isNull(replacements.paidAt));
  const ended = await endReserved(tx, returnNumber, isDue, now);
  await releaseSome(tx, ended, returnNumber, actor);
}

/**
 * Ends all reservations for a return's exchange and refunds differences that were paid. The caller must have locked the order and
 * its payments.
 */
export async function endExchange(
  tx: Transaction,
  services: Pick<Services, "jobs">,
  { returnNumber, orderNumber }: { returnNumber: string; orderNumber: string },
  actor: Actor,
  now: Date,
): Promise<Replacement[]> {
  const ended = await endReserved(tx, returnNumber, undefined, now);
  await releaseSome(tx, ended, returnNumber, actor);
  await giveBackDifference(
    tx,
    services,
    orderNumber,
    ended.map((row) => ({ row, left: null })),
    now,
  );
  return ended;
}

const endReserved = (
  tx: Transaction,
  returnNumber: string,
  which: SQL | undefined,
  now: Date,
): Promise<Replacement[]> =>
  tx
    .update(replacements)
    .set({ state: "ended", endsAt: now })
    .where(and(eq(replacements.returnNumber, returnNumber), eq(replacements.state, "reserved"), which))
    .returning();

/**
 * SQL condition for goods reserved for an exchange beyond their time, while no pieces have been returned. It names the table
 * `returns` in SQL, since this module must not import the modules of returns.
 */
const isOver = (now: Date): SQL | undefined =>
  and(
    eq(replacements.cause, "return"),
    eq(replacements.state, "reserved"),
    lte(replacements.endsAt, now),
    or(lte(replacements.difference, cents(0)), isNotNull(replacements.paidAt)),
    sql`exists (select from returns where returns.number = ${replacements.returnNumber} and returns.state = 'started')`,
  );

/** Numbers of returns with goods reserved beyond their time, longest overdue first. */
export async function dueExchanges(db: Database, now: Date, portion: Portion): Promise<string[]> {
  const rows = await db
    .select({ number: replacements.returnNumber })
    .from(replacements)
    .where(and(isOver(now), isIn(replacements.returnNumber, portion)))
    .groupBy(replacements.returnNumber)
    .orderBy(sql`min(${replacements.endsAt})`)
    .limit(portion.most);
  return rows.flatMap(({ number }) => number ?? []);
}

/**
 * Ends the reservations for a return whose parcel did not arrive in time: releases the pieces, refunds a paid difference and
 * enqueues a letter to the shopper. The return itself remains open. Idempotent.
 */
export async function expireExchange(
  services: Pick<Services, "db" | "jobs">,
  returnNumber: string,
  now = new Date(),
): Promise<void> {
  const [one] = await services.db
    .select({ orderNumber: replacements.orderNumber })
    .from(replacements)
    .where(and(eq(replacements.returnNumber, returnNumber), isOver(now)))
    .limit(1);
  if (!one) return;
  const { orderNumber } = one;
  await services.db.transaction(async (tx) => {
    await refundableMoney(tx, orderNumber);
    await lockOrder(tx, orderNumber);
    const over = await tx
      .select({ id: replacements.id })
      .from(replacements)
      .where(and(eq(replacements.returnNumber, returnNumber), isOver(now)));
    if (over.length === 0) return;
    await endExchange(tx, services, { returnNumber, orderNumber }, job, now);
    const event = { details: { return: returnNumber }, onceKey: `return-exchange-ended:${returnNumber}` };
    await recordEvent(tx, orderNumber, "return-exchange-ended", job, event);
    await services.jobs.enqueue(tx, TELL_EXCHANGE_ENDED, { number: returnNumber }, { key: returnNumber });
  });
}
