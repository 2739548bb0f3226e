import { eq } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { releaseSome, sell } from "~/shop/catalog/stock/reservations.server";
import { type Cents, cents, sum } from "~/shop/money";
import type { Pieces } from "../parcels/pieces";
import { type Replacement, replacements } from "../parcels/replacements.tables";
import { costForPieces, differenceBack } from "./exchange-cost";
import { giveBackDifference } from "./exchange-money.server";

type Chosen = Pieces & { variantId: number };

/** Result of settling the goods that were reserved for a return. */
interface SettledKept {
  /** Amount in cents by which the new goods cost less than the returned pieces. */
  less: Cents;
  /** Whether an exchange was made with the reserved pieces. */
  isMade: (chosen: Chosen) => boolean;
}

/**
 * Settles the goods reserved for a return: sells the exchanged pieces, which then wait to be shipped, releases the others, and
 * refunds what was paid for those. The caller must have locked the order's payments, the order, and the variants.
 */
export async function settleKept(
  tx: Transaction,
  services: Pick<Services, "jobs">,
  { number, orderNumber, kept, wanted }: { number: string; orderNumber: string; kept: Replacement[]; wanted: Chosen[] },
  actor: Actor,
  now: Date,
): Promise<SettledKept> {
  const isKept = (row: Replacement) => (chosen: Chosen) =>
    chosen.position === row.position && chosen.variantId === row.variantId && chosen.quantity <= row.quantity;
  const settled = kept.map((row) => {
    const quantity = wanted.find(isKept(row))?.quantity ?? 0;
    // No row is unpaid: a return is not settled while its payment waits, and if that ends unpaid, the reservation ends, too.
    const left = quantity > 0 ? { quantity, ...costForPieces(row, quantity, row.quantity) } : null;
    return { row, left };
  });
  const free = settled.flatMap(({ row, left }) => {
    const quantity = row.quantity - (left?.quantity ?? 0);
    return quantity > 0 ? [{ variantId: row.variantId, quantity }] : [];
  });
  await releaseSome(tx, free, number, actor);
  await sell(tx, number, actor);
  await giveBackDifference(tx, services, orderNumber, settled, now);
  for (const { row, left } of settled)
    await tx
      .update(replacements)
      .set(left ? { ...left, state: "waiting", endsAt: null } : { state: "ended", endsAt: now })
      .where(eq(replacements.id, row.id));
  return {
    // A paid difference goes back to its own payment.
    less: sum(settled.map(({ row, left }) => (row.paidAt ? cents(0) : differenceBack(row, left?.quantity ?? 0)))),
    isMade: (chosen) => kept.some((row) => isKept(row)(chosen)),
  };
}
