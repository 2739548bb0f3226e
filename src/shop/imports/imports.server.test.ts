import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { recordKinds } from "~/back-office/record-kinds.server";
import { HOUR } from "~/platform/durations";
import { actOf } from "~/shop/audit/acts.server";
import { save } from "~/shop/audit/save.server";
import { fieldKey } from "~/shop/audit/saving";
import { undo } from "~/shop/audit/undo.server";
import { lockGoods } from "~/shop/catalog/editing/lock-goods.server";
import { productRecord } from "~/shop/catalog/editing/product-record.server";
import { productColors, products, sizeGuides, variants } from "~/shop/catalog/catalog.tables";
import { reserve, stockDrift } from "~/shop/catalog/stock/reservations.server";
import { cents } from "~/shop/money";
import { settings } from "~/shop/settings.tables";
import { formatMoment } from "~/shop/wall-clock";
import { memberAs } from "~/testing/members.server";
import { csvOf, FAULTS, shopifyExport } from "~/testing/shopify-export";
import { openTestShop } from "~/testing/test-shop.server";
import { untilWaiting } from "~/testing/until-waiting.server";
import { applyImport } from "./apply.server";
import { exportProducts } from "./export-products.server";
import { importById, readImport, settleImport } from "./imports.server";
import { clearedCells, endedSales, rowsOf } from "./rows.server";
import type { RowState } from "./import";

const shop = await openTestShop();
const { db } = shop;
const dana = memberAs("owner", "Dana");
const folder = await mkdtemp(join(tmpdir(), "imports-test-"));
afterAll(() => rm(folder, { recursive: true }));

async function readIn(csv: string | Uint8Array, file = "goods.csv"): Promise<number> {
  const path = join(folder, randomUUID());
  await writeFile(path, csv);
  return readImport(shop, dana, { path, file });
}
const counts = async (id: number) => (await importById(db, id))?.counts;
const rows = (id: number, ...states: RowState[]) => rowsOf(db, id, { states, most: 1000 });
const apply = (id: number, submission: string = randomUUID()) => applyImport(shop, dana, { id, submission });
const takeBack = (act: string) => undo(shop, dana, recordKinds, { of: { act }, submission: randomUUID() });

/** Products, variants and colors as JSON, without their version numbers. */
async function allGoods() {
  const goods = await db.select().from(products).orderBy(products.id);
  const sold = await db.select().from(variants).orderBy(variants.id);
  const colors = await db.select().from(productColors).orderBy(productColors.productId, productColors.name);
  return JSON.stringify([goods, sold, colors], (name, value: unknown) => (name === "version" ? undefined : value));
}
async function exported(): Promise<string> {
  let text = "";
  for await (const piece of exportProducts(shop, dana)) text += piece;
  return text;
}
/** Column names and the first `count` rows of the shop's own export. */
async function ownRows(count: number) {
  const text = await exported();
  const { parse } = await import("csv-parse/sync");
  const [headers = [], ...lines] = parse(text, { bom: true }) as string[][];
  const place = (name: string) => headers.indexOf(name);
  return { headers, lines: lines.slice(0, count), place };
}

test("[B-55] importing the unchanged export of all products changes nothing, with or without its stock", async () => {
  const before = await allGoods();
  const id = await readIn(await exported());
  expect((await rows(id, "new", "changed", "bad")).map(({ changes, problems }) => [changes, problems])).toEqual([]);
  await settleImport(shop, dana, id, { takesStock: true });
  expect(await counts(id)).toMatchObject({ fresh: 0, changed: 0, bad: 0 });
  await apply(id);
  expect(await allGoods()).toBe(before);
});

test("[B-55] our export contains SKU, size guide and matching products by readable names, and importing it changes them", async () => {
  const [one, other, third] = await db.select().from(products).orderBy(products.position).limit(3);
  if (!one || !other || !third) throw new Error("There are three products.");
  const table = { measures: ["Chest"], sizes: [{ size: "M", values: ["38"] }] };
  await db.insert(sizeGuides).values([
    { id: "guide1", name: "Jackets for men", table },
    { id: "guide2", name: "Boots", table },
  ]);
  await db
    .update(products)
    .set({ sku: "OUT-1", sizeGuideId: "guide1", styleWith: true, styleWithProducts: [other.id] })
    .where(eq(products.id, one.id));
  const { headers, lines, place } = await ownRows(1);
  const [line = []] = lines;
  expect(["Product SKU", "Size guide", "Goes with"].map((name) => line[place(name)])).toEqual([
    "OUT-1",
    "Jackets for men",
    other.handle ?? other.id,
  ]);
  expect(await counts(await readIn(csvOf([headers, line])))).toMatchObject({ fresh: 0, changed: 0, bad: 0 });

  line[place("Product SKU")] = "OUT-2";
  line[place("Size guide")] = "boots";
  line[place("Goes with")] = `${third.handle ?? third.id}, ${other.handle ?? other.id}`;
  const id = await readIn(csvOf([headers, line]));
  expect((await rows(id, "changed"))[0]?.changes.map(({ what, to }) => [what, to])).toEqual(
    expect.arrayContaining([
      ["SKU", "OUT-2"],
      ["Size guide", "Boots"],
      ["Goes with", "2 products"],
    ]),
  );
  await apply(id);
  const now = async () => (await db.select().from(products).where(eq(products.id, one.id)))[0];
  expect(await now()).toMatchObject({ sku: "OUT-2", sizeGuideId: "guide2", styleWithProducts: [third.id, other.id] });

  line[place("Size guide")] = "Nowhere";
  line[place("Goes with")] = "no-such-thing";
  const unknown = await readIn(csvOf([headers, line]));
  expect((await rows(unknown, "same"))[0]?.problems.map(({ words }) => words)).toEqual(
    expect.arrayContaining([
      "this shop has no size guide of that name",
      "no product has the handle no-such-thing yet; import the file again once it is there",
    ]),
  );
  await db.update(products).set({ sizeGuideId: null }).where(eq(products.id, one.id));
});

