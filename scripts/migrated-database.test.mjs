import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runLongMigrations } from "~/platform/long-migrations.server";
import { connectAsOwner } from "~/platform/migrations.server";
import { emptyDatabase } from "~/testing/empty-database";
import { textsOfFiles } from "./sql-functions.mjs";

const { ownerUrl } = emptyDatabase("migrated");
let owner;
beforeAll(async () => {
  await runLongMigrations(ownerUrl);
  owner = await connectAsOwner(ownerUrl);
});
afterAll(() => owner.end());

/** Definitions of all functions of the schema of the shop, without those of extensions, by name. */
async function definitions() {
  const { rows } = await owner.query(`select proname as name, pg_get_functiondef(oid) as text from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
    order by 1, 2`);
  return rows;
}

test("a migrated database has exactly the functions of migrations/functions, one for each name", async () => {
  const inDatabase = (await definitions()).map(({ name }) => name);
  expect(inDatabase).toEqual([...textsOfFiles("migrations").keys()].toSorted());
});

test("each function of a migrated database is as its file says, with its settings; if not: npm run shop -- db generate", async () => {
  const before = await definitions();
  await owner.query("begin");
  try {
    for (const text of textsOfFiles("migrations").values()) await owner.query(text);
    const after = await definitions();
    expect(after).toEqual(before);
  } finally {
    await owner.query("rollback");
  }
});

test("the generator's one snapshot has the tables and columns of a migrated database, also after a merge of two migrations", async () => {
  const [name, ...others] = readdirSync("migrations/meta").filter((file) => file.endsWith("_snapshot.json"));
  expect(others).toEqual([]);
  const { tables } = JSON.parse(readFileSync(join("migrations/meta", name), "utf8"));
  const { rows } = await owner.query(`select table_name as "table", array_agg(column_name::text order by 1) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' group by 1 order by 1`);
  const sorted = (names) => names.toSorted();
  expect(
    Object.values(tables)
      .map(({ name: table, columns }) => ({ table, columns: sorted(Object.keys(columns)) }))
      .toSorted((a, b) => (a.table < b.table ? -1 : 1)),
  ).toEqual(rows.map(({ table, columns }) => ({ table, columns: sorted(columns) })));
});
