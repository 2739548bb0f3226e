import { and, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { refundsOf } from "~/shop/payments/refunds.server";
import { refundLines } from "../orders.tables";
import { lostPieces } from "./replacements.tables";
import { lostParcelOf } from "../refunds/refund-cause";
import type { Pieces } from "./pieces";

/** Changes the decision about lost pieces from "send again" to "refund". */
export async function countRefunded(tx: Transaction, parcelId: number, pieces: Pieces[]): Promise<void> {
  for (const { position, quantity } of pieces)
    await tx
      .update(lostPieces)
      .set({
        sentAgain: sql`${lostPieces.sentAgain} - ${quantity}`,
        refunded: sql`${lostPieces.refunded} + ${quantity}`,
      })
      .where(and(eq(lostPieces.parcelId, parcelId), eq(lostPieces.position, position)));
}

/** Cancels sending lost pieces again, since their parcel arrived. */
export async function takeBackLost(tx: Transaction, parcelId: number, pieces: Pieces[]): Promise<void> {
  for (const { position, quantity } of pieces)
    await tx
      .update(lostPieces)
      .set({ sentAgain: sql`${lostPieces.sentAgain} - ${quantity}` })
      .where(and(eq(lostPieces.parcelId, parcelId), eq(lostPieces.position, position)));
}

/** Makes a new decision about lost pieces possible after their refund failed. */
export async function reopenLost(tx: Database, orderNumber: string, refundId: string): Promise<void> {
  const refund = (await refundsOf(tx, orderNumber)).find(({ id }) => id === refundId);
  const parcelId = refund && lostParcelOf(refund.cause);
  if (parcelId === undefined) return;
  const lines = await tx.select().from(refundLines).where(eq(refundLines.refundId, refundId));
  for (const { position, quantity } of lines)
    await tx
      .update(lostPieces)
      .set({ refunded: sql`${lostPieces.refunded} - ${quantity}` })
      .where(and(eq(lostPieces.parcelId, parcelId), eq(lostPieces.position, position)));
}
