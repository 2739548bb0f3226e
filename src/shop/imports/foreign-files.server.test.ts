import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asc, eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { memberAs } from "~/testing/members.server";
import { csvOf } from "~/testing/shopify-export";
import { openTestShop } from "~/testing/test-shop.server";
import { applyImport } from "./apply.server";
import { categoryWords } from "./file-categories.server";
import { importById, readImport, settleImport } from "./imports.server";
import { previewRows, rowsOf } from "./rows.server";

const shop = await openTestShop();
const { db } = shop;
const dana = memberAs("owner", "Dana");
const folder = await mkdtemp(join(tmpdir(), "foreign-files-"));
afterAll(() => rm(folder, { recursive: true }));

async function readIn(csv: string): Promise<number> {
  const path = join(folder, randomUUID());
  await writeFile(path, csv);
  return readImport(shop, dana, { path, file: "goods.csv" });
}
const entryOf = async (id: number) => {
  const entry = await importById(db, id);
  if (!entry) throw new Error("no import");
  return entry;
};
const counts = async (id: number) => (await entryOf(id)).counts;
const wordsOf = async (id: number) =>
  (await rowsOf(db, id, { states: ["new", "changed", "same", "bad"], most: 100 })).flatMap(({ row, problems }) =>
    problems.filter(({ field }) => field !== "status").map(({ field, words }) => [row, field, words]),
  );
const apply = (id: number) => applyImport(shop, dana, { id });
async function soldAs(handle: string) {
  const [product] = await db.select().from(products).where(eq(products.handle, handle));
  const sold = await db
    .select()
    .from(variants)
    .where(eq(variants.productId, product?.id ?? ""))
    .orderBy(asc(variants.id));
  return {
    details: product?.details,
    categoryId: product?.categoryId,
    variants: sold.map(({ size, color }) => `${size} ${color}`),
    stock: sold.map(({ stock }) => stock),
  };
}

const SHOPIFY = ["Handle", "Title", "Product Category", "Type", "Option1 Name", "Option1 Value"];
SHOPIFY.push("Option2 Name", "Option2 Value", "Option3 Name", "Option3 Value");
SHOPIFY.push("Variant Inventory Tracker", "Variant Inventory Qty", "Variant Price", "Status");
const shopify = (...rows: Record<string, string>[]) =>
  csvOf([SHOPIFY, ...rows.map((row) => SHOPIFY.map((head) => ({ "Variant Price": "40.00", ...row })[head] ?? ""))]);
const piece = (Handle: string, [size = "", color = "", third = ""]: string[], row: Record<string, string> = {}) => ({
  Handle,
  "Option1 Value": size,
  "Option2 Value": color,
  "Option3 Value": third,
  ...row,
});
const named = (Title: string, third: string) => ({
  Title,
  "Option1 Name": "Size",
  "Option2 Name": "Color",
  "Option3 Name": third,
});

