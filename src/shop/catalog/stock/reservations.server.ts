import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { inPortions } from "~/platform/portions";
import type { Actor } from "~/shop/actor";
import { Refusal } from "~/shop/refusal";
import { stockMovements, variants } from "../catalog.tables";
import { merged, type StockCause, type StockLine, VARIANTS_AT_ONCE } from "./stock";

/** Number of pieces left by variant id; null for variants without limit. */
export type Levels = Map<number, number | null>;

/**
 * Locks variants for this transaction, always in the same order, and returns the number of pieces left of each. An act calls it
 * once, for all variants that it moves or edits: in the shops of tests, a transaction that locks a variant after one with a higher
 * number fails (src/testing/guard-goods.ts), and so does one that changes a variant which it has not locked.
 */
export async function locked(tx: Transaction, variantIds: number[]): Promise<Levels> {
  if (variantIds.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: number; stock: number | null }>(
    sql`select id, stock from lock_variants(array(select value::int from jsonb_array_elements_text(${JSON.stringify(variantIds)}::jsonb) as value))`,
  );
  return new Map(rows.map(({ id, stock }) => [id, stock]));
}

/** Locks all variants of products, also those that are not sold any more. The caller has locked the products. */
export async function lockedOfProducts(tx: Transaction, productIds: string[]): Promise<Levels> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select id from variants where product_id in (select jsonb_array_elements_text(${JSON.stringify(productIds)}::jsonb))`,
  );
  return locked(
    tx,
    rows.map(({ id }) => id),
  );
}

/**
 * Locks all variants that an act moves, before it moves the first: those of its lines, and those that it takes from what is held
 * under a reference. `sell` and `release` lock every variant that a reference ever held, also of lines that the act leaves alone:
 * an act that has locked others before them would lock out of order, and deadlock with a payment of the same goods.
 */
export async function lockedOfAct(tx: Transaction, lines: StockLine[], references: string[]): Promise<Levels> {
  const held = await tx
    .selectDistinct({ variantId: stockMovements.variantId })
    .from(stockMovements)
    .where(
      and(inArray(stockMovements.reference, references), inArray(stockMovements.cause, ["reservation", "release"])),
    );
  return locked(
    tx,
    [...lines, ...held].map(({ variantId }) => variantId),
  );
}

/** Writes movements and updates the levels, which stay the sum of the movements. The caller has locked the variants. */
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

/** A line in the form of JSON that functions of the database read. */
export const stockJson = ({ variantId, quantity }: StockLine) => ({ variant_id: variantId, quantity });

/** Copies of the lines with negative quantities. */
export const negative = (lines: StockLine[]) => lines.map((line) => ({ ...line, quantity: -line.quantity }));

/**
 * Reserves pieces for an order awaiting payment, all or none. Their duration is `reservationMinutes` of src/shop/settings.ts;
 * src/shop/orders/drafting applies it.
 *
 * @throws {Refusal} `sold-out`, with how many are left of each variant that does not suffice.
 */
export async function reserve(tx: Transaction, lines: StockLine[], reference: string, actor: Actor): Promise<void> {
  const ids = merged(lines).map(({ variantId }) => variantId);
  await reserveOf(tx, await locked(tx, ids), lines, reference, actor);
}

/**
 * Reserves pieces as `reserve` does, for variants that this transaction has locked, with the levels read since.
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
 * Movements that reserve the pieces of lines, checked against the levels.
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

/** Reserves pieces as `reserve` does, but returns false in place of throwing when there are not enough. */
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

/** Releases an order's reservation. Returns whether there was anything to release; repeating it changes nothing. */
export async function release(tx: Transaction, reference: string, actor: Actor): Promise<boolean> {
  const { rows: held } = await tx.execute<StockLine & Record<string, unknown>>(
    sql`select variant_id as "variantId", quantity from held_pieces(${reference})`,
  );
  await move(tx, "release", held, reference, actor);
  return held.length > 0;
}

/**
 * Releases some reserved pieces of a reference; its other pieces stay reserved. The caller makes sure that these pieces are
 * reserved.
 */
export async function releaseSome(tx: Transaction, lines: StockLine[], reference: string, actor: Actor): Promise<void> {
  const pieces = merged(lines);
  await locked(
    tx,
    pieces.map(({ variantId }) => variantId),
  );
  await move(tx, "release", pieces, reference, actor);
}

/**
 * Turns an order's reservation into a sale. Repeating it changes nothing. Returns false if nothing was reserved any more; the
 * caller then has to reserve again.
 */
export async function sell(tx: Transaction, reference: string, actor: Actor): Promise<boolean> {
  const { rows } = await tx.execute<{ sold: boolean }>(
    sql`select sell_held(${reference}, ${JSON.stringify(actor)}) as sold`,
  );
  return rows[0]?.sold === true;
}

/**
 * Removes pieces from stock for a replacement, which has no payment of its own; all or none.
 *
 * @throws {Refusal} `sold-out`, with the number of pieces left of each variant that does not suffice.
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

/** Returns pieces of a cancelled replacement to stock. */
export const keepReplacement = (tx: Transaction, lines: StockLine[], reference: string, actor: Actor): Promise<void> =>
  giveBack(tx, "replacement", lines, reference, actor);

/** Returns sold pieces to stock, because they were cancelled before they were sent, or returned. */
export const returnToStock = (tx: Transaction, lines: StockLine[], reference: string, actor: Actor): Promise<void> =>
  giveBack(tx, "return", lines, reference, actor);

async function giveBack(
  tx: Transaction,
  cause: StockCause,
  lines: StockLine[],
  reference: string,
  actor: Actor,
): Promise<void> {
  const pieces = merged(lines);
  // Deleted variants are skipped, since they have no stock.
  const levels = await locked(
    tx,
    pieces.map(({ variantId }) => variantId),
  );
  const known = pieces.filter(({ variantId }) => levels.has(variantId));
  await move(tx, cause, known, reference, actor);
}

/** Variants whose level differs from the sum of their movements, which happens only after manual changes of the tables. */
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
