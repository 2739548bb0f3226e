import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { productKind, variantKind } from "~/back-office/goods/goods-kinds.server";
import { formatField, kindOf } from "~/back-office/goods/field-values";
import { productControls, variantFieldName, variantFieldNames } from "~/back-office/goods/product-controls";
import { exportContent } from "~/content/export-content.server";
import { importContent } from "~/content/import-content.server";
import { catalogRows } from "~/demo/catalog-rows";
import { contentFiles } from "~/demo/content-schema";

import type { Change } from "~/shop/audit/acts.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { applyImport } from "~/shop/imports/apply.server";
import { columnOf, FIELDS } from "~/shop/imports/columns";
import { exportProducts } from "~/shop/imports/export-products.server";
import { importById, readImport } from "~/shop/imports/imports.server";
import { rowsOf } from "~/shop/imports/rows.server";
import { cents, dollars } from "~/shop/money";
import { officeAs, place } from "~/testing/back-office-as.server";
import { fieldsIn } from "~/testing/form-fields";
import { elementOf, structuredIn, textOf } from "~/testing/html";
import { memberAs } from "~/testing/members.server";
import { strictCsv } from "~/testing/strict-csv";
import { testApp } from "~/testing/test-app.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";
import { productById } from "./catalog.server";
import { products, sizeGuides, variants } from "./catalog.tables";
import { copyProduct } from "./editing/create-product.server";
import { createGoods, manyVariants } from "./editing/goods-in-bulk.server";
import { manyOfProducts, productRecord } from "./editing/product-record.server";
import { goodsByKeys } from "./editing/stored-goods.server";
import { variantRecord } from "./editing/variant-record.server";
import {
  editedNames,
  emptyValues,
  type Field,
  type Fields,
  isInApi,
  isOnPage,
  namesInFile,
  namesOfKind,
  picked,
  plainNames,
  productFields,
  variantFields,
} from "./product-fields";
import { detailOf } from "./product-page/detail-of.server";
import { ProductWire } from "./product.wire";

