import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { CONTENT_IMPORT } from "./content-import";
import { contentImports } from "./content-imports.tables";
import { putBack } from "./put-back.server";
import { lockGoodsOf } from "./staged-rows.server";

/**
 * Record kind of a whole content import, which is applied or taken back. Changes of fields that other record kinds log are undone
 * by those kinds. Writing this record restores all other rows that were not changed after the import, and lists those that were.
 */
export const contentImportRecord: RecordKind = {
  kind: CONTENT_IMPORT,
  right: "goods.import",
  fields: { standing: { schema: z.enum(["in", "back"]), ofWhole: "most", needsFactor: true } },
  async lockAll(tx, edits) {
    for (const { kind, id } of edits) if (kind === contentImportRecord) await lockGoodsOf(tx, Number(id));
  },
  async read(tx, id) {
    if (!/^\d{1,9}$/.test(id)) return undefined;
    const [entry] = await tx
      .select({ state: contentImports.state, version: contentImports.version })
      .from(contentImports)
      .where(eq(contentImports.id, Number(id)))
      .for("update");
    if (entry?.state !== "in" && entry?.state !== "back") return undefined;
    return { version: entry.version, values: { standing: entry.state } };
  },
  async write(tx, id, { standing }, version) {
    const to = standing === "back" ? "back" : "in";
    const number = Number(id);
    const [entry] = await tx
      .update(contentImports)
      .set({ state: to, takenBackAt: to === "back" ? new Date() : null, version: version + 1 })
      .where(and(eq(contentImports.id, number), eq(contentImports.version, version)))
      .returning({ id: contentImports.id });
    if (!entry) return undefined;
    const stayed = await putBack(tx, number, to);
    await tx.update(contentImports).set({ stayed }).where(eq(contentImports.id, number));
    return version + 1;
  },
};
