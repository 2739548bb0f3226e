import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Database } from "~/platform/database.server";
import { addManyProducts } from "./many-products";
import { openTestShop } from "~/testing/test-shop.server";

const { db } = await openTestShop();

const MADE = sql`select
  count(*)::int as products,
  (count(*) filter (where published_status = 'draft'))::int as drafts,
  count(distinct category_id)::int as categories,
  (count(*) filter (where not exists (select from variants where product_id = products.id)))::int as unsold,
  md5(string_agg(concat_ws('|', id, name, price_cents, sale_price_cents, created_at), ',' order by id)) as words,
  (select md5(string_agg(concat_ws('|', product_id, size, color, price_cents, stock), ',' order by product_id, size, color))
    from variants) as pairs
  from products where position >= 1000000`;

/** Adds products, looks at them, and takes them back. */
const made = async (count: number) => {
  let seen: Record<string, unknown> | undefined;
  const undone = new Error("Undone.");
  await db
    .transaction(async (tx) => {
      await addManyProducts(onlyRaw(tx), count);
      seen = (await tx.execute(MADE)).rows[0];
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return seen;
};

/** A transaction as a plain connection: numbers are the only values. */
const onlyRaw = (tx: Pick<Database, "execute">) => ({
  query: (statement: string, values: unknown[] = []) =>
    tx.execute(sql.raw(statement.replace(/\$(\d)/g, (_, place: string) => String(Number(values[Number(place) - 1]))))),
});

test("the same thousand products are made each time, in many categories, each with its pairs", async () => {
  const first = await made(1000);
  expect(first).toMatchObject({ products: 1000, drafts: 20, unsold: 0 });
  expect(first?.categories).toBeGreaterThan(20);
  expect(await made(1000)).toEqual(first);
});