const shop = await openTestShop();
const { db } = shop;
const dana = memberAs("owner", "Dana");
const office = officeAs(shop, dana);
const folder = await mkdtemp(join(tmpdir(), "every-field-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

type Values = Record<string, unknown>;
const [chart] = (await db.execute<{ path: string }>(sql`select path from media_uses where path like '%size-charts%'`))
  .rows;
const [guide] = await db
  .insert(sizeGuides)
  .values({
    id: "everyfield",
    name: "Of this test",
    table: { measures: ["Chest"], sizes: [{ size: "S", values: ["38"] }] },
  })
  .returning();
const all = await db.select().from(products).orderBy(asc(products.position));
const [product, other, third] = all;
if (!product || !other || !third) throw new Error("The demo shop has too few products.");
const { id } = product;

/** Values of the fields whose kind does not say which values fit. */
const CHOSEN: Values = {
  name: "A name of its own",
  countryOfOrigin: "Portugal",
  barcode: "4006381333931",
  price: cents(300_00),
  salePrice: cents(200_00),
  cost: cents(100_00),
  categoryId: all.find(({ categoryId }) => categoryId !== product.categoryId)?.categoryId,
  sizeGuideId: guide?.id,
  sizeChart: [chart?.path],
  styleWithProducts: [other.id, third.id],
  publishedStatus: "published",
};
/** A value of a field that differs from an empty one, and from the values of the other fields. */
function filled(name: string, { kind }: Field, record: RecordKind): unknown {
  if (name in CHOSEN) return CHOSEN[name];
  const shape = record.fields[name]?.schema as z.ZodNullable<z.ZodEnum> | undefined;
  const amount = 11 + Object.keys(record.fields).indexOf(name);
  const values: Record<string, unknown> = {
    text: `Text of ${name}`,
    code: `CODE-${name}`,
    lines: [`First of ${name}`, `Second of ${name}`],
    amount: cents(amount * 100),
    whole: amount,
    yes: true,
    word: kind === "word" ? shape?.unwrap().options.at(-1) : undefined,
    moment: null,
  };
  return values[kind];
}
const valuesOf = (fields: Readonly<Record<string, Field>>, record: RecordKind): Values =>
  Object.fromEntries(editedNames(fields).map((name) => [name, filled(name, fields[name] as Field, record)]));
const FILLED = valuesOf(productFields, productRecord);
const FILLED_VARIANT = valuesOf(variantFields, variantRecord);
const EMPTY_PRODUCT: Values = {
  ...emptyValues(productFields, editedNames(productFields)),
  name: "Nothing else",
  publishedStatus: "draft",
};
const EMPTY_VARIANT: Values = emptyValues(variantFields, editedNames(variantFields));

const soldOf = (of: string) =>
  db
    .select()
    .from(variants)
    .where(and(eq(variants.productId, of), isNull(variants.retiredAt)))
    .orderBy(asc(variants.position));
const stored = async (of = id): Promise<Values> => {
  const [row] = await db.select().from(products).where(eq(products.id, of));
  return { ...row };
};
async function set(values: Values, ofVariants: Values): Promise<void> {
  await db.update(products).set(values).where(eq(products.id, id));
  await db.update(variants).set(ofVariants).where(eq(variants.productId, id));
}
const fill = () => set(FILLED, FILLED_VARIANT);
const empty = () => set(EMPTY_PRODUCT, EMPTY_VARIANT);

/** Files have prices at the variants, and planned times not at all. */
const inFile = namesInFile(productFields).filter((name) => productFields[name].kind !== "own");
const variantInFile = namesInFile(variantFields).filter((name) => variantFields[name].kind !== "own");
/** Fields that a product and its variants share, and fields of variants alone. */
const LEVELS = ["price", "salePrice", "cost"] as const;
const ownInFile = variantInFile.filter((name) => variantFields[name].kind !== "amount");
const isClearable = ({ clearable }: Field): boolean => clearable === true;
/** Names of fields in the preview of an import. */
const namesShown = (fields: Readonly<Record<string, Field>>, names: readonly string[]) =>
  names.map((name) => fields[name]?.label ?? fields[name]?.heading);
async function text(of: AsyncIterable<string>): Promise<string> {
  let all = "";
  for await (const piece of of) all += piece;
  return all;
}
async function readIn(csv: string): Promise<number> {
  const path = join(folder, randomUUID());
  await writeFile(path, csv);
  return readImport(shop, dana, { path, file: "goods.csv" });
}
/** Values as the API sends them. */
const inDollars = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      kindOf(name) === "amount" ? dollars(cents(Number(value))) : value,
    ]),
  );
type Sold = Parameters<typeof createGoods>[1][number]["variants"][number];
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const csv = (rows: string[][]): string => rows.map((row) => row.map(quoted).join(",")).join("\r\n");

beforeEach(fill);

test("each value of this test differs from an empty one", () => {
  for (const [values, blank] of [
    [FILLED, EMPTY_PRODUCT],
    [FILLED_VARIANT, EMPTY_VARIANT],
  ] as const)
    expect(Object.keys(values).filter((name) => isDeepStrictEqual(values[name], blank[name]))).toEqual(
      values === FILLED ? namesOfKind(productFields, "moment") : [],
    );
});