test("[B-53] [B-22] of 200 rows, 5 are rejected by row, column and reason; the others are imported once and undone together", async () => {
  const { headers, lines, place } = await ownRows(200);
  const change = (row: number, column: string, text: string) => {
    const line = lines[row - 2];
    if (line) line[place(column)] = text;
  };
  for (const [number, line] of lines.entries())
    if (number % 3 === 0) {
      line[place("Price")] = String(Number(line[place("Price")]) + 10);
      line[place("Sale price")] = "";
    }
  lines.forEach(
    (line, number) => number % 50 === 10 && (line[place("Stock")] = String(Number(line[place("Stock")]) + 7)),
  );
  change(14, "Price", "229,00");
  change(57, "Stock", "twelve");
  change(58, "Stock", "none");
  change(103, "SKU", "S".repeat(65));
  change(188, "Sale price", "99999.00");
  const before = await allGoods();
  const id = await readIn(csvOf([headers, ...lines]));
  await settleImport(shop, dana, id, { takesStock: true });

  const bad = await rows(id, "bad");
  expect(bad.map(({ row, problems }) => [row, problems[0]?.field, problems[0]?.words])).toEqual([
    [14, "price", "write cents with a point: 229.00"],
    [57, "stock", "this has to be a number"],
    [58, "stock", "this has to be a number"],
    [103, "sku", "write at most 64 characters"],
    [188, "salePrice", expect.stringMatching(/^is above the price, \d+\.\d\d$/)],
  ]);
  expect(await counts(id)).toMatchObject({ rows: 200, bad: 5, fresh: 0 });
  expect(await allGoods()).toBe(before);

  const submission = randomUUID();
  const [one, two] = await Promise.all([apply(id, submission), apply(id, submission)]);
  expect(two.act).toBe(one.act);
  const after = await allGoods();
  expect(after).not.toBe(before);
  await apply(id, submission);
  await expect(apply(id)).rejects.toMatchObject({ code: "import-settled" });
  expect(await allGoods()).toBe(after);
  expect(await stockDrift(db)).toEqual([]);
  expect(await actOf(shop, dana, recordKinds, one.act)).toMatchObject({ action: "import", undoable: "yes" });

  expect(await takeBack(one.act)).toMatchObject({ saved: true });
  expect(await allGoods()).toBe(before);
  expect(await stockDrift(db)).toEqual([]);
  expect((await importById(db, id))?.state).toBe("back");
});

test("[B-54] a file without option columns deletes no sizes and colors, and its price applies to all of them", async () => {
  const [product] = await db.select().from(products).where(eq(products.name, "Outlaw Leather Jacket"));
  const own = () =>
    db
      .select()
      .from(variants)
      .where(eq(variants.productId, product?.id ?? ""))
      .orderBy(variants.id);
  const before = await own();
  const id = await readIn(
    csvOf([
      ["Handle", "Name", "Price"],
      [product?.id ?? "", "Outlaw Leather Jacket", "401.00"],
    ]),
  );
  expect(await counts(id)).toMatchObject({ changed: 1, bad: 0 });
  const { act } = await apply(id);
  const after = await own();
  expect(after.map(({ id: number, size, color, retiredAt, stock }) => [number, size, color, retiredAt, stock])).toEqual(
    before.map(({ id: number, size, color, retiredAt, stock }) => [number, size, color, retiredAt, stock]),
  );
  expect(new Set(after.map(({ price }) => price))).toEqual(new Set([401_00]));
  await takeBack(act);
  expect((await own()).map(({ price }) => price)).toEqual(before.map(({ price }) => price));

  // A file that only adds a size retires no other size.
  const [variant] = before;
  const one = await readIn(
    csvOf([
      ["Handle", "Color", "Size", "Price"],
      [product?.id ?? "", variant?.color ?? "", "6XL", "410.00"],
    ]),
  );
  expect(await counts(one)).toMatchObject({ fresh: 1, bad: 0 });
  const added = await apply(one);
  const now = await own();
  expect(now.filter(({ retiredAt }) => retiredAt === null)).toHaveLength(
    before.filter(({ retiredAt }) => retiredAt === null).length + 1,
  );
  await takeBack(added.act);
});

