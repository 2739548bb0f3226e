import { sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { FieldValues } from "~/shop/audit/saving";
import { listNamed } from "../pictures/picture-list";
import { locked } from "../stock/reservations.server";

/** Goods that an act edits. */
export interface EditedGoods {
  productIds: string[];
  variantIds: number[];
  /** Products of which the act changes variants that it does not name: sizes and colors, or their pictures. */
  wholeIds?: string[];
}

/**
 * Locks products and variants for this transaction in the same order as sales lock them: products by id, then variants by number.
 * An act calls it before its first change.
 */
export async function lockGoods(
  tx: Transaction,
  { productIds, variantIds, wholeIds = [] }: EditedGoods,
): Promise<void> {
  const all = JSON.stringify([...new Set([...productIds, ...wholeIds])]);
  await tx.execute(
    sql`select from products where id in (select jsonb_array_elements_text(${all}::jsonb)) order by id for update`,
  );
  const { rows } = await tx.execute<{ id: number }>(
    sql`select id from variants where product_id in (select jsonb_array_elements_text(${JSON.stringify(wholeIds)}::jsonb))`,
  );
  await locked(tx, [...variantIds, ...rows.map(({ id }) => id)]);
}

/** Locks the goods of all records of an act, before it reads the first: `lockAll` of the kinds of records of goods. */
export async function lockEdited(
  tx: Transaction,
  edits: readonly { kind: { kind: string }; id: string; values: FieldValues }[],
): Promise<void> {
  const idsOf = (...kinds: string[]) => edits.filter(({ kind }) => kinds.includes(kind.kind)).map(({ id }) => id);
  const chosen = edits.filter(({ kind, values }) => kind.kind === "product" && values.choices !== undefined);
  await lockGoods(tx, {
    productIds: idsOf("product"),
    variantIds: idsOf("variant", "stock").map(Number).filter(Number.isSafeInteger),
    wholeIds: [...chosen.map(({ id }) => id), ...idsOf("product-pictures").map((id) => listNamed(id).productId)],
  });
}
