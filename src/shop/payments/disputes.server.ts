import { and, asc, eq, gt, inArray, isNull, lt, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { DAY, HOUR } from "~/platform/durations";
import type { Database, Transaction } from "~/platform/database.server";
import { isIn, type Portion } from "~/platform/turns.server";
import type { Services } from "~/services";
import { isCountedPayment } from "~/shop/counted.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import type { Cents } from "~/shop/money";
import { disputes } from "./disputes.tables";
import type { GatewayDispute } from "./gateway";
import { type GatewayPayment, isOfGateway, type Payment, paymentIn } from "./payments.server";
import { payments } from "./payments.tables";
import { type DisputeMark, isOpen, type DisputeState } from "./refundable";

export type Dispute = typeof disputes.$inferSelect;

/** SQL condition for disputes that a bank has not decided. */
const isUndecided = inArray(disputes.state, ["to-answer", "with-bank"]);

/** Disputes of some payments, the oldest first. */
export const disputesOfPayments = (db: Database, paymentIds: readonly string[]): Promise<Dispute[]> =>
  db
    .select()
    .from(disputes)
    .where(inArray(disputes.paymentId, [...paymentIds]))
    .orderBy(asc(disputes.openedAt), asc(disputes.id));

/** Disputes of all payments of an order, the oldest first. */
export async function disputesOf(db: Database, orderNumber: string): Promise<Dispute[]> {
  const rows = await db
    .select({ dispute: disputes })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(eq(payments.orderNumber, orderNumber))
    .orderBy(asc(disputes.openedAt), asc(disputes.id));
  return rows.map(({ dispute }) => dispute);
}

/**
 * Marks of those of some orders whose shopper's bank disputes a payment, or decided for the shopper. A dispute that the shop won
 * does not count.
 */
export async function disputedAmong(db: Database, numbers: readonly string[]): Promise<Map<string, DisputeMark>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .select({ number: payments.orderNumber, state: disputes.state })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(and(inArray(payments.orderNumber, [...numbers]), ne(disputes.state, "won")));
  const marks = new Map<string, DisputeMark>();
  for (const { number, state } of rows)
    if (number && marks.get(number) !== "open") marks.set(number, isOpen({ state }) ? "open" : "lost");
  return marks;
}

/** SQL condition that an order has such a mark. */
export const isMarkedDisputed = (orderNumber: SQL): SQL =>
  sql`${orderNumber} = any(array(select ${payments.orderNumber} from ${disputes}
    join ${payments} on ${payments.id} = ${disputes.paymentId} where ${disputes.state} <> 'won'))`;

/** A dispute that the gateway reports otherwise than it was stored; `before` is unset for one that was unknown. */
export interface ChangedDispute {
  dispute: Dispute;
  before: DisputeState | undefined;
}

/**
 * Stores the disputes of a payment as the gateway reported them when it was asked at `askedAt`; returns those stored. An answer
 * that is older than the stored one is dropped. The caller has locked the payment.
 */
export async function storeDisputes(
  tx: Transaction,
  payment: Payment,
  atGateway: GatewayDispute[],
  askedAt: Date,
): Promise<ChangedDispute[]> {
  const known = await disputesOfPayments(tx, [payment.id]);
  const changed: ChangedDispute[] = [];
  for (const { id, answerBy = null, ...told } of atGateway) {
    const values = { ...told, paymentId: payment.id, answerBy, readAt: askedAt };
    const [dispute] = await tx
      .insert(disputes)
      .values({ id, ...values })
      .onConflictDoUpdate({
        target: disputes.id,
        set: values,
        setWhere: or(isNull(disputes.readAt), lte(disputes.readAt, askedAt)),
      })
      .returning();
    if (dispute) changed.push({ dispute, before: known.find((each) => each.id === id)?.state });
  }
  return changed;
}

/** Milliseconds after which the gateway is asked again about a dispute that is not decided. */
const AGAIN = HOUR;
/** Milliseconds after its opening for which the gateway is asked about a dispute; a lost one may still be won. */
const LATE = 180 * DAY;
/** Milliseconds after which the gateway is asked again about a lost dispute. */
const SELDOM = DAY;

/**
 * Payments at this gateway about whose disputes it has to be asked again, the longest waiting first. A dispute that is known only
 * by an event of an earlier release may be about any payment of its order.
 */
export async function paymentsToAskAbout(
  { db, payments: gateway }: Pick<Services, "db" | "payments">,
  now: Date,
  portion: Portion,
): Promise<GatewayPayment[]> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const isDue = or(
    isNull(disputes.readAt),
    and(isUndecided, lt(disputes.readAt, before(AGAIN))),
    and(eq(disputes.state, "lost"), lt(disputes.readAt, before(SELDOM))),
  );
  const known = alias(payments, "known");
  const isOfIt = or(
    eq(payments.id, disputes.paymentId),
    and(isNull(disputes.readAt), eq(payments.orderNumber, known.orderNumber), eq(payments.state, "received")),
  );
  const rows = await db
    .select({ payment: payments })
    .from(disputes)
    .innerJoin(known, eq(known.id, disputes.paymentId))
    .innerJoin(payments, isOfIt)
    .where(
      and(
        inArray(payments.kind, ["order", "change"]),
        isDue,
        gt(disputes.openedAt, before(LATE)),
        eq(payments.gateway, gateway.name),
        isIn(payments.id, portion),
      ),
    )
    .groupBy(payments.id)
    .orderBy(sql`min(${disputes.readAt}) nulls first`, payments.id)
    .limit(portion.most);
  return rows.map(({ payment }) => paymentIn(payment)).filter(isOfGateway);
}

/** A dispute that waits for the merchant's answer. */
export interface DisputeToAnswer {
  id: string;
  orderNumber: string | null;
  requestId: string | null;
  amount: Cents;
  reason: string;
  answerBy: Date | null;
}

/** Maximum number of disputes that are returned one by one; more are only counted. */
const NAMED = 3;

/**
 * Disputes that wait for the merchant's answer at the gateway: the number, and those that can be answered the shortest.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function disputesToAnswer(
  { db }: Pick<Services, "db">,
  member: Member,
): Promise<{ count: number; next: DisputeToAnswer[] }> {
  await requireRight({ db }, member, "money.read");
  const waits = and(eq(disputes.state, "to-answer"), isCountedPayment(sql`${payments.live}`, sql`${payments.gateway}`));
  const rows = await db
    .select({
      id: disputes.id,
      orderNumber: payments.orderNumber,
      requestId: payments.gatewayId,
      amount: disputes.amount,
      reason: disputes.reason,
      answerBy: disputes.answerBy,
      count: sql<number>`count(*) over ()::int`,
    })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(waits)
    .orderBy(sql`${disputes.answerBy} nulls last`, asc(disputes.id))
    .limit(NAMED);
  return { count: rows[0]?.count ?? 0, next: rows.map(({ count: _, ...own }) => own) };
}
