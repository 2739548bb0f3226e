import { randomBytes } from "node:crypto";
import { getTableColumns, inArray, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { inPortions } from "~/platform/portions";
import { assignments, namesOf, recordset, selected, valuesOrDefaults } from "~/platform/row-sql.server";
import type { RecordChange, RecordKind } from "~/shop/audit/record-kind.server";
import { productColors, products } from "../catalog.tables";
import { productColumns, variantColumns } from "../field-columns.tables";
import { editedNames, picked, productFields, variantFields } from "../product-fields";
import { allChoices, writeAllChoices } from "./colors-and-variants-in-bulk.server";
import { Choices } from "./colors-and-variants";
import { lockGoods } from "./lock-goods.server";
import type { NewGoods } from "./goods-to-create.server";
import { refuseGiftCardFields, refuseGiftCardVariants } from "./refuse-gift-card.server";
import { requireOffered } from "./require-offered.server";
import { requireOwnFields } from "./publish-check.server";

type Many = NonNullable<RecordKind["many"]>;

/** Maximum number of products that one statement reads or writes. */
const ROWS_AT_ONCE = 500;

/** Columns of the fields that members edit. */
const OF_PRODUCT = picked(productColumns, editedNames(productFields));
const OF_VARIANT = picked(variantColumns, editedNames(variantFields));
/** Columns that an insert has besides. */
const MADE_PRODUCT = { ...picked(productColumns, ["id", "handle", "images", "position"]), ...OF_PRODUCT };
const MADE_COLOR = picked(getTableColumns(productColors), ["productId", "name", "swatch", "images", "position"]);
const MADE_VARIANT = {
  ...picked(variantColumns, ["productId", "size", "color", "image", "stock", "position"]),
  ...OF_VARIANT,
};

/** Rows of JSON as a table `now` with columns by property. */
const rowsAs = (rows: object[], columns: Parameters<typeof recordset>[0]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as now (${recordset(columns)})`;

/** Reads and writes many products at once; they are locked in the order of their ids. */
export const manyProducts = (fields: string[]): Many => ({
  async read(tx, ids) {
    await lockGoods(tx, { productIds: ids });
    const found = new Map<string, { version: number; values: Record<string, unknown> }>();
    const choices = await allChoices(tx, ids);
    for (const some of inPortions(ids, ROWS_AT_ONCE)) {
      const rows = await tx.select().from(products).where(inArray(products.id, some));
      for (const row of rows) {
        const values: Record<string, unknown> = {
          ...row,
          publishAt: row.publishAt?.toISOString() ?? null,
          putAwayAt: row.putAwayAt?.toISOString() ?? null,
          choices: choices.get(row.id) ?? { colors: [], pairs: [] },
        };
        found.set(row.id, {
          version: row.version,
          values: Object.fromEntries(fields.map((field) => [field, values[field]])),
        });
      }
    }
    return found;
  },
  async write(tx, records) {
    await refuseGiftCardFields(tx, records);
    await requireOffered(tx, ...records.map(({ changes }) => changes));
    await requireOwnFields(tx, records);
    const versions = await writtenProducts(tx, records);
    const chosen = records.filter(({ changes }) => changes.choices !== undefined);
    await writeAllChoices(
      tx,
      chosen.map(({ id, changes }) => ({ productId: id, choices: Choices.parse(changes.choices) })),
    );
    return versions;
  },
});

async function writtenProducts(tx: Transaction, records: RecordChange[]): Promise<Map<string, number>> {
  const versions = new Map<string, number>();
  for (const some of inPortions(records, ROWS_AT_ONCE)) {
    const rows = some.map(({ id, version, current, changes }) => ({
      ...current,
      ...changes,
      id,
      version,
      choices: undefined,
    }));
    const { rows: written } = await tx.execute<{ id: string; version: number }>(sql`
      update products set ${assignments(OF_PRODUCT)}, version = products.version + 1
      from ${rowsAs(rows, { ...OF_PRODUCT, ...picked(productColumns, ["id", "version"]) })}
      where products.id = now.id and products.version = now.version returning products.id, products.version`);
    for (const { id, version } of written) versions.set(id, version);
  }
  return versions;
}

/** Reads and writes many variants at once. */
export const manyVariants: Many = {
  async read(tx, ids) {
    const numbers = ids.filter((id) => /^\d{1,9}$/.test(id)).map(Number);
    await lockGoods(tx, { variantIds: numbers });
    const { rows } = await tx.execute<Record<string, unknown> & { id: number; version: number }>(sql`
      select id, version, ${selected(OF_VARIANT)} from variants
      where id in (select value::int from jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb) as value)`);
    return new Map(rows.map(({ id, version, ...values }) => [String(id), { version, values }]));
  },
  async write(tx, records) {
    await refuseGiftCardVariants(
      tx,
      records.map(({ id }) => Number(id)),
    );
    const versions = new Map<string, number>();
    for (const some of inPortions(records, 2000)) {
      const rows = some.map(({ id, version, current, changes }) => ({
        ...current,
        ...changes,
        id: Number(id),
        version,
      }));
      const { rows: written } = await tx.execute<{ id: number; version: number }>(sql`
        update variants set ${assignments(OF_VARIANT)}, version = variants.version + 1
        from ${rowsAs(rows, { ...OF_VARIANT, ...picked(variantColumns, ["id", "version"]) })}
        where variants.id = now.id and variants.version = now.version returning variants.id, variants.version`);
      for (const { id, version } of written) versions.set(String(id), version);
    }
    return versions;
  },
};

/**
 * Creates products with colors and variants in the last positions of the merchant's order; returns their ids in the given order.
 */
export async function createGoods(tx: Transaction, all: NewGoods[]): Promise<string[]> {
  const ids: string[] = [];
  const { rows } = await tx.execute<{ last: number }>(sql`select coalesce(max(position), 0) as last from products`);
  let position = rows[0]?.last ?? 0;
  for (const some of inPortions(all, ROWS_AT_ONCE)) {
    const made = some.map((goods) => ({ ...goods, id: randomBytes(12).toString("hex"), position: (position += 1) }));
    await insertGoods(tx, made);
    ids.push(...made.map(({ id }) => id));
  }
  return ids;
}

/** Inserts products with one statement, because triggers need to see complete products. */
async function insertGoods(tx: Transaction, made: (NewGoods & { id: string; position: number })[]): Promise<void> {
  const rows = made.map(({ values, colors: _, variants: __, ...goods }) => ({ ...values, ...goods }));
  const colors = made.flatMap(({ id, colors: own }) =>
    own.map((color, place) => ({ ...color, productId: id, position: place })),
  );
  const variants = made.flatMap(({ id, variants: own }) => own.map((variant) => ({ ...variant, productId: id })));
  await tx.execute(sql`
    with made as (
      insert into products (${namesOf(MADE_PRODUCT)})
      select ${valuesOrDefaults(MADE_PRODUCT)} from ${rowsAs(rows, MADE_PRODUCT)}),
    colored as (
      insert into product_colors (${namesOf(MADE_COLOR)})
      select ${valuesOrDefaults(MADE_COLOR)} from ${rowsAs(colors, MADE_COLOR)})
    insert into variants (${namesOf(MADE_VARIANT)})
    select ${valuesOrDefaults(MADE_VARIANT)} from ${rowsAs(variants, MADE_VARIANT)}`);
}

/** Numbers of variants by product, size and color. */
export async function variantNumbers(tx: Transaction, productIds: string[]): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ id: number; product: string; size: string; color: string }>(sql`
    select id, product_id as product, size, color from variants
    where product_id in (select jsonb_array_elements_text(${JSON.stringify(productIds)}::jsonb))`);
  return new Map(rows.map(({ id, product, size, color }) => [variantKey(product, { size, color }), id]));
}

/** Key of a variant by product, size and color, for callers that do not know its number. */
export const variantKey = (productId: string, { size, color }: { size: string; color: string }): string =>
  `${productId}\n${size}\n${color}`;
