import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { type Cents, sum } from "~/shop/money";
import {
  type ChangePayment,
  type GiftCardPayment,
  isOfOrder,
  type OrderPayment,
  type Payment,
  paymentIn,
} from "./payments.server";
import { payments } from "./payments.tables";

/** All payments of an order. */
export interface OrderPayments {
  /** Payment requested with the draft; the draft becomes an order when this payment succeeds. */
  first: OrderPayment;
  /** Payments of the order's changes, oldest first, unpaid ones included. */
  changes: ChangePayment[];
  /** Parts of the order that gift cards pay, in the order in which they were used, cards that were let go included. */
  cards: GiftCardPayment[];
}

/** Payments of an order; undefined if it has none. */
export async function paymentsOf(db: Database, orderNumber: string): Promise<OrderPayments | undefined> {
  return orderPaymentsIn((await inOrder(db, orderNumber)).map(paymentIn));
}

/** Like `paymentsOf`, but locks the rows for this transaction, always in the same order, which prevents deadlocks. */
export async function lockedPaymentsOf(tx: Database, orderNumber: string): Promise<OrderPayments | undefined> {
  return orderPaymentsIn((await inOrder(tx, orderNumber).for("update")).map(paymentIn));
}

/** Locks the payments of several orders, always in the same order; like all locks of payments, before the orders. */
export async function lockPaymentsOfAll(tx: Database, orderNumbers: readonly string[]): Promise<void> {
  await tx
    .select({ id: payments.id })
    .from(payments)
    .where(inArray(payments.orderNumber, [...orderNumbers]))
    .orderBy(asc(payments.orderNumber), asc(payments.requestedAt), asc(payments.id))
    .for("update");
}

/** Locks a payment and all other payments of its order; call this before a decision that depends on their sum. */
export async function lockPayments(tx: Database, { id, orderNumber }: Payment): Promise<void> {
  if (orderNumber) await lockedPaymentsOf(tx, orderNumber);
  else await tx.select({ id: payments.id }).from(payments).where(eq(payments.id, id)).for("update");
}

const inOrder = (db: Database, orderNumber: string) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.orderNumber, orderNumber))
    .orderBy(asc(payments.requestedAt), asc(payments.id));

function orderPaymentsIn(rows: Payment[]): OrderPayments | undefined {
  const first = rows.find(isOfOrder);
  return (
    first && {
      first,
      changes: rows.filter((payment) => payment.kind === "change"),
      cards: rows.filter((payment) => payment.kind === "gift-card"),
    }
  );
}

/**
 * Payments whose money has arrived, in the order in which it goes back: those of changes, the newest first, then the first payment,
 * then gift cards, the last used first.
 */
export const arrivedPayments = ({ first, changes, cards }: OrderPayments): Payment[] =>
  [...cards, first, ...changes].filter(({ state }) => state === "received").toReversed();

/** Sum of the payments received for an order, in cents, without subtracting refunds. */
export const takenBy = (all: OrderPayments): Cents => sum(arrivedPayments(all).map(({ amount }) => amount));

/**
 * Holds again what gift cards were to pay of a draft that had let them go, all or none; false where a card is closed or has less by
 * now. The caller has locked the draft, and its variants.
 */
export async function holdCardsAgain(tx: Database, orderNumber: string): Promise<boolean> {
  const { rows } = await tx.execute<{ held: boolean }>(sql`select hold_gift_cards_again(${orderNumber}) as held`);
  return rows[0]?.held === true;
}
