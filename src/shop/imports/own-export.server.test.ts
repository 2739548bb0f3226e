import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { categories, products, sizeGuides, variants } from "~/shop/catalog/catalog.tables";
import { cents } from "~/shop/money";
import { memberAs } from "~/testing/members.server";
import { csvOf } from "~/testing/shopify-export";
import { openTestShop } from "~/testing/test-shop.server";
import { applyImport } from "./apply.server";
import { exportProducts } from "./export-products.server";
import { categoryWords } from "./file-categories.server";
import { importById, readImport } from "./imports.server";
import { rowsOf } from "./rows.server";

const shop = await openTestShop();
const { db } = shop;
const dana = memberAs("owner", "Dana");
const folder = await mkdtemp(join(tmpdir(), "own-export-"));
afterAll(() => rm(folder, { recursive: true }));

async function readIn(csv: string): Promise<number> {
  const path = join(folder, randomUUID());
  await writeFile(path, csv);
  return readImport(shop, dana, { path, file: "goods.csv" });
}
async function exported(): Promise<string> {
  let text = "";
  for await (const piece of exportProducts(shop, dana)) text += piece;
  return text;
}
const counts = async (id: number) => (await importById(db, id))?.counts;
const differing = async (id: number) =>
  (await rowsOf(db, id, { states: ["bad", "new", "changed"], most: 20 })).map(({ row, name, problems, changes }) => [
    row,
    name,
    problems,
    changes,
  ]);
const called = async (name: string) => {
  const [found] = await db.select().from(products).where(eq(products.name, name));
  if (!found) throw new Error(`no product is called ${name}`);
  return found;
};

describe("names that begin like a formula", () => {
  const heads = ["ID", "Type", "SKU", "Name", "Published", "In stock?", "Stock", "Regular price"];

  test("products with such names get handles that neither begin nor end with a hyphen", async () => {
    const file = csvOf([
      heads,
      ["71", "simple", "W-1", "'Wind Shirt", "0", "1", "", "30"],
      ["72", "simple", "W-2", "=1+1 Beanie Pants!", "0", "1", "", "30"],
    ]);
    await applyImport(shop, dana, { id: await readIn(file) });
    expect((await called("'Wind Shirt")).handle).toBe("wind-shirt");
    expect((await called("=1+1 Beanie Pants!")).handle).toBe("1-1-beanie-pants");
    await applyImport(shop, dana, { id: await readIn("Name,Price\n(Plain Cap),10.00\n") });
    expect((await called("(Plain Cap)")).handle).toBe("plain-cap");
    expect(await counts(await readIn(file))).toMatchObject({ products: 0, fresh: 0, same: 2 });
  });

  test("products are not duplicated: importing our own export changes nothing, whatever its texts contain", async () => {
    await applyImport(shop, dana, {
      id: await readIn("Handle,Name,Size,SKU,Price\nany-text,Any Text,S,ANY-1,9.00\nany-mate,Any Mate,M,ANY-2,9.00\n"),
    });
    const [own, mate] = [await called("Any Text"), await called("Any Mate")];
    const [category] = await db.select().from(categories).limit(1);
    const [guide] = await db.select().from(sizeGuides).limit(1);
    const letters = ["'", "=", "+", "-", "@", "＝", "－", '"', ",", ";", " ", "a", "7", "é", "(", "."];
    const text = fc
      .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 6 })
      .map((some) => some.join("").trim())
      .filter((some) => some !== "");
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 14, maxLength: 14 }), async (words) => {
        const at = (place: number) => words[place] ?? "";
        const said = { name: at(1), description: at(2), details: [at(3)], materials: at(4), care: at(5), fit: at(6) };
        await db
          .update(products)
          .set({ ...said, handle: at(0), sku: at(7), categoryId: category?.id, sizeGuideId: guide?.id })
          .where(eq(products.id, own.id));
        await db
          .update(products)
          .set({ handle: `${at(0)}x`, styleWith: true, styleWithProducts: [own.id] })
          .where(eq(products.id, mate.id));
        await db
          .update(variants)
          .set({ sku: at(8), shelf: at(9), size: at(10), color: at(11) })
          .where(eq(variants.productId, own.id));
        await db
          .update(categories)
          .set({ name: at(12) })
          .where(eq(categories.id, category?.id ?? ""));
        await db
          .update(sizeGuides)
          .set({ name: `${at(13)} guide` })
          .where(eq(sizeGuides.id, guide?.id ?? ""));
        const id = await readIn(await exported());
        expect(await differing(id)).toEqual([]);
        const entry = await importById(db, id);
        const unknown = entry && (await categoryWords(db, entry)).words.filter((word) => word.category === "");
        expect(unknown).toEqual([]);
      }),
      { numRuns: 12, examples: [[["-any-handle", ...Array.from({ length: 13 }, (_, place) => `-x${place}`)]]] },
    );
  });
});

