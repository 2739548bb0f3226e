import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { and, eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { save } from "~/shop/audit/save.server";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { productRecord } from "~/shop/catalog/editing/product-record.server";
import { memberAs } from "~/testing/members.server";
import { csvOf } from "~/testing/shopify-export";
import { openTestShop } from "~/testing/test-shop.server";
import { applyImport } from "./apply.server";
import { exportProducts } from "./export-products.server";
import { importById, readImport, settleImport } from "./imports.server";
import { rowsOf } from "./rows.server";

const shop = await openTestShop();
const { db } = shop;
const dana = memberAs("owner", "Dana");
const folder = await mkdtemp(join(tmpdir(), "shared-skus-"));
afterAll(() => rm(folder, { recursive: true }));

async function readIn(csv: string, file = "goods.csv"): Promise<number> {
  const path = join(folder, randomUUID());
  await writeFile(path, csv);
  return readImport(shop, dana, { path, file });
}
const counts = async (id: number) => (await importById(db, id))?.counts;
const wordsOf = async (id: number, state: "bad" | "new" | "changed") =>
  (await rowsOf(db, id, { states: [state], most: 1000 })).flatMap(({ row, problems }) =>
    problems.filter(({ field }) => field !== "status").map(({ field, words }) => [row, field, words]),
  );
const apply = (id: number) => applyImport(shop, dana, { id });
const variantsOf = async (handle: string) =>
  db
    .select({ size: variants.size, color: variants.color, sku: variants.sku, stock: variants.stock })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(eq(products.handle, handle))
    .orderBy(variants.id);
const named = (name: string) => db.select().from(products).where(eq(products.name, name));

/** Shopify export of a shop that uses one SKU for all sizes of a product. */
const oneSku = (products: number, sizes = ["S", "M", "L"]) =>
  csvOf([
    ["Title", "URL handle", "Status", "SKU", "Option1 name", "Option1 value", "Price", "Inventory quantity"],
    ...Array.from({ length: products }, (_, number) =>
      sizes.map((size, place) => {
        const title = place === 0 ? `Shared Tee ${number}` : "";
        return [title, `shared-tee-${number}`, "Draft", `TEE-${number}`, "Size", size, "30.00", "4"];
      }),
    ).flat(),
  ]);

test("an export with one SKU for all sizes is imported completely, with one note per product; importing it again changes nothing", async () => {
  const id = await readIn(oneSku(60), "products_export.csv");
  expect(await counts(id)).toMatchObject({ rows: 180, fresh: 180, bad: 0, products: 60 });
  const notes = await wordsOf(id, "new");
  expect(notes).toHaveLength(60);
  expect(notes[0]).toEqual([2, "sku", "is shared by 3 rows"]);
  await apply(id);
  expect((await variantsOf("shared-tee-7")).map(({ size, sku }) => [size, sku])).toEqual([
    ["S", "TEE-7"],
    ["M", "TEE-7"],
    ["L", "TEE-7"],
  ]);
  expect(await counts(await readIn(oneSku(60)))).toMatchObject({ same: 180, bad: 0 });
});

test("our own export of products with shared SKUs changes nothing, even after a spreadsheet saved it", async () => {
  let text = "";
  for await (const piece of exportProducts(shop, dana)) text += piece;
  expect(await counts(await readIn(text))).toMatchObject({ fresh: 0, changed: 0, bad: 0 });
  const rows = parse(text, { bom: true }) as string[][];
  // Imitates a spreadsheet: another separator, and prices without trailing zeros.
  const saved = rows.map((cells) => cells.map((cell) => cell.replace(/^(\d+)\.00$/, "$1")));
  const id = await readIn(
    saved.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(";")).join("\r\n"),
  );
  expect(await counts(id)).toMatchObject({ fresh: 0, changed: 0, bad: 0 });
});

test("a row that gives a variant the SKU of another variant gets a note", async () => {
  await apply(await readIn("Handle,Name,Size,SKU,Price\nslip,Slip Tee,S,SLIP-S,20.00\nslip,,M,SLIP-M,20.00\n"));
  const id = await readIn("Handle,Size,SKU\nslip,S,SLIP-S\nslip,M,SLIP-S\n");
  expect(await counts(id)).toMatchObject({ changed: 1, bad: 0 });
  expect(await wordsOf(id, "changed")).toEqual([[3, "sku", "is shared with row 2"]]);
});

test("a row of a stock file whose SKU several variants share lists these variants; with a size it is imported", async () => {
  const id = await readIn("SKU,Stock\nTEE-3,9\n");
  expect(await wordsOf(id, "bad")).toContainEqual([
    2,
    "stock",
    "3 variants have this SKU: S, M, L; say which one in columns Color and Size",
  ]);
  const sized = await readIn("SKU,Size,Stock\nTEE-3,M,9\n");
  await settleImport(shop, dana, sized, { takesStock: true });
  expect(await counts(sized)).toMatchObject({ changed: 1, bad: 0 });
  await apply(sized);
  expect((await variantsOf("shared-tee-3")).map(({ stock }) => stock)).toEqual([0, 9, 0]);
});

