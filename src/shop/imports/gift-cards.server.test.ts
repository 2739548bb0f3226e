import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { importPage } from "~/back-office/imports/import-screen.server";
import { products } from "~/shop/catalog/catalog.tables";
import { memberAs } from "~/testing/members.server";
import { csvOf } from "~/testing/shopify-export";
import { openTestShop } from "~/testing/test-shop.server";
import { applyImport } from "./apply.server";
import { importById, readImport } from "./imports.server";

const shop = await openTestShop();
const { db } = shop;
const dana = memberAs("owner", "Dana");
const folder = await mkdtemp(join(tmpdir(), "gift-cards-"));
afterAll(() => rm(folder, { recursive: true }));

async function readIn(...rows: string[][]): Promise<number> {
  const path = join(folder, randomUUID());
  await writeFile(path, csvOf(rows));
  return readImport(shop, dana, { path, file: "goods.csv" });
}
const HEADS = ["Handle", "Title", "Product Category", "Type", "Option1 Name", "Option1 Value", "Variant Price"];
HEADS.push("Gift Card", "Status");
const made = (handle: string) => db.$count(products, eq(products.handle, handle));
const leftOut = async (id: number) => (await importPage(shop, dana, id, new Date()))?.giftCards;

test.each([
  ["by the column Gift Card", "", "", "true"],
  ["by the product category", "Gift Cards", "", "false"],
  ["by the last part of the product category", "Arts > Gift Giving > Gift Cards & Certificates", "", ""],
  ["by the type", "", "Gift Card", ""],
])("a gift card of a Shopify file, known %s, is named and becomes no product", async (_, category, type, isCard) => {
  const [card, tee] = [`card-${randomUUID()}`, `tee-${randomUUID()}`];
  const id = await readIn(
    HEADS,
    [card, "Mesa Card", category, type, "Denominations", "$25.00", "25.00", isCard, "active"],
    [card, "", "", "", "", "$50.00", "50.00", "", ""],
    [tee, "Gift Card Tee", "", "Tees", "Size", "M", "40.00", "false", "draft"],
  );
  expect((await importById(db, id))?.counts).toMatchObject({ rows: 3, fresh: 1, same: 0, bad: 0, products: 1 });
  expect(await leftOut(id)).toEqual({ count: 1, named: "Mesa Card" });
  const { counts } = await applyImport(shop, dana, { id });
  expect(counts).toMatchObject({ fresh: 1, products: 1, bad: 0, movedOn: 0 });
  expect([await made(card), await made(tee)]).toEqual([0, 1]);
});

test("a file without gift cards names none, and goods that are here stay goods whatever their type says", async () => {
  const handle = `wrap-${randomUUID()}`;
  const row = (type: string, price: string) => [handle, "Gift Wrap", "", type, "Size", "M", price, "false", "draft"];
  const first = await readIn(HEADS, row("Wraps", "5.00"));
  expect(await leftOut(first)).toEqual({ count: 0, named: "" });
  await applyImport(shop, dana, { id: first });
  const second = await readIn(HEADS, row("Gift Card", "6.00"));
  expect((await importById(db, second))?.counts).toMatchObject({ changed: 1 });
});
