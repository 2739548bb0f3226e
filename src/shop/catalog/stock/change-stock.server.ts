import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { Actor } from "~/shop/actor";
import { logChanges } from "~/shop/audit/change-log.server";
import { Refusal } from "~/shop/refusal";
import { stockMovements, variants } from "../catalog.tables";
import { refuseGiftCardVariants } from "../editing/refuse-gift-card.server";
import { locked, move } from "./reservations.server";
import { type MemberCause, merged, type StockLine } from "./stock";

/** SQL condition that a member caused a movement. */
export const isMembers = sql`${stockMovements.cause} in ('delivery', 'count', 'write-off', 'correction')`;

/** A variant whose level would fall below zero. */
export interface Shortage {
  variantId: number;
  /** Pieces that can be sold now (`left`), and pieces that the change would remove (`taken`). */
  left: number;
  taken: number;
}

/** A change of levels with its cause and reason. */
export interface StockChange {
  lines: StockLine[];
  cause: MemberCause;
  reason: string;
  /** Reference of the movements; unset: the id of the form. */
  reference?: string;
  act: { memberId: string; submission: string };
}

/** Actor of a movement in the ledger: the member's id, since names change. */
export const movedBy = (memberId: string): Actor => ({ kind: "staff", name: memberId });

/**
 * Changes levels by differences, all or none; each change gets a movement and an entry in the log. If variants would fall below
 * zero, nothing is written and they are returned.
 *
 * @throws {Refusal} `record-unknown` for a variant that does not exist or has no limit.
 */
export async function changeStock(tx: Transaction, change: StockChange): Promise<Shortage[]> {
  const { cause, reason, reference, act } = change;
  const lines = merged(change.lines);
  const ids = lines.map(({ variantId }) => variantId);
  const levels = await locked(tx, ids);
  const shortages: Shortage[] = [];
  for (const { variantId, quantity } of lines) {
    const left = levels.get(variantId);
    if (left === undefined || left === null) throw new Refusal("record-unknown");
    if (left + quantity < 0) shortages.push({ variantId, left, taken: -quantity });
  }
  if (shortages.length > 0) return shortages;

  const moved = lines.filter(({ quantity }) => quantity !== 0);
  const before = await memberSums(tx, ids);
  await move(tx, cause, moved, reference ?? act.submission, movedBy(act.memberId), reason);
  await logChanges(
    tx,
    { ...act, action: cause, reason },
    moved.map(({ variantId, quantity }) => {
      const { pieces, version } = before.get(variantId) ?? NONE;
      return { ...STOCK, record: stockId(variantId), version: version + 1, old: pieces, new: pieces + quantity };
    }),
  );
  return [];
}

/**
 * Limits the stock of a variant that had no limit to a number of sellable pieces.
 *
 * @throws {Refusal} `record-unknown` if the variant does not exist or already has a limit.
 */
export async function limitStock(
  tx: Transaction,
  { variantId, level, ...change }: Omit<StockChange, "lines"> & { variantId: number; level: number },
): Promise<void> {
  const { cause, reason, act } = change;
  await refuseGiftCardVariants(tx, [variantId], "wanted");
  const levels = await locked(tx, [variantId]);
  if (levels.get(variantId) !== null) throw new Refusal("record-unknown");
  const quantity = level - (await totalOf(tx, variantId));
  const { pieces, version } = (await memberSums(tx, [variantId])).get(variantId) ?? NONE;
  await move(tx, cause, [{ variantId, quantity }], act.submission, movedBy(act.memberId), reason);
  await tx.update(variants).set({ stock: level }).where(eq(variants.id, variantId));
  const row = { kind: STOCK.kind, record: stockId(variantId), version: version + 1 };
  await logChanges(tx, { ...act, action: cause, reason }, [
    { ...row, field: "isUnlimited", old: true, new: false },
    ...(quantity === 0 ? [] : [{ ...row, field: STOCK.field, old: pieces, new: pieces + quantity }]),
  ]);
}

const STOCK = { kind: "stock", field: "pieces" } as const;
const NONE = { pieces: 0, version: 0 };

/** Id of a variant's stock in the log. It is padded, so that ids sorted as text have the order in which variants are locked. */
export const stockId = (variantId: number): string => String(variantId).padStart(10, "0");

/** Sum and number of movements made by members, by variant. */
export async function memberSums(
  db: Database,
  variantIds: number[],
): Promise<Map<number, { pieces: number; version: number }>> {
  if (variantIds.length === 0) return new Map();
  const rows = await db
    .select({
      id: stockMovements.variantId,
      pieces: sql<number>`coalesce(sum(${stockMovements.quantity}), 0)::int`,
      version: sql<number>`count(*)::int`,
    })
    .from(stockMovements)
    .where(sql`${inArray(stockMovements.variantId, variantIds)} and ${isMembers}`)
    .groupBy(stockMovements.variantId)
    .orderBy(asc(stockMovements.variantId));
  return new Map(rows.map(({ id, ...sums }) => [id, sums]));
}

/** Sum of all movements of a variant. */
export async function totalOf(db: Database, variantId: number): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`coalesce(sum(${stockMovements.quantity}), 0)::int` })
    .from(stockMovements)
    .where(eq(stockMovements.variantId, variantId));
  return row?.total ?? 0;
}

/** Variants without any movement, whose next movement is their first stock. */
export async function withoutMovements(db: Database, variantIds: number[]): Promise<Set<number>> {
  if (variantIds.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ id: stockMovements.variantId })
    .from(stockMovements)
    .where(inArray(stockMovements.variantId, variantIds));
  const moved = new Set(rows.map(({ id }) => id));
  return new Set(variantIds.filter((id) => !moved.has(id)));
}
