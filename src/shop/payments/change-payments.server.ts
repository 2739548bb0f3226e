import { and, asc, desc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import { SEVERAL_PAYMENTS } from "~/platform/connection-name";
import type { Database } from "~/platform/database.server";
import { isIn, type Portion } from "~/platform/turns.server";
import type { Services } from "~/services";
import { Refusal } from "~/shop/refusal";
import type { PaymentMethod } from "./gateway";
import { type ChangePayment, type Payment, newPayment, paymentIn } from "./payments.server";
import { payments } from "./payments.tables";

/** Payment due for a change that made an order more expensive. */
interface ChangeDue {
  orderNumber: string;
  changeId: string;
  method: PaymentMethod;
  amount: Payment["amount"];
  linkRound: number;
}

const isOpen = inArray(payments.state, ["requested", "failed"]);

/** SQLSTATE `object_in_use`, raised by `refuse_older_processes` while a process of an older release is connected. */
const IN_USE = "55006";

/**
 * Refuses a second payment of an order in two cases: the constraint `one_order_per_payment` still exists, because the long
 * migration has not run yet; or a process of an older release is connected, which would take the second payment for the order's
 * first.
 *
 * @throws {Refusal} `change-too-early`.
 */
export async function requireSeveralPayments(db: Database): Promise<void> {
  const { rows } = await db.execute(sql`select from pg_constraint where conname = 'one_order_per_payment'`);
  if (rows.length > 0) throw new Refusal("change-too-early");
  await db.execute(sql`select refuse_older_processes(${SEVERAL_PAYMENTS})`).catch((error: unknown) => {
    const { cause } = error as { cause?: { code?: string } };
    throw cause?.code === IN_USE ? new Refusal("change-too-early") : error;
  });
}

/** Stores a payment for a change before the gateway is called. */
export async function storeChangePayment(
  tx: Database,
  services: Pick<Services, "payments" | "mode">,
  { changeId, ...due }: ChangeDue,
  now: Date,
): Promise<ChangePayment> {
  const payment: ChangePayment = { ...newPayment(services, due, now), kind: "change", changeId };
  await tx.insert(payments).values(payment);
  return payment;
}

/** Payments of a change, newest first, with their states. */
export const paymentsOfChange = async (db: Database, changeId: string): Promise<ChangePayment[]> =>
  (
    await db
      .select()
      .from(payments)
      .where(eq(payments.changeId, changeId))
      .orderBy(desc(payments.requestedAt), desc(payments.id))
  )
    .map(paymentIn)
    .filter(isOfChange);

const isOfChange = (payment: Payment): payment is ChangePayment => payment.kind === "change";

/**
 * Marks a payment of a change as received, also a cancelled one that arrived late. Returns true for the first caller only;
 * concurrent callers wait.
 */
export async function receiveChangePayment(tx: Database, { id }: ChangePayment, now: Date): Promise<boolean> {
  const first = await tx
    .update(payments)
    .set({ state: "received", receivedAt: now })
    .where(and(eq(payments.id, id), inArray(payments.state, ["requested", "failed", "cancelled"])))
    .returning({ id: payments.id });
  return first.length > 0;
}

/** Marks the open payments of a change as cancelled. */
export async function cancelChangePayments(tx: Database, changeId: string): Promise<void> {
  await tx
    .update(payments)
    .set({ state: "cancelled" })
    .where(and(eq(payments.changeId, changeId), isOpen));
}

/** Payments of changes whose state at the gateway may have changed, longest waiting first. */
export async function awaitedChangePayments(
  { db, payments: gateway }: Pick<Services, "db" | "payments">,
  { from, until }: { from: Date; until: Date },
  portion: Portion,
): Promise<ChangePayment[]> {
  const found = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.kind, "change"),
        isNotNull(payments.changeId),
        isOpen,
        eq(payments.gateway, gateway.name),
        isNotNull(payments.gatewayId),
        gt(payments.requestedAt, from),
        sql`${payments.requestedAt} < ${until.toISOString()}`,
        isIn(payments.id, portion),
      ),
    )
    .orderBy(asc(payments.requestedAt))
    .limit(portion.most);
  return found.map(paymentIn).filter(isOfChange);
}