describe("every field of a product and of a variant", () => {
  test("survives an export that is imported again, and the preview names its change", async () => {
    const exported = await text(exportProducts(shop, dana));
    await empty();
    const back = await readIn(exported);
    const rows = await rowsOf(db, back, { states: ["changed"], most: 500 });
    const shown = rows.flatMap(({ changes }) => changes.map(({ what }) => what));
    expect(shown).toEqual(
      expect.arrayContaining([...namesShown(productFields, inFile), ...namesShown(variantFields, variantInFile)]),
    );
    await applyImport(shop, dana, { id: back });
    expect(picked(await stored(), inFile)).toEqual(picked(FILLED, inFile));
    for (const variant of await soldOf(id))
      expect(picked(variant, ownInFile)).toEqual(picked(FILLED_VARIANT, ownInFile));
    // Prices that all variants share are the product's again.
    expect(picked(await stored(), LEVELS)).toEqual(picked(FILLED_VARIANT, LEVELS));
    expect((await importById(db, await readIn(exported)))?.counts).toMatchObject({ changed: 0, fresh: 0, bad: 0 });
  });

  test("has its value in a product that an import creates", async () => {
    const [heads = [], ...lines] = strictCsv(await text(exportProducts(shop, dana)));
    const handle = heads.indexOf("Handle");
    const made = lines
      .filter((cells) => cells[handle] === (product.handle ?? id))
      .map((cells) => cells.map((cell, at) => (at === handle ? "made-by-this-test" : cell)));
    // A row belongs to the product that has its SKU.
    await db.update(variants).set({ sku: "" }).where(eq(variants.productId, id));
    await applyImport(shop, dana, { id: await readIn(csv([heads, ...made])) });
    const [goods] = await goodsByKeys(db, ["made-by-this-test"]);
    if (!goods) throw new Error("The import made no product.");
    expect(picked(goods, inFile)).toEqual(picked(FILLED, inFile));
    expect(picked(goods, LEVELS)).toEqual(picked(FILLED_VARIANT, LEVELS));
    expect(goods.variants.length).toBeGreaterThan(0);
    for (const variant of goods.variants) expect(picked(variant, ownInFile)).toEqual(picked(FILLED_VARIANT, ownInFile));
  });

  test("that a file may clear is cleared by our own export, and a number or code that it may not clear stays", async () => {
    const { name, categoryId, kindForTax } = product;
    await set(
      { ...EMPTY_PRODUCT, name, categoryId, kindForTax, price: cents(300_00), publishedStatus: "published" },
      EMPTY_VARIANT,
    );
    const exported = await text(exportProducts(shop, dana));
    await fill();
    await applyImport(shop, dana, { id: await readIn(exported) });
    const cleared = inFile.filter((each) => isClearable(productFields[each]));
    const kept = namesOfKind(productFields, "whole", "code").filter((each) => !isClearable(productFields[each]));
    expect(picked(await stored(), cleared)).toEqual(picked(EMPTY_PRODUCT, cleared));
    expect(picked(await stored(), kept)).toEqual(picked(FILLED, kept));
    for (const variant of await soldOf(id))
      expect(picked(variant, ownInFile)).toEqual(picked(EMPTY_VARIANT, ownInFile));
  });

  test("survives a content file that is imported again", async () => {
    const path = join(folder, "content.json");
    await writeFile(path, await text(exportContent(shop)));
    await empty();
    expect((await importContent(shop, path, { overwrite: true })).isDone).toBe(true);
    expect(picked(await stored(), editedNames(productFields))).toEqual(FILLED);
    for (const variant of await soldOf(id)) expect(picked(variant, editedNames(variantFields))).toEqual(FILLED_VARIANT);
  });

  test("is typed in the form of the product, and saved", async () => {
    await empty();
    const page = await (await office.fetch(`/goods/${id}`)).text();
    const fields = fieldsIn(page, "product");
    const typed = Object.entries(productControls).flatMap(([name, { as }]) => (as === "none" ? [] : [name]));
    for (const name of typed) {
      expect(Object.keys(fields)).toContain(name);
      fields[name] = formatField(kindOf(name), FILLED[name]);
    }
    const [first] = await soldOf(id);
    for (const name of variantFieldNames) {
      const field = variantFieldName(first?.id ?? 0, name);
      expect(Object.keys(fields)).toContain(field);
      fields[field] = formatField(kindOf(name), FILLED_VARIANT[name]);
    }
    const answer = await office.post(`/goods/${id}`, fields);
    expect([answer.status, place(answer)]).toEqual([302, expect.stringMatching(`/goods/${id}`)]);
    expect(picked(await stored(), typed as never[])).toEqual(picked(FILLED, typed));
    const [saved] = await soldOf(id);
    expect(picked(saved ?? {}, editedNames(variantFields) as never[])).toEqual(FILLED_VARIANT);
  });

  test("that shoppers may see is in the API's answer and its description, or on the product's page, and no other", async () => {
    const app = testApp(shop, { pages: testPages().pages });
    const asked = await app.fetch(new Request(new URL(`/api/products/${id}`, shop.address)));
    const answer: Values = { ...((await asked.json()) as object) };
    // Only the gift card has a kind in its answer, and only goods of an offer its sentence.
    const { kind: _kind, offers: _offers, ...ofGoods } = ProductWire.shape;
    expect(Object.keys(answer).toSorted()).toEqual(Object.keys(ofGoods).toSorted());
    const sent = editedNames(productFields).filter((name) => isInApi(productFields[name]));
    expect(picked(answer, sent)).toEqual(inDollars(picked(FILLED, sent)));
    const [combination = {}] = Object.values(answer.variantCombinations as Record<string, Values[]>).flat();
    const ofVariant = editedNames(variantFields);
    const sentOfVariant = ofVariant.filter((name) => isInApi(variantFields[name]));
    expect(picked(combination, ofVariant)).toEqual(inDollars(picked(FILLED_VARIANT, sentOfVariant)));

    const found = await productById(db, id);
    const { sizeChart: _, ...detail } = found ? detailOf(found, new Map()) : ({} as ReturnType<typeof detailOf>);
    const shown = editedNames(productFields).filter((name) => isOnPage(productFields[name]));
    expect(picked<Values, string>(detail, editedNames(productFields))).toEqual(picked(FILLED, shown));
    const shownOfVariant = ofVariant.filter((name) => isOnPage(variantFields[name]));
    expect(picked<Values, string>({ ...detail.variants[0] }, ofVariant)).toEqual(
      picked(FILLED_VARIANT, shownOfVariant),
    );
  });

  test("that the product's page shows is on it, or in its structured data", async () => {
    const app = testApp(shop, { pages: testPages().pages });
    const asked = await app.fetch(new Request(new URL(`/product/any-${id}`, shop.address)));
    const page = await asked.text();
    const read = textOf(elementOf(page, "main")) + JSON.stringify(structuredIn(page));
    const shown = [
      [productFields, FILLED],
      [variantFields, FILLED_VARIANT],
    ] as const;
    const texts = shown.flatMap(([fields, values]) =>
      editedNames<Fields>(fields)
        .filter((name) => isOnPage((fields as Fields)[name] as Field))
        .flatMap((name) => [values[name]].flat().filter((value) => typeof value === "string")),
    );
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.filter((text) => !read.includes(text))).toEqual([]);
  });

  test("that is a text is read without the tags of another program's file, but names and titles may look like tags", async () => {
    const asTheyAre = ["name", "searchTitle", "searchWords"];
    const texts = namesOfKind(productFields, "text").filter((name) => productFields[name].heading !== null);
    const heads = ["Handle", ...texts.map((name) => productFields[name].heading ?? "")];
    const cells = [
      "of-another-program",
      ...texts.map((name) => (asTheyAre.includes(name) ? String(FILLED[name]) : `<p>${String(FILLED[name])}</p>`)),
    ];
    await applyImport(shop, dana, { id: await readIn(csv([heads, cells])) });
    const [goods] = await goodsByKeys(db, ["of-another-program"]);
    expect(picked({ ...goods }, texts as never[])).toEqual(picked(FILLED, texts));
  });

  test("is read and written when many are changed at once", async () => {
    await db.transaction(async (tx) => {
      const read = (await manyOfProducts.read(tx, [id])).get(id);
      expect(picked({ ...read?.values }, editedNames(productFields) as never[])).toEqual(FILLED);
      const [variant] = await soldOf(id);
      const key = String(variant?.id);
      const one = (await manyVariants.read(tx, [key])).get(key);
      expect(one?.values).toEqual(FILLED_VARIANT);
      const { name: _, publishedStatus: __, categoryId: ___, kindForTax: ____, ...changes } = EMPTY_PRODUCT;
      await manyOfProducts.write(tx, [{ id, version: read?.version ?? 0, current: read?.values ?? {}, changes }]);
      await manyVariants.write(tx, [
        { id: key, version: one?.version ?? 0, current: one?.values ?? {}, changes: EMPTY_VARIANT },
      ]);
      const [now] = await tx.select().from(products).where(eq(products.id, id));
      expect(now).toMatchObject(changes);
      const [its] = await tx
        .select()
        .from(variants)
        .where(eq(variants.id, Number(key)));
      expect(its).toMatchObject(EMPTY_VARIANT);
      const [made = ""] = await createGoods(tx, [
        {
          handle: null,
          values: { ...(FILLED as { name: string }) },
          publishedStatus: "draft",
          images: [],
          colors: [],
          variants: [
            {
              ...(FILLED_VARIANT as unknown as Sold),
              size: "S",
              color: "default",
              image: null,
              stock: null,
              position: 0,
            },
          ],
        },
      ]);
      const [created] = await tx.select().from(products).where(eq(products.id, made));
      expect(created).toMatchObject({ ...FILLED, publishedStatus: "draft" });
      const [its2] = await tx.select().from(variants).where(eq(variants.productId, made));
      expect(its2).toMatchObject(FILLED_VARIANT);
      const [second = ""] = await createGoods(tx, [
        { handle: null, values: { name: "Bare" }, publishedStatus: "draft", images: [], colors: [], variants: [] },
      ]);
      const [bare] = await tx.select().from(products).where(eq(products.id, second));
      expect(bare).toMatchObject({ ...EMPTY_PRODUCT, name: "Bare" });
    });
  });

  test("is copied with its product, except codes", async () => {
    const copy = await copyProduct(shop, dana, randomUUID(), id);
    const { name: _, publishedStatus: __, ...expected } = FILLED;
    const codes = emptyValues(productFields, namesOfKind(productFields, "code"));
    expect(await stored(copy.id)).toMatchObject({ ...expected, ...codes });
    const ofVariants = emptyValues(variantFields, namesOfKind(variantFields, "code"));
    for (const variant of await soldOf(copy.id)) expect(variant).toMatchObject({ ...FILLED_VARIANT, ...ofVariants });
  });

  test("has a name and a value in the log", () => {
    for (const [kind, values] of [
      [productKind, FILLED],
      [variantKind, FILLED_VARIANT],
    ] as const)
      for (const [field, value] of Object.entries(values)) {
        const change = { kind: kind.record?.kind, record: id, field, old: null, new: value } as Change;
        const words = kind.words(change, new Map(), "UTC");
        expect([field, words.what]).not.toEqual([field, "Changed"]);
        expect([field, words.to === "Empty"]).toEqual([field, value === null]);
      }
  });

  test("that is stored as it is written may be in the files of the demo", () => {
    const plain = plainNames(productFields);
    const catalog = {
      categories: [{ _id: "c", name: "C", parent: null }],
      products: [
        {
          ...picked(FILLED, plain),
          _id: "p",
          slug: "p",
          category: { _id: "c" },
          publishedStatus: "draft",
          createdAt: "2026-01-01",
          variantCombinations: {
            S: [
              {
                ...picked(FILLED_VARIANT, plainNames(variantFields)),
                color: "Black",
              },
            ],
          },
        },
      ],
    };
    const rows = catalogRows(contentFiles["catalog.json"].parse(catalog));
    expect(rows.products[0]).toMatchObject(picked(FILLED, plain));
    expect(rows.variants[0]).toMatchObject(picked(FILLED_VARIANT, namesOfKind(variantFields, "code") as string[]));
  });
});

