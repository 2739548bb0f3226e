import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "~/platform/database.server";
import { recordsOfAct } from "~/shop/audit/change-log.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { lockGoods } from "~/shop/catalog/editing/lock-goods.server";
import { listNamed } from "~/shop/catalog/pictures/picture-list";
import { importedStock, moveImported } from "~/shop/catalog/stock/import-stock.server";
import { imports } from "./imports.tables";

/** Reference under which the stock movements of an import are recorded. */
export const stockReference = (id: number): string => `import ${id}`;
const backReference = (id: number): string => `import ${id} taken back`;

/**
 * Record kind of an import: applied or undone. Writing it adds or subtracts the pieces that the import changed, so that later
 * sales still count; no stock falls below zero.
 */
export const importRecord: RecordKind = {
  kind: "import",
  right: "goods.import",
  fields: { standing: { schema: z.enum(["in", "back"]), ofWhole: "most" } },
  async lockAll(tx, edits) {
    for (const { kind, id } of edits) if (kind === importRecord) await lockImported(tx, id);
  },
  async read(tx, id) {
    const entry = await lockedImport(tx, id);
    return entry && { version: entry.version, values: { standing: entry.state } };
  },
  async write(tx, id, { standing }, version, { memberId }) {
    const isBack = standing === "back";
    const number = Number(id);
    const [entry] = await tx
      .update(imports)
      .set({ state: isBack ? "back" : "in", takenBackAt: isBack ? new Date() : null, version: version + 1 })
      .where(and(eq(imports.id, number), eq(imports.version, version)))
      .returning({ id: imports.id });
    if (!entry) return undefined;
    const put = await importedStock(tx, stockReference(number));
    const away = new Map(
      (await importedStock(tx, backReference(number))).map(({ variantId, quantity }) => [variantId, quantity]),
    );
    const lines = put.map(({ variantId, quantity, left }) => {
      const taken = away.get(variantId) ?? 0;
      const wanted = isBack ? -(quantity + taken) : -taken;
      return { variantId, quantity: Math.max(wanted, -(left ?? 0)) };
    });
    await moveImported(tx, { lines, reference: backReference(number), actor: { kind: "staff", name: memberId } });
    return version + 1;
  },
};

/** An import that is applied or undone, locked for this transaction. */
async function lockedImport(tx: Transaction, id: string) {
  if (!/^\d{1,9}$/.test(id)) return undefined;
  const [entry] = await tx
    .select()
    .from(imports)
    .where(eq(imports.id, Number(id)))
    .for("update");
  return entry?.act && (entry.state === "in" || entry.state === "back") ? { ...entry, act: entry.act } : undefined;
}

/** Locks an import and all goods that it changed. */
async function lockImported(tx: Transaction, id: string): Promise<void> {
  const entry = await lockedImport(tx, id);
  if (!entry) return;
  const records = await recordsOfAct(tx, entry.act);
  const stock = await importedStock(tx, stockReference(entry.id));
  const lists = records.get("product-pictures") ?? [];
  await lockGoods(tx, {
    variantIds: (records.get("variant") ?? []).map(Number),
    stockIds: stock.map(({ variantId }) => variantId),
    wholeIds: [...(records.get("product") ?? []), ...lists.map((list) => listNamed(list).productId)],
  });
}
