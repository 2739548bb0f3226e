import { randomUUID } from "node:crypto";
import { asc, eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Transaction } from "~/platform/database.server";
import { save } from "~/shop/audit/save.server";
import { cents } from "~/shop/money";
import { memberAs } from "~/testing/members.server";
import { meetsSale } from "~/testing/meets-a-sale.server";
import { openTestShop } from "~/testing/test-shop.server";
import { products, variants } from "../catalog.tables";
import { choicesOf } from "../editing/colors-and-variants.server";
import { lockGoods } from "../editing/lock-goods.server";
import { productRecord } from "../editing/product-record.server";
import { variantRecord } from "../editing/variant-record.server";
import { stockId } from "./change-stock.server";
import { locked, lockedOfProducts, move, stockDrift } from "./reservations.server";
import { stockRecord } from "./stock-record.server";

const shop = await openTestShop();
const { db } = shop;
const owner = memberAs("owner");

const [sold] = await db
  .select({ productId: variants.productId, ids: sql<number[]>`array_agg(${variants.id} order by ${variants.id})` })
  .from(variants)
  .where(sql`${variants.stock} > 5`)
  .groupBy(variants.productId)
  .orderBy(sql`count(*) desc`)
  .limit(1);
const { productId = "", ids = [] } = sold ?? {};
const [first = 0, later = 0] = ids;

const versionOf = async (id: number) =>
  (await db.select({ version: variants.version }).from(variants).where(eq(variants.id, id)))[0]?.version ?? 0;

test("a form with the stock of one variant and the price of an earlier one does not deadlock with their sale", async () => {
  const read = await db.transaction((tx) => stockRecord.read(tx, stockId(later)));
  const edits = [
    { kind: stockRecord, id: stockId(later), version: read?.version ?? 0, values: { pieces: 40 } },
    { kind: variantRecord, id: String(first), version: await versionOf(first), values: { price: 99_00 } },
  ];

  const saved = await meetsSale(db, [first, later], () => save(shop, owner, { submission: randomUUID(), edits }));

  expect(saved).toMatchObject({ saved: true, changed: 2 });
  expect(await stockDrift(db)).toEqual([]);
});

test("a form with a price and the sizes of its product does not deadlock with a sale", async () => {
  const choices = await choicesOf(db, productId);
  const [own] = await db.transaction(async (tx) => [await productRecord.read(tx, productId)]);
  const edits = [
    {
      kind: productRecord,
      id: productId,
      version: own?.version ?? 0,
      values: { choices: { ...choices, pairs: choices.pairs.toReversed() } },
    },
    { kind: variantRecord, id: String(later), version: await versionOf(later), values: { price: 98_00 } },
  ];

  const saved = await meetsSale(db, [first, later], () => save(shop, owner, { submission: randomUUID(), edits }));

  expect(saved).toMatchObject({ saved: true, changed: 2 });
});

test("sizes of a product that are put in another order do not deadlock with a sale", async () => {
  const choices = await choicesOf(db, productId);
  const read = await db.transaction((tx) => productRecord.read(tx, productId));
  const values = { choices: { ...choices, pairs: choices.pairs.toReversed() } };
  const edits = [{ kind: productRecord, id: productId, version: read?.version ?? 0, values }];

  const saved = await meetsSale(db, [first, later], () => save(shop, owner, { submission: randomUUID(), edits }));

  expect(saved).toMatchObject({ saved: true });
});

/** Message of the error for which a transaction fails, or null. */
const refusalOf = (act: (tx: Transaction) => Promise<unknown>) =>
  db.transaction(act).then(
    () => null,
    (error: Error) => String((error.cause as Error | undefined)?.message ?? error.message),
  );

test("a shop of tests refuses whoever locks a variant after a later one, or changes one that he has not locked", async () => {
  const actor = { kind: "system" } as const;
  const moved = (tx: Transaction, variantId: number) =>
    move(tx, "correction", [{ variantId, quantity: 1 }], "lock order", actor);
  const lockedInTurn = (...order: number[]) =>
    refusalOf(async (tx) => {
      for (const id of order) await locked(tx, [id]);
    });

  expect(await lockedInTurn(first, later, first)).toBeNull();
  expect(await lockedInTurn(later, first)).toContain(`variant ${first} is locked after variant ${later}`);
  expect(
    await refusalOf(async (tx) => {
      await locked(tx, [first]);
      await moved(tx, later);
    }),
  ).toContain(`variant ${later} is changed without a lock`);
  expect(
    await refusalOf(async (tx) => {
      await tx.transaction((inner) => locked(inner, [later]).then(() => inner.rollback())).catch(() => undefined);
      await locked(tx, [first]);
    }),
  ).toBeNull();
});

test("a shop of tests refuses whoever locks or changes a product after variants", async () => {
  const late = `product ${productId} is locked after variants`;
  const named = (tx: Transaction) => tx.update(products).set({ name: "Late" }).where(eq(products.id, productId));
  const priced = (tx: Transaction) =>
    tx
      .update(variants)
      .set({ price: cents(1) })
      .where(eq(variants.id, first));

  for (const act of [(tx: Transaction) => lockGoods(tx, { productIds: [productId] }), named, priced])
    expect(
      await refusalOf(async (tx) => {
        await locked(tx, [first]);
        await act(tx);
      }),
    ).toContain(late);
  expect(
    await refusalOf(async (tx) => {
      await lockGoods(tx, { variantIds: [first] });
      await named(tx);
      await priced(tx);
      tx.rollback();
    }),
  ).toBe("Rollback");
});

test("what only refers to a variant does not wait for its sale", async () => {
  await db.transaction(async (tx) => {
    await lockedOfProducts(tx, [productId]);
    await db.transaction(async (other) => {
      await other.execute(sql`set local lock_timeout = '10s'`);
      await other.execute(
        sql`insert into stock_movements (variant_id, quantity, cause, reference, actor) values (${first}, 0, 'correction', 'beside', '{"kind": "system"}')`,
      );
    });
  });
  const rows = await db
    .select({ id: variants.id })
    .from(variants)
    .where(inArray(variants.id, ids))
    .orderBy(asc(variants.id));
  expect(rows.map(({ id }) => id)).toEqual(ids);
});
