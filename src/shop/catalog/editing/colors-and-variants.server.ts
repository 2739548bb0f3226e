import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { productColors, variants } from "../catalog.tables";
import { NO_CHOICE } from "../product";
import { lockedOfProducts } from "../stock/reservations.server";
import type { Choices } from "./colors-and-variants";

/** Sold colors and variants of a product, in the merchant's order. */
export async function choicesOf(db: Database, productId: string): Promise<Choices> {
  const colors = await db
    .select({ name: productColors.name, swatch: productColors.swatch })
    .from(productColors)
    .where(and(eq(productColors.productId, productId), isNull(productColors.retiredAt)))
    .orderBy(asc(productColors.position));
  const sold = await db
    .select({ size: variants.size, color: variants.color })
    .from(variants)
    .where(and(eq(variants.productId, productId), isNull(variants.retiredAt)))
    .orderBy(asc(variants.position), asc(variants.id));
  const listed = new Set(colors.map(({ name }) => name));
  // Imports may have variants whose color has no row of its own.
  const others = [...new Set(sold.map(({ color }) => color))].filter((name) => name !== NO_CHOICE && !listed.has(name));
  return { colors: [...colors, ...others.map((name) => ({ name, swatch: null }))], pairs: sold };
}

/**
 * Sets the sold colors and variants of a product. New ones get a row without stock. Missing ones are retired: their row, stock
 * and pictures are kept, in case they are sold again.
 */
export async function writeChoices(tx: Transaction, productId: string, { colors, pairs }: Choices): Promise<void> {
  await lockedOfProducts(tx, [productId]);
  const colorRows = JSON.stringify(colors.map((color, position) => ({ ...color, position })));
  await tx.execute(sql`
    insert into product_colors (product_id, name, swatch, position)
    select ${productId}, name, swatch, position from json_to_recordset(${colorRows}::json) as wanted (name text, swatch text, position int)
    on conflict (product_id, name) do update set swatch = excluded.swatch, position = excluded.position, retired_at = null
    where (product_colors.swatch, product_colors.position, product_colors.retired_at) is distinct from (excluded.swatch, excluded.position, null)`);
  await tx.execute(sql`
    update product_colors set retired_at = now() where product_id = ${productId} and retired_at is null
      and name not in (select name from json_to_recordset(${colorRows}::json) as wanted (name text))`);
  const variantRows = JSON.stringify(pairs.map((variant, position) => ({ ...variant, position })));
  await tx.execute(sql`
    insert into variants (product_id, size, color, stock, position)
    select ${productId}, size, color, 0, position from json_to_recordset(${variantRows}::json) as wanted (size text, color text, position int)
    on conflict (product_id, size, color) do update set position = excluded.position, retired_at = null
    where (variants.position, variants.retired_at) is distinct from (excluded.position, null)`);
  await tx.execute(sql`
    update variants set retired_at = now() where product_id = ${productId} and retired_at is null
      and (size, color) not in (select size, color from json_to_recordset(${variantRows}::json) as wanted (size text, color text))`);
}
