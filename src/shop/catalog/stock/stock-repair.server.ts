import { and, asc, inArray, isNotNull, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { stockMovements, variants } from "../catalog.tables";
import { locked, stockDrift } from "./reservations.server";

/** A variant whose level differs from the sum of its movements. */
export interface Drift {
  product: string;
  size: string;
  color: string;
  level: number;
  sum: number;
}

/** Differences found by `stockDrift`, with product, size and color. */
export async function namedDrift(db: Database): Promise<Drift[]> {
  const found = await stockDrift(db);
  if (found.length === 0) return [];
  const rows = await db
    .select({ id: variants.id, product: variants.productId, size: variants.size, color: variants.color })
    .from(variants)
    .where(
      inArray(
        variants.id,
        found.map(({ variantId }) => variantId),
      ),
    )
    .orderBy(asc(variants.id));
  const byId = new Map(found.map((drift) => [drift.variantId, drift]));
  return rows.flatMap(({ id, ...row }) => {
    const drift = byId.get(id);
    return drift ? [{ ...row, level: drift.level, sum: drift.sum }] : [];
  });
}

/**
 * Sets every level to the sum of its movements, also while the shop sells. A negative sum is no valid level and is left for
 * manual correction. Returns the number of changed levels.
 */
export async function recomputeStock(db: Database): Promise<number> {
  const ids = (await stockDrift(db)).map(({ variantId }) => variantId).toSorted((a, b) => a - b);
  if (ids.length === 0) return 0;
  return db.transaction(async (tx) => {
    // Movements lock their variant, so that none is in progress while the sums are computed.
    await locked(tx, ids);
    const sum = sql`(select coalesce(sum(${stockMovements.quantity}), 0)
      from ${stockMovements} where ${stockMovements.variantId} = ${variants.id})`;
    const changed = await tx
      .update(variants)
      .set({ stock: sql`${sum}` })
      .where(and(inArray(variants.id, ids), isNotNull(variants.stock), sql`${sum} >= 0`))
      .returning({ id: variants.id });
    return changed.length;
  });
}

/** References and pieces of reservations that were neither sold nor released. */
export async function heldReservations(db: Database): Promise<{ reference: string; quantity: number }[]> {
  const quantity = sql<number>`-sum(${stockMovements.quantity})::int`;
  return db
    .select({ reference: stockMovements.reference, quantity })
    .from(stockMovements)
    .where(inArray(stockMovements.cause, ["reservation", "release"]))
    .groupBy(stockMovements.reference)
    .having(sql`sum(${stockMovements.quantity}) <> 0`)
    .orderBy(asc(stockMovements.reference));
}
