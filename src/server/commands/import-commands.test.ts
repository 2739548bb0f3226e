import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { connect, type Database } from "~/platform/database.server";
import { readEnv } from "~/platform/env.server";
import { emptyDatabase } from "~/testing/empty-database";
import { killedBeforeCommit } from "~/testing/killed-before-commit.server";
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

/** Runs a command; returns its exit code, and the text that it printed. */
async function run(...words: string[]): Promise<{ code: number; text: string }> {
  process.argv = ["node", "index.js", ...words];
  const env = readEnv({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: folder });
  const code = (await runShopCommand(env, words)) ?? 0;
  const text = printed.mock.calls.map(([line]) => String(line)).join("");
  printed.mockClear();
  return { code, text };
}

test("a file of goods is tried, imported without its bad rows, exported and taken back", async () => {
  const file = join(folder, "goods.csv");
  await writeFile(
    file,
    shopifyExport({ products: 12, variants: 4, withFaults: true, picture: "https://cdn.example/all.jpg" }),
  );
  const picture = sharp({ create: { width: 40, height: 50, channels: 3, background: "#884422" } }).jpeg();
  await writeFile(join(folder, "all.jpg"), await picture.toBuffer());

  const tried = await run("import-products", file, "--dry-run");
  expect(tried.code).toBe(1);
  expect(tried.text).toContain("7 to mend");
  expect(tried.text).toMatch(/Row \d+ \(.*\), Price: write cents with a point: 12\.50/);
  expect((await run("import-products", file)).code).toBe(1);

  expect(tried.text).toMatch(/New: Café Racer Jacket 1, \$110\.00, on sale \$90\.00, .*0 of 1 pictures, as a draft/);
  const done = await run("import-products", file, "--skip-bad", "--pictures", folder);
  expect(done.code).toBe(0);
  expect(done.text).toContain("1 pictures taken");
  const number = /Import (\d+) is in: 41 rows new/.exec(done.text)?.[1] ?? "";

  const out = join(folder, "out.csv");
  expect((await run("export-products", out)).code).toBe(0);
  expect(await readFile(out, "utf8")).toContain("Café Racer Jacket 1");
  expect((await run("import-products", out)).text).toMatch(
    /0 new, 0 changed, \d+ the same, 0 to mend[^]*Everything in it is as it is in the shop/,
  );

  expect(await run("take-back", number)).toMatchObject({ code: 0 });
  expect(await run("take-back", number)).toMatchObject({ code: 1, text: expect.stringContaining("taken back before") });
});

test("a file of bad rows alone changes nothing and waits as an import; rows left out are not reported as being in the shop", async () => {
  const file = join(folder, "bad.csv");
  const bad = Array.from({ length: 201 }, (_, number) => `bad-${number},Bad ${number},none`);
  await writeFile(file, ["Handle,Name,Price", ...bad].join("\n"));
  const all = await run("import-products", file, "--skip-bad");
  expect(all.code).toBe(1);
  expect(all.text).toMatch(/Nothing has changed: none of its rows can be taken\. Import \d+ waits in the workshop\./);
  expect(all.text).not.toContain("as it is in the shop");

  const good = Array.from({ length: 202 }, (_, number) => `good-${number},Good ${number},10.00`);
  await writeFile(file, ["Handle,Name,Price", ...bad, ...good].join("\n"));
  const some = await run("import-products", file, "--skip-bad");
  expect(some.code).toBe(0);
  expect(some.text).toMatch(
    /Row 201 [^\n]+\n {2}… and 1 more to mend\n {2}New: Good 0,[^]+New: Good 199,[^\n]+\n {2}… and 2 more products\n/,
  );

  const again = await run("import-products", file, "--skip-bad");
  expect(again.code).toBe(0);
  expect(again.text).toContain(
    "201 rows are left out; the others are as they are in the shop: there is nothing to import.",
  );
});

