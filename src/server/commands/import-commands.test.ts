import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { readEnv } from "~/platform/env.server";
import { emptyDatabase } from "~/testing/empty-database";
import { shopifyExport } from "~/testing/shopify-export";
import { runShopCommand } from "./shop-commands";

const { url, ownerUrl } = emptyDatabase("import_commands");
const folder = await mkdtemp(join(tmpdir(), "import-commands-"));
const argv = process.argv;
const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
afterEach(() => {
  process.argv = argv;
  printed.mockClear();
});
afterAll(() => rm(folder, { recursive: true }));

/** The exit code of a command, and what it printed. */
async function run(...words: string[]): Promise<{ code: number; text: string }> {
  process.argv = ["node", "index.js", ...words];
  const env = readEnv({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: folder });
  const code = (await runShopCommand(env, words)) ?? 0;
  const text = printed.mock.calls.map(([line]) => String(line)).join("");
  printed.mockClear();
  return { code, text };
}

test("a file is tried, read in without its bad rows, taken out and taken back", async () => {
  const file = join(folder, "goods.csv");
  await writeFile(
    file,
    shopifyExport({ products: 12, pairs: 4, withFaults: true, picture: "https://cdn.example/all.jpg" }),
  );
  const picture = sharp({ create: { width: 40, height: 50, channels: 3, background: "#884422" } }).jpeg();
  await writeFile(join(folder, "all.jpg"), await picture.toBuffer());

  const tried = await run("import-products", file, "--dry-run");
  expect(tried.code).toBe(1);
  expect(tried.text).toContain("7 to mend");
  expect(tried.text).toMatch(/Row \d+ \(.*\), Price: write cents with a point: 12\.50/);
  expect((await run("import-products", file)).code).toBe(1);

  const done = await run("import-products", file, "--skip-bad", "--pictures", folder);
  expect(done.code).toBe(0);
  expect(done.text).toContain("1 pictures taken");
  const number = /Import (\d+) is in: 41 rows new/.exec(done.text)?.[1] ?? "";

  const out = join(folder, "out.csv");
  expect((await run("export-products", out)).code).toBe(0);
  expect(await readFile(out, "utf8")).toContain("Café Racer Jacket 1");
  expect((await run("import-products", out)).text).toMatch(/0 new, 0 changed, \d+ the same, 0 to mend/);

  expect(await run("take-back", number)).toMatchObject({ code: 0 });
  expect(await run("take-back", number)).toMatchObject({ code: 1, text: expect.stringContaining("taken back before") });
});

test("each has a help of its own; a file that is not there, or no table, is printed in words", async () => {
  expect((await run("import-products", "--help")).text).toContain("--skip-bad");
  expect((await run("take-back", "--help")).text).toContain("take-back <number>");
  await expect(run("import-products", join(folder, "none.csv"))).rejects.toThrow("There is no file");
  await expect(run("take-back", "one")).rejects.toThrow("take-back <number>");
  await writeFile(join(folder, "empty.csv"), "");
  expect(await run("import-products", join(folder, "empty.csv"))).toMatchObject({
    code: 1,
    text: "The file is empty.\n",
  });
});
