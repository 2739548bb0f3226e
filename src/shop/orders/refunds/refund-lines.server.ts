import type { Services } from "~/services";
import { returnToStock } from "~/shop/catalog/stock.server";
import { type Refund, refundsOf } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import { type Change, changeOrder } from "../change-order.server";
import { refundCause } from "./refund-cause";
import { refundPieces } from "./refund-pieces.server";
import { lineProgress } from "../parcels/line-progress.server";
import { statesBefore } from "../order";
import { replacementsOf } from "../parcels/replacements.server";
import { chosenLines, type Pieces } from "../parcels/pieces";

/** What staff refunds. */
export interface LinesToRefund {
  lines: Pieces[];
  /** Idempotency key in the words of staff: the same cause is the same refund. */
  cause: string;
  /** Whether pieces that have not left yet are fit to be sold to somebody else. */
  restock: boolean;
}

/**
 * Refunds what was paid for pieces of an order, without the delivery fee. Pieces that were not shipped yet are called off.
 *
 * @throws {Refusal} as `changeOrder`, and `more-than-left` when that was refunded before, waits to be exchanged, or cost nothing.
 */
export async function refundLines(
  services: Pick<Services, "db" | "jobs">,
  change: Change,
  { lines, cause: reason, restock }: LinesToRefund,
): Promise<Refund> {
  const { db } = services;
  const cause = refundCause.byStaff(reason);
  const existing = async () => (await refundsOf(db, change.number)).find((refund) => refund.cause === cause);
  const earlier = await existing();
  if (earlier) return earlier;

  await changeOrder(db, change, "refund-asked", { lines, cause, restock }, async (tx, order) => {
    const { number, state } = order;
    if (state !== "partly-refunded" && !statesBefore("partly-refunded").includes(state))
      throw new Refusal("order-state");
    const progress = await lineProgress(tx, number);
    // A promised replacement is refunded by `refundReplacements`.
    const waiting = (await replacementsOf(tx, number)).filter((replacement) => replacement.state === "waiting");
    const promisedFor = (position: number) =>
      waiting.reduce((count, own) => count + (own.position === position ? own.quantity : 0), 0);
    const chosen = chosenLines(
      progress,
      lines,
      ({ position, quantity, refunded }) => quantity - refunded.quantity - promisedFor(position),
    );
    const pieces = chosen.map(({ line: { position }, quantity }) => ({ position, quantity }));
    const requested = await refundPieces(tx, services, order, pieces, { cause });
    if (!requested) throw new Refusal("more-than-left");

    const { refund, calledOff, to } = requested;
    if (restock) await returnToStock(tx, stockOf(progress, calledOff), number, change.actor);
    return { to, details: { refundId: refund.id, amount: refund.amount, calledOff } };
  });
  const refund = await existing();
  if (!refund) throw new Error(`The refund ${cause} of the order ${change.number} is missing.`);
  return refund;
}

/** Pieces of an order's lines, as the stock knows them. */
export const stockOf = (lines: { position: number; variantId: number }[], pieces: Pieces[]) =>
  pieces.flatMap(({ position, quantity }) => {
    const line = lines.find((each) => each.position === position);
    return line ? [{ variantId: line.variantId, quantity }] : [];
  });
