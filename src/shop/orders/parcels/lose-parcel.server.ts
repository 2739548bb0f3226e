import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { replace } from "~/shop/catalog/stock/reservations.server";
import { refusalBeyond } from "~/shop/payments/refundable";
import { Refusal } from "~/shop/refusal";
import { type Change, changeOrder } from "../change-order.server";
import { NOTIFY_LOST, type NotifyLost } from "../letters/letter-jobs";
import { parcelLines, parcels } from "../orders.tables";
import { lineGoods } from "../standing-lines.tables";
import { lostPieces, type Replacement, replacements } from "./replacements.tables";
import { refundCause } from "../refunds/refund-cause";
import { refundPieces } from "../refunds/refund-pieces.server";
import { lineProgress } from "./line-progress.server";
import { lostPiecesOf, piecesOf, undecidedPieces } from "./lost-pieces.server";
import { costsNothing, type Pieces } from "./pieces";

type Working = Pick<Services, "db" | "jobs">;

/**
 * Marks a parcel as lost and stores its contents. `sendLostAgain` and `refundLost` decide about the pieces. Safe to repeat.
 *
 * @throws {Refusal} as `changeOrder`; `parcel-unknown` if the order has no such parcel, or the parcel is lost already.
 */
export async function loseParcel(
  { db }: Pick<Services, "db">,
  change: Change,
  parcelId: number,
  now = new Date(),
): Promise<void> {
  await changeOrder(db, change, "parcel-lost", { parcelId }, async (tx, { number, state }) => {
    const isHere = or(isNull(parcels.lostAt), isNotNull(parcels.deliveredAt));
    const lost = await tx
      .update(parcels)
      .set({ lostAt: now, deliveredAt: null, foundAnswer: null })
      .where(and(eq(parcels.orderNumber, number), eq(parcels.id, parcelId), isHere))
      .returning({ id: parcels.id });
    if (lost.length === 0) throw new Refusal("parcel-unknown");
    await noteContents(tx, number, parcelId);
    // A lost parcel was not delivered, even if the carrier said so.
    return { to: state === "delivered" ? "shipped" : null };
  });
}

/** Stores the contents of a lost parcel: pieces of lines, or replacements. */
async function noteContents(tx: Transaction, orderNumber: string, parcelId: number): Promise<void> {
  const bought = await tx
    .select({
      position: parcelLines.position,
      quantity: parcelLines.quantity,
      variantId: lineGoods.variantId,
      size: lineGoods.size,
      color: lineGoods.color,
    })
    .from(parcelLines)
    .innerJoin(
      lineGoods,
      and(eq(lineGoods.orderNumber, parcelLines.orderNumber), eq(lineGoods.position, parcelLines.position)),
    )
    .where(eq(parcelLines.parcelId, parcelId));
  const instead = await tx
    .select({
      position: replacements.position,
      quantity: replacements.quantity,
      variantId: replacements.variantId,
      size: replacements.size,
      color: replacements.color,
    })
    .from(replacements)
    .where(eq(replacements.parcelId, parcelId));
  const contents = [...bought, ...instead].map((pieces) => ({ parcelId, orderNumber, ...pieces }));
  if (contents.length > 0) await tx.insert(lostPieces).values(contents).onConflictDoNothing();
}

/**
 * Promises to send lost pieces again: takes them from stock without a payment, to be packed, and enqueues a letter. Safe to
 * repeat.
 *
 * @throws {Refusal} as `changeOrder`; `more-than-left` if the pieces were decided about before, or are no longer owed;
 * `sold-out`.
 */
export async function sendLostAgain(
  { db, jobs }: Working,
  change: Change,
  { parcelId, pieces }: { parcelId: number; pieces: Pieces[] },
): Promise<void> {
  const { number, actor } = change;
  await changeOrder(db, change, "lost-sent-again", { parcelId, lines: pieces }, async (tx, { state }) => {
    if (state === "refunded" || state === "cancelled") throw new Refusal("order-state");
    const lost = await decide(tx, number, { parcelId, pieces }, "sentAgain");
    await replace(tx, lost, number, actor);
    for (const own of lost) await promise(tx, number, { parcelId, ...own });
    const told: NotifyLost = { number, version: change.version, parcelId, lines: pieces };
    await jobs.enqueue(tx, NOTIFY_LOST, told, { key: `${number} ${change.version}` });
    return { to: null };
  });
}