describe("a file whose import was undone", () => {
  const file = (status: string) =>
    csvOf([
      [
        "Handle",
        "Title",
        "Type",
        "Option1 Name",
        "Option1 Value",
        "Variant Price",
        "Variant Inventory Qty",
        ...(status ? ["Status"] : []),
      ],
      ["again-tee", "Again Tee", "", "Size", "M", "20.00", "7", ...(status ? [status] : [])],
      ["again-tee", "", "", "Size", "L", "22.00", "5", ...(status ? [""] : [])],
    ]);
  const tee = async () => (await db.select().from(products).where(eq(products.handle, "again-tee")))[0];
  const levels = async () =>
    (
      await db
        .select({ stock: variants.stock })
        .from(variants)
        .where(eq(variants.productId, (await tee())?.id ?? ""))
        .orderBy(variants.id)
    ).map(({ stock }) => stock);
  const readWithStock = async (status: string) => {
    const id = await readIn(file(status));
    await settleImport(shop, dana, id, { takesStock: true });
    return id;
  };

  test.each(["", "draft", "active"])(
    "imports its products again as drafts if its status is %j, however often it is imported and undone",
    async (status) => {
      for (let round = 0; round < 3; round += 1) {
        const id = await readWithStock(status);
        expect(await counts(id)).toMatchObject({ products: 1, fresh: 2, changed: 0, same: 0, bad: 0 });
        const [first] = await rows(id, "new");
        expect(first?.product).toMatchObject({ status: "draft", pieces: 12, price: "$20.00 \u2013 $22.00", sizes: 2 });
        const { act } = await apply(id);
        expect(await tee()).toMatchObject({ publishedStatus: "draft" });
        expect(await levels()).toEqual([7, 5]);

        expect(await counts(await readWithStock(status))).toMatchObject({ fresh: 0, changed: 0, same: 2 });
        expect(await takeBack(act)).toMatchObject({ saved: true });
        expect(await tee()).toMatchObject({ publishedStatus: "archived" });
        expect(await levels()).toEqual([0, 0]);
      }
      expect(await stockDrift(db)).toEqual([]);
    },
  );

  test("does not restore a product that the file or a member archived; a note says so", async () => {
    expect(await counts(await readIn(file("archived")))).toMatchObject({ products: 0, fresh: 0, changed: 0, same: 2 });
    await apply(await readIn(file("draft")));
    const { id: product = "", version = 0 } = (await tee()) ?? {};
    const away = { kind: productRecord, id: product, version, values: { publishedStatus: "archived" } };
    await save(shop, dana, { submission: randomUUID(), edits: [away] });
    const id = await readIn(file(""));
    expect(await counts(id)).toMatchObject({ products: 0, fresh: 0, same: 2 });
    expect((await rows(id, "same")).flatMap(({ problems }) => problems.map(({ words }) => words))).toEqual([
      "it is put away and stays so; write published or draft under Status to bring it back",
    ]);
    expect(await counts(await readIn(file("draft")))).toMatchObject({ changed: 1, same: 1 });
  });
});

test("the preview shows price, pieces, category, status and pictures of new products", async () => {
  const id = await readIn(
    csvOf([
      ["Handle", "Name", "Category", "Color", "Size", "Price", "Sale price", "Stock", "Status", "Picture"],
      ["shown-1", "Shown Jacket", "Men > Jackets", "Black", "M", "200.00", "150.00", "3", "published", "one.jpg"],
      ["shown-1", "", "", "Sand", "M", "220.00", "", "4", "", "two.jpg"],
      ["shown-2", "Shown Cap", "Nowhere", "", "", "20.00", "", "", "", ""],
    ]),
  );
  const shown = async () => (await rows(id, "new")).flatMap(({ row, product }) => (product ? [[row, product]] : []));
  const jacket = { name: "Shown Jacket", price: "$200.00 \u2013 $220.00", salePrice: "$150.00", sizes: 1, colors: 2 };
  expect(await shown()).toMatchObject([
    [2, { ...jacket, pieces: 0, category: "Men, Jackets", status: "draft", pictures: 0, missingPictures: 2 }],
    [4, { name: "Shown Cap", price: "$20.00", salePrice: "", sizes: 0, pieces: null, category: "", status: "draft" }],
  ]);
  await settleImport(shop, dana, id, { takesStock: true });
  expect(await shown()).toMatchObject([
    [2, { pieces: 7 }],
    [4, { pieces: null }],
  ]);
});

test("an empty sale price ends a sale only in our own export; in other files it changes nothing, and a note says so", async () => {
  const [onSale] = await db
    .select({ product: products, variant: variants })
    .from(products)
    .innerJoin(variants, eq(variants.productId, products.id))
    .where(sql`coalesce(${variants.salePrice}, ${products.salePrice}) > 0 and ${variants.retiredAt} is null`)
    .limit(1);
  if (!onSale) throw new Error("Something is on sale.");
  const { product, variant } = onSale;
  const handle = product.handle ?? product.id;
  const sales = async () =>
    db
      .select({ own: variants.salePrice })
      .from(variants)
      .where(eq(variants.productId, product.id))
      .orderBy(variants.id);
  const before = [product.salePrice, await sales()];

  // A file of another program that has the column with empty cells.
  const foreign = await readIn(
    csvOf([
      ["Handle", "Color", "Size", "Sale price"],
      [handle, variant.color, variant.size, ""],
    ]),
  );
  expect(await counts(foreign)).toMatchObject({ changed: 0, same: 1, bad: 0 });
  expect((await rows(foreign, "same"))[0]?.problems).toEqual([
    { field: "salePrice", words: expect.stringMatching(/^is empty, so the sale price here stays: \$/), isNote: true },
  ]);

  const { headers, lines, place } = await ownRows(Number.MAX_SAFE_INTEGER);
  const own = lines.filter((line) => line[place("Handle")] === handle);
  const without = headers.map((_, column) => column).filter((column) => column !== place("Sale price"));
  const left = await readIn(csvOf([headers, ...own].map((line) => without.map((column) => line[column] ?? ""))));
  expect(await counts(left)).toMatchObject({ changed: 0, fresh: 0, bad: 0 });

  const ends = own.filter((line) => line[place("Sale price")] !== "").length;
  for (const line of own) line[place("Sale price")] = "";
  const id = await readIn(csvOf([headers, ...own]));
  const changed = await rows(id, "changed");
  expect(changed.flatMap(({ changes }) => changes.map(({ what, to }) => [what, to]))).toEqual(
    changed.map(() => ["The sale price ends", "none"]),
  );
  expect(changed).toHaveLength(ends);
  expect(await endedSales(db, id, 1)).toEqual({ count: ends, names: [changed[0]?.name] });
  const { act } = await apply(id);
  expect((await sales()).every(({ own: price }) => price === null || price === 0)).toBe(true);
  await takeBack(act);
  const [now] = await db.select({ sale: products.salePrice }).from(products).where(eq(products.id, product.id));
  expect([now?.sale, await sales()]).toEqual(before);
});

