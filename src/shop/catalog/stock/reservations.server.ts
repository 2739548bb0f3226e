import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { inPortions } from "~/platform/portions";
import type { Actor } from "~/shop/actor";
import { Refusal } from "~/shop/refusal";
import { stockMovements, variants } from "../catalog.tables";
import { merged, type StockCause, type StockLine, VARIANTS_AT_ONCE } from "./stock";

/** How many of each variant are left, by its id; null where it is sold without end. */
export type Levels = Map<number, number | null>;

/** Locks the variants for this transaction, always in the same order, and returns how many of each are left. */
export async function locked(tx: Transaction, variantIds: number[]): Promise<Levels> {
  return variantIds.length === 0 ? new Map() : lockedWhere(tx, inArray(variants.id, variantIds));
}

async function lockedWhere(tx: Transaction, condition: SQL): Promise<Levels> {
  const rows = await tx
    .select({ id: variants.id, stock: variants.stock })
    .from(variants)
    .where(condition)
    .orderBy(asc(variants.id))
    .for("update");
  return new Map(rows.map(({ id, stock }) => [id, stock]));
}

/** Writes movements and the levels beside them, which always stay their sum. Whoever calls it holds the variants locked. */
export async function move(
  tx: Transaction,
  cause: StockCause,
  lines: StockLine[],
  reference: string,
  actor: Actor,
  reason = "",
): Promise<void> {
  for (const some of inPortions(lines, VARIANTS_AT_ONCE))
    await tx.execute(
      sql`select move_stock(${cause}, ${JSON.stringify(some.map(stockJson))}, ${reference}, ${JSON.stringify(actor)}, ${reason})`,
    );
}

/** Pieces of a variant as the functions of the database read them. */
export const stockJson = ({ variantId, quantity }: StockLine) => ({ variant_id: variantId, quantity });

/** As many pieces less. */
export const negative = (lines: StockLine[]) => lines.map((line) => ({ ...line, quantity: -line.quantity }));

/**
 * Reserves pieces for an order awaiting payment, all or none. For how long: `reservationMinutes` of src/shop/settings.ts, applied in
 * src/shop/orders/drafting.
 *
 * @throws {Refusal} `sold-out`, with how many are left of each variant that does not suffice.
 */
export async function reserve(tx: Transaction, lines: StockLine[], reference: string, actor: Actor): Promise<void> {
  const ids = merged(lines).map(({ variantId }) => variantId);
  await reserveOf(tx, await locked(tx, ids), lines, reference, actor);
}

/**
 * As `reserve`, of variants that this transaction has locked, at their levels since.
 *
 * @throws {Refusal} `sold-out`.
 */
export async function reserveOf(
  tx: Transaction,
  levels: Levels,
  lines: StockLine[],
  reference: string,
  actor: Actor,
): Promise<void> {
  await move(tx, "reservation", takenOff(levels, lines), reference, actor);
}

/**
 * Movements that reserve pieces of variants at their levels.
 *
 * @throws {Refusal} `sold-out`.
 */
export function takenOff(levels: Levels, lines: StockLine[]): StockLine[] {
  const wanted = merged(lines);
  refuseUnlessThere(levels, wanted);
  return negative(wanted);
}

function refuseUnlessThere(levels: Levels, wanted: StockLine[]): void {
  const missing = wanted.flatMap(({ variantId, quantity }) => {
    const level = levels.get(variantId);
    const isUnlimited = level === null;
    return isUnlimited || (level ?? 0) >= quantity ? [] : [{ variantId, left: level ?? 0 }];
  });
  if (missing.length > 0) throw new Refusal("sold-out", { details: { soldOut: missing } });
}

/** As `reserve`, when it suffices; else false, and nothing is reserved. */
export const reserveIfThere = (
  tx: Transaction,
  lines: StockLine[],
  reference: string,
  actor: Actor,
): Promise<boolean> =>
  tx
    .transaction((inner) => reserve(inner, lines, reference, actor))
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal && error.code === "sold-out") return false;
        throw error;
      },
    );

