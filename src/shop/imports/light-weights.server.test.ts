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
import { readImport } from "./imports.server";

const shop = await openTestShop();
const dana = memberAs("owner", "Dana");
const folder = await mkdtemp(join(tmpdir(), "weights-"));
afterAll(() => rm(folder, { recursive: true }));

async function weightFrom(rows: string[][], name: string): Promise<number | null | undefined> {
  const path = join(folder, randomUUID());
  await writeFile(path, csvOf(rows));
  await applyImport(shop, dana, { id: await readImport(shop, dana, { path, file: "goods.csv" }) });
  const [product] = await shop.db.select().from(products).where(eq(products.name, name));
  return product?.weightGrams;
}

test.each([
  ["0.9", 1],
  ["0.04", 1],
  ["0", null],
  ["0.0", null],
  ["1200.7", 1201],
])("a Shopify file's weight of %s grams is read as %s", async (grams, expected) => {
  const name = `Patch of ${grams}`;
  const rows = [
    ["Handle", "Title", "Option1 Name", "Option1 Value", "Variant Price", "Variant Grams"],
    [`patch-${grams.replace(".", "-")}`, name, "Size", "S", "2.00", grams],
  ];
  expect(await weightFrom(rows, name)).toBe(expected);
});

test("a WooCommerce file's weight below a gram is one gram", async () => {
  const heads =
    "ID,Type,SKU,Name,Published,Short description,Description,In stock?,Stock,Weight (kg),Sale price,Regular price,Categories,Images,Parent";
  const rows = [
    heads.split(","),
    ["1", "simple", "STICKER", "Light sticker", "1", "", "", "1", "5", "0.0004", "", "2.00", "Accessories", "", ""],
  ];
  expect(await weightFrom(rows, "Light sticker")).toBe(1);
});