describe("a product file without handles", () => {
  test("a product is identified by name and SKU; a row whose name is new or of another product than the SKU is rejected", async () => {
    const id = await readIn(
      csvOf([
        ["Name", "SKU", "Size", "Price"],
        ["Shared Tee 1", "TEE-1", "M", "33.00"],
        ["Shared Tee 1", "TEE-2", "S", "33.00"],
        ["Brand New Boots", "TEE-1", "S", "120.00"],
        ["Honest Boots", "BOOT-1", "S", "120.00"],
      ]),
    );
    expect(await wordsOf(id, "bad")).toEqual([
      [3, "sku", 'is that of "Shared Tee 2"; write that as the name, or another SKU for a new product'],
      [4, "sku", 'is that of "Shared Tee 1"; write that as the name, or another SKU for a new product'],
    ]);
    expect(await counts(id)).toMatchObject({ bad: 2, changed: 1, fresh: 1, products: 1 });
    await apply(id);
    expect(await named("Brand New Boots")).toEqual([]);
    expect(await named("Honest Boots")).toHaveLength(1);
    expect(await named("Shared Tee 1")).toHaveLength(1);
  });

  test("a row whose SKU several products share is rejected with their names; a row with a name as well is imported", async () => {
    await apply(await readIn("Handle,Name,SKU,Price\nrider-a,Rider Cap,RIDER,10.00\nrider-b,Rider Belt,RIDER,20.00\n"));
    const asked = await readIn("SKU,Price\nRIDER,12.00\n");
    expect(await wordsOf(asked, "bad")).toContainEqual([
      2,
      "sku",
      'is that of "Rider Belt" and "Rider Cap"; a column Name or Handle has to say which',
    ]);
    const told = await readIn("Name,SKU,Price\nRider Belt,RIDER,22.00\n");
    expect(await counts(told)).toMatchObject({ changed: 1, bad: 0 });
    await apply(told);
    expect((await named("Rider Belt"))[0]).toMatchObject({ price: 2200 });
    expect((await named("Rider Cap"))[0]).toMatchObject({ price: 1000 });
  });

  test("a new product does not overwrite a product whose handle equals the handle made from its name", async () => {
    await apply(await readIn("Handle,Name,Price\nhigh-way,High Way,10.00\n"));
    const [before] = await named("High Way");
    const edit = { kind: productRecord, id: before?.id ?? "", version: before?.version ?? 0 };
    await save(shop, dana, { submission: randomUUID(), edits: [{ ...edit, values: { name: "Low Road" } }] });
    const id = await readIn("Name,Price\nHigh-Way,99.00\nTwin.Cap,8.00\nTwin Cap,9.00\n");
    expect(await wordsOf(id, "bad")).toEqual([
      [2, "name", 'is not known, but so alike to "Low Road" that they share a handle; mend it'],
      [4, "name", "is so alike to that of row 3 that they share a handle; mend one of them"],
    ]);
    await apply(id);
    expect((await named("Low Road"))[0]).toMatchObject({ price: 1000 });
    expect((await named("Twin.Cap"))[0]).toMatchObject({ price: 800 });
  });

  test("two names without letters give two products", async () => {
    const id = await readIn("Name,Price\n!!!,10.00\n???,20.00\n");
    expect(await counts(id)).toMatchObject({ products: 2, bad: 0 });
  });
});

test("a row without a handle, in a file with handles, belongs to the product with its name and SKU", async () => {
  const id = await readIn("Handle,Name,Size,SKU,Price\nshared-tee-5,,S,TEE-5,31.00\n,Shared Tee 5,M,TEE-5,31.00\n");
  expect(await counts(id)).toMatchObject({ changed: 2, bad: 0 });
  await apply(id);
  const [made] = await named("Shared Tee 5");
  const own = await db
    .select({ size: variants.size, price: variants.price })
    .from(variants)
    .where(and(eq(variants.productId, made?.id ?? "")))
    .orderBy(variants.id);
  expect(own.filter(({ price }) => price === 3100).map(({ size }) => size)).toEqual(["S", "M"]);
});

test("WooCommerce variations whose parent SKU belongs to two products are added to neither of them", async () => {
  const heads = ["ID", "Type", "SKU", "Name", "Published", "In stock?", "Stock", "Regular price", "Parent"];
  const id = await readIn(
    csvOf([
      [...heads, "Attribute 1 name", "Attribute 1 value(s)"],
      ["1", "variable", "PARENT", "First Parent", "1", "1", "", "", "", "Size", "S"],
      ["2", "variable", "PARENT", "Second Parent", "1", "1", "", "", "", "Size", "S"],
      ["3", "variation", "CHILD", "", "1", "1", "", "40", "PARENT", "Size", "S"],
      ["4", "variation", "CHILD", "", "1", "1", "", "40", "id:1", "Size", "S"],
      ["5", "variation", "CHILD", "", "1", "1", "", "40", "id:1", "Size", "M"],
      ["6", "variation", "CHILD", "", "1", "1", "", "40", "id:2", "Size", "S"],
    ]),
  );
  expect(await wordsOf(id, "bad")).toEqual([[4, "handle", expect.stringMatching(/^is missing/)]]);
  await apply(id);
  expect((await variantsOf("first-parent")).map(({ size }) => size)).toEqual(["S", "M"]);
  expect((await variantsOf("second-parent")).map(({ size }) => size)).toEqual(["S"]);
});
