import { eq } from "drizzle-orm";
import { z } from "zod";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { Refusal } from "~/shop/refusal";
import { variants } from "../catalog.tables";
import { locked, move } from "./reservations.server";
import { lockEdited } from "../editing/lock-goods.server";
import { memberSums, movedBy, totalOf } from "./change-stock.server";

/**
 * Record kind of a variant's stock, for undo. Its field `pieces` is the sum of the movements by members. Undo changes this sum by
 * another movement, so that sales, deliveries and counts in the meantime do not conflict.
 */
export const stockRecord: RecordKind = {
  kind: "stock",
  right: "stock.change",
  fields: { pieces: { schema: z.int(), isSum: true }, isUnlimited: { schema: z.boolean() } },
  lockAll: lockEdited,
  async read(tx, id) {
    const variantId = Number(id);
    if (!Number.isSafeInteger(variantId)) return undefined;
    const level = (await locked(tx, [variantId])).get(variantId);
    if (level === undefined) return undefined;
    const { pieces, version } = (await memberSums(tx, [variantId])).get(variantId) ?? { pieces: 0, version: 0 };
    return { version, values: { pieces, isUnlimited: level === null } };
  },
  async write(tx, id, values, version, { memberId, submission, action, reason = "" }) {
    const variantId = Number(id);
    const current = await stockRecord.read(tx, id);
    if (current?.version !== version) return undefined;
    const quantity = Number(values.pieces ?? current.values.pieces) - Number(current.values.pieces);
    const isUnlimited = Boolean(values.isUnlimited ?? current.values.isUnlimited);
    const total = (await totalOf(tx, variantId)) + quantity;
    if (!isUnlimited && total < 0) throw new Refusal("stock-promised");
    // The limit is removed while the movement is written; then the sum of all movements becomes the level.
    await tx.update(variants).set({ stock: null }).where(eq(variants.id, variantId));
    await move(
      tx,
      "correction",
      [{ variantId, quantity }],
      submission,
      movedBy(memberId),
      action === "undo" ? "Taken back" : reason,
    );
    if (!isUnlimited) await tx.update(variants).set({ stock: total }).where(eq(variants.id, variantId));
    return version + 1;
  },
};
