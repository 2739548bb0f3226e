import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "~/platform/database.server";
import { logChanges, recordChanges } from "~/shop/audit/change-log.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { Refusal } from "~/shop/refusal";
import { type StockTake, stockTakeLines, stockTakes } from "./stock-takes.tables";

const KIND = "stock-take";

const State = z.enum(["open", "finished", "given-up"]);
export type TakeState = z.infer<typeof State>;

/**
 * Record kind of a stock-take, whose state (open, finished or cancelled) can be undone. Its stock movements belong to the same
 * act and are undone with it; afterwards it is open again with all its counts.
 */
export const stockTakeRecord: RecordKind = {
  kind: KIND,
  right: "stock.change",
  fields: { state: { schema: State, ofWhole: "all" } },
  async read(tx, id) {
    const [take] = await tx
      .select({ state: stockTakes.state })
      .from(stockTakes)
      .where(eq(stockTakes.id, id))
      .for("update");
    return take && { version: await versionOf(tx, id), values: take };
  },
  async write(tx, id, { state }, version) {
    await setState(tx, id, state as StockTake["state"]);
    return version + 1;
  },
};

/** Version of a stock-take: the number of its changes of state. The caller has to hold its lock. */
async function versionOf(tx: Transaction, id: string): Promise<number> {
  return (await recordChanges(tx, { kind: KIND, record: id })).length;
}

/**
 * Sets a stock-take's state.
 *
 * @throws {Refusal} `count-overlaps` when it would be open again and another open stock-take has counted the same variants.
 */
async function setState(tx: Transaction, id: string, state: StockTake["state"]): Promise<void> {
  const isOpen = state === "open";
  if (isOpen) {
    const { rows } = await tx.execute(sql`
      select from stock_take_lines own join stock_take_lines other using (variant_id)
      where own.take_id = ${id} and other.take_id <> own.take_id and other.is_open limit 1`);
    if (rows.length > 0) throw new Refusal("count-overlaps");
  }
  await tx
    .update(stockTakes)
    .set({ state, finishedAt: isOpen ? null : new Date() })
    .where(eq(stockTakes.id, id));
  await tx.update(stockTakeLines).set({ isOpen }).where(eq(stockTakeLines.takeId, id));
}

/** Closes an open stock-take and logs it. */
export async function closeTake(
  tx: Transaction,
  id: string,
  state: "finished" | "given-up",
  act: { memberId: string; submission: string; reason: string },
): Promise<void> {
  const version = (await versionOf(tx, id)) + 1;
  await setState(tx, id, state);
  await logChanges(tx, { ...act, action: "count" }, [
    { kind: KIND, record: id, version, field: "state", old: "open", new: state },
  ]);
}
