import { and, eq, lte } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { MINUTE } from "~/platform/durations";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { paymentsOf } from "~/shop/payments/order-payments.server";
import { findRequest, recordAttempt } from "~/shop/payments/payments.server";
import { recordEvent } from "../orders.server";
import { orders } from "../orders.tables";
import { letGo } from "./beyond-half.server";
import { EXPIRE_DRAFT, expiryJob } from "./expiry-job.server";
import { withdrawDraft } from "./withdraw-draft.server";

const job: Actor = { kind: "job", name: EXPIRE_DRAFT };

const scheduleExpiry = (
  tx: Transaction,
  jobs: Services["jobs"],
  wanted: Parameters<typeof expiryJob>[0],
): Promise<void> => {
  const { name, payload, ...options } = expiryJob(wanted);
  return jobs.enqueue(tx, name, payload, options);
};

const rescheduleExpiry = ({ db, jobs }: Services, number: string, until: Date, now: Date): Promise<void> =>
  db.transaction((tx) =>
    scheduleExpiry(tx, jobs, {
      number,
      key: `held:${number}:${until.getTime()}`,
      after: (until.getTime() - now.getTime()) / MINUTE,
    }),
  );

type Draft = Pick<typeof orders.$inferSelect, "number" | "draftedAt" | "reservedUntil">;

/**
 * Withdraws a draft whose reservation is over. Before that, releases its pieces once its time for holding more than half of a
 * variant is over. Does nothing for paid drafts and those not due. If the shopper is paying or has tried to, the reservation is
 * extended once, to `triedReservationMinutes` (setting) after the draft was made.
 *
 * @throws {Refusal} `gateway-unavailable`, in which case nothing is released; a later call tries again.
 */
export async function expireDraft(services: Services, number: string, now = new Date()): Promise<void> {
  const longer = await letGo(services, number, now);
  if (longer) await rescheduleExpiry(services, number, longer, now);
  const [due] = await services.db
    .select({ number: orders.number, draftedAt: orders.draftedAt, reservedUntil: orders.reservedUntil })
    .from(orders)
    .where(and(eq(orders.number, number), eq(orders.state, "awaiting-payment"), lte(orders.reservedUntil, now)));
  if (!due || (await extended(services, due, now))) return;
  await withdrawDraft(services, number, { cause: "expired" }, now);
}

/**
 * Extends the reservation of a draft that the shopper tries to pay; returns false if it was extended before or nobody tried to
 * pay.
 */
async function extended(services: Services, draft: Draft, now: Date): Promise<boolean> {
  const { db, jobs, settings } = services;
  const { number, reservedUntil } = draft;
  const last = new Date(draft.draftedAt.getTime() + settings().triedReservationMinutes * MINUTE);
  if (!reservedUntil || reservedUntil >= last || last <= now) return false;
  if (!(await hasBeenTried(services, number, now))) return false;

  await db.transaction(async (tx) => {
    const [first] = await tx
      .update(orders)
      .set({ reservedUntil: last })
      .where(
        and(eq(orders.number, number), eq(orders.state, "awaiting-payment"), eq(orders.reservedUntil, reservedUntil)),
      )
      .returning({ number: orders.number });
    if (!first) return;
    await recordEvent(tx, number, "reservation-extended", job, { onceKey: `reservation-extended:${number}` });
    const after = (last.getTime() - now.getTime()) / MINUTE;
    await scheduleExpiry(tx, jobs, { number, key: `tried:${number}`, after });
  });
  return true;
}

async function hasBeenTried(services: Services, number: string, now: Date): Promise<boolean> {
  const payment = (await paymentsOf(services.db, number))?.first;
  if (!payment?.gatewayId) return false;
  const request = (await findRequest(services, payment.gatewayId))?.request;
  // Received payments are settled, and cancelled ones withdrawn, at once.
  if (request?.status === "received" || request?.status === "cancelled") return false;
  const isTried = request?.wasTried || request?.status === "needs-confirmation" || request?.status === "processing";
  if (isTried) await recordAttempt(services.db, payment.id, now);
  return isTried || payment.attemptedAt !== null;
}

/** Time since which the browser of a draft has held stock without interruption; `now` if it holds nothing. */
export async function holdOf(db: Database, number: string, now: Date): Promise<Date> {
  const [draft] = await db.select().from(orders).where(eq(orders.number, number));
  const isHeld = draft?.state === "awaiting-payment" && draft.reservedUntil !== null && draft.reservedUntil > now;
  return isHeld ? (draft.heldSince ?? draft.draftedAt) : now;
}
