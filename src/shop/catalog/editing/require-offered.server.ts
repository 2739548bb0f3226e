import { isNull, and, inArray } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { FieldValues } from "~/shop/audit/saving";
import { Refusal } from "~/shop/refusal";
import { categories, sizeGuides } from "../catalog.tables";

const CHOICES = [
  { field: "categoryId", table: categories, words: "Choose a category of the list." },
  { field: "sizeGuideId", table: sizeGuides, words: "Choose a size guide of the list." },
] as const;

/**
 * Refuses categories and size guides that are archived or unknown. Waits for concurrent archiving to end.
 *
 * @throws {Refusal} `input-invalid` with a message at the field.
 */
export async function requireOffered(tx: Transaction, ...changes: FieldValues[]): Promise<void> {
  for (const { field, table, words } of CHOICES) {
    const ids = [...new Set(changes.flatMap((values) => (typeof values[field] === "string" ? [values[field]] : [])))];
    if (ids.length === 0) continue;
    const offered = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(inArray(table.id, ids), isNull(table.putAwayAt)))
      .orderBy(table.id)
      .for("key share");
    if (offered.length < ids.length) throw new Refusal("input-invalid", { fields: { [field]: words } });
  }
}
