import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { getTableName, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { columnShapes } from "~/platform/json-column.tables";
import { questions } from "~/shop/reviews/reviews.tables";
import { openTestShop } from "~/testing/test-shop.server";
import { contentTables } from "./content-tables.server";
import { shapeComplaint } from "./row-shapes.server";

const shop = await openTestShop();

test("every JSON column of the database is declared with a schema", async () => {
  const files = (await readdir("src", { recursive: true })).filter((file) => file.endsWith(".tables.ts"));
  const modules = await Promise.all(files.map(async (file) => import(join(process.cwd(), "src", file)) as object));
  const tables = modules.flatMap((module) => Object.values(module).filter((value) => is(value, PgTable)));
  const declared = new Map(tables.map((table) => [getTableName(table), columnShapes(table)]));

  const { rows } = await shop.db.execute<{ table: string; column: string }>(sql`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type in ('json', 'jsonb')`);
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.filter(({ table, column }) => !declared.get(table)?.has(column))).toEqual([]);
});

test("the import validates the columns of every content table", () => {
  for (const { name, key } of contentTables)
    expect([name, shapeComplaint(name, { [key[0] ?? ""]: { no: "key" } })]).toEqual([name, expect.any(String)]);
});

test("a value that does not match its column's schema is never written", async () => {
  const answers = [{ id: "1", author: "", staff: true, date: "2026-11-01", content: "Yes." }];
  await expect(async () => shop.db.update(questions).set({ answers })).rejects.toThrow(z.ZodError);
  const [first] = await shop.db.select().from(questions).limit(1);
  expect(first?.answers).not.toEqual(answers);
});