/** Pieces to send again; `name` is set if another product had been sent in exchange. */
type LostLine = Pieces & Pick<Replacement, "productId" | "variantId" | "name" | "size" | "color">;

/** Stores the pieces to send again, in one row per lost line; later decisions increase its quantity. */
async function promise(tx: Transaction, orderNumber: string, lost: LostLine & { parcelId: number }): Promise<void> {
  const { parcelId: lostParcelId, position, quantity, ...variant } = lost;
  const added = await tx
    .update(replacements)
    .set({ quantity: sql`${replacements.quantity} + ${quantity}` })
    .where(
      and(
        eq(replacements.lostParcelId, lostParcelId),
        eq(replacements.position, position),
        eq(replacements.state, "waiting"),
      ),
    )
    .returning({ id: replacements.id });
  if (added.length > 0) return;
  await tx
    .insert(replacements)
    .values({ orderNumber, position, cause: "lost", lostParcelId, ...variant, quantity, state: "waiting" });
}

/**
 * Refunds lost pieces; stock does not change. Of pieces for which nothing was paid, such as a present, only the decision is stored. Safe to
 * repeat.
 *
 * @throws {Refusal} as `changeOrder`; `more-than-left` if the pieces were decided about before or are no longer owed; as `refusalBeyond` if
 * no money is left.
 */
export async function refundLost(
  services: Working,
  change: Change,
  { parcelId, pieces, reason = "" }: { parcelId: number; pieces: Pieces[]; reason?: string },
): Promise<void> {
  const cause = refundCause.ofLost(parcelId, change.version);
  const requested = { lines: pieces, cause, lost: parcelId };
  await changeOrder(services.db, change, "refund-asked", requested, async (tx, order) => {
    if (order.money.payments.first.state !== "received") throw new Refusal("order-state");
    await decide(tx, order.number, { parcelId, pieces }, "refunded");
    const refunded = await refundPieces(tx, services, order, { pieces }, { cause, reason, hasLeft: true });
    if (!refunded && (await areFree(tx, order.number, pieces))) return { to: null, details: { amount: 0 } };
    if (!refunded) throw new Refusal(order.money.left > 0 ? "more-than-left" : refusalBeyond(order.money.hold));
    return { to: refunded.to, details: { refundId: refunded.refund.id, amount: refunded.refund.amount } };
  });
}

/** Whether nothing was paid for any of these pieces. */
const areFree = async (tx: Transaction, number: string, pieces: Pieces[]): Promise<boolean> =>
  (await lineProgress(tx, number)).every((line) => piecesOf(pieces, line.position) === 0 || costsNothing(line));

/** Stores decisions about lost pieces, never for more pieces than were lost, even for concurrent calls. */
async function decide(
  tx: Transaction,
  number: string,
  { parcelId, pieces }: { parcelId: number; pieces: Pieces[] },
  as: "sentAgain" | "refunded",
): Promise<LostLine[]> {
  const open = (await undecidedPieces(tx, number)).filter((own) => own.parcelId === parcelId);
  const isOpen = ({ position, quantity }: Pieces) =>
    Number.isInteger(quantity) &&
    quantity > 0 &&
    open.some((own) => own.position === position && own.quantity >= quantity);
  const isNamedOnce = new Set(pieces.map(({ position }) => position)).size === pieces.length;
  if (pieces.length === 0 || !isNamedOnce || !pieces.every(isOpen)) throw new Refusal("more-than-left");
  const contents = (await lostPiecesOf(tx, number)).filter((own) => own.parcelId === parcelId);
  const decided: LostLine[] = [];
  for (const { position, quantity } of pieces) {
    const [row] = await tx
      .update(lostPieces)
      .set({ [as]: sql`${lostPieces[as]} + ${quantity}` })
      .where(
        and(
          eq(lostPieces.parcelId, parcelId),
          eq(lostPieces.position, position),
          sql`${lostPieces.sentAgain} + ${lostPieces.refunded} + ${quantity} <= ${lostPieces.quantity}`,
        ),
      )
      .returning();
    const own = contents.find((pieces) => pieces.position === position);
    if (!row || !own) throw new Refusal("more-than-left");
    const { productId, variantId, name, size, color } = own;
    decided.push({ position, quantity, productId, variantId, name, size, color });
  }
  return decided;
}
