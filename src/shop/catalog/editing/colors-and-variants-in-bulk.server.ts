import { sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { NO_CHOICE } from "../product";
import { lockedOfProducts } from "../stock/reservations.server";
import type { Choices } from "./colors-and-variants";

/** Sold colors and variants of many products, by product id, in the form that `choicesOf` returns. */
export async function allChoices(tx: Transaction, productIds: string[]): Promise<Map<string, Choices>> {
  const ids = JSON.stringify(productIds);
  const { rows } = await tx.execute<{ id: string } & Choices>(sql`
    select id, (select coalesce(json_agg(json_build_object('name', name, 'swatch', swatch) order by position), '[]')
        from product_colors where product_id = id and retired_at is null) as colors,
      (select coalesce(json_agg(json_build_object('size', size, 'color', color) order by position, own.id), '[]')
        from variants own where product_id = products.id and retired_at is null) as pairs
    from products where id in (select jsonb_array_elements_text(${ids}::jsonb))`);
  return new Map(rows.map(({ id, colors, pairs }) => [id, { colors: withVariantColors(colors, pairs), pairs }]));
}

function withVariantColors(colors: Choices["colors"], variants: Choices["pairs"]): Choices["colors"] {
  const listed = new Set(colors.map(({ name }) => name));
  const others = [...new Set(variants.map(({ color }) => color))].filter(
    (name) => name !== NO_CHOICE && !listed.has(name),
  );
  return [...colors, ...others.map((name) => ({ name, swatch: null }))];
}

/** Sets the sold colors and variants of many products, as `writeChoices` does for one product. */
export async function writeAllChoices(tx: Transaction, all: { productId: string; choices: Choices }[]): Promise<void> {
  if (all.length === 0) return;
  const productIds = all.map(({ productId }) => productId);
  await lockedOfProducts(tx, productIds);
  const ids = JSON.stringify(productIds);
  const colors = JSON.stringify(
    all.flatMap(({ productId, choices }) =>
      choices.colors.map((color, position) => ({ productId, ...color, position })),
    ),
  );
  const variants = JSON.stringify(
    all.flatMap(({ productId, choices }) =>
      choices.pairs.map((variant, position) => ({ productId, ...variant, position })),
    ),
  );
  await tx.execute(sql`
    insert into product_colors (product_id, name, swatch, position)
    select "productId", name, swatch, position
    from json_to_recordset(${colors}::json) as wanted ("productId" text, name text, swatch text, position int)
    on conflict (product_id, name) do update set swatch = excluded.swatch, position = excluded.position, retired_at = null
    where (product_colors.swatch, product_colors.position, product_colors.retired_at)
      is distinct from (excluded.swatch, excluded.position, null)`);
  await tx.execute(sql`
    update product_colors set retired_at = now()
    where product_id in (select json_array_elements_text(${ids}::json)) and retired_at is null and (product_id, name) not in
      (select "productId", name from json_to_recordset(${colors}::json) as wanted ("productId" text, name text))`);
  await tx.execute(sql`
    insert into variants (product_id, size, color, stock, position)
    select "productId", size, color, 0, position
    from json_to_recordset(${variants}::json) as wanted ("productId" text, size text, color text, position int)
    on conflict (product_id, size, color) do update set position = excluded.position, retired_at = null
    where (variants.position, variants.retired_at) is distinct from (excluded.position, null)`);
  await tx.execute(sql`
    update variants set retired_at = now()
    where product_id in (select json_array_elements_text(${ids}::json)) and retired_at is null and (product_id, size, color) not in
      (select "productId", size, color from json_to_recordset(${variants}::json) as wanted ("productId" text, size text, color text))`);
}
