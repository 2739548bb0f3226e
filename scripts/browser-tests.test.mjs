import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Playwright runs the tests of a file at once, and the hooks of the file in each process that runs one of them. */
const HOOKS_OF_FILE = /^test\.(?:beforeAll|afterAll)\(/m;
const ONE_AFTER_THE_OTHER = /^test\.describe\.configure\(\{ mode: "(?:default|serial)" \}\);$/m;

/** Whether a hook of a whole browser test runs while other tests of its file do. */
const isAmongOthers = (text) => HOOKS_OF_FILE.test(text) && !ONE_AFTER_THE_OTHER.test(text);

/** Statements of a browser test that change or delete all rows of a table, also those of tests that run at once. */
const onAllRows = (text) =>
  (text.match(/(["'`])(?:delete from|update) [\w.]+(?: (?:\\.|(?!\1)[^\\])*)?\1/g) ?? []).filter(
    (statement) => !/\bwhere\b/.test(statement),
  );

const files = globSync("e2e/**/*.ts");

test("no hook of a browser test undoes what another test of its file needs", () => {
  expect(files.length).toBeGreaterThan(60);
  expect(files.filter((file) => isAmongOthers(readFileSync(file, "utf8")))).toEqual([]);
  const hook = 'test.afterAll(() => atTheDatabase("delete from reviews where id = 1"));\n';
  expect([isAmongOthers(hook), isAmongOthers(`test.describe.configure({ mode: "default" });\n${hook}`)]).toEqual([
    true,
    false,
  ]);
});

test("no browser test changes or deletes all rows of a table", () => {
  expect(files.flatMap((file) => onAllRows(readFileSync(file, "utf8")).map((found) => `${file}: ${found}`))).toEqual(
    [],
  );
  expect(onAllRows("atTheDatabase(`delete from offers`); ask('update orders set state = $1', [a])")).toHaveLength(2);
  expect(onAllRows("atTheDatabase(`delete from offers where id = 1`)")).toEqual([]);
});