test("a value that changed after the import is not taken back; its current and former value are printed", async () => {
  const file = join(folder, "prices.csv");
  await writeFile(file, "Handle,Name,Price\nlate-cap,Late Cap,20.00\n");
  expect((await run("import-products", file)).text).toContain("New: Late Cap, $20.00");
  await writeFile(file, "Handle,Name,Price\nlate-cap,Late Cap,24.00\n");
  const [, number = ""] = /Import (\d+) is in/.exec((await run("import-products", file)).text) ?? [];
  const { db, close } = connect(url, { max: 1 });
  try {
    await db.execute(sql`update products set price_cents = 3100 where handle = 'late-cap'`);
    const asked = await run("take-back", number);
    expect(asked.text).toContain("Late Cap, Price: is $31.00 now, would be $20.00");
    expect(asked.code).toBe(1);
    const { rows } = await db.execute(sql`select price_cents from products where handle = 'late-cap'`);
    expect(rows).toEqual([{ price_cents: 3100 }]);
  } finally {
    await close();
  }
});

/** Starts the command in a child process. */
function processOf(...words: string[]) {
  const program = `
    import { fileURLToPath } from "node:url";
    import { runnerImport } from "vite";
    const options = { configFile: false, logLevel: "error", resolve: { alias: { "~": process.cwd() + "/src" } } };
    const load = async (file) => (await runnerImport(file, options)).module;
    const { readEnv } = await load("/src/platform/env.server.ts");
    const { importProducts } = await load("/src/server/commands/import-commands.ts");
    process.argv = ["node", "index.js", ...JSON.parse(process.argv[1])];
    await importProducts(readEnv());`;
  return spawn(process.execPath, ["--input-type=module", "-e", program, JSON.stringify(words)], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: folder },
  });
}

/** Counts the rows of the tables that an import writes. */
const goods = async (db: Database): Promise<unknown> =>
  (
    await db.execute(sql`select (select count(*) from products)::int as products, (select count(*) from variants)::int as variants,
      (select count(*) from stock_movements)::int as movements, (select count(*) from audit)::int as changes`)
  ).rows[0];

test("an import whose process is killed half-way leaves no changes; the next import reports it and succeeds", async () => {
  const file = join(folder, "killed.csv");
  await writeFile(file, shopifyExport({ products: 5, variants: 3, picture: "https://cdn.example/all.jpg" }));
  const { db, close } = connect(url, { max: 2 });
  const owner = connect(ownerUrl, { max: 1 });
  try {
    const before = await goods(db);
    await killedBeforeCommit({ db }, owner, () => processOf("import-products", file, "--stock"));
    expect(await goods(db)).toEqual(before);

    const again = await run("import-products", file, "--stock");
    expect(again.text).toMatch(/Import \d+ of killed\.csv was read, and nothing of it is in the shop/);
    const [, added, changed] = /Import \d+ is in: (\d+) rows? new, (\d+) changed, 0 left out/.exec(again.text) ?? [];
    expect(Number(added) + Number(changed)).toBe(15);
    expect(again.code).toBe(0);
  } finally {
    await Promise.all([close(), owner.close()]);
  }
});

test("a new variant that the file counts without a quantity gets 0 pieces, or is not counted with --without-quantity uncounted", async () => {
  const file = join(folder, "untold.csv");
  const rows = (handle: string) =>
    writeFile(file, `Title,URL handle,Price,Inventory tracker\n${handle},${handle},20.00,shopify\n`);
  await rows("untold-cap");
  const taken = await run("import-products", file);
  expect(taken.text).toContain("1 new variant is counted in the file without a quantity: taken as 0");
  expect(taken.text).toContain("New: untold-cap, $20.00, 0 pieces");
  await rows("untold-belt");
  const free = await run("import-products", file, "--without-quantity", "uncounted");
  expect(free.text).toContain("New: untold-belt, $20.00, no limit");
  await expect(run("import-products", file, "--without-quantity", "many")).rejects.toThrow("--without-quantity");
  const { db, close } = connect(url, { max: 1 });
  try {
    const { rows: levels } = await db.execute(sql`
      select handle, stock from variants join products on products.id = product_id where handle like 'untold-%' order by handle`);
    expect(levels).toEqual([
      { handle: "untold-belt", stock: null },
      { handle: "untold-cap", stock: 0 },
    ]);
  } finally {
    await close();
  }
});

test("import-products and take-back have help of their own; a missing file, an empty file and a wrong number get a message", async () => {
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
