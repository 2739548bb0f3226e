import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { readEnv } from "~/platform/env.server";
import { openToServe } from "./open-database";
import { runShopCommand } from "./commands/shop-commands";
import { startFailureWords } from "./start-failure-words";

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** A folder in which nobody can write, not even root: systems refuse to create anything in /sys. */
const unwritable = "/sys/iron-mesa";

test("a data folder that cannot be written gets one line at the start and from every command", async () => {
  const env = readEnv({ DATA_DIR: unwritable, PORT: "0" });
  const line = /^\/sys\/iron-mesa cannot be written.*DATA_DIR.*$/;
  expect(startFailureWords(await failureOf(openToServe(env)))).toMatch(line);
  const argv = process.argv;
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  for (const words of [
    ["owner-link"],
    ["owner-recover", "owner@example.com"],
    ["orders", "list"],
    ...["migrate", "reset", "stock", "figures", "shell"].map((action) => ["db", action]),
    ["import-products", "package.json"],
    ["take-back", "1"],
    ["export-products", "products.csv"],
    ["export", "content.json"],
    ["import", "content.json"],
    ["backup"],
    ["backup", "--test"],
    ["restore", "package.json"],
    ["resume"],
    ["upgrade-database"],
    ["start-for-real"],
  ]) {
    process.argv = ["node", "index.js", ...words];
    const text = startFailureWords(await failureOf(runShopCommand(env, words)));
    expect([words.join(" "), text]).toEqual([words.join(" "), expect.stringMatching(line)]);
  }
  process.argv = argv;
  vi.restoreAllMocks();
});

test("a read-only disk gets one line", () => {
  const error = Object.assign(new Error("EROFS: read-only file system, open '/data/secret-key'"), {
    code: "EROFS",
    syscall: "open",
    path: "/data/secret-key",
  });
  expect(startFailureWords(error)).toMatch(/^\/data\/secret-key cannot be written: its disk is read-only\. .*$/);
});

test("a full disk of the shop or of its database gets one line without the statement", async () => {
  const full = await failureOf(writeFile("/dev/full", "a shop"));
  expect(startFailureWords(full)).toMatch(/^The disk is full\. .*$/);
  const query = "insert into orders (email) values ($1)";
  const refused = Object.assign(new pg.DatabaseError("could not extend file", 1, "error"), { code: "53100" });
  const text = startFailureWords(new DrizzleQueryError(query, ["jo@example.com"], refused));
  expect(text).toMatch(/^The disk is full\. .*$/);
  expect(text).not.toContain("insert");
});

test("any other error keeps its stack, which tells where it happened", () => {
  expect(startFailureWords(new TypeError("total is undefined"))).toBeUndefined();
  expect(
    startFailureWords(Object.assign(new Error("ENOENT"), { code: "ENOENT", path: join("a", "b") })),
  ).toBeUndefined();
});