describe("a third option of a Shopify file", () => {
  test("an option with one value becomes a detail of the product, not a part of the size", async () => {
    const file = shopify(
      piece("wax-vest", ["S", "Tan", "Waxed cotton"], named("Wax Vest", "Material")),
      piece("wax-vest", ["M", "Tan", "Waxed cotton"]),
    );
    await apply(await readIn(file));
    expect(await soldAs("wax-vest")).toMatchObject({
      variants: ["S Tan", "M Tan"],
      details: ["Material: Waxed cotton"],
    });
    expect(await counts(await readIn(file))).toMatchObject({ same: 2, bad: 0 });
  });

  test("an option with several values requires a choice by the member, which also applies to the next file", async () => {
    const rows = (handle: string, title: string) => [
      piece(handle, ["XS", "Black", "Cotton"], named(title, "Material")),
      piece(handle, ["XS", "Black", "Leather"]),
    ];
    const id = await readIn(shopify(...rows("two-gloves", "Two Gloves")));
    expect(await counts(id)).toMatchObject({ fresh: 0, bad: 2 });
    expect((await wordsOf(id))[0]).toEqual([
      2,
      "option3",
      "Material has 2 values here, Cotton and Leather, besides size and color; say under Columns what it is",
    ]);
    // Only the missing choice is reported, not also the sizes that depend on it.
    expect((await wordsOf(id)).map(([, field]) => field)).toEqual(["option3", "option3"]);
    await settleImport(shop, dana, id, { options: { material: "color" } });
    expect(await counts(id)).toMatchObject({ fresh: 2, bad: 0 });
    await apply(id);
    expect((await soldAs("two-gloves")).variants).toEqual(["XS Black / Cotton", "XS Black / Leather"]);
    expect(await counts(await readIn(shopify(...rows("more-gloves", "More Gloves"))))).toMatchObject({ bad: 0 });
  });

  test("waist and length together form the size", async () => {
    const head = { Title: "Road Jeans", "Option1 Name": "Waist", "Option2 Name": "Length" };
    await apply(await readIn(shopify(piece("road-jeans", ["32", "34"], head), piece("road-jeans", ["33", "34"]))));
    expect((await soldAs("road-jeans")).variants).toEqual(["32 / 34 default", "33 / 34 default"]);
  });

  test("an option that an earlier import made part of the size remains part of it for these products", async () => {
    const [made] = await db
      .insert(products)
      .values({ id: "old1", handle: "old-cap", name: "Old Cap", position: 9000 })
      .returning();
    await db.insert(variants).values([
      { productId: made?.id ?? "", size: "S / Wool", color: "Red", position: 0 },
      { productId: made?.id ?? "", size: "S / Felt", color: "Red", position: 1 },
    ]);
    const id = await readIn(
      shopify(
        piece("old-cap", ["S", "Red", "Wool"], named("Old Cap", "Fabric")),
        piece("old-cap", ["S", "Red", "Felt"]),
      ),
    );
    expect(await counts(id)).toMatchObject({ fresh: 0, bad: 0 });
  });
});

test("Shopify's own category is used for products without a type", async () => {
  const id = await readIn(
    shopify(
      piece("shell", ["S", "Tan"], { ...named("Shell", ""), "Product Category": "Apparel > Men > Jackets" }),
      piece("liner", ["S", "Tan"], {
        ...named("Liner", ""),
        Type: "Men > Hoodies",
        "Product Category": "Apparel > Men > Jackets",
      }),
      piece("wrap", ["S", "Tan"], { ...named("Wrap", ""), "Product Category": "Uncategorized" }),
    ),
  );
  const { words } = await categoryWords(db, await entryOf(id));
  expect(words.map(({ word }) => word)).toEqual(["Apparel > Men > Jackets", "Men > Hoodies"]);
  const shown = (await previewRows(db, id, { list: "products", most: 9 })).map(({ product }) => product?.category);
  expect(shown[1]).toBe("Men, Hoodies");
  expect(shown[2]).toBe("");
  const [jackets] = (await categoryWords(db, await entryOf(id))).categories.filter(
    ({ path }) => path === "Men > Jackets",
  );
  await settleImport(shop, dana, id, { categories: { "apparel > men > jackets": jackets?.id ?? "" } });
  await apply(id);
  expect((await soldAs("shell")).categoryId).toBe(jackets?.id);
});

test("a negative stock is imported as 0 with a note, from Shopify and from WooCommerce files", async () => {
  const id = await readIn(
    shopify(
      piece("oversold", ["S", "Tan"], {
        ...named("Oversold Tee", ""),
        "Variant Inventory Tracker": "shopify",
        "Variant Inventory Qty": "-3",
      }),
    ),
  );
  expect(await wordsOf(id)).toContainEqual([2, "stock", "is -3 in the file, so it is taken as 0"]);
  await settleImport(shop, dana, id, { takesStock: true });
  await apply(id);
  expect((await soldAs("oversold")).stock).toEqual([0]);
  const woo = await readIn(
    csvOf([
      ["ID", "Type", "SKU", "Name", "Published", "In stock?", "Stock", "Regular price", "Parent"],
      ["41", "simple", "OV", "Oversold Cup", "0", "0", "-2", "9", ""],
    ]),
  );
  expect(await wordsOf(woo)).toContainEqual([2, "stock", "is -2 in the file, so it is taken as 0"]);
});

