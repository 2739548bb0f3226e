import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import type { Database } from "~/platform/database.server";
import { openTestShop } from "~/testing/test-shop.server";
import { addManyProducts, addManyProductsInBulk } from "./many-products";

const { db, ownerUrl } = await openTestShop();
const owner = new pg.Client({ connectionString: ownerUrl });
await owner.connect();
afterAll(() => owner.end());

const MADE = sql`select
  count(*)::int as products,
  (count(*) filter (where published_status = 'draft'))::int as drafts,
  count(distinct category_id)::int as categories,
  (count(*) filter (where not exists (select from variants where product_id = products.id)))::int as unsold
  from products where position >= 1000000`;

/** SQL of all rows of products and of the tables derived from them, without generated ids and times. */
const ROWS = `
  select 'products' as of, count(*), md5(string_agg(row::text, ',' order by row::text)) as rows from products row
  union all select 'colors', count(*), md5(string_agg(row::text, ',' order by row::text)) from product_colors row
  union all select 'variants', count(*), md5(string_agg(row::text, ',' order by row::text)) from (select to_jsonb(variants) - 'id' from variants) row
  union all select 'movements', count(*), md5(string_agg(row::text, ',' order by row::text))
    from (select product_id, size, color, quantity, cause, reference, actor from stock_movements join variants on variants.id = variant_id) row
  union all select 'listed', count(*), md5(string_agg(row::text, ',' order by row::text)) from listed_products row
  union all select 'counts', count(*), md5(string_agg(row::text, ',' order by row::text)) from listing_counts row
  union all select 'names', count(*), md5(string_agg(row::text, ',' order by row::text)) from search_names row
  union all select 'documents', count(*), md5(string_agg(row::text, ',' order by row::text)) from search_documents row
  union all select 'words', count(*), md5(string_agg(row::text, ',' order by row::text)) from search_words row
  union all select 'goods', count(*), md5(string_agg(row::text, ',' order by row::text)) from goods_search row
  order by 1`;

/** Definitions of indexes, constraints and triggers, and whether triggers are switched on. */
const MAKE = `
  select pg_get_indexdef(indexrelid) as is from pg_index join pg_class on oid = indrelid where relnamespace = 'public'::regnamespace
  union all select conrelid::regclass || ' ' || conname || ' ' || convalidated || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select tgenabled::text || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  order by 1`;

/** Adds products in a transaction, reads them with `look`, and rolls back. */
const seen = async <Seen>(count: number, look: (tx: Pick<Database, "execute">) => Promise<Seen>) => {
  let found: Seen | undefined;
  const undone = new Error("Undone.");
  await db
    .transaction(async (tx) => {
      await addManyProducts(onlyRaw(tx), count);
      found = await look(tx);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return found;
};

const rowsOf = async (tx: Pick<Database, "execute">) => (await tx.execute(sql.raw(ROWS))).rows;

/** Wraps a transaction as a plain connection; query values can only be numbers. */
const onlyRaw = (tx: Pick<Database, "execute">) => ({
  query: (statement: string, values: unknown[] = []) =>
    tx.execute(sql.raw(statement.replace(/\$(\d)/g, (_, place: string) => String(Number(values[Number(place) - 1]))))),
});

test("bulk insertion that fails half-way leaves all rows, indexes, keys and triggers as before", async () => {
  const make = (await owner.query(MAKE)).rows;
  const rows = await rowsOf(db);
  const broken = {
    query: (statement: string, values?: unknown[]) =>
      statement.includes("list_products(") ? owner.query("select 1 / 0") : owner.query(statement, values),
  };
  await expect(addManyProductsInBulk(broken, 500)).rejects.toThrow("division by zero");
  expect([(await owner.query(MAKE)).rows, await rowsOf(db)]).toEqual([make, rows]);
});

test("bulk insertion waits for a transaction that reads the tables in another order, without a deadlock", async () => {
  const reader = new pg.Client({ connectionString: ownerUrl });
  await reader.connect();
  try {
    await reader.query("begin; select from variants limit 1");
    const broken = {
      query: (statement: string, values?: unknown[]) =>
        statement.includes("list_products(") ? owner.query("select 1 / 0") : owner.query(statement, values),
    };
    const adding = addManyProductsInBulk(broken, 1).catch((error: unknown) => error);
    await expect
      .poll(async () => (await db.execute(sql`select from pg_locks where not granted`)).rows.length, { interval: 20 })
      .toBeGreaterThan(0);
    await reader.query("select from products limit 1; commit");
    expect(await adding).toMatchObject({ message: "division by zero" });
  } finally {
    await reader.end();
  }
});

test("2,000 products, in many categories and each with its variants, become the same rows whether added one by one or in bulk", async () => {
  const make = (await owner.query(MAKE)).rows;
  const oneByOne = await seen(2000, rowsOf);
  await addManyProductsInBulk(owner, 2000);
  expect(await rowsOf(db)).toEqual(oneByOne);
  expect((await owner.query(MAKE)).rows).toEqual(make);
  const [made] = (await db.execute(MADE)).rows;
  expect(made).toMatchObject({ products: 2000, drafts: 40, unsold: 0 });
  expect(made?.["categories"]).toBeGreaterThan(20);
});
