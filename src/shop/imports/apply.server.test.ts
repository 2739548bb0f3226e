import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { recordKinds } from "~/back-office/record-kinds.server";
import { undo } from "~/shop/audit/undo.server";
import { products, stockMovements, variants } from "~/shop/catalog/catalog.tables";
import type { Cents } from "~/shop/money";
import { memberAs } from "~/testing/members.server";
import { csvOf } from "~/testing/shopify-export";
import { openTestShop } from "~/testing/test-shop.server";
import { untilWaiting } from "~/testing/until-waiting.server";
import { applyImport } from "./apply.server";
import { imports } from "./imports.tables";
import { dropImport, importById, readImport, settleImport } from "./imports.server";
import { rowsOf } from "./rows.server";

const shop = await openTestShop();
const { db } = shop;
const dana = memberAs("owner", "Dana");
const folder = await mkdtemp(join(tmpdir(), "apply-test-"));
afterAll(() => rm(folder, { recursive: true }));

async function readIn(csv: string): Promise<number> {
  const path = join(folder, randomUUID());
  await writeFile(path, csv);
  return readImport(shop, dana, { path, file: "goods.csv" });
}
const versionOf = async (id: number) => (await importById(db, id))?.version ?? 0;
const apply = (id: number, version?: number, submission: string = randomUUID()) =>
  applyImport(shop, dana, { id, submission, ...(version !== undefined && { version }) });
const refused = (code: string) => expect.objectContaining({ code });

/** CSV text of a new product with its price and stock. */
const goods = (handle: string, price = "20.00", stock = "5") =>
  csvOf([
    ["Handle", "Name", "Size", "Price", "Stock"],
    [handle, `Goods ${handle}`, "M", price, stock],
  ]);
const named = (handle: string) => db.select().from(products).where(eq(products.handle, handle));

