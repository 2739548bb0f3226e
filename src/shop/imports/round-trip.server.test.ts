import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, asc, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { memberAs } from "~/testing/members.server";
import { csvOf } from "~/testing/shopify-export";
import { savedBy, SPREADSHEETS } from "~/testing/spreadsheets";
import { strictCsv } from "~/testing/strict-csv";
import { openTestShop } from "~/testing/test-shop.server";
import { applyImport } from "./apply.server";
import { exportProducts } from "./export-products.server";
import { importById, readImport, settleImport } from "./imports.server";
import { clearedCells, endedSales, rowsOf } from "./rows.server";

const shop = await openTestShop();
const { db } = shop;
const dana = memberAs("owner", "Dana");
const folder = await mkdtemp(join(tmpdir(), "round-trip-test-"));
afterAll(() => rm(folder, { recursive: true }));

async function readIn(file: string | Uint8Array): Promise<number> {
  const path = join(folder, randomUUID());
  await writeFile(path, file);
  return readImport(shop, dana, { path, file: "goods.csv" });
}
async function exported(): Promise<string> {
  let text = "";
  for await (const piece of exportProducts(shop, dana)) text += piece;
  return text;
}
const wrongWith = async (id: number) =>
  (await rowsOf(db, id, { states: ["bad", "new", "changed"], most: 1000 })).map(({ row, name, problems, changes }) =>
    JSON.stringify([row, name, problems.filter(({ isNote }) => !isNote), changes]),
  );

/** Texts that spreadsheets read as numbers, dates or formulas, or that a careless CSV writer would break. */
const SKUS = [
  "00123",
  "0123456789012",
  "1e5",
  "1-2",
  "3/4",
  "'=1",
  "-5",
  "+1 970",
  "=cmd",
  "@x",
  "TRUE",
  "2026-01-02",
  "94.00",
];

beforeAll(async () => {
  const goods = await db.select().from(products).orderBy(asc(products.position)).limit(6);
  const [jacket, tee, boots, year, code, empty] = goods.map(({ id }) => id);
  const words = 'Line one\nline two, "quoted"\r\n\r\n\'=1\n- soft; and\ttabs\n';
  const set = (id: string | undefined, values: Partial<typeof products.$inferInsert>) =>
    db
      .update(products)
      .set(values)
      .where(eq(products.id, id ?? ""));
  await set(jacket, { description: words, details: ["=SUM(A1)", "'quoted", "1-2", "007"], sku: "007", handle: "007" });
  await set(tee, { handle: "94.50", name: "1977", fit: "true", materials: "Łódź wool → soft" });
  await set(year, { handle: "2024-05-01", name: "'77 Tee" });
  await set(code, { handle: "3-4", care: "10:30" });
  const jackets = await db
    .select()
    .from(variants)
    .where(and(eq(variants.productId, jacket ?? ""), isNull(variants.retiredAt)))
    .orderBy(asc(variants.position));
  for (const [place, sku] of SKUS.entries()) {
    const one = jackets[place % jackets.length];
    await db
      .update(variants)
      .set({ sku, shelf: SKUS[SKUS.length - 1 - place] ?? "" })
      .where(eq(variants.id, one?.id ?? 0));
  }
  const sizes = ["07", "1-2", "10.0", "5/6", "2E3", "TRUE"];
  const own = await db
    .select()
    .from(variants)
    .where(and(eq(variants.productId, boots ?? ""), isNull(variants.retiredAt)))
    .orderBy(asc(variants.position));
  for (const [place, size] of sizes.slice(0, own.length).entries())
    await db
      .update(variants)
      .set({ size, sku: SKUS[place] ?? "" })
      .where(eq(variants.id, own[place]?.id ?? 0));
  await db
    .update(variants)
    .set({ retiredAt: new Date() })
    .where(eq(variants.productId, empty ?? ""));
});

test("the unchanged export changes nothing", async () => {
  const id = await readIn(await exported());
  await settleImport(shop, dana, id, { takesStock: true });
  expect(await wrongWith(id)).toEqual([]);
});

