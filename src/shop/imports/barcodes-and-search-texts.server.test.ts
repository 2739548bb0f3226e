import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { recordKinds } from "~/back-office/record-kinds.server";
import { undo } from "~/shop/audit/undo.server";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { memberAs } from "~/testing/members.server";
import { csvOf } from "~/testing/shopify-export";
import { savedBy, SPREADSHEETS } from "~/testing/spreadsheets";
import { openTestShop } from "~/testing/test-shop.server";
import { applyImport } from "./apply.server";
import { exportProducts } from "./export-products.server";
import { importById, readImport } from "./imports.server";
import { rowsOf } from "./rows.server";

const shop = await openTestShop();
const { db } = shop;
const dana = memberAs("owner", "Dana");
const folder = await mkdtemp(join(tmpdir(), "barcodes-"));
afterAll(() => rm(folder, { recursive: true }));

async function readIn(csv: string | Uint8Array): Promise<number> {
  const path = join(folder, randomUUID());
  await writeFile(path, csv);
  return readImport(shop, dana, { path, file: "goods.csv" });
}
const counts = async (id: number) => (await importById(db, id))?.counts;
const notes = async (id: number) =>
  (await rowsOf(db, id, { states: ["new", "changed", "same", "bad"], most: 100 })).flatMap(({ row, problems }) =>
    problems.filter(({ field }) => field !== "status").map(({ field, words }) => [row, field, words]),
  );
const apply = async (id: number) => applyImport(shop, dana, { id });
const called = async (name: string) => {
  const [product] = await db.select().from(products).where(eq(products.name, name));
  if (!product) throw new Error(`no product is called ${name}`);
  const sold = await db.select().from(variants).where(eq(variants.productId, product.id)).orderBy(variants.id);
  return { ...product, barcodes: sold.map(({ barcode }) => barcode) };
};
async function exported(): Promise<string> {
  let text = "";
  for await (const piece of exportProducts(shop, dana)) text += piece;
  return text;
}

describe("Shopify's export", () => {
  const HEADS = ["Handle", "Title", "Body (HTML)", "Vendor", "Type", "Published", "Option1 Name", "Option1 Value"];
  HEADS.push("Variant SKU", "Variant Price", "Variant Barcode", "SEO Title", "SEO Description", "Status");
  const file = csvOf([
    HEADS,
    [
      "dust-tee",
      "Dust Tee",
      "<p>Soft.</p>",
      "Basin",
      "",
      "false",
      "Size",
      "S",
      "DT-S",
      "30.00",
      "4006381333931",
      "Dust Tee for riders",
      "Soft, heavy, made to be washed.",
      "draft",
    ],
    ["dust-tee", "", "", "", "", "", "", "M", "DT-M", "30.00", "'012345678905", "", "", ""],
    ["dust-tee", "", "", "", "", "", "", "L", "DT-L", "30.00", "12345678905", "", "", ""],
    ["dust-tee", "", "", "", "", "", "", "XL", "DT-XL", "30.00", "4.00638E+12", "", "", ""],
    ["dust-tee", "", "", "", "", "", "", "2XL", "DT-2XL", "30.00", "SHELF-7", "", "", ""],
    ["dust-tee", "", "", "", "", "", "", "3XL", "DT-3XL", "30.00", "4006381333932", "", "", ""],
  ]);

  test("imports search titles, descriptions and barcodes; a barcode that is no GTIN is kept, and a spoilt number is left out, each with a reason", async () => {
    const id = await readIn(file);
    expect(await counts(id)).toMatchObject({ fresh: 6, bad: 0 });
    expect(await notes(id)).toEqual([
      [4, "barcode", "is read as 012345678905: a spreadsheet left out the zero before it"],
      [
        5,
        "barcode",
        "a spreadsheet shortened a number to 4.00638E+12; type it in full, in a column formatted as text, so it is left out",
      ],
      [6, "barcode", "is kept, but is not for Google: a GTIN has digits only"],
      [7, "barcode", "is kept, but is not for Google: its last digit would be 1: look for a digit that is mistyped"],
    ]);
    await apply(id);
    expect(await called("Dust Tee")).toMatchObject({
      searchTitle: "Dust Tee for riders",
      searchWords: "Soft, heavy, made to be washed.",
      barcodes: ["4006381333931", "012345678905", "012345678905", "", "SHELF-7", "4006381333932"],
    });
    expect(await counts(await readIn(file))).toMatchObject({ same: 6 });
  });

  test("changes stored search titles and barcodes, and undo restores them", async () => {
    const id = await readIn(
      "Handle,Option1 Name,Option1 Value,Variant Barcode,SEO Title\ndust-tee,Size,S,96385074,Dust\n",
    );
    expect((await rowsOf(db, id, { states: ["changed"], most: 9 })).map(({ changes }) => changes)).toEqual([
      [
        { what: "Barcode", from: "4006381333931", to: "96385074" },
        { what: "Title in search results", from: "Dust Tee for riders", to: "Dust" },
      ],
    ]);
    const { act } = await apply(id);
    expect(await called("Dust Tee")).toMatchObject({ searchTitle: "Dust" });
    expect((await called("Dust Tee")).barcodes[0]).toBe("96385074");
    await undo(shop, dana, recordKinds, { of: { act }, submission: randomUUID() });
    expect((await called("Dust Tee")).barcodes[0]).toBe("4006381333931");
    expect(await called("Dust Tee")).toMatchObject({ searchTitle: "Dust Tee for riders" });
  });
});

