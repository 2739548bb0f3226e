import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { HOUR, SECOND } from "~/platform/durations";
import type { Services } from "~/services";
import { reserve } from "~/shop/catalog/stock/reservations.server";
import type { Cents } from "~/shop/money";
import { storeChangePayment, requireSeveralPayments } from "~/shop/payments/change-payments.server";
import { leastPayment } from "~/shop/payments/gateway";
import { refundableMoney } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import { type Change, changeOrder, type ChangingOrder, type Outcome } from "../change-order.server";
import { applyChange, neededPieces } from "./apply-change.server";
import { linkRoundOf } from "../letter-links.server";
import { END_CHANGE, type EndChange, TELL_CHANGE, type TellChange } from "./change-jobs";
import type { ComputedChange } from "./computed-change";
import type { OrderChange } from "./open-change.server";
import { orderChanges } from "./order-changes.tables";
import { computeChange, type WantedLines } from "./compute-change.server";

type Making = Pick<Services, "db" | "jobs" | "payments" | "mode" | "settings" | "taxes" | "unreadable">;

/** Change that a form asks for, with reason, message and time to pay. */
export interface MadeChange extends WantedLines {
  /** Difference in cents that the form showed; the change is refused if the computed difference is not equal. */
  difference: Cents;
  /** Reason for the log, which only members read. */
  reason?: string;
  /** Message to the shopper. */
  words?: string;
  /** Hours that the change waits for its payment; the setting `changeHours` if unset. */
  hours?: number;
  /** Member who makes the change; unset if the shopper makes it. */
  memberId?: string;
}

/**
 * Changes an order. If it costs the same or less, the change is made at once and the difference refunded. If it costs more, the
 * change waits for the shopper's payment, with the new pieces reserved and the order on hold. Idempotent, as `changeOrder`.
 *
 * @throws {Refusal} as `changeOrder` and `computeChange`; `edited-meanwhile` if the computed difference is not the one that was
 * shown; `change-too-small` if the difference is below the gateway's least payment; `change-too-early` while a process of an
 * earlier release is connected; `sold-out`; `change-open` if another change waits.
 */
export async function makeChange(
  services: Making,
  change: Change,
  { difference, reason = "", words = "", hours, memberId, ...wanted }: MadeChange,
  now = new Date(),
): Promise<OrderChange> {
  await requireSeveralPayments(services.db);
  const id = randomUUID();
  const kind = difference > 0 ? "change-asked" : "order-changed";
  await changeOrder(services.db, change, kind, { ...wanted, difference }, async (tx, order) => {
    const computed = await computeChange({ ...services, db: tx }, order.number, order.money, wanted, now);
    if (computed.difference !== difference) throw new Refusal("edited-meanwhile");
    if (difference > 0 && difference < leastPayment) throw new Refusal("change-too-small");
    const row = {
      id,
      orderNumber: order.number,
      orderVersion: change.version,
      computed,
      difference,
      reason,
      words,
      at: now,
    };
    const by = { memberId: memberId ?? null };
    if (difference > 0) {
      const until = new Date(now.getTime() + (hours ?? services.settings().changeHours) * HOUR);
      await tx.insert(orderChanges).values({ ...row, ...by, state: "waiting", endsAt: until });
      return waitFor(tx, services, order, { id, computed, until, change }, now);
    }
    await tx.insert(orderChanges).values({ ...row, ...by, state: "applied", closedAt: now });
    const applied = await applyChange(tx, services, order, { id, computed, reason, actor: change.actor }, now);
    await services.jobs.enqueue(tx, TELL_CHANGE, { changeId: id, letter: "changed" } satisfies TellChange, {
      key: `changed ${id}`,
    });
    return { to: applied.to, details: { changeId: id, ...(applied.refundId && { refundId: applied.refundId }) } };
  });
  const [made] = await services.db
    .select()
    .from(orderChanges)
    .where(
      and(
        eq(orderChanges.orderNumber, change.number),
        eq(orderChanges.orderVersion, change.version),
        isNull(orderChanges.returnNumber),
      ),
    );
  if (!made) throw new Refusal("edited-meanwhile");
  return made;
}

/** Reserves the added pieces, stores the payment, and enqueues the end of the change and the letter with the link. */
async function waitFor(
  tx: Transaction,
  services: Making,
  { number, money }: ChangingOrder,
  { id, computed, until, change }: { id: string; computed: ComputedChange; until: Date; change: Change },
  now: Date,
): Promise<Outcome> {
  await reserve(tx, await neededPieces(tx, number, computed), number, change.actor);
  const { method } = money.payments.first;
  const linkRound = (await linkRoundOf(tx, number)) ?? 0;
  const due = { orderNumber: number, changeId: id, amount: computed.difference, method, linkRound };
  await storeChangePayment(tx, services, due, now);
  await scheduleEnd(tx, services, { id, endsAt: until }, now);
  await services.jobs.enqueue(tx, TELL_CHANGE, { changeId: id, letter: "asked" } satisfies TellChange, {
    key: `asked ${id} 0`,
  });
  return { to: null, details: { changeId: id, amount: computed.difference, until: until.toISOString() } };
}

/** Enqueues the job that ends a change when its time is over. */
export const scheduleEnd = (
  tx: Transaction,
  { jobs }: Pick<Services, "jobs">,
  { id, endsAt }: { id: string; endsAt: Date },
  now: Date,
): Promise<void> =>
  jobs.enqueue(tx, END_CHANGE, { changeId: id } satisfies EndChange, {
    key: `${id} ${endsAt.getTime()}`,
    startAfter: Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / SECOND)),
  });

/**
 * Computes a change with its costs, without writing anything; locks are released before it returns.
 *
 * @throws {Refusal} as `computeChange`; `order-unknown` for an order without a payment; `change-open`.
 */
export async function previewOfChange(
  services: Making,
  number: string,
  wanted: WantedLines,
  now = new Date(),
): Promise<ComputedChange> {
  return services.db.transaction(async (tx) => {
    const money = await refundableMoney(tx, number);
    if (!money) throw new Refusal("order-unknown");
    return computeChange({ ...services, db: tx }, number, money, wanted, now);
  });
}