test("each column of the shop's file is explained in docs/goods-file.md, and so is which ones may be emptied", async () => {
  const manual = await readFile("docs/goods-file.md", "utf8");
  const rows = Array.from(manual.matchAll(/^\| ([^|]+?) +\|/gm), ([, head = ""]) => head.split(", ")).flat();
  const all: readonly Field[] = [...Object.values<Field>(productFields), ...Object.values<Field>(variantFields)];
  const headings = all.flatMap(({ heading }) => heading ?? []);
  expect(headings.filter((heading) => !rows.includes(heading))).toEqual([]);

  const [, emptied = ""] = /\n\n([^;]+?) may be emptied;/.exec(manual) ?? [];
  const clearable = all.flatMap(({ heading, clearable: may }) => (may && heading ? [heading] : []));
  expect(
    emptied
      .replaceAll("\n", " ")
      .split(/, | and /)
      .toSorted(),
  ).toEqual(clearable.toSorted());
});

test("each column of a file means one field", () => {
  const keys = [
    ...namesInFile(productFields).map((name) => columnOf(productFields, name)),
    ...namesInFile(variantFields).map((name) => columnOf(variantFields, name)),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  const names = Object.values(FIELDS).flatMap((field) => [field.label.toLowerCase(), ...field.names]);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