describe("the export of all products changes nothing after a spreadsheet opened and saved it", () => {
  test.each(Object.keys(SPREADSHEETS))("%s", async (name) => {
    const id = await readIn(savedBy(name, await exported()));
    await settleImport(shop, dana, id, { takesStock: true });
    expect(await wrongWith(id)).toEqual([]);
    expect((await importById(db, id))?.counts).toMatchObject({ fresh: 0, changed: 0, bad: 0, products: 0 });
    expect([await endedSales(db, id, 1), await clearedCells(db, id, 1)]).toEqual([{ count: 0, names: [] }, []]);
  });
});

test("a text that a spreadsheet may have reformatted keeps its stored value, with a note", async () => {
  const id = await readIn(savedBy("Excel", await exported()));
  const notes = (await rowsOf(db, id, { states: ["same"], most: 2000 })).flatMap(({ problems }) => problems);
  expect(notes).toContainEqual({
    field: "sku",
    words: "says 123, which spreadsheets write for 00123, so 00123 stays; to change it, use the product's page",
    isNote: true,
  });
});

test("a text that a spreadsheet damaged beyond recognition is rejected with a message, for existing and for new products", async () => {
  const [row] = await db
    .select({ product: products, variant: variants })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(isNull(variants.retiredAt), eq(products.name, "Outlaw Leather Jacket")));
  const handle = row?.product.handle ?? row?.product.id ?? "";
  const id = await readIn(
    csvOf([
      ["Handle", "Name", "Color", "Size", "SKU", "Price"],
      [handle, "", row?.variant.color ?? "", row?.variant.size ?? "", "9.87654E+12", "10.00"],
      ["1.23E+12", "Nobody knows", "Black", "M", "A-1", "10.00"],
      ["new-tee", "New Tee", "Black", "2-Jan", "A-2", "10.00"],
    ]),
  );
  expect((await importById(db, id))?.counts).toMatchObject({ fresh: 0, changed: 0, bad: 3, products: 0 });
  expect((await rowsOf(db, id, { states: ["bad"], most: 9 })).map(({ problems }) => problems[0])).toEqual([
    { field: "sku", words: expect.stringMatching(/^a spreadsheet shortened a number to 9\.87654E\+12;/) },
    { field: "handle", words: expect.stringMatching(/^a spreadsheet shortened a number to 1\.23E\+12;/) },
    { field: "size", words: expect.stringMatching(/^a spreadsheet took a text for a day and wrote 2-Jan;/) },
  ]);
});

test("a shortened number that identifies a product is rejected with a message, since it may mean another product", async () => {
  const [product] = await db.select().from(products).where(eq(products.name, "Sprocket Tee"));
  await db
    .update(products)
    .set({ handle: "1234567890123" })
    .where(eq(products.id, product?.id ?? ""));
  const id = await readIn(savedBy("Excel", await exported()));
  expect((await importById(db, id))?.counts).toMatchObject({ fresh: 0, changed: 0, products: 0 });
  const bad = await rowsOf(db, id, { states: ["bad"], most: 99 });
  expect(new Set(bad.map(({ problems }) => problems[0]?.words))).toEqual(
    new Set(["a spreadsheet shortened a number to 1.23457E+12; type it in full, in a column formatted as text"]),
  );
  expect(await counts(savedBy("Google Sheets", await exported()))).toMatchObject({ fresh: 0, changed: 0, bad: 0 });
});
const counts = async (file: Uint8Array) => (await importById(db, await readIn(file)))?.counts;

test("a price and a text that a member changed in a spreadsheet are imported, and nothing else changes", async () => {
  const [headers = [], ...lines] = strictCsv(await exported());
  const place = (name: string) => headers.indexOf(name);
  const line = lines.find((cells) => cells[place("Handle")] === "94.50") ?? [];
  line[place("Price")] = "77";
  line[place("Care")] = "By hand,\nin the dark";
  const id = await readIn(
    savedBy("Excel", `${[headers, ...lines].map((row) => row.map(quoted).join(",")).join("\r\n")}\r\n`),
  );
  const changed = await rowsOf(db, id, { states: ["bad", "new", "changed"], most: 50 });
  expect(changed.flatMap(({ changes }) => changes.map(({ what, to }) => [what, to]))).toEqual([
    ["Price", "$77.00"],
    ["Care", "By hand,\nin the dark"],
  ]);
  await applyImport(shop, dana, { id });
  const [now] = await db.select().from(products).where(eq(products.handle, "94.50"));
  expect(now).toMatchObject({ name: "1977", care: "By hand,\nin the dark" });
});

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
