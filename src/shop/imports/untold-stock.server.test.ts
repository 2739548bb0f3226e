import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { recordKinds } from "~/back-office/record-kinds.server";
import { undo } from "~/shop/audit/undo.server";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { memberAs } from "~/testing/members.server";
import { csvOf } from "~/testing/shopify-export";
import { openTestShop } from "~/testing/test-shop.server";
import { applyImport } from "./apply.server";
import { importById, readImport, settleImport } from "./imports.server";
import { rowsOf } from "./rows.server";

const shop = await openTestShop();
const { db } = shop;
const dana = memberAs("owner", "Dana");
const folder = await mkdtemp(join(tmpdir(), "untold-stock-"));
afterAll(() => rm(folder, { recursive: true }));

async function readIn(csv: string): Promise<number> {
  const path = join(folder, randomUUID());
  await writeFile(path, csv);
  return readImport(shop, dana, { path, file: "products_export.csv" });
}
const untold = async (id: number) => (await importById(db, id))?.counts.untold;
const shownPieces = async (id: number) =>
  (await rowsOf(db, id, { states: ["new"], most: 100 })).flatMap(({ product }) => (product ? [product.pieces] : []));
const levels = async (handle: string) =>
  (
    await db
      .select({ size: variants.size, stock: variants.stock })
      .from(variants)
      .innerJoin(products, eq(products.id, variants.productId))
      .where(eq(products.handle, handle))
      .orderBy(variants.id)
  ).map(({ size, stock }) => [size, stock]);

/** Shopify export with an inventory tracker but without quantities. */
const shopify = (handle: string, sizes: string[], tracker = "shopify") =>
  csvOf([
    ["Title", "URL handle", "Status", "Option1 name", "Option1 value", "Price", "Inventory tracker"],
    ...sizes.map((size, place) => [place === 0 ? handle : "", handle, "Draft", "Size", size, "30.00", tracker]),
  ]);

test("variants that the other shop counts but whose file has no quantity get 0 pieces, and the preview states their number", async () => {
  const id = await readIn(shopify("told-nothing", ["S", "M"]));
  expect(await untold(id)).toBe(2);
  expect(await shownPieces(id)).toEqual([0]);
  await applyImport(shop, dana, { id });
  expect(await levels("told-nothing")).toEqual([
    ["S", 0],
    ["M", 0],
  ]);
});

test("a member's choice not to count variants without a quantity is stored with the import, previewed and applied", async () => {
  const id = await readIn(shopify("told-freely", ["S", "M"]));
  await settleImport(shop, dana, id, { untoldStock: "uncounted" });
  expect(await untold(id)).toBe(2);
  expect(await shownPieces(id)).toEqual([null]);
  await settleImport(shop, dana, id, { takesStock: true });
  expect(await shownPieces(id)).toEqual([null]);
  await applyImport(shop, dana, { id });
  expect(await levels("told-freely")).toEqual([
    ["S", null],
    ["M", null],
  ]);
});

test("variants that the other shop does not count are unlimited, and the member is not asked about them", async () => {
  const id = await readIn(shopify("never-counted", ["S"], ""));
  expect(await untold(id)).toBe(0);
  expect(await shownPieces(id)).toEqual([null]);
});

test("stored variants keep their stock; an added size gets the chosen stock, and undo removes it", async () => {
  await applyImport(shop, dana, { id: await readIn(shopify("grows", ["S"])) });
  await applyImport(shop, dana, { id: await readIn(shopify("grows", ["S", "M"])) });
  const id = await readIn(shopify("grows", ["S", "M", "L"]));
  expect(await untold(id)).toBe(1);
  const [added] = await rowsOf(db, id, { states: ["new"], most: 10 });
  expect(added?.changes.map(({ what, to }) => [what, to])).toContainEqual(["Stock", "0"]);
  await settleImport(shop, dana, id, { untoldStock: "uncounted" });
  const [shown] = await rowsOf(db, id, { states: ["new"], most: 10 });
  expect(shown?.changes.map(({ what, to }) => [what, to])).toContainEqual(["Stock", "not counted"]);
  const { act } = await applyImport(shop, dana, { id });
  expect(await levels("grows")).toEqual([
    ["S", 0],
    ["M", 0],
    ["L", null],
  ]);
  expect(await stockDrift(db)).toEqual([]);
  expect(await undo(shop, dana, recordKinds, { of: { act }, submission: randomUUID() })).toMatchObject({ saved: true });
});

test("WooCommerce variations with managed stock but without a quantity get 0 pieces, too", async () => {
  const heads = ["ID", "Type", "SKU", "Name", "Published", "In stock?", "Manage stock?", "Stock", "Regular price"];
  const id = await readIn(
    csvOf([
      [...heads, "Parent", "Attribute 1 name", "Attribute 1 value(s)"],
      ["1", "variable", "RIDE", "Managed Ride", "1", "1", "0", "", "", "", "Size", "S, M, L, XL"],
      ["2", "variation", "RIDE-S", "", "1", "1", "yes", "", "40", "RIDE", "Size", "S"],
      ["3", "variation", "RIDE-M", "", "1", "1", "1", "4", "40", "RIDE", "Size", "M"],
      ["4", "variation", "RIDE-L", "", "1", "1", "no", "", "40", "RIDE", "Size", "L"],
      ["5", "variation", "RIDE-XL", "", "1", "0", "no", "", "40", "RIDE", "Size", "XL"],
    ]),
  );
  expect(await untold(id)).toBe(1);
  await settleImport(shop, dana, id, { takesStock: true });
  await applyImport(shop, dana, { id });
  expect(await levels("managed-ride")).toEqual([
    ["S", 0],
    ["M", 4],
    ["L", null],
    ["XL", 0],
  ]);
});

test.each([
  ["without the column Manage stock?", undefined],
  ["with variations that manage none of their own", "0"],
])(
  "variations whose pieces WooCommerce counts only at the parent have no quantity of their own, %s",
  async (_, managed) => {
    const name = `Pooled Ride ${managed ?? "Plain"}`;
    const column = (cell: string) => (managed === undefined ? [] : [cell]);
    const heads = ["ID", "Type", "SKU", "Name", "Published", "In stock?", "Stock", "Regular price", "Parent"];
    const of = (sku: string, cells: string[]) => [...cells, "40", sku, "Size"];
    const parent = `POOL-${managed ?? "P"}`;
    const id = await readIn(
      csvOf([
        [...heads, "Attribute 1 name", "Attribute 1 value(s)", ...column("Manage stock?")],
        ["11", "variable", parent, name, "1", "1", "5", "", "", "Size", "S, M, L", ...column("1")],
        [...of(parent, ["12", "variation", `${parent}-S`, "", "1", "1", ""]), "S", ...column(managed ?? "")],
        [...of("id:11", ["13", "variation", `${parent}-M`, "", "1", "1", ""]), "M", ...column(managed ?? "")],
        [...of(parent, ["14", "variation", `${parent}-L`, "", "1", "1", "3"]), "L", ...column("1")],
      ]),
    );
    expect(await untold(id)).toBe(2);
    await settleImport(shop, dana, id, { takesStock: true });
    await applyImport(shop, dana, { id });
    expect(await levels(name.toLowerCase().replaceAll(" ", "-"))).toEqual([
      ["S", 0],
      ["M", 0],
      ["L", 3],
    ]);
  },
);
