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
import { emptyDatabase } from "~/testing/empty-database";
import { runShopCommand } from "./shop-commands";

const { url, ownerUrl } = emptyDatabase("start_command");
const folder = await mkdtemp(join(tmpdir(), "start-command-"));
const argv = process.argv;
const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
afterEach(() => {
  process.argv = argv;
});
afterAll(() => rm(folder, { recursive: true }));

/** The exit code of the command, and what it printed. */
async function run(...words: string[]): Promise<{ code: number; text: string }> {
  process.argv = ["node", "index.js", "start-for-real", ...words];
  printed.mockClear();
  const env = readEnv({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: folder });
  const code = (await runShopCommand(env, ["start-for-real", ...words])) ?? 0;
  return { code, text: printed.mock.calls.map(([line]) => String(line)).join("") };
}

test("tells what would go, wants the shop's name, clears, names the copy, and says when nothing is left", async () => {
  const { db, close } = connect(url, { max: 2 });
  try {
    await seedDemoShop(db, openPictureStore(inject("databasePictures")));
    await inventSamples(db, defaultSettings);
    expect(await run()).toEqual({
      code: 1,
      text: expect.stringMatching(/would go:\n {2}66 demo products\n {2}\d+ invented orders/),
    });
    expect(await run("--name", "Other")).toMatchObject({ code: 1, text: expect.stringContaining("Iron Mesa") });
    expect(await db.execute(sql`select 1 from products`)).toMatchObject({ rowCount: 66 });

    const { code, text } = await run("--name", "iron mesa");
    expect(code).toBe(0);
    const files = await readdir(join(folder, "copies"));
    expect(files).toHaveLength(2);
    for (const file of files) expect(text).toContain(file);
    expect(await db.execute(sql`select 1 from products`)).toMatchObject({ rowCount: 0 });
    const { rows } = await db.execute(sql`select distinct member_id, kind from audit where kind = 'start-for-real'`);
    expect(rows).toEqual([{ member_id: null, kind: "start-for-real" }]);
    expect(await run()).toEqual({ code: 1, text: "There is nothing to clear.\n" });
    expect((await run("--name", "Iron Mesa")).text).toContain("nothing left to clear");
  } finally {
    await close();
  }
});
