import { and, asc, eq, type SQL } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { keepReplacement, reserveIfThere, returnToStock, sell } from "~/shop/catalog/stock/reservations.server";
import { cents } from "~/shop/money";
import { refundableMoney } from "~/shop/payments/refunds.server";
import { nameOfVariant } from "~/shop/catalog/product";
import { Refusal } from "~/shop/refusal";
import { type Change, changeOrder } from "../change-order.server";
import { giveBackDifference } from "../exchanges/exchange-money.server";
import { statesBefore } from "../order";
import { lineGoods } from "../standing-lines.tables";
import { type Replacement, replacements } from "./replacements.tables";
import { refundCause } from "../refunds/refund-cause";
import { refundPieces } from "../refunds/refund-pieces.server";
import type { RefundedPieces } from "../refunds/computed-refund";
import { lineProgress } from "./line-progress.server";
import { countRefunded } from "./lost-refunds.server";
import { allLeftToSend, refundOf } from "./pieces";
import { type NewParcel, withTracking, writeParcel } from "./ship-parcel.server";

export type { Replacement };

/** Name of a replacement: size and color, preceded by the product's name if it is another product. */
export const nameOfInstead = (goods: Pick<Replacement, "name" | "size" | "color">): string =>
  [goods.name, nameOfVariant(goods)].filter(Boolean).join(", ");

/** Replacement to store, with the return whose pieces it replaces. */
type Wanted = Pick<Replacement, "orderNumber" | "position" | "variantId" | "size" | "color" | "quantity"> & {
  returnNumber: string;
};

/** Group of replacements that are sent together: for one return, or for one lost parcel. */
export type ReplacementsOf = { return: string } | { lost: number };

const isOf = (of: ReplacementsOf): SQL =>
  "return" in of ? eq(replacements.returnNumber, of.return) : eq(replacements.lostParcelId, of.lost);

/** Group in which a replacement is sent. */
export const groupOf = ({ returnNumber, lostParcelId }: Replacement): ReplacementsOf =>
  lostParcelId === null ? { return: returnNumber ?? "" } : { lost: lostParcelId };

/** Takes a replacement from stock and stores it; returns false, without a change, if it is sold out. */
export async function promiseReplacement(tx: Transaction, wanted: Wanted, actor: Actor): Promise<boolean> {
  if (!(await reserveIfThere(tx, [wanted], wanted.returnNumber, actor))) return false;
  await sell(tx, wanted.returnNumber, actor);
  const [line] = await tx
    .select({ productId: lineGoods.productId })
    .from(lineGoods)
    .where(and(eq(lineGoods.orderNumber, wanted.orderNumber), eq(lineGoods.position, wanted.position)));
  if (!line) throw new Error(`The line ${wanted.position} of the order ${wanted.orderNumber} is missing.`);
  const promised = { ...wanted, cause: "return" as const, productId: line.productId, state: "waiting" as const };
  // Replaces the row of an ended reservation for this line.
  const anew = { name: "", difference: cents(0), fee: cents(0), paidAt: null, endsAt: null };
  await tx
    .insert(replacements)
    .values(promised)
    .onConflictDoUpdate({ target: [replacements.returnNumber, replacements.position], set: { ...promised, ...anew } });
  return true;
}

/** All replacements of an order, in any state. */
export const replacementsOf = (db: Database, orderNumber: string): Promise<Replacement[]> =>
  db
    .select()
    .from(replacements)
    .where(eq(replacements.orderNumber, orderNumber))
    .orderBy(asc(replacements.at), asc(replacements.position), asc(replacements.id));

/**
 * Records a parcel with replacements for returned or lost pieces, and enqueues its letter. Safe to repeat.
 *
 * @throws {Refusal} as `changeOrder` and `writeParcel`; `order-state` if no replacement waits, or all money was refunded.
 */
export async function sendReplacements(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  change: Change,
  of: ReplacementsOf,
  parcel: Omit<NewParcel, "lines">,
  now = new Date(),
): Promise<void> {
  const requested = { ...of, ...withTracking(parcel) };
  const { despiteDispute } = parcel;
  await changeOrder(db, change, "replacement-shipped", requested, async (tx, { number, state }) => {
    if (state === "refunded") throw new Refusal("order-state");
    const parcelId = await writeParcel(tx, { jobs }, number, { ...requested, despiteDispute }, now);
    await closeWaiting(tx, number, of, { state: "sent", parcelId, endsAt: null });
    const isAllGone = allLeftToSend(await lineProgress(tx, number)).length === 0;
    return { to: isAllGone && statesBefore("shipped").includes(state) ? "shipped" : null, details: { parcelId } };
  });
}

/**
 * Ends waiting replacements for returned or lost pieces: returns them to stock and refunds the pieces. Safe to repeat.
 *
 * @throws {Refusal} as `sendReplacements`.
 */
export async function refundReplacements(
  services: Pick<Services, "db" | "jobs">,
  change: Change,
  of: ReplacementsOf,
  now = new Date(),
): Promise<void> {
  const { actor, version } = change;
  await changeOrder(services.db, change, "replacement-called-off", { ...of }, async (tx, order) => {
    const waiting = await closeWaiting(tx, order.number, of, { state: "ended", endsAt: now });
    const isOfReturn = "return" in of;
    if (isOfReturn) await returnToStock(tx, waiting, of.return, actor);
    else {
      await keepReplacement(tx, waiting, order.number, actor);
      await countRefunded(tx, of.lost, waiting);
    }
    const cause = isOfReturn ? refundCause.ofReplacement(of.return) : refundCause.ofLost(of.lost, version);
    const options = isOfReturn ? { cause, isReturned: true } : { cause, hasLeft: true };
    const undone = waiting.map((row) => ({ row, left: null }));
    await giveBackDifference(tx, services, order.number, undone, now);
    const money = (await refundableMoney(tx, order.number)) ?? order.money;
    const pieces = await lessWhatWentBack(tx, order.number, waiting);
    const refunded = await refundPieces(tx, services, { ...order, money }, { pieces }, options);
    if (!refunded) return { to: null };
    const { to, refund } = refunded;
    return { to, details: { refundId: refund.id, amount: refund.amount } };
  });
}

/**
 * Pieces whose replacements are not sent, with the amount to refund. For cheaper replacements, the difference was refunded when
 * they were made.
 */
async function lessWhatWentBack(
  tx: Transaction,
  orderNumber: string,
  waiting: Replacement[],
): Promise<RefundedPieces[]> {
  const lines = await lineProgress(tx, orderNumber);
  return waiting.map(({ position, quantity, difference }) => {
    const line = lines.find((own) => own.position === position);
    if (difference >= 0 || !line) return { position, quantity };
    return { position, quantity, amount: cents(Math.max(0, refundOf(line, quantity) + difference)) };
  });
}

/**
 * Changes the waiting replacements of a group, which then wait no more, and returns them. Of concurrent callers only one gets
 * them; the others get the refusal `order-state`.
 */
export async function closeWaiting(
  tx: Transaction,
  orderNumber: string,
  of: ReplacementsOf,
  now: Partial<Replacement>,
): Promise<Replacement[]> {
  const rows = await tx
    .update(replacements)
    .set(now)
    .where(and(eq(replacements.orderNumber, orderNumber), eq(replacements.state, "waiting"), isOf(of)))
    .returning();
  if (rows.length === 0) throw new Refusal("order-state");
  return rows;
}
