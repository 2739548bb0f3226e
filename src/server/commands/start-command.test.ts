import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, expect, inject, test, vi } from "vitest";
import { inventSamples } from "~/demo/samples.server";
import { seedDemoShop } from "~/demo/seed.server";
import { connect } from "~/platform/database.server";
import { readEnv } from "~/platform/env.server";
import { openPictureStore } from "~/platform/picture-store.server";
import { defaultSettings } from "~/shop/settings";
import { allRows } from "~/testing/all-rows.server";
import { emptyDatabase } from "~/testing/empty-database";
import { killedBeforeCommit } from "~/testing/killed-before-commit.server";
import { runShopCommand } from "./shop-commands";

const { url, ownerUrl } = emptyDatabase("start_command");
const folder = await mkdtemp(join(tmpdir(), "start-command-"));
const argv = process.argv;
const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
afterEach(() => {
  process.argv = argv;
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the command; returns its exit code, and the text that it printed. */
async function run(...words: string[]): Promise<{ code: number; text: string }> {
  process.argv = ["node", "index.js", "start-for-real", ...words];
  printed.mockClear();
  const env = readEnv({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: folder });
  const code = (await runShopCommand(env, ["start-for-real", ...words])) ?? 0;
  return { code, text: printed.mock.calls.map(([line]) => String(line)).join("") };
}

/** Starts the command in a child process. */
function processOf(...words: string[]) {
  const program = `
    import { runnerImport } from "vite";
    const options = { configFile: false, logLevel: "error", resolve: { alias: { "~": process.cwd() + "/src" } } };
    const load = async (file) => (await runnerImport(file, options)).module;
    const { readEnv } = await load("/src/platform/env.server.ts");
    const { runStart } = await load("/src/server/commands/start-command.ts");
    process.argv = ["node", "index.js", "start-for-real", ...JSON.parse(process.argv[1])];
    await runStart(readEnv());`;
  return spawn(process.execPath, ["--input-type=module", "-e", program, JSON.stringify(words)], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: folder },
  });
}

test("a process killed after clearing and before the commit leaves all rows, and only the copy remains", async () => {
  const { db, close } = connect(url, { max: 2 });
  const owner = connect(ownerUrl, { max: 1 });
  try {
    await seedDemoShop(db, openPictureStore(inject("databasePictures")));
    await inventSamples(db, defaultSettings);
    const before = await allRows(db);
    await killedBeforeCommit({ db }, owner, () => processOf("--name", "Iron Mesa"));
    expect(await allRows(db)).toEqual(before);
    expect(await readdir(join(folder, "copies"))).toHaveLength(2);
    await rm(join(folder, "copies"), { recursive: true });
  } finally {
    await Promise.all([close(), owner.close()]);
  }
});

test("the command prints what would be deleted, requires the shop's name, deletes, names the copy, and then reports nothing left to delete", async () => {
  const { db, close } = connect(url, { max: 2 });
  try {
    expect(await run()).toEqual({
      code: 1,
      text: expect.stringMatching(/would go:\n {2}66 demo products\n {2}\d+ invented orders/),
    });
    expect(await run("--name", "Other")).toMatchObject({ code: 1, text: expect.stringContaining("Iron Mesa") });
    expect(await db.execute(sql`select 1 from products where kind = 'goods'`)).toMatchObject({ rowCount: 66 });

    const { code, text } = await run("--name", "iron mesa");
    expect(code).toBe(0);
    const files = await readdir(join(folder, "copies"));
    expect(files).toHaveLength(2);
    for (const file of files) expect(text).toContain(file);
    expect(await db.execute(sql`select 1 from products where kind = 'goods'`)).toMatchObject({ rowCount: 0 });
    const { rows } = await db.execute(sql`select distinct member_id, kind from audit where kind = 'start-for-real'`);
    expect(rows).toEqual([{ member_id: null, kind: "start-for-real" }]);
    expect(await run()).toEqual({ code: 1, text: "There is nothing to clear.\n" });
    expect((await run("--name", "Iron Mesa")).text).toContain("nothing left to clear");
  } finally {
    await close();
  }
});
