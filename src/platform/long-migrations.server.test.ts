import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { beforeEach, expect, inject, test } from "vitest";
import { emptyDatabase } from "~/testing/empty-database";
import { administer } from "~/testing/test-database";
import { runLongMigrations } from "./long-migrations.server";

const { ownerUrl } = emptyDatabase("long");
let folder: string;

const ask = (statement: string, address = ownerUrl): Promise<object[]> => administer(address, statement);

const write = (file: string, ...statements: string[]) =>
  writeFile(join(folder, file), statements.join("\n--> statement-breakpoint\n"));
const done = () => ask("select name from drizzle.long_migrations order by name");

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "long migrations "));
  await ask(`drop table if exists drizzle.long_migrations, rides;
    create table rides (id int primary key, miles int); insert into rides select generate_series(1, 1000)`);
  return () => rm(folder, { recursive: true });
});

const INDEX = "create index concurrently rides_by_miles on rides (miles)";
const BACKFILL = `--> steps
update rides set miles = 0 where id in (select id from rides where miles is null limit 100)`;

test("an index is built and a column is filled in steps, once, by one of several processes", async () => {
  await write("0001_miles.sql", BACKFILL, INDEX);
  await Promise.all([1, 2, 3].map(() => runLongMigrations(ownerUrl, { folder })));

  expect(await ask("select count(*)::int from rides where miles = 0")).toEqual([{ count: 1000 }]);
  expect(await ask("select indisvalid from pg_index where indexrelid = 'rides_by_miles'::regclass")).toEqual([
    { indisvalid: true },
  ]);
  expect(await done()).toEqual([{ name: "0001_miles.sql 1" }, { name: "0001_miles.sql 2" }]);
});

test("an index whose building was killed is built again", async () => {
  await write("0001_index.sql", INDEX);
  // An open transaction makes building the index wait, so that the builder can be killed meanwhile.
  const reader = new pg.Client({ connectionString: ownerUrl });
  await reader.connect();
  await reader.query("begin; update rides set miles = 1 where id = 1");
  const killed = runLongMigrations(ownerUrl, { folder });
  // Only builders in this database: other tests on the same server may be building indexes.
  const database = new URL(ownerUrl).pathname.slice(1);
  const makers = `pid from pg_stat_activity where datname = '${database}' and query like 'create index concurrently%' and pid <> pg_backend_pid()`;
  // The index is in the catalog only a moment after building has begun.
  await expect
    .poll(() => ask("select indisvalid from pg_index where indexrelid = to_regclass('rides_by_miles')"))
    .toEqual([{ indisvalid: false }]);
  expect(await ask(`select ${makers}`)).toHaveLength(1);
  await ask(`select pg_terminate_backend(pid) from (select ${makers}) as maker`, inject("databaseServer"));
  await reader.query("commit");
  await reader.end();

  // The migration notices the lost connection and continues on a new one.
  await killed;
  expect(await ask("select indisvalid from pg_index where indexrelid = 'rides_by_miles'::regclass")).toEqual([
    { indisvalid: true },
  ]);
});

test("an index that was built but not recorded is kept", async () => {
  await write("0001_index.sql", INDEX);
  await ask(INDEX);
  await runLongMigrations(ownerUrl, { folder });
  expect(await done()).toEqual([{ name: "0001_index.sql 1" }]);
});

test("a backfill that was stopped continues where it was", async () => {
  await write("0001_miles.sql", BACKFILL);
  const ending = new AbortController();
  const stopped = runLongMigrations(ownerUrl, { folder, signal: ending.signal });
  const filled = async () => (await ask("select count(*)::int from rides where miles = 0")) as { count: number }[];
  await expect.poll(async () => (await filled())[0]?.count, { interval: 1 }).toBeGreaterThan(0);
  ending.abort();
  await stopped;
  expect(await done()).toEqual([]);
  await ask("update rides set miles = 7 where miles = 0");

  await runLongMigrations(ownerUrl, { folder });
  expect(await ask("select count(*)::int from rides where miles is null")).toEqual([{ count: 0 }]);
  // Rows that the first run had filled were not written again.
  expect(await ask("select count(*) > 0 as kept from rides where miles = 7")).toEqual([{ kept: true }]);
});

test("a file that was changed after it had run is refused", async () => {
  await write("0001_index.sql", INDEX);
  await runLongMigrations(ownerUrl, { folder });
  await write("0001_index.sql", INDEX.replace("(miles)", "(id)"));

  await expect(runLongMigrations(ownerUrl, { folder })).rejects.toThrow("0001_index.sql 1 was changed");
});
