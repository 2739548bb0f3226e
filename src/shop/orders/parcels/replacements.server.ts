import { and, asc, eq } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { reserveIfThere, sell, returnToStock } from "~/shop/catalog/stock/reservations.server";
import { Refusal } from "~/shop/refusal";
import { type Change, changeOrder } from "../change-order.server";
import { refundCause } from "../refunds/refund-cause";
import { refundPieces } from "../refunds/refund-pieces.server";
import { lineProgress } from "./line-progress.server";
import { statesBefore } from "../order";
import { replacements } from "../orders.tables";
import { allLeftToSend } from "./pieces";
import { type NewParcel, withTracking, writeParcel } from "./ship-parcel.server";

/** What is sent in place of something that came back. */
export type Replacement = typeof replacements.$inferSelect;

/** What is wanted instead, and in place of what. */
type Wanted = Pick<
  Replacement,
  "returnNumber" | "orderNumber" | "position" | "variantId" | "size" | "color" | "quantity"
>;

/** Takes what is wanted instead from the stock and writes down that it is to be sent; false, and nothing done, when it is sold out. */
export async function promiseReplacement(tx: Transaction, wanted: Wanted, actor: Actor): Promise<boolean> {
  if (!(await reserveIfThere(tx, [wanted], wanted.returnNumber, actor))) return false;
  await sell(tx, wanted.returnNumber, actor);
  await tx.insert(replacements).values(wanted);
  return true;
}

/** All that is or was to be sent in place of something of an order. */
export const replacementsOf = (db: Database, orderNumber: string): Promise<Replacement[]> =>
  db
    .select()
    .from(replacements)
    .where(eq(replacements.orderNumber, orderNumber))
    .orderBy(asc(replacements.at), asc(replacements.position));

/**
 * Notes the parcel with what was wanted instead of a return's things, and has its letter sent. Safe to repeat.
 *
 * @throws {Refusal} as `changeOrder`, and `order-state` when nothing of this return waits, or all money has gone back.
 */
export async function sendReplacements(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  change: Change,
  returnNumber: string,
  parcel: Omit<NewParcel, "lines">,
  now = new Date(),
): Promise<void> {
  const requested = { return: returnNumber, ...withTracking(parcel) };
  await changeOrder(db, change, "replacement-shipped", requested, async (tx, { number, state }) => {
    if (state === "refunded") throw new Refusal("order-state");
    const parcelId = await writeParcel(tx, { jobs }, number, requested, now);
    await closeWaiting(tx, number, returnNumber, { state: "sent", parcelId });
    const isAllGone = allLeftToSend(await lineProgress(tx, number)).length === 0;
    return { to: isAllGone && statesBefore("shipped").includes(state) ? "shipped" : null, details: { parcelId } };
  });
}

/**
 * Notes that what was wanted instead of a return's things is not sent after all: it is back in the stock, and what was paid goes
 * back. Safe to repeat.
 *
 * @throws {Refusal} as `sendReplacements`.
 */
export async function refundReplacements(
  services: Pick<Services, "db" | "jobs">,
  change: Change,
  returnNumber: string,
): Promise<void> {
  await changeOrder(services.db, change, "replacement-called-off", { return: returnNumber }, async (tx, order) => {
    const waiting = await closeWaiting(tx, order.number, returnNumber, { state: "called-off" });
    await returnToStock(tx, waiting, returnNumber, change.actor);
    const cause = refundCause.ofReplacement(returnNumber);
    const refunded = await refundPieces(tx, services, order, waiting, { cause, isReturned: true });
    if (!refunded) return { to: null };
    const { to, refund } = refunded;
    return { to, details: { refundId: refund.id, amount: refund.amount } };
  });
}

async function closeWaiting(
  tx: Transaction,
  orderNumber: string,
  returnNumber: string,
  now: Partial<Replacement>,
): Promise<Replacement[]> {
  const waiting = and(eq(replacements.orderNumber, orderNumber), eq(replacements.state, "waiting"));
  const rows = await tx
    .update(replacements)
    .set(now)
    .where(and(waiting, eq(replacements.returnNumber, returnNumber)))
    .returning();
  if (rows.length === 0) throw new Refusal("order-state");
  return rows;
}
