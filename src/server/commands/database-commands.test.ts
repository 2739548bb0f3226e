import { spawn } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { readEnv } from "~/platform/env.server";
import { emptyDatabase } from "~/testing/empty-database";
import { runShopCommand } from "./shop-commands";

const addresses = emptyDatabase("database_commands");
const folder = await mkdtemp(join(tmpdir(), "database-commands-"));
const argv = process.argv;
const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
afterEach(() => {
  process.argv = argv;
  vi.unstubAllEnvs();
});
afterAll(() => rm(folder, { recursive: true }));

async function run(databaseUrl: string, ...words: string[]): Promise<string> {
  process.argv = ["node", "index.js", ...words];
  printed.mockClear();
  await runShopCommand(readEnv({ DATABASE_URL: databaseUrl, DATA_DIR: folder }), words);
  return printed.mock.calls.map(([line]) => String(line)).join("");
}

/** Writes a program of this name into a folder, which is then the only one where programs are looked for. */
async function onlyProgram(name: string, script: string): Promise<void> {
  const file = join(folder, name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  vi.stubEnv("PATH", folder);
}

test("the shell shows the database's address without its password, and gives psql the password apart from its arguments", async () => {
  const told = join(folder, "told");
  await onlyProgram("psql", `echo "$PGPASSWORD|$*" > ${told}`);
  const { password } = new URL(addresses.ownerUrl);
  expect(password).not.toBe("");
  const shown = addresses.ownerUrl.replace(`:${password}@`, "@");
  const asParameter = `${shown}${shown.includes("?") ? "&" : "?"}password=${password}`;
  for (const url of [addresses.ownerUrl, asParameter]) {
    expect(await run(url, "db", "shell")).toBe(`${shown}\n`);
    expect(await readFile(told, "utf8")).toBe(`${password}|${shown}\n`);
  }
});

test("the shell without psql reaches the database by the whole address, and shows none of its password", async () => {
  vi.stubEnv("PATH", folder);
  await rm(join(folder, "psql"), { force: true });
  const input = vi.spyOn(process, "stdin", "get").mockReturnValue(typed("select current_user as me;\n\\q\n"));
  const text = await run(addresses.ownerUrl, "db", "shell");
  input.mockRestore();
  const { username, password } = new URL(addresses.ownerUrl);
  expect(text).toMatch(new RegExp(`\\bme\\s+${username}\\b`));
  expect(text).not.toContain(`:${password}@`);
});

/** Standard input with this text. */
function typed(text: string): typeof process.stdin {
  const { stdout } = spawn(process.execPath, ["-e", `process.stdout.write(${JSON.stringify(text)})`]);
  return stdout as unknown as typeof process.stdin;
}

test("commands print by one function alone, which shows no password", async () => {
  const sources = (await readdir(import.meta.dirname)).filter((name) => !name.includes(".test.") && name !== "say.ts");
  const printing = [];
  for (const name of sources) {
    const text = await readFile(join(import.meta.dirname, name), "utf8");
    if (/stdout|stderr|console\./.test(text.replace(/output: process\.stdout|process\.stdout\.isTTY/g, "")))
      printing.push(name);
  }
  expect(sources.length).toBeGreaterThan(5);
  expect(printing).toEqual([]);
});