describe("invisible characters", () => {
  test("invisible characters in cells of another program are removed: name, details, SKU, shelf, size and color are imported", async () => {
    const id = await readIn(
      csvOf([
        ["Handle", "Name", "Details", "SKU", "Shelf", "Size", "Color", "Price"],
        [
          "unseen\u00ad-vest",
          "Un\u200bseen Vest",
          "Waxed\u00ad cotton\nLined\u200b twice",
          "UN\u2060-1",
          "A\u200e1",
          "\u200bM",
          "Bl\ufeffack",
          "2\u200b0.00",
        ],
      ]),
    );
    expect((await rows(id, "bad")).map(({ problems }) => problems)).toEqual([]);
    await apply(id);

    const [made] = await db.select().from(products).where(eq(products.handle, "unseen-vest"));
    expect(made).toMatchObject({ name: "Unseen Vest", details: ["Waxed cotton", "Lined twice"], price: 20_00 });
    expect(
      await db
        .select()
        .from(variants)
        .where(eq(variants.productId, made?.id ?? "")),
    ).toMatchObject([{ size: "M", color: "Black", sku: "UN-1", shelf: "A1" }]);
  });

  test("invisible characters that a member types are rejected with their position; line breaks in size or SKU are rejected", async () => {
    const id = await readIn(
      csvOf([
        ["Handle", "Name", "SKU", "Shelf", "Size", "Color", "Price"],
        ["typed-vest", "Typed Vest", "T-1", "A", "M\nL", "Black", "20.00"],
        ["typed-vest", "", "T\n2", "A", "S", "Black", "20.00"],
        ["typed-vest", "", "T-3", "A", "L", "Black", "20.00"],
      ]),
    );
    await settleImport(shop, dana, id, { mended: [{ row: 4, column: 3, text: "Rack\u200b3" }] });
    expect((await rows(id, "bad")).map(({ row, problems }) => [row, problems])).toEqual([
      [2, [{ field: "size", words: "write it in one line of plain text" }]],
      [3, [{ field: "sku", words: "write it in one line of plain text" }]],
      [4, [{ field: "shelf", words: "take out the invisible character after “Rack”, or type it anew" }]],
    ]);
  });

  test("invisible characters in texts stored earlier do not prevent undoing an import, which restores the texts without them", async () => {
    const [old] = await db.select({ id: products.id }).from(products).where(eq(products.name, "Unseen Vest"));
    const oldId = old?.id ?? "";
    await db.execute(sql`update products set name = ${"Un\u200bseen Vest"}, details = ${JSON.stringify(["Waxed\u00ad cotton"])}::jsonb
      where id = ${oldId}`);
    const id = await readIn(
      csvOf([
        ["Handle", "Name", "Details", "Price"],
        ["unseen-vest", "Seen Vest", "Cotton", "25.00"],
      ]),
    );
    const { act } = await apply(id);

    expect(await takeBack(act)).toMatchObject({ saved: true });

    const [back] = await db.select().from(products).where(eq(products.id, oldId));
    expect(back).toMatchObject({ name: "Unseen Vest", details: ["Waxed cotton"], price: 20_00 });
  });
});

