import { randomUUID } from "node:crypto";
import { eq, isNotNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { logChanges } from "~/shop/audit/change-log.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { save } from "~/shop/audit/save.server";
import type { FieldValues } from "~/shop/audit/saving";
import { undo } from "~/shop/audit/undo.server";
import { categories, products, sizeGuides, variants } from "~/shop/catalog/catalog.tables";
import { categoryRecord } from "~/shop/catalog/editing/category-record.server";
import { choicesOf } from "~/shop/catalog/editing/colors-and-variants.server";
import { productRecord } from "~/shop/catalog/editing/product-record.server";
import { variantRecord } from "~/shop/catalog/editing/variant-record.server";
import { sizeGuideRecord } from "~/shop/catalog/size-guides/size-guide-record.server";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";
import { recordKinds } from "../record-kinds.server";

const shop = await openTestShop();
const { db } = shop;
const owner = memberAs("owner", "Jo");

const [product, other] = await db.select({ id: products.id }).from(products).orderBy(products.position).limit(2);
if (!product || !other) throw new Error("There are two products.");
const [variant] = await db
  .select({ id: variants.id })
  .from(variants)
  .where(eq(variants.productId, product.id))
  .limit(1);
const [category] = await db
  .select({ id: categories.id })
  .from(categories)
  .where(isNotNull(categories.parentId))
  .limit(1);
const tableOf = (measure: string) => ({ measures: [measure], sizes: [{ size: "M", values: ["38"] }] });
await db.insert(sizeGuides).values({ id: "guide", name: "Vests", table: tableOf("Chest") });

const read = (kind: RecordKind, id: string) =>
  db.transaction(async (tx) => {
    const found = await kind.read(tx, id);
    if (!found) throw new Error(`There is no ${kind.kind} ${id}.`);
    return found;
  });
/** Stores values with invisible characters, as earlier releases did, without the check of forms; writes JSON columns by SQL. */
async function stored(kind: RecordKind, id: string, { details, table, ...values }: FieldValues): Promise<void> {
  const { version } = await read(kind, id);
  const act = { memberId: owner.id, submission: randomUUID() };
  if (Object.keys(values).length > 0) await db.transaction((tx) => kind.write(tx, id, values, version, act));
  if (table) await db.execute(sql`update size_guides set "table" = ${JSON.stringify(table)}::jsonb where id = ${id}`);
  if (details) await db.execute(sql`update products set details = ${JSON.stringify(details)}::jsonb where id = ${id}`);
}
async function changed(edits: { kind: RecordKind; id: string; values: FieldValues }[]): Promise<string> {
  const now = await Promise.all(
    edits.map(async (edit) => ({ ...edit, version: (await read(edit.kind, edit.id)).version })),
  );
  const submission = randomUUID();
  expect(await save(shop, owner, { submission, edits: now })).toMatchObject({ saved: true });
  return submission;
}
const takeBack = (act: string) => undo(shop, owner, recordKinds, { of: { act }, submission: randomUUID() });

test("undo restores old texts without their invisible characters, for each kind of text and for a whole act", async () => {
  const all = [
    {
      kind: productRecord,
      id: product.id,
      old: {
        name: "Rider\u200bVest",
        details: ["Waxed\u00ad cotton", "Lined\u2028twice"],
        sku: "\ufeffRV-1",
        care: "Wax\u202e it.\nTwice.",
        lowMark: 3,
      },
      clean: {
        name: "RiderVest",
        details: ["Waxed cotton", "Lined twice"],
        sku: "RV-1",
        care: "Wax it.\nTwice.",
        lowMark: 3,
      },
      changed: { name: "Vest", details: ["Cotton"], sku: "V-1", care: "None.", lowMark: 4 },
    },
    {
      kind: variantRecord,
      id: String(variant?.id),
      old: { shelf: "A\u200e1" },
      clean: { shelf: "A1" },
      changed: { shelf: "B" },
    },
    {
      kind: categoryRecord,
      id: category?.id ?? "",
      old: { name: "Jack\u00adets of before" },
      clean: { name: "Jackets of before" },
      changed: { name: "Jackets of now" },
    },
    {
      kind: sizeGuideRecord,
      id: "guide",
      old: { table: tableOf("Ch\u200best") },
      clean: { table: tableOf("Chest") },
      changed: { table: tableOf("Waist") },
    },
  ];
  for (const { kind, id, old } of all) await stored(kind, id, old);
  const act = await changed(all.map(({ kind, id, changed: values }) => ({ kind, id, values })));

  expect(await takeBack(act)).toMatchObject({ saved: true });

  for (const { kind, id, clean } of all) expect((await read(kind, id)).values).toMatchObject(clean);
});

test("undo of an act does not restore a text of which the act only removed invisible characters, and undoes the rest", async () => {
  await stored(productRecord, product.id, { name: "Rider\u200bVest", lowMark: 3 });
  const act = await changed([{ kind: productRecord, id: product.id, values: { name: "RiderVest", lowMark: 9 } }]);

  expect(await takeBack(act)).toMatchObject({ saved: true, changed: 1 });

  expect((await read(productRecord, product.id)).values).toMatchObject({ name: "RiderVest", lowMark: 3 });
});

test("undo of old sizes and colors with invisible characters is refused with a message, because variants refer to their spelling", async () => {
  const choices = await choicesOf(db, other.id);
  const name = choices.colors[0]?.name ?? "";
  const hidden = JSON.parse(JSON.stringify(choices).replaceAll(`"${name}"`, `"${name[0]}\u200b${name.slice(1)}"`));
  const { version } = await read(productRecord, other.id);
  const of = { memberId: owner.id, submission: randomUUID(), action: "change" as const, reason: "" };
  const row = { kind: "product", record: other.id, version };
  await db.transaction((tx) =>
    logChanges(tx, of, [
      { ...row, field: "lowMark", old: 8, new: null },
      { ...row, field: "choices", old: hidden, new: choices },
    ]),
  );

  await expect(takeBack(of.submission)).rejects.toMatchObject({
    code: "input-invalid",
    fields: { choices: expect.stringContaining("invisible character") },
  });

  expect(await choicesOf(db, other.id)).toEqual(choices);
});
