import { getTableColumns, getTableName, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { PgTable } from "drizzle-orm/pg-core";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { contentTables } from "~/content/content-tables.server";
import { withoutPersonal } from "~/platform/log.server";
import { mark, markedAs, marksOf } from "~/platform/marks.tables";
import { openTestShop } from "~/testing/test-shop.server";
import { allTables } from "./all-tables.server";

/** Schemas whose tables have no marks, with the reason. */
const unmarkedSchemas: Record<string, string> = {
  pgboss: "Tables of the job queue's library. A backup contains only the open jobs; a restore enqueues them again.",
  drizzle: "Migrations that ran. A restore runs them again, up to the version in the file.",
};

const shop = await openTestShop();

const nameOf = (table: PgTable, key: string): string => {
  const column = getTableColumns(table)[key];
  return column?.keyAsName === false ? column.name : toSnakeCase(key);
};

test("every column of the database is marked as personal, content or technical", async () => {
  const { rows } = await shop.db.execute<{ column: string }>(sql`
    select c.relname || '.' || attname as "column" from pg_attribute join pg_class c on c.oid = attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and attnum > 0 and not attisdropped`);
  const marked = allTables.flatMap((table) =>
    (["personal", "content", "technical"] as const).flatMap((kind) =>
      markedAs(table, kind).map((key) => `${getTableName(table)}.${nameOf(table, key)}`),
    ),
  );
  expect(marked.length).toBeGreaterThan(500);
  expect(rows.map(({ column }) => column).toSorted()).toEqual(marked.toSorted());
});

test("schemas whose tables have no marks are all listed with a reason", async () => {
  const { rows } = await shop.db.execute<{ name: string }>(sql`
    select distinct nspname::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p') and nspname !~ '^pg_' and nspname not in ('public', 'information_schema')`);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(unmarkedSchemas).toSorted());
});

test("an unmarked column, one with two marks, and a mark without a column are refused", () => {
  const own = () => pgTable("own", { id: integer(), email: text() });
  const whose = { email: "email", copied: { as: "Own" } } as const;
  // @ts-expect-error: the compiler names the column.
  expect(() => mark(own(), { technical: "id" })).toThrow("one mark");
  // @ts-expect-error: the compiler names the mark.
  expect(() => mark(own(), { technical: "id", personal: { email: "emptied", phone: "emptied" }, whose })).toThrow(
    "one mark",
  );
  expect(() => mark(own(), { technical: "id email", personal: { email: "emptied" }, whose })).toThrow("one mark");
  const whole = own();
  mark(whole, { technical: "id", personal: { email: "emptied" }, whose });
  expect(markedAs(whole, "personal")).toEqual(["email"]);
});

test("a personal column does not compile without whose it is and whether its person's copy has it, or if it becomes null and may not", () => {
  const own = () => pgTable("own", { id: integer(), email: text().notNull() });
  const personal = { email: "emptied" } as const;
  // @ts-expect-error: whose the rows are is missing.
  const without = () => mark(own(), { technical: "id", personal });
  // @ts-expect-error: the table has no such column.
  const elsewhere = () => mark(own(), { technical: "id", personal, whose: { order: "number", copied: { as: "Own" } } });
  const whose = { email: "email", copied: { as: "Own" } } as const;
  // @ts-expect-error: the column is never null.
  const never = () => mark(own(), { technical: "id", personal: { email: "nulled" }, whose });
  // @ts-expect-error: whether a person's copy has the rows is missing.
  const uncopied = () => mark(own(), { technical: "id", personal, whose: { email: "email" } });
  const wrong = { email: "email", copied: { as: "Own", with: "id" } } as const;
  // @ts-expect-error: the copy names a column that is no content.
  const elsewhereCopied = () => mark(own(), { technical: "id", personal, whose: wrong });
  for (const refusedByTypes of [without, elsewhere, never, uncopied, elsewhereCopied])
    expect(refusedByTypes).not.toThrow();
});

test("the log hides every column that is marked as personal except those whose name it uses otherwise", () => {
  const personal = new Set(allTables.flatMap((table) => markedAs(table, "personal")));
  // Names of stored files, keys of jobs, paths of requests and reasons of failures may be logged.
  for (const name of ["file", "key", "memory", "path", "query", "reason"]) personal.delete(name);
  expect(personal).toContain("email");
  for (const name of personal) {
    const line = { order: "10000001", [name]: "Jo", rows: [{ [name]: "Jo" }] };
    expect(JSON.stringify(withoutPersonal(line))).not.toContain("Jo");
    expect(withoutPersonal(line)).toMatchObject({ order: "10000001" });
  }
});

test("the content file contains no personal columns except those of published questions and reviews", () => {
  const held = allTables.flatMap((table) => {
    const columns = contentTables.find(({ name }) => name === getTableName(table))?.columns ?? [];
    return markedAs(table, "personal")
      .filter((key) => columns.includes(nameOf(table, key)))
      .map((key) => `${getTableName(table)}.${key}`);
  });
  expect(held.toSorted()).toEqual([
    "questions.author",
    "questions.question",
    "reviews.author",
    "reviews.content",
    "reviews.title",
  ]);
});

test("tables in a backup have no foreign key to a table that backups leave out", async () => {
  const { rows } = await shop.db.execute<{ from: string; to: string }>(sql`
    select distinct f.relname as "from", t.relname as "to" from pg_constraint
      join pg_class f on f.oid = conrelid join pg_class t on t.oid = confrelid
    where contype = 'f' and f.relnamespace = 'public'::regnamespace`);
  const leftOut = allTables.filter((table) => marksOf(table)?.leftOut).map((table) => getTableName(table));
  expect(leftOut).toContain("member_sessions");
  expect(rows.filter(({ from, to }) => leftOut.includes(to) && !leftOut.includes(from))).toEqual([]);
});
