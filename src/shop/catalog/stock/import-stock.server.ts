import { sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { inPortions } from "~/platform/portions";
import type { Actor } from "~/shop/actor";
import { merged, type StockLine, VARIANTS_AT_ONCE } from "./stock";

interface Moved {
  lines: StockLine[];
  reference: string;
  actor: Actor;
}

/** Writes the movements of an import and updates the levels; variants that are unknown or without limit are skipped. */
export async function moveImported(tx: Transaction, { lines, reference, actor }: Moved): Promise<void> {
  const moving = merged(lines).filter(({ quantity }) => quantity !== 0);
  for (const some of inPortions(moving, VARIANTS_AT_ONCE))
    await tx.execute(sql`
      with moved as (
        update variants set stock = stock + line.quantity
        from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as line ("variantId" int, quantity int)
        where variants.id = line."variantId" and variants.stock is not null
        returning variants.id, line.quantity)
      insert into stock_movements (variant_id, quantity, cause, reference, actor)
      select id, quantity, 'import', ${reference}, ${JSON.stringify(actor)}::jsonb from moved order by id`);
}

/** Removes the limit of variants that an import has just created. */
export async function leaveUncounted(tx: Transaction, variantIds: number[]): Promise<void> {
  if (variantIds.length === 0) return;
  await tx.execute(sql`
    update variants set stock = null
    where id in (select value::int from jsonb_array_elements_text(${JSON.stringify(variantIds)}::jsonb) as value)`);
}

/** Writes the first movement of each variant of these products that was created with stock. */
export async function moveFirst(
  tx: Transaction,
  { productIds, reference, actor }: { productIds: string[]; reference: string; actor: Actor },
): Promise<void> {
  await tx.execute(sql`
    insert into stock_movements (variant_id, quantity, cause, reference, actor)
    select id, stock, 'import', ${reference}, ${JSON.stringify(actor)}::jsonb from variants
    where stock > 0 and product_id in (select jsonb_array_elements_text(${JSON.stringify(productIds)}::jsonb)) order by id`);
}

/** Pieces that an import has added so far, and the current level, by variant. */
export async function importedStock(
  tx: Transaction,
  reference: string,
): Promise<{ variantId: number; quantity: number; left: number | null }[]> {
  const { rows } = await tx.execute<{ variantId: number; quantity: number; left: number | null }>(sql`
    select variants.id as "variantId", sum(quantity)::int as quantity, stock as left
    from stock_movements join variants on variants.id = variant_id
    where reference = ${reference} and cause = 'import' group by variants.id having sum(quantity) <> 0 order by variants.id`);
  return rows;
}
