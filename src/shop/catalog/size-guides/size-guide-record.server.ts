import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { Refusal } from "~/shop/refusal";
import { products, sizeGuides } from "../catalog.tables";
import { sizeGuideFields } from "./size-guide";

const { name, words, unit, table } = sizeGuideFields;

/** Record kind of a size guide; its table is one field. A guide can be archived only if no product uses it. */
export const sizeGuideRecord: RecordKind = {
  kind: "size-guide",
  right: "goods.change",
  fields: {
    name: { schema: name },
    words: { schema: words },
    unit: { schema: unit },
    table: { schema: table },
    putAwayAt: { schema: z.iso.datetime().nullable(), begins: true },
  },
  async read(tx, id) {
    const [row] = await tx.select().from(sizeGuides).where(eq(sizeGuides.id, id)).for("update");
    if (!row) return undefined;
    const putAwayAt = row.putAwayAt?.toISOString() ?? null;
    return {
      version: row.version,
      values: { name: row.name, words: row.words, unit: row.unit, table: row.table, putAwayAt },
    };
  },
  async write(tx, id, { putAwayAt, ...values }, version) {
    if (typeof putAwayAt === "string") {
      const used = await tx.$count(products, eq(products.sizeGuideId, id));
      if (used > 0) throw new Refusal("input-invalid", { fields: { putAwayAt: usedWords(used) } });
    }
    const away = putAwayAt === undefined ? {} : { putAwayAt: putAwayAt === null ? null : new Date(String(putAwayAt)) };
    const [row] = await tx
      .update(sizeGuides)
      .set({ ...values, ...away, version: version + 1 })
      .where(and(eq(sizeGuides.id, id), eq(sizeGuides.version, version)))
      .returning({ version: sizeGuides.version });
    return row?.version;
  },
};

const usedWords = (count: number): string =>
  count === 1
    ? "One product has this guide. Give it another one first."
    : `${count.toLocaleString("en-US")} products have this guide. Give them another one first.`;