describe("a WooCommerce variation for any size", () => {
  const HEADS = ["ID", "Type", "SKU", "Name", "Published", "In stock?", "Stock", "Regular price", "Parent"];
  HEADS.push("Attribute 1 name", "Attribute 1 value(s)", "Attribute 2 name", "Attribute 2 value(s)");
  const parent = ["51", "variable", "ANY", "Any Tee", "0", "1", "", "", "", "Size", "S, M, L", "Color", "Black, Sand"];
  const variation = (id: string, price: string, stock: string, [size = "", color = ""]: string[]) =>
    `${id},variation,,Any Tee,1,1,${stock},${price},id:51,Size,${size},Color,${color}`.split(",");

  test("the variation becomes one variant for each size of its parent that has no variation of its own", async () => {
    const id = await readIn(
      csvOf([HEADS, parent, variation("52", "30", "", ["", "Black"]), variation("53", "35", "", ["L", "Black"])]),
    );
    expect(await counts(id)).toMatchObject({ bad: 0, products: 1 });
    await apply(id);
    expect((await soldAs("any-tee")).variants.toSorted()).toEqual(["L Black", "M Black", "S Black"]);
  });

  test("a variation with one stock count for all sizes gives its sizes no pieces", async () => {
    const counted = [
      ["61", ...parent.slice(1, 2), "ANC", "Counted Tee", ...parent.slice(4)],
      variation("62", "30", "5", ["", "Sand"]),
    ];
    const id = await readIn(csvOf([HEADS, ...counted.map((row) => row.map((cell) => cell.replace("id:51", "id:61")))]));
    await settleImport(shop, dana, id, { takesStock: true });
    expect(await wordsOf(id)).toContainEqual([3, "stock", expect.stringContaining("counted for all sizes together")]);
    await apply(id);
    expect(await soldAs("counted-tee")).toMatchObject({ stock: [0, 0, 0] });
  });
});

describe("notes", () => {
  test("notes are listed apart from changes", async () => {
    await apply(await readIn("Handle,Name,Size,SKU,Price,Cost\nnoted,Noted Tee,S,N-1,20.00,5.00\n"));
    const id = await readIn("Handle,Size,Price,Cost\nnoted,S,25.00,\n");
    expect((await previewRows(db, id, { list: "changes", most: 9 })).map(({ row }) => row)).toEqual([2]);
    expect((await previewRows(db, id, { list: "notes", most: 9 })).map(({ row }) => row)).toEqual([2]);
    const quiet = await readIn("Handle,Size,Price,Cost\nnoted,S,20.00,\n");
    expect(await previewRows(db, quiet, { list: "changes", most: 9 })).toEqual([]);
  });

  test("a note about a SKU that several products share is attached to each of the products", async () => {
    const id = await readIn("Handle,Name,SKU,Price\none-mug,One Mug,MUG-X,9\ntwo-mug,Two Mug,MUG-X,9\n");
    expect(await wordsOf(id)).toEqual([
      [2, "sku", "is shared by 2 rows"],
      [3, "sku", "is shared with row 2"],
    ]);
  });
});

test("columns mapped by a member, and prices with a comma, are read the same way in the next file, in any order of columns", async () => {
  const file = (name: string) => `Artikel;Größe;Preis;Lager\n${name};S;1.299,00;3\n${name};M;12,50;4\n`;
  const id = await readIn(file("Jacke Eins"));
  await settleImport(shop, dana, id, { mapping: ["name", "size", "price", "stock"] });
  expect((await wordsOf(id)).filter(([, field]) => field === "price")).toHaveLength(2);
  await settleImport(shop, dana, id, { decimal: "comma" });
  expect(await counts(id)).toMatchObject({ fresh: 2, bad: 0 });
  const [shown] = await previewRows(db, id, { list: "products", most: 1 });
  expect(shown?.product?.price).toBe("$12.50 \u2013 $1,299.00");
  const next = await readIn("Preis;Artikel;Lager;Größe\n1.299,00;Jacke Zwei;3;S\n");
  expect((await entryOf(next)).mapping).toEqual(["price", "name", "stock", "size"]);
  expect(await counts(next)).toMatchObject({ fresh: 1, bad: 0 });
  expect((await entryOf(await readIn("Preis;Artikel\n1;x\n"))).isOwnMapping).toBe(false);
});