test("a form is applied once even if it is sent twice at the same moment; a second form for the same import is refused", async () => {
  const id = await readIn(goods("once-only"));
  const [version, submission] = [await versionOf(id), randomUUID()];
  const answers = await Promise.all([apply(id, version, submission), apply(id, version, submission)]);
  expect(new Set(answers.map(({ act }) => act))).toEqual(new Set([submission]));
  expect(await named("once-only")).toHaveLength(1);
  await expect(apply(id, version)).rejects.toEqual(refused("import-settled"));

  const raced = await readIn(goods("raced-for"));
  const both = await Promise.allSettled([apply(raced), apply(raced)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await named("raced-for")).toHaveLength(1);
});

test("a form that applied one import cannot apply another, even at the same moment; each import is undone separately", async () => {
  const submission = randomUUID();
  const one = await readIn(goods("form-of-one"));
  const other = await readIn(goods("form-of-other"));
  await apply(one, undefined, submission);
  await expect(apply(other, undefined, submission)).rejects.toEqual(refused("submission-foreign"));
  expect(await named("form-of-other")).toEqual([]);
  expect(await importById(db, other)).toMatchObject({ state: "checked", act: null });
  expect(await apply(one, undefined, submission)).toMatchObject({ act: submission });

  const shared = randomUUID();
  const raced = [await readIn(goods("raced-one")), await readIn(goods("raced-other"))];
  const answers = await Promise.allSettled(raced.map((id) => apply(id, undefined, shared)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(answers.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "submission-foreign" } });
  expect([...(await named("raced-one")), ...(await named("raced-other"))]).toHaveLength(1);

  const { act } = await apply(other);
  await undo(shop, dana, recordKinds, { of: { act: submission }, submission: randomUUID() });
  expect(await importById(db, other)).toMatchObject({ state: "in", act });
});

test("a preview is not applied after the import's settings changed, nor after the changed preview was applied", async () => {
  const id = await readIn(goods("read-otherwise"));
  const shown = await versionOf(id);
  await settleImport(shop, dana, id, { takesStock: true, version: shown });
  await expect(apply(id, shown)).rejects.toEqual(refused("import-changed"));
  await expect(settleImport(shop, dana, id, { takesStock: false, version: shown })).rejects.toEqual(
    refused("import-changed"),
  );
  expect(await named("read-otherwise")).toEqual([]);
  await apply(id, await versionOf(id));
  await expect(apply(id, shown)).rejects.toEqual(refused("import-settled"));

  const dropped = await readIn(goods("put-away"));
  await dropImport(shop, dana, dropped);
  await expect(apply(dropped)).rejects.toEqual(refused("import-settled"));
});

test("if another import changed the same products since the preview, nothing is written and the preview is made again", async () => {
  const [one, two] = [await readIn(goods("two-files")), await readIn(goods("two-files", "25.00"))];
  const shown = await versionOf(two);
  const { act } = await apply(one);
  await expect(apply(two, shown)).rejects.toEqual(refused("import-overtaken"));
  expect((await named("two-files"))[0]).toMatchObject({ price: 2000 });
  const again = await importById(db, two);
  expect(again).toMatchObject({ state: "checked", counts: { changed: 1, fresh: 0 } });
  expect(again?.version).toBeGreaterThan(shown);
  await apply(two, again?.version);
  expect((await named("two-files"))[0]).toMatchObject({ price: 2500 });

  // Undoing an import outdates previews of the same products, and no others.
  const third = await readIn(goods("two-files", "30.00"));
  const apart = await readIn(goods("apart-from-all"));
  await undo(shop, dana, recordKinds, { of: { act }, submission: randomUUID() });
  await expect(apply(third)).rejects.toEqual(refused("import-overtaken"));
  await apply(apart);
});

test("of two imports of the same products applied at the same moment, one is written and the other gets a new preview", async () => {
  const [one, two] = [await readIn(goods("at-once")), await readIn(goods("at-once", "25.00"))];
  const both = await Promise.allSettled([apply(one), apply(two)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(both.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "import-overtaken" } });
  expect(await named("at-once")).toHaveLength(1);
});

test("a product created by somebody else during the import stays unchanged; its row is left out and the other rows are written", async () => {
  const id = await readIn(
    csvOf([
      ["Handle", "Name", "Size", "Price", "Stock"],
      ["came-between", "From the file", "M", "20.00", "5"],
      ["beside-it", "Beside it", "M", "30.00", "4"],
    ]),
  );
  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  // Comparing reads without a lock; writing waits for this transaction.
  const holding = db.transaction(async (tx) => {
    await tx.select().from(imports).where(eq(imports.id, id)).for("update");
    locked.resolve();
    await held.promise;
    await tx
      .insert(products)
      .values({ id: "byhand", handle: "came-between", name: "By hand", price: 9900 as Cents, position: 9998 });
  });
  await locked.promise;
  const applied = apply(id);
  await untilWaiting(db);
  held.resolve();
  await holding;

  expect((await applied).counts).toMatchObject({ rows: 2, fresh: 1, movedOn: 1 });
  expect(await named("came-between")).toMatchObject([{ id: "byhand", name: "By hand", price: 9900 }]);
  expect(await named("beside-it")).toMatchObject([{ name: "Beside it", price: 3000 }]);
  const left = await rowsOf(db, id, { states: ["moved-on"], most: 9 });
  expect(left).toMatchObject([{ row: 2, cells: ["came-between", "From the file", "M", "20.00", "5"] }]);
});

test("a preview stored by a release that did not store pieces and `othersSeen` is made again before it is applied", async () => {
  const id = await readIn("Title,URL handle,Price,Inventory tracker\nOlder,older-preview,20.00,shopify\n");
  await db.execute(
    sql`update import_rows set product = jsonb_set(product, '{pieces}', 'null') where import_id = ${id}`,
  );
  await db.update(imports).set({ othersSeen: null }).where(eq(imports.id, id));
  await expect(apply(id)).rejects.toEqual(refused("import-overtaken"));
  expect(await named("older-preview")).toEqual([]);
});

test("stock movements of an import and of its undoing store the member's id, never an e-mail address", async () => {
  const id = await readIn(goods("by-whom"));
  await settleImport(shop, dana, id, { takesStock: true });
  const { act } = await apply(id);
  await undo(shop, dana, recordKinds, { of: { act }, submission: randomUUID() });
  const [product] = await named("by-whom");
  const moved = await db
    .select({ actor: stockMovements.actor, quantity: stockMovements.quantity })
    .from(stockMovements)
    .innerJoin(variants, eq(variants.id, stockMovements.variantId))
    .where(eq(variants.productId, product?.id ?? ""))
    .orderBy(stockMovements.id);
  expect(moved).toEqual([
    { actor: { kind: "staff", name: dana.id }, quantity: 5 },
    { actor: { kind: "staff", name: dana.id }, quantity: -5 },
  ]);
});
