import type { Services } from "~/services";
import { returnToStock } from "~/shop/catalog/stock.server";
import { type Refund, refundsOf } from "~/shop/payments/payments.server";
import { Refusal } from "~/shop/refusal";
import { type Change, changeOrder } from "../change-order.server";
import { refundPieces } from "./request-refund.server";
import { lineProgress } from "../parcels/line-progress.server";
import { statesBefore } from "../order";
import { replacementsOf } from "../parcels/replacements.server";
import { chosenLines, type Pieces } from "../parcels/pieces";

/** What staff gives back. */
export interface LinesToRefund {
  lines: Pieces[];
  /** Why it happens once only: asked again with the same cause, the same refund answers. */
  cause: string;
  /** Whether pieces that have not left yet are fit to be sold to somebody else. */
  restock: boolean;
}

/**
 * Gives back what was paid for pieces of an order, without the delivery fee. Pieces that have not left yet are not sent any more.
 *
 * @throws {Refusal} as `changeOrder`, and `more-than-left` when that was given back before, waits to be exchanged, or cost nothing.
 */
export async function refundLines(
  services: Pick<Services, "db" | "jobs">,
  change: Change,
  { lines, cause, restock }: LinesToRefund,
): Promise<Refund> {
  const { db } = services;
  const own = `staff:${cause}`;
  const known = async () => (await refundsOf(db, change.number)).find((refund) => refund.cause === own);
  const earlier = await known();
  if (earlier) return earlier;

  await changeOrder(db, change, "refund-asked", { lines, cause: own, restock }, async (tx, order) => {
    const { number, state } = order;
    if (state !== "partly-refunded" && !statesBefore("partly-refunded").includes(state))
      throw new Refusal("order-state");
    const progress = await lineProgress(tx, number);
    // What waits to be sent instead is refunded by calling that off.
    const waiting = (await replacementsOf(tx, number)).filter((replacement) => replacement.state === "waiting");
    const keptFor = (position: number) =>
      waiting.reduce((count, own) => count + (own.position === position ? own.quantity : 0), 0);
    const chosen = chosenLines(
      progress,
      lines,
      ({ position, quantity, refunded }) => quantity - refunded.quantity - keptFor(position),
    );
    const pieces = chosen.map(({ line: { position }, quantity }) => ({ position, quantity }));
    const given = await refundPieces(tx, services, order, pieces, { cause: own });
    if (!given) throw new Refusal("more-than-left");

    const { refund, calledOff, to } = given;
    if (restock) await returnToStock(tx, stockOf(progress, calledOff), number, change.actor);
    return { to, details: { refundId: refund.id, amount: refund.amount, calledOff } };
  });
  const refund = await known();
  if (!refund) throw new Error(`The refund ${own} of the order ${change.number} is missing.`);
  return refund;
}

/** Pieces of an order's lines, as the stock knows them. */
export const stockOf = (lines: { position: number; variantId: number }[], pieces: Pieces[]) =>
  pieces.flatMap(({ position, quantity }) => {
    const line = lines.find((each) => each.position === position);
    return line ? [{ variantId: line.variantId, quantity }] : [];
  });
