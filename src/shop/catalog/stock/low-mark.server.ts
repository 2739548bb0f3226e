import { eq } from "drizzle-orm";
import type { Services } from "~/services";
import { save } from "~/shop/audit/save.server";
import type { Member } from "~/shop/members/member";
import { productRecord } from "../editing/product-record.server";
import { products } from "../catalog.tables";

/** A product's own low mark (null: the setting applies), and the product's version for a form. */
export async function lowMarkOf(
  { db }: Pick<Services, "db">,
  productId: string,
): Promise<{ mark: number | null; version: number }> {
  const [row] = await db
    .select({ mark: products.lowMark, version: products.version })
    .from(products)
    .where(eq(products.id, productId));
  return row ?? { mark: null, version: 0 };
}

interface MarkForm {
  submission: string;
  productId: string;
  version: number;
  mark: number | null;
}

/**
 * Result of setting a low mark. If another member changed it in the meantime, nothing is saved, and `theirs` is that member's
 * value.
 */
export type Marked = { saved: true; act: string } | { saved: false; theirs: number | null };

/**
 * Sets a product's low mark. Changes of other fields in the meantime do not conflict.
 *
 * @throws {Refusal} as `save`.
 */
export async function setLowMark(
  services: Pick<Services, "db">,
  member: Member,
  { submission, productId, version, mark }: MarkForm,
): Promise<Marked> {
  const edit = { kind: productRecord, id: productId, version, values: { lowMark: mark } };
  const result = await save(services, member, { submission, edits: [edit] });
  if (result.saved) return { saved: true, act: result.act };
  const [record] = result.stale;
  const field = record?.fields.find((each) => each.field === "lowMark");
  if (record && !field?.clash)
    return setLowMark(services, member, { submission, productId, version: record.version, mark });
  return { saved: false, theirs: typeof field?.theirs === "number" ? field.theirs : null };
}
