import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, min, not, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { isCountedPayment, isSampleOrder } from "~/shop/counted.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import type { Cents } from "~/shop/money";
import { payments, refunds } from "./payments.tables";

/** A failed refund that no member has marked as handled. */
export interface RefusedRefund {
  id: string;
  orderNumber: string | null;
  /** Id of its payment at the gateway. */
  requestId: string | null;
  amount: Cents;
  /** The gateway's code for the failure. */
  code: string | null;
  at: Date;
}

/** Maximum number of failed refunds that are returned one by one; more are only counted. */
const NAMED = 3;
/** Maximum number of failed refunds that are listed. */
const LISTED = 200;
/** Age in milliseconds from which an unconfirmed refund counts as overdue; confirmation usually takes minutes. */
const OVERDUE = 10 * 60_000;

/** State of the gateway, and refunds that failed or are overdue. */
export interface PaymentHealth {
  gateway: string;
  /** Whether the gateway takes real money. */
  isLive: boolean;
  /** Time of the last payment, test payments included; those of sample orders never came. */
  lastReceivedAt: Date | null;
  refused: { count: number; newest: RefusedRefund[] };
  overdue: { count: number; oldest: Date | null };
}

const isCounted = isCountedPayment(sql`${payments.live}`, sql`${payments.gateway}`);
const isUnhandled = and(eq(refunds.state, "failed"), isNull(refunds.handledAt), isCounted);

const newestRefused = (db: Database, most: number): Promise<RefusedRefund[]> =>
  db
    .select({
      id: refunds.id,
      orderNumber: payments.orderNumber,
      requestId: payments.gatewayId,
      amount: refunds.amount,
      code: refunds.code,
      at: refunds.at,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(isUnhandled)
    .orderBy(desc(refunds.at), asc(refunds.id))
    .limit(most);

/**
 * Failed refunds that no member has marked as handled, newest first, at most 200.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function refusedRefunds({ db }: Pick<Services, "db">, member: Member): Promise<RefusedRefund[]> {
  await requireRight({ db }, member, "money.read");
  return newestRefused(db, LISTED);
}

/**
 * Whether payments arrive, and which refunds failed or await confirmation.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function paymentHealth(
  services: Pick<Services, "db" | "payments">,
  member: Member,
  now: Date,
): Promise<PaymentHealth> {
  await requireRight(services, member, "money.read");
  const { db } = services;
  const isOverdue = and(eq(refunds.state, "requested"), lt(refunds.at, new Date(now.getTime() - OVERDUE)), isCounted);
  const [[last], newest, [refused], [overdue]] = await Promise.all([
    db
      .select({ at: payments.receivedAt })
      .from(payments)
      .where(
        and(
          isNotNull(payments.receivedAt),
          inArray(payments.kind, ["order", "change"]),
          isCounted,
          not(isSampleOrder(sql`${payments.orderNumber}`)),
        ),
      )
      // The order follows the index; for a maximum under this condition PostgreSQL would scan the whole table.
      .orderBy(desc(payments.receivedAt))
      .limit(1),
    newestRefused(db, NAMED),
    db
      .select({ count: count() })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(isUnhandled),
    db
      .select({ count: count(), oldest: min(refunds.at) })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(isOverdue),
  ]);
  return {
    gateway: services.payments.name,
    isLive: services.payments.isLive,
    lastReceivedAt: last?.at ?? null,
    refused: { count: refused?.count ?? 0, newest },
    overdue: overdue ?? { count: 0, oldest: null },
  };
}