describe("an empty cell of cost, SKU, shelf and optional texts", () => {
  const COLUMNS = ["Handle", "Color", "Size", "Fit", "Care", "Details", "SKU", "Shelf", "Cost"];
  const stood = { fit: "Snug", care: "By hand", details: ["Lined."] };
  const ofVariant = { sku: "E-1", shelf: "A4", cost: cents(12_00) };

  /** Stores a value in each of these fields of a product; returns its handle, a variant, and a function that reads the fields. */
  async function standing() {
    const [own] = await db
      .select({ product: products, variant: variants })
      .from(products)
      .innerJoin(variants, eq(variants.productId, products.id))
      .where(and(eq(products.publishedStatus, "published"), isNull(variants.retiredAt)))
      .orderBy(products.position, variants.id)
      .limit(1);
    if (!own) throw new Error("There is a product.");
    await db.update(products).set(stood).where(eq(products.id, own.product.id));
    await db.update(variants).set(ofVariant).where(eq(variants.id, own.variant.id));
    const now = async () => {
      const [variant] = await db.select().from(variants).where(eq(variants.id, own.variant.id));
      const [product] = await db.select().from(products).where(eq(products.id, own.product.id));
      const { fit, care, details } = product ?? {};
      return { fit, care, details, sku: variant?.sku, shelf: variant?.shelf, cost: variant?.cost ?? product?.cost };
    };
    return { handle: own.product.handle ?? own.product.id, variant: own.variant, now };
  }
  const all = { ...stood, ...ofVariant };

  test("keeps the stored value in any file but our own export; a note says so", async () => {
    const { handle, variant, now } = await standing();
    const id = await readIn(csvOf([COLUMNS, [handle, variant.color, variant.size, "", "", "", "", "", ""]]));
    expect(await counts(id)).toMatchObject({ same: 1, changed: 0, bad: 0 });
    expect(await clearedCells(db, id, 3)).toEqual([]);
    const [row] = await rows(id, "same");
    expect(row?.problems.map(({ field, words }) => [field, words])).toEqual(
      expect.arrayContaining([
        ["sku", "is empty, so the SKU here stays: E-1"],
        ["shelf", "is empty, so the shelf here stays: A4"],
        ["cost", "is empty, so the cost here stays: $12.00"],
        ["fit", "is empty, so what stands here stays"],
      ]),
    );
    await apply(id);
    expect(await now()).toEqual(all);
  });

  test("clears the stored value if it contains (empty); the preview lists it and undo restores the value", async () => {
    const { handle, variant, now } = await standing();
    const mark = "(Empty)";
    const id = await readIn(
      csvOf([COLUMNS, [handle, variant.color, variant.size, mark, mark, mark, mark, mark, mark]]),
    );
    expect((await clearedCells(db, id, 3)).map(({ what, count }) => [what, count])).toEqual(
      ["Care", "Cost", "Details", "Fit", "SKU", "Shelf"].map((what) => [what, 1]),
    );
    const { act } = await apply(id);
    expect(await now()).toEqual({ fit: "", care: "", details: [], sku: "", shelf: "", cost: null });
    await takeBack(act);
    expect(await now()).toEqual(all);
  });

  test("clears the stored value in our own export, which contains all stored values", async () => {
    const { handle, variant, now } = await standing();
    const { headers, lines, place } = await ownRows(Number.MAX_SAFE_INTEGER);
    const own = lines.filter((line) => line[place("Handle")] === handle);
    for (const line of own)
      for (const name of ["Care", "SKU"])
        if (line[place("SKU")] === variant.sku || name === "Care") line[place(name)] = "";
    const id = await readIn(csvOf([headers, ...own]));
    await apply(id);
    expect(await now()).toMatchObject({ fit: "Snug", care: "" });
    expect((await clearedCells(db, id, 3)).map(({ what }) => what)).toContain("Care");
  });
});

test("rows of products that changed after the preview are left out and listed", async () => {
  const [one, two] = await db
    .select()
    .from(products)
    .where(inArray(products.name, ["Watch Beanie", "Dry Roll Bag"]));
  if (!one || !two) throw new Error("The demo shop has no such goods.");
  const id = await readIn(
    csvOf([
      ["Handle", "Fit", "Care"],
      [one.id, "Snug", "By hand"],
      [two.id, "Roomy", "By hand"],
    ]),
  );
  await db.update(products).set({ fit: "Changed meanwhile" }).where(eq(products.id, one.id));
  const { counts: done } = await apply(id);
  expect(done).toMatchObject({ changed: 1, movedOn: 1 });
  expect((await rows(id, "moved-on")).map(({ row }) => row)).toEqual([2]);
  const fits = await db
    .select({ fit: products.fit })
    .from(products)
    .where(inArray(products.id, [one.id, two.id]));
  expect(fits.map(({ fit }) => fit).toSorted()).toEqual(["Changed meanwhile", "Roomy"]);
});

test("undoing an import asks before it overwrites later changes, and subtracts pieces sold in the meantime", async () => {
  const [flask] = await db.select().from(products).where(eq(products.name, "Steel Hip Flask"));
  const variant = async () =>
    (
      await db
        .select()
        .from(variants)
        .where(eq(variants.productId, flask?.id ?? ""))
    )[0];
  const stock = (await variant())?.stock ?? 0;
  const cells = [flask?.id ?? "", "30.00", String(stock + 5)];
  const id = await readIn(csvOf([["Handle", "Price", "Stock"], cells]));
  await settleImport(shop, dana, id, { takesStock: true });
  const { act } = await apply(id);
  expect((await variant())?.stock).toBe(stock + 5);
  const variantId = (await variant())?.id ?? 0;
  await db.transaction((tx) => reserve(tx, [{ variantId, quantity: 2 }], "someone", { kind: "shopper" }));
  await db
    .update(products)
    .set({ price: cents(31_00) })
    .where(eq(products.id, flask?.id ?? ""));

  const asked = await takeBack(act);
  expect(asked).toMatchObject({
    saved: false,
    stale: [{ kind: "product", fields: [{ field: "price", theirs: 31_00 }] }],
  });
  expect((await variant())?.stock).toBe(stock + 3);
  if (asked.saved) throw new Error("It was not asked.");
  const versions = Object.fromEntries(
    asked.stale.map(({ kind, id: record, version }) => [`${kind} ${record}`, version]),
  );
  const keep = { [fieldKey("product", flask?.id ?? "", "price")]: "theirs" as const };
  expect(await undo(shop, dana, recordKinds, { of: { act }, submission: randomUUID(), versions, keep })).toMatchObject({
    saved: true,
  });
  expect((await variant())?.stock).toBe(stock - 2);
  expect(await stockDrift(db)).toEqual([]);
});

test("an import whose process is killed half-way writes nothing, and the next attempt succeeds", async () => {
  const [bag] = await db.select().from(products).where(eq(products.name, "Garage Patch Set"));
  const text = csvOf([
    ["Handle", "Title", "Variant Price"],
    ["killed-1", "Killed one", "10.00"],
    [bag?.id ?? "", "Renamed Patch Set", "19.00"],
  ]);
  const id = await readIn(text);
  const before = await allGoods();
  await db.transaction(async (holder) => {
    await lockGoods(holder, { productIds: [bag?.id ?? ""] });
    const applying = apply(id).then(
      () => "done",
      (error: unknown) => error,
    );
    for (const pid of await untilWaiting(db, { statement: "%lock_products%" }))
      await db.execute(sql`select pg_terminate_backend(${pid}::int)`);
    expect(await applying).toBeInstanceOf(Error);
  });
  expect(await allGoods()).toBe(before);
  expect((await importById(db, id))?.state).toBe("checked");
  expect((await apply(id)).counts).toMatchObject({ fresh: 1, changed: 1 });
  expect(await db.select().from(products).where(eq(products.handle, "killed-1"))).toHaveLength(1);
});

