import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { generateMigration } from "./generate-migration.mjs";
import {
  changedFunctions,
  differingFunctions,
  textsOfFiles,
  textsOfMigrations,
  writeFunctionFiles,
} from "./sql-functions.mjs";

const double = (body) => `CREATE OR REPLACE FUNCTION double(of_number integer) RETURNS integer LANGUAGE sql AS $$
	SELECT ${body}
$$;
`;
const TRIPLE = `-- Three times as much.
CREATE OR REPLACE FUNCTION triple(of_number integer) RETURNS integer LANGUAGE sql AS $$
	SELECT double(of_number) + of_number
$$;
`;

let home;
let migrations;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "iron-mesa-generated-"));
});
afterAll(() => rm(home, { recursive: true }));

/** A folder with two migrations, of which the first defines `double`. */
beforeEach(async () => {
  migrations = await mkdtemp(join(home, "migrations-"));
  await Promise.all(["meta", "functions"].map((name) => mkdir(join(migrations, name))));
  await write("0000_first.sql", double("2 * of_number").replace("OR REPLACE ", ""));
  await write("0001_second.sql", 'CREATE TABLE "numbers" ();\n');
  await write("functions/double.sql", double("2 * of_number"));
  for (const number of ["0000", "0001"]) await write(`meta/${number}_snapshot.json`, "{}");
  await write("meta/_journal.json", JSON.stringify({ entries: [{ tag: "0000_first" }, { tag: "0001_second" }] }));
});

const write = (name, text) => writeFile(join(migrations, name), text);
const text = (name) => readFile(join(migrations, name), "utf8");
const snapshots = async () => (await readdir(join(migrations, "meta"))).filter((name) => name !== "_journal.json");

/** Runs `generateMigration` with a generator that writes files as drizzle-kit does, if `tables` differ or the migration is custom. */
async function generated(tables, options = {}) {
  const generate = async (words) => {
    const isCustom = words.includes("--custom");
    if (!isCustom && tables === "") return 0;
    const { entries } = JSON.parse(await text("meta/_journal.json"));
    await write("meta/_journal.json", JSON.stringify({ entries: [...entries, { tag: "0002_third" }] }));
    await write("meta/0002_snapshot.json", "{}");
    await write("0002_third.sql", isCustom ? "-- Custom SQL migration file, put your code below! --" : tables);
    return 0;
  };
  return generateMigration(migrations, { isCustom: false, generate, ...options });
}

test("without changes no migration is written, and the snapshots stay", async () => {
  expect(await generated("")).toEqual({ code: 0, functions: [] });
  expect(await snapshots()).toEqual(["0000_snapshot.json", "0001_snapshot.json"]);
});

test("a changed function is written whole into a migration of its own, and only the newest snapshot stays", async () => {
  await write("functions/double.sql", double("of_number + of_number"));
  expect(await generated("")).toMatchObject({ file: join(migrations, "0002_third.sql"), functions: ["double"] });
  expect(await text("0002_third.sql")).toBe(double("of_number + of_number"));
  expect(await snapshots()).toEqual(["0002_snapshot.json"]);
  expect(changedFunctions(migrations).size).toBe(0);
});

test("changed functions come after the changes of tables, and after those that they call", async () => {
  await write("functions/triple.sql", TRIPLE);
  await write("functions/double.sql", double("2 * of_number::bigint"));
  await write("functions/a_sum.sql", TRIPLE.replaceAll("triple", "a_sum").replace("double", "triple"));
  const { functions } = await generated('ALTER TABLE "numbers" ADD COLUMN "number" integer;');
  expect(functions).toEqual(["double", "triple", "a_sum"]);
  const parts = (await text("0002_third.sql")).split("--> statement-breakpoint\n");
  expect(parts.map((part) => part.split("\n")[0])).toEqual([
    'ALTER TABLE "numbers" ADD COLUMN "number" integer;',
    expect.stringContaining("FUNCTION double("),
    "-- Three times as much.",
    "-- Three times as much.",
  ]);
});

test("a changed comment, or an empty migration for SQL by hand, writes no function", async () => {
  await write("functions/double.sql", `-- Twice as much.\n${double("2 * of_number")}`);
  expect(await generated("")).toEqual({ code: 0, functions: [] });
  expect(await generated("", { isCustom: true })).toMatchObject({ functions: [] });
  expect(await text("0002_third.sql")).toContain("Custom SQL");
});

test("if the generator fails, its exit code is returned and nothing is written", async () => {
  await write("functions/double.sql", double("0"));
  expect(await generated("", { generate: async () => 3 })).toEqual({ code: 3, functions: [] });
  expect(await generated("", { generate: async () => 0 })).toEqual({ code: 1, functions: [] });
  expect(await readdir(migrations)).not.toContain("0002_third.sql");
});

test("a setting that a migration alters is part of the function; a dropped function is none", async () => {
  await write("0002_third.sql", "ALTER FUNCTION double(integer) SET plan_cache_mode = force_generic_plan;\n");
  expect(textsOfMigrations(migrations).get("double")).toContain(
    "LANGUAGE sql SET plan_cache_mode = force_generic_plan AS $$",
  );
  await write("0003_fourth.sql", "DROP FUNCTION double(integer);\n");
  expect(textsOfMigrations(migrations).size).toBe(0);
});

test("functions of a migration written by hand are taken over into their files, whose comments stay", async () => {
  await write("functions/double.sql", `-- Twice as much.\n${double("2 * of_number")}`);
  await write(
    "0002_third.sql",
    `-- As before, by a sum.\n${double("of_number + of_number")}--> statement-breakpoint\n${TRIPLE}`,
  );
  expect(differingFunctions(migrations)).toEqual(["double", "triple"]);
  writeFunctionFiles(migrations);
  expect(await text("functions/double.sql")).toBe(`-- Twice as much.\n${double("of_number + of_number")}`);
  expect(await text("functions/triple.sql")).toBe(TRIPLE);
  expect(differingFunctions(migrations)).toEqual([]);
});

test("a file has the function after which it is named", async () => {
  await write("functions/half.sql", double("2"));
  expect(() => textsOfFiles(migrations)).toThrow("half.sql does not begin with CREATE OR REPLACE FUNCTION half(");
});

test("nothing is left to generate: the shop's migrations have the functions of the files, word for word", () => {
  expect(differingFunctions("migrations")).toEqual([]);
});