test("a WooCommerce file's GTIN and search texts of plug-ins are imported; placeholders in them are left out with a reason", async () => {
  const heads = [
    "ID",
    "Type",
    "SKU",
    "GTIN, UPC, EAN, or ISBN",
    "Name",
    "Published",
    "In stock?",
    "Stock",
    "Regular price",
    "Parent",
  ];
  heads.push("Meta: _yoast_wpseo_title", "Meta: _yoast_wpseo_metadesc");
  const id = await readIn(
    csvOf([
      heads,
      ["31", "simple", "MUG", "4006381333931", "Camp Mug", "0", "1", "", "18", "", "Camp mug", "Enamel, 300 ml."],
      ["32", "simple", "CUP", "", "Camp Cup", "0", "1", "", "12", "", "%%title%% %%sep%% %%sitename%%", ""],
    ]),
  );
  expect(await notes(id)).toEqual([
    [3, "searchTitle", "has placeholders of the other shop's program (%%title%%), so it is left out"],
  ]);
  await apply(id);
  expect(await called("Camp Mug")).toMatchObject({
    searchTitle: "Camp mug",
    searchWords: "Enamel, 300 ml.",
    barcodes: ["4006381333931"],
  });
  expect(await called("Camp Cup")).toMatchObject({ searchTitle: "", barcodes: [""] });
});

test.each(["GTIN", "EAN", "UPC", "Barcode"])(
  "the barcodes of a WooCommerce file come from its column %s",
  async (head) => {
    const heads = ["ID", "Type", "SKU", head, "Name", "Published", "In stock?", "Stock", "Regular price", "Parent"];
    const name = `Flask ${head}`;
    const id = await readIn(
      csvOf([heads, ["41", "simple", `FLASK-${head}`, "4006381333931", name, "0", "1", "", "18", ""]]),
    );
    await apply(id);
    expect((await called(name)).barcodes).toEqual(["4006381333931"]);
  },
);

test("of two barcode columns in a WooCommerce file, WooCommerce's own column is imported", async () => {
  const heads = ["ID", "Type", "SKU", "EAN", "GTIN, UPC, EAN, or ISBN", "Name", "Published", "In stock?", "Stock"];
  heads.push("Regular price", "Parent");
  const id = await readIn(
    csvOf([heads, ["42", "simple", "KEG", "96385074", "4006381333931", "Camp Keg", "0", "1", "", "18", ""]]),
  );
  await apply(id);
  expect((await called("Camp Keg")).barcodes).toEqual(["4006381333931"]);
});

describe("our own export file", () => {
  test("[B-55] contains search texts and barcodes, and changes nothing when it is imported unchanged", async () => {
    const text = await exported();
    const [heads = "", ...lines] = text.split("\r\n");
    expect(heads).toContain("Search title,Search description");
    expect(heads).toContain("SKU,Barcode,Price");
    const [first = ""] = lines.filter((line) => line.includes("Dust Tee for riders"));
    expect(first).toContain("4006381333931");
    expect(await counts(await readIn(text))).toMatchObject({ fresh: 0, changed: 0, bad: 0 });
  });

  test.each(Object.keys(SPREADSHEETS))("[B-55] changes nothing when it is imported after %s saved it", async (name) => {
    const id = await readIn(savedBy(name, await exported()));
    expect(await counts(id)).toMatchObject({ fresh: 0, changed: 0, bad: 0 });
  });

  test("deletes a search text or barcode where its cell is empty; other files delete it where the cell says (empty)", async () => {
    const kept = (await exported()).split("\r\n");
    const own = kept.filter((line, place) => place === 0 || line.startsWith("camp-mug"));
    const id = await readIn(own.join("\r\n").replace("4006381333931", "").replace("Enamel, 300 ml.", ""));
    await apply(id);
    expect(await called("Camp Mug")).toMatchObject({ searchTitle: "Camp mug", searchWords: "", barcodes: [""] });
    await apply(await readIn("Handle,Search title\ncamp-mug,(empty)\n"));
    expect(await called("Camp Mug")).toMatchObject({ searchTitle: "" });
  });
});