test("[B-63] a script in a description is imported as plain text, without any markup", async () => {
  const html =
    '<p onclick="x()">Soft <script>alert(1)</script><img src=x onerror=alert(2)><a href="javascript:alert(3)">wool</a></p>';
  const id = await readIn(
    csvOf([
      ["Handle", "Title", "Body (HTML)"],
      ["sly", "Sly <script>alert(4)</script>", html],
    ]),
  );
  await apply(id);
  const [sly] = await db.select().from(products).where(eq(products.handle, "sly"));
  expect(sly?.description).toBe("Soft wool");
  expect(sly?.name).toBe("Sly <script>alert(4)</script>");
});

describe("another shop's export", () => {
  test("WooCommerce's products with variations are imported as products with sizes and colors", async () => {
    const heads = ["ID", "Type", "SKU", "Name", "Published", "Short description", "Description", "Tax status"];
    heads.push("In stock?", "Stock", "Weight (kg)", "Sale price", "Regular price", "Categories", "Images", "Parent");
    heads.push("Attribute 1 name", "Attribute 1 value(s)", "Attribute 2 name", "Attribute 2 value(s)");
    const jacket = [
      "variable",
      "RR",
      "Road Rash",
      "1",
      "",
      "<p>Heavy\\n denim.</p>",
      "taxable",
      "1",
      "",
      "1.2",
      "",
      "",
    ];
    const [category, images] = ["Men > Jackets, Sale", "https://old.example/a.jpg, https://old.example/b.jpg"];
    const id = await readIn(
      csvOf([
        heads,
        ["101", ...jacket, category, images, "", "Size", "S, M", "Color", "Black, Sand"],
        [
          "104",
          "simple",
          "CAP",
          "Rash Cap",
          "-1",
          "Five panels.",
          "",
          "taxable",
          "0",
          "",
          "0.1",
          "",
          "24.5",
          "",
          "",
          "",
          "",
          "",
          "",
          "",
        ],
        [
          "102",
          "variation",
          "RR-S",
          "Road Rash - S",
          "1",
          "",
          "",
          "taxable",
          "1",
          "3",
          "",
          "",
          "149",
          "",
          "",
          "RR",
          "Size",
          "S",
          "Color",
          "Black",
        ],
        [
          "103",
          "variation",
          "RR-M",
          "Road Rash - M",
          "1",
          "",
          "",
          "taxable",
          "1",
          "",
          "",
          "129",
          "149",
          "",
          "",
          "id:101",
          "Size",
          "M",
          "Color",
          "Sand",
        ],
        ["105", "grouped", "SET", "Rash Set", "1", "", "", "taxable", "1", "", "", "", "", "", "", "", "", "", "", ""],
        [
          "106",
          "variation",
          "X",
          "Nobody's",
          "1",
          "",
          "",
          "taxable",
          "1",
          "1",
          "",
          "",
          "10",
          "",
          "",
          "NONE",
          "Size",
          "M",
          "",
          "",
        ],
      ]),
      "wc-product-export.csv",
    );
    expect(await importById(db, id)).toMatchObject({ dialect: "woocommerce", counts: { products: 2, bad: 2 } });
    expect((await rows(id, "bad")).map(({ row, problems }) => [row, problems[0]?.words])).toEqual([
      [6, "no row of the file has a size or color of it"],
      [7, expect.stringMatching(/^is missing/)],
    ]);
    await settleImport(shop, dana, id, { takesStock: true });
    const shown = (await rows(id, "new")).flatMap(({ product }) => product ?? []);
    expect(shown).toMatchObject([
      {
        name: "Road Rash",
        price: "$149.00",
        salePrice: "$129.00",
        sizes: 2,
        colors: 2,
        pieces: null,
        missingPictures: 2,
      },
      { name: "Rash Cap", price: "$24.50", sizes: 0, colors: 0, pieces: 0, category: "" },
    ]);
    expect(shown[0]).toMatchObject({ category: "Men, Jackets", status: "draft" });
    expect(shown[0]).toMatchObject({ kindForTax: "clothing", isKindOfCategory: true });
    expect(shown[1]).not.toHaveProperty("kindForTax");
    await apply(id);
    const [made] = await db.select().from(products).where(eq(products.handle, "road-rash"));
    expect(made).toMatchObject({ name: "Road Rash", weightGrams: 1200, publishedStatus: "draft" });
    const sold = await db
      .select()
      .from(variants)
      .where(eq(variants.productId, made?.id ?? ""))
      .orderBy(variants.id);
    expect(sold.map(({ size, color, sku, stock }) => [size, color, sku, stock])).toEqual([
      ["S", "Black", "RR-S", 3],
      ["M", "Sand", "RR-M", null],
    ]);
  });

  const WOO = ["ID", "Type", "SKU", "Name", "Published", "Description", "In stock?", "Stock", "Sale price"].concat(
    ["Date sale price starts", "Date sale price ends", "Regular price", "Categories", "Images", "Parent"],
    ["Attribute 1 name", "Attribute 1 value(s)"],
  );
  const wooCsv = (products: Record<string, string>[]) =>
    csvOf([
      WOO,
      ...products.map((row) => WOO.map((head) => ({ Published: "1", "In stock?": "1", ...row })[head] ?? "")),
    ]);
  const sized = (parent: string, size: string, row: Record<string, string> = {}) => ({
    Type: "variation",
    Parent: parent,
    "Regular price": "80",
    "Attribute 1 name": "Size",
    "Attribute 1 value(s)": size,
    ...row,
  });
  const notesOf = async (id: number) =>
    (await rows(id, "new", "changed", "same")).flatMap(({ row, problems }) =>
      problems.flatMap(({ field, words, isNote }) => (isNote && field !== "status" ? [[row, field, words]] : [])),
    );
  const variantsOf = async (handle: string) =>
    db
      .select({ size: variants.size, sku: variants.sku, stock: variants.stock })
      .from(variants)
      .innerJoin(products, eq(products.id, variants.productId))
      .where(eq(products.handle, handle))
      .orderBy(variants.id);

  test("a WooCommerce sale is imported only if it has begun and has no end; a note states the days of other sales", async () => {
    const cap = (number: number, starts: string, ends: string) => ({
      ID: String(number),
      Type: "simple",
      Name: `Dated ${number}`,
      "Regular price": "40",
      "Sale price": "30",
      "Date sale price starts": starts,
      "Date sale price ends": ends,
    });
    const [past, ahead] = ["2001-01-01 0:00:00", "2099-01-01 0:00:00"];
    const file = wooCsv([
      cap(1, "", ""),
      cap(2, past, ""),
      cap(3, ahead, ""),
      cap(4, "", past),
      cap(5, past, ahead),
      cap(6, "soon", ""),
    ]);
    const id = await readIn(file);
    expect(await notesOf(id)).toEqual([
      [4, "saleFrom", "the sale begins on 2099-01-01, so its price $30.00 is left out; plan it under Planned prices"],
      [5, "saleUntil", "the sale ended on 2001-01-01, so its price $30.00 is left out"],
      [
        6,
        "saleUntil",
        "the sale ends on 2099-01-01, which nothing here would do, so its price $30.00 is left out; plan it under Planned prices",
      ],
      [7, "saleFrom", "soon is no day as 2026-11-27, so the sale price $30.00 is left out"],
    ]);
    await apply(id);
    const made = await db
      .select({ salePrice: products.salePrice })
      .from(products)
      .where(sql`${products.name} like 'Dated _'`)
      .orderBy(products.name);
    expect(made.map(({ salePrice }) => salePrice)).toEqual([3000, 3000, null, null, null, null]);
    // The file ends only the sale of Dated 4, which is over in the file; sales that began here meanwhile continue.
    await db
      .update(products)
      .set({ salePrice: cents(3000) })
      .where(inArray(products.name, ["Dated 4", "Dated 5"]));
    expect((await rows(await readIn(file), "changed")).map(({ name }) => name)).toEqual(["Dated 4"]);
  });

  test("the days of a WooCommerce sale are read in the shop's time zone, not the server's", async () => {
    const zone = "Pacific/Kiritimati";
    const hourAgo = formatMoment(new Date(Date.now() - HOUR).toISOString(), zone);
    const cap = (name: string, from: string, until: string) => ({
      ID: name,
      Type: "simple",
      Name: name,
      "Regular price": "40",
      "Sale price": "30",
      "Date sale price starts": from,
      "Date sale price ends": until,
    });
    // In UTC both times are half a day in the future.
    await db.insert(settings).values({ name: "timeZone", value: zone, version: 1 });
    const id = await readIn(wooCsv([cap("Zoned 1", hourAgo, ""), cap("Zoned 2", "", hourAgo)]));
    await db.delete(settings).where(eq(settings.name, "timeZone"));
    expect(await notesOf(id)).toEqual([
      [3, "saleUntil", `the sale ended on ${hourAgo.slice(0, 10)}, so its price $30.00 is left out`],
    ]);
  });

  test("a WooCommerce variation that is switched off is left out with a note; variations of a draft are imported", async () => {
    const id = await readIn(
      wooCsv([
        { ID: "11", Type: "variable", SKU: "OFF", Name: "Half Off" },
        sized("OFF", "S", { ID: "12", SKU: "OFF-S" }),
        sized("OFF", "M", { ID: "13", SKU: "OFF-M", Published: "0", Images: "https://old.example/off.jpg" }),
        { ID: "14", Type: "variable", SKU: "DRAFT", Name: "Still A Draft", Published: "-1" },
        sized("DRAFT", "S", { ID: "15", Published: "-1" }),
      ]),
    );
    expect(await counts(id)).toMatchObject({ bad: 0, products: 2, published: 0 });
    expect(await notesOf(id)).toEqual([
      [4, "rowKind", "is switched off in the other shop, so this size and color is left out; one that is here stays"],
    ]);
    await apply(id);
    expect(await variantsOf("half-off")).toEqual([{ size: "S", sku: "OFF-S", stock: null }]);
    expect(await variantsOf("still-a-draft")).toEqual([{ size: "S", sku: "", stock: null }]);
  });

  test("a WooCommerce stock count for all sizes together is not imported as the stock of each size", async () => {
    const file = wooCsv([
      { ID: "21", Type: "variable", SKU: "POOL", Name: "Pooled", Stock: "12" },
      sized("POOL", "S", { ID: "22", Stock: "parent" }),
      sized("POOL", "M", { ID: "23", Stock: "5" }),
    ]);
    const id = await readIn(file);
    await settleImport(shop, dana, id, { takesStock: true });
    expect(await notesOf(id)).toEqual([
      [
        3,
        "stock",
        "is counted for all sizes together in the other shop, so a new one has no pieces and one that is here keeps its own; count them here",
      ],
    ]);
    await apply(id);
    expect((await variantsOf("pooled")).map(({ size, stock }) => [size, stock])).toEqual([
      ["S", 0],
      ["M", 5],
    ]);
    const [pooled] = await db.select().from(products).where(eq(products.handle, "pooled"));
    await db.execute(sql`update variants set stock = 7 where product_id = ${pooled?.id} and size = 'S'`);
    const again = await readIn(file);
    await settleImport(shop, dana, again, { takesStock: true });
    expect(await counts(again)).toMatchObject({ changed: 0, bad: 0 });
    await db.execute(sql`update variants set stock = 0 where product_id = ${pooled?.id} and size = 'S'`);
  });

  test("WooCommerce products with the same name do not overwrite each other, whichever rows a later file contains", async () => {
    const twin = (id: string, sku: string, price: string) => ({
      ID: id,
      Type: "simple",
      Name: "Twin Cap",
      SKU: sku,
      "Regular price": price,
    });
    const priced = async () =>
      (await db.select().from(products).where(eq(products.name, "Twin Cap")).orderBy(products.price)).map(
        ({ handle, price }) => [handle, price],
      );
    await apply(await readIn(wooCsv([twin("200", "TWIN-200", "20")])));
    // The next file has an older product of the same name first; the file after it contains only that product.
    const both = wooCsv([twin("100", "TWIN-100", "10"), twin("200", "TWIN-200", "20")]);
    const id = await readIn(both);
    expect(await counts(id)).toMatchObject({ fresh: 1, changed: 0, same: 1, products: 1 });
    await apply(id);
    const two = [
      ["twin-cap-100", 1000],
      ["twin-cap", 2000],
    ];
    expect(await priced()).toEqual(two);
    expect(await counts(await readIn(both))).toMatchObject({ fresh: 0, changed: 0, same: 2 });
    const [alone] = await rows(await readIn(wooCsv([twin("100", "", "10")])), "same");
    const words = "is empty, so the SKU here stays: TWIN-100";
    expect(alone?.problems).toContainEqual({ field: "sku", words, isNote: true });
    const third = await readIn(wooCsv([twin("300", "TWIN-300", "30")]));
    expect(await counts(third)).toMatchObject({ fresh: 1, changed: 0 });
    await apply(third);
    expect(await priced()).toEqual([...two, ["twin-cap-300", 3000]]);

    const sizes = wooCsv([
      { ID: "41", Type: "variable", Name: "Renamed Coat" },
      sized("id:41", "S", { ID: "42", SKU: "COAT-S" }),
    ]);
    await apply(await readIn(sizes));
    const renamed = await readIn(sizes.replace("Renamed Coat", "Long Coat"));
    expect(await counts(renamed)).toMatchObject({ fresh: 0, changed: 1, products: 0 });
  });

  test("a file of 200 products with typical faults gets a note for each fault; all other rows become drafts without pictures", async () => {
    const id = await readIn(shopifyExport({ withFaults: true }), "products_export.csv");
    expect(await importById(db, id)).toMatchObject({ dialect: "shopify", encoding: "utf-8", separator: "," });
    const bad = await rows(id, "bad");
    expect(bad.map(({ problems }) => problems.find(({ isNote }) => !isNote)?.words)).toEqual([
      "write cents with a point: 12.50",
      "this has to be a number",
      expect.stringMatching(/^is missing; row \d+ is of "product-\d+"/),
      "the size is missing in this row",
      "write the amount out, such as 229.00",
      "an amount cannot be below 0",
      "this shop sells in dollars; write them alone: 229.00",
    ]);
    expect(bad).toHaveLength(FAULTS.length);
    expect(await counts(id)).toMatchObject({ products: 200, published: 0, changed: 0 });

    const mended = bad.flatMap(({ row, cells }) => {
      const column = cells[16] === "12,50" ? 16 : -1;
      return column < 0 ? [] : [{ row, column, text: "12.50" }];
    });
    await settleImport(shop, dana, id, { mended });
    expect(await rows(id, "bad")).toHaveLength(FAULTS.length - 1);

    const { act } = await apply(id);
    const made = await db
      .select()
      .from(products)
      .where(sql`${products.handle} like 'product-%'`);
    expect(made).toHaveLength(200);
    expect(new Set(made.map(({ publishedStatus }) => publishedStatus))).toEqual(new Set(["draft"]));
    const first = made.find(({ handle }) => handle === "product-1");
    expect(first).toMatchObject({
      name: "Café Racer Jacket 1",
      price: 110_00,
      salePrice: 90_00,
      kindForTax: "clothing",
    });
    expect(first?.description).toBe('Made for Café Racer Jacket 1 & friends.\nLined.\n\nTwo pockets\n"Quiet" zip');
    expect(first?.categoryId).not.toBeNull();

    expect(await counts(await readIn(shopifyExport(), "again.csv"))).toMatchObject({ products: 0, bad: 0 });
    await takeBack(act);
    const away = await db
      .select()
      .from(products)
      .where(
        inArray(
          products.id,
          made.map(({ id: product }) => product),
        ),
      );
    expect(new Set(away.map(({ publishedStatus }) => publishedStatus))).toEqual(new Set(["archived"]));
  });
});
