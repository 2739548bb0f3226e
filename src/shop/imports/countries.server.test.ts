import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { products } from "~/shop/catalog/catalog.tables";
import { memberAs } from "~/testing/members.server";
import { csvOf } from "~/testing/shopify-export";
import { openTestShop } from "~/testing/test-shop.server";
import { applyImport } from "./apply.server";
import { importById, readImport } from "./imports.server";
import { rowsOf } from "./rows.server";

const shop = await openTestShop();
const { db } = shop;
const dana = memberAs("owner", "Dana");
const folder = await mkdtemp(join(tmpdir(), "countries-"));
afterAll(() => rm(folder, { recursive: true }));

async function readIn(csv: string): Promise<number> {
  const path = join(folder, randomUUID());
  await writeFile(path, csv);
  return readImport(shop, dana, { path, file: "goods.csv" });
}
const countryOf = async (name: string) =>
  (await db.select().from(products).where(eq(products.name, name))).map(({ countryOfOrigin }) => countryOfOrigin);

test.each(["Country of Origin", "Variant Country of Origin", "COO", "Made in"])(
  "a Shopify file's column %s is the country of the product",
  async (column) => {
    const name = `From ${column}`;
    const file = csvOf([
      ["Handle", "Title", "Option1 Name", "Option1 Value", "Variant Price", column],
      [`from-${column}`, name, "Size", "S", "20.00", "PT"],
      [`from-${column}`, "", "", "M", "20.00", ""],
    ]);
    const id = await readIn(file);
    expect((await importById(db, id))?.counts).toMatchObject({ fresh: 2, bad: 0 });
    await applyImport(shop, dana, { id });
    expect(await countryOf(name)).toEqual(["Portugal"]);
    expect((await importById(db, await readIn(file)))?.counts).toMatchObject({ changed: 0, fresh: 0 });
  },
);

test("a word that is no country is a problem of its row", async () => {
  const id = await readIn("Handle,Name,SKU,Price,Country of origin\nlost,Lost Tee,L-1,9.00,Atlantis\n");
  const [row] = await rowsOf(db, id, { states: ["bad"], most: 9 });
  expect(row?.problems).toContainEqual({
    field: "countryOfOrigin",
    words: "write the name of a country, such as Portugal, or its two letters",
  });
});

const WOO = ["ID", "Type", "SKU", "Name", "Published", "In stock?", "Stock", "Regular price"];

test("a WooCommerce file has it in an attribute, or in a plug-in's column", async () => {
  const attribute = csvOf([
    [...WOO, "Attribute 1 name", "Attribute 1 value(s)"],
    ["81", "simple", "C-1", "Attribute Cap", "0", "1", "", "30", "Country of origin", "Viet Nam"],
  ]);
  await applyImport(shop, dana, { id: await readIn(attribute) });
  expect(await countryOf("Attribute Cap")).toEqual(["Vietnam"]);
  const column = csvOf([
    [...WOO, "Meta: _country_of_origin"],
    ["82", "simple", "C-2", "Column Cap", "0", "1", "", "30", "IT"],
  ]);
  await applyImport(shop, dana, { id: await readIn(column) });
  expect(await countryOf("Column Cap")).toEqual(["Italy"]);
});