/** Pieces that an order still holds reserved; their variants are locked with it, so that nobody else can take them meanwhile. */
async function held(tx: Transaction, reference: string): Promise<StockLine[]> {
  const isReservation = and(
    eq(stockMovements.reference, reference),
    inArray(stockMovements.cause, ["reservation", "release"]),
  );
  const reserved = tx.select({ id: stockMovements.variantId }).from(stockMovements).where(isReservation);
  await lockedWhere(tx, inArray(variants.id, reserved));

  // A statement of its own: it sees what was written while the first one waited for its locks.
  const sums = await tx
    .select({ variantId: stockMovements.variantId, quantity: sql<number>`-sum(${stockMovements.quantity})::int` })
    .from(stockMovements)
    .where(isReservation)
    .groupBy(stockMovements.variantId)
    .orderBy(asc(stockMovements.variantId));
  return sums.filter(({ quantity }) => quantity > 0);
}

/** Releases what an order holds reserved. Repeating it changes nothing; returns whether there was anything to release. */
export async function release(tx: Transaction, reference: string, actor: Actor): Promise<boolean> {
  const lines = await held(tx, reference);
  await move(tx, "release", lines, reference, actor);
  return lines.length > 0;
}

/**
 * Turns what an order holds reserved into a sale. Doing it again changes nothing; false means that nothing was held any more,
 * and whoever sells must reserve anew.
 */
export async function sell(tx: Transaction, reference: string, actor: Actor): Promise<boolean> {
  const { rows } = await tx.execute<{ sold: boolean }>(
    sql`select sell_held(${reference}, ${JSON.stringify(actor)}) as sold`,
  );
  return rows[0]?.sold === true;
}

/**
 * Takes pieces that are sent in place of others, without a payment of their own, all or none.
 *
 * @throws {Refusal} `sold-out`, with how many are left of each variant that does not suffice.
 */
export async function replace(tx: Transaction, lines: StockLine[], reference: string, actor: Actor): Promise<void> {
  const wanted = merged(lines);
  const levels = await locked(
    tx,
    wanted.map(({ variantId }) => variantId),
  );
  refuseUnlessThere(levels, wanted);
  await move(tx, "replacement", negative(wanted), reference, actor);
}

/** Puts pieces back that were to be sent in place of others and are not. */
export async function keepReplacement(
  tx: Transaction,
  lines: StockLine[],
  reference: string,
  actor: Actor,
): Promise<void> {
  const pieces = merged(lines);
  const levels = await locked(
    tx,
    pieces.map(({ variantId }) => variantId),
  );
  const known = pieces.filter(({ variantId }) => levels.has(variantId));
  await move(tx, "replacement", known, reference, actor);
}

/** Puts pieces of a sale back: they were called off before they left, or came back. */
export async function returnToStock(
  tx: Transaction,
  lines: StockLine[],
  reference: string,
  actor: Actor,
): Promise<void> {
  const pieces = merged(lines);
  // Variants that no longer exist have no stock.
  const levels = await locked(
    tx,
    pieces.map(({ variantId }) => variantId),
  );
  const known = pieces.filter(({ variantId }) => levels.has(variantId));
  await move(tx, "return", known, reference, actor);
}

/** Variants whose level is not the sum of their movements: none, unless somebody changed the tables by hand. */
export async function stockDrift(db: Database): Promise<{ variantId: number; level: number; sum: number }[]> {
  const total = sql<number>`coalesce(sum(${stockMovements.quantity}), 0)::int`;
  const rows = await db
    .select({ variantId: variants.id, level: variants.stock, sum: total })
    .from(variants)
    .leftJoin(stockMovements, eq(stockMovements.variantId, variants.id))
    .groupBy(variants.id)
    .having(sql`${variants.stock} <> coalesce(sum(${stockMovements.quantity}), 0)`);
  return rows.flatMap(({ level, ...row }) => (level === null ? [] : [{ ...row, level }]));
}