describe("the texts of a product are in its first row", () => {
  const heads = ["Handle", "Name", "Description", "Care", "Kind for tax", "Worn as", "Size", "SKU", "Price"];
  const row = (handle: string, words: string[], size: string, price = "20.00") => [
    handle,
    ...(words.length > 0 ? words : ["", "", ""]),
    "clothing",
    "",
    size,
    `${handle}-${size}`,
    price,
    "",
    "",
  ];
  const file = (...rows: string[][]) => csvOf([[...heads, "Stock", "Stock when exported"], ...rows]);
  const make = async (handle: string) =>
    applyImport(shop, dana, {
      id: await readIn(
        file(row(handle, [`Name ${handle}`, "Soft words", "By hand"], "S"), row(handle, [], "M"), row(handle, [], "L")),
      ),
    });

  test("if the first row is rejected, the empty cells of other rows do not clear the texts", async () => {
    await make("kept-words");
    const id = await readIn(
      file(
        row("kept-words", ["Name kept-words", "Soft words", "By hand"], "S", "free"),
        row("kept-words", [], "M", "25.00"),
        row("kept-words", [], "L", "26.00"),
      ),
    );
    expect((await rowsOf(db, id, { states: ["changed"], most: 9 })).map(({ changes }) => changes[0]?.what)).toEqual([
      "Price",
      "Price",
    ]);
    await applyImport(shop, dana, { id });
    expect(await called("Name kept-words")).toMatchObject({ description: "Soft words", care: "By hand" });
  });

  test("if the first row is rejected, texts in other rows are not used instead", async () => {
    await make("own-words");
    const id = await readIn(
      file(
        row("own-words", ["Name own-words", "New words", "By hand"], "S", "free"),
        row("own-words", ["", "Other words", "By hand"], "M", "25.00"),
      ),
    );
    await applyImport(shop, dana, { id });
    expect(await called("Name own-words")).toMatchObject({ description: "Soft words", care: "By hand" });
  });

  test("if the first row is left out because a member changed the product after the preview, the texts are kept", async () => {
    await make("late-words");
    const id = await readIn(
      file(
        row("late-words", ["Name late-words", "Soft words", "By hand"], "S", "24.00"),
        row("late-words", [], "M", "25.00"),
        row("late-words", [], "L", "26.00"),
      ),
    );
    const { id: product } = await called("Name late-words");
    const [small] = await db.select().from(variants).where(eq(variants.sku, "late-words-S"));
    await db
      .update(variants)
      .set({ price: cents(2100) })
      .where(eq(variants.id, small?.id ?? 0));
    await applyImport(shop, dana, { id });
    expect((await rowsOf(db, id, { states: ["moved-on"], most: 9 })).map((left) => left.row)).toContain(2);
    const [now] = await db.select().from(products).where(eq(products.id, product));
    expect(now).toMatchObject({ description: "Soft words", care: "By hand" });
    const prices = await db.select().from(variants).where(eq(variants.productId, product));
    expect(prices.find(({ size }) => size === "M")?.price).toBe(2500);
  });

  test("an empty cell in the first row clears the text", async () => {
    await make("emptied-words");
    const changed = file(row("emptied-words", ["Name emptied-words", "", "By hand"], "S"));
    await applyImport(shop, dana, { id: await readIn(changed) });
    expect(await called("Name emptied-words")).toMatchObject({ description: "", care: "By hand" });
  });
});
