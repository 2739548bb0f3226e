import { sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { FieldValues } from "~/shop/audit/saving";
import { listNamed } from "../pictures/picture-list";
import { locked } from "../stock/reservations.server";

/** Goods that an act edits. */
export interface EditedGoods {
  productIds?: string[];
  variantIds?: number[];
  /** Categories that are renamed, whose products listings and search show under the name. */
  categoryIds?: string[];
  /** Variants of which the act only moves stock, which no product shows. */
  stockIds?: number[];
  /** Products of which the act changes variants that it does not name: sizes and colors, or their pictures. */
  wholeIds?: string[];
}

/**
 * Locks products and variants for this transaction in the order of all acts: products by id, then variants by number, as sales lock
 * them. The products of edited variants are locked, too, because listings and search follow both, and their triggers lock products.
 * An act calls it before its first change; in the shops of tests, one that locks a product after variants fails.
 */
export async function lockGoods(
  tx: Transaction,
  { productIds = [], variantIds = [], categoryIds = [], stockIds = [], wholeIds = [] }: EditedGoods,
): Promise<void> {
  await tx.execute(sql`
    select from lock_products(array(
      select jsonb_array_elements_text(${JSON.stringify([...productIds, ...wholeIds])}::jsonb)
      union select product_id from variants
      where id in (select value::int from jsonb_array_elements_text(${JSON.stringify(variantIds)}::jsonb) as value)
      union select products.id from jsonb_array_elements_text(${JSON.stringify(categoryIds)}::jsonb) as renamed
      join categories on renamed in (categories.id, categories.parent_id) join products on category_id = categories.id))`);
  const { rows } = await tx.execute<{ id: number }>(
    sql`select id from variants where product_id in (select jsonb_array_elements_text(${JSON.stringify(wholeIds)}::jsonb))`,
  );
  await locked(tx, [...variantIds, ...stockIds, ...rows.map(({ id }) => id)]);
}

/** Locks the goods of all records of an act, before it reads the first: `lockAll` of the kinds of records of goods. */
export async function lockEdited(
  tx: Transaction,
  edits: readonly { kind: { kind: string }; id: string; values: FieldValues }[],
): Promise<void> {
  const idsOf = (name: string) => edits.filter(({ kind }) => kind.kind === name).map(({ id }) => id);
  const numbersOf = (name: string) => idsOf(name).map(Number).filter(Number.isSafeInteger);
  const chosen = edits.filter(({ kind, values }) => kind.kind === "product" && values.choices !== undefined);
  await lockGoods(tx, {
    productIds: idsOf("product"),
    variantIds: numbersOf("variant"),
    categoryIds: edits.flatMap(({ kind, id, values }) =>
      kind.kind === "category" && values.name !== undefined ? [id] : [],
    ),
    stockIds: numbersOf("stock"),
    wholeIds: [...chosen.map(({ id }) => id), ...idsOf("product-pictures").map((id) => listNamed(id).productId)],
  });
}
