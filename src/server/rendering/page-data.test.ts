import { eq } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { readPageData } from "~/platform/page-data";
import { writePageData } from "~/platform/page-data.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";
import { products } from "~/shop/catalog/catalog.tables";
import { productAddress } from "~/shop/catalog/product";
import { shopApp } from "../app";

const shop = await openTestShop();
const { pages, acceptsForms } = testPages();
const app = shopApp(shop, { pages, acceptsForms });
const textAt = async (path: string) => (await app.fetch(new Request(`${shop.address}${path}`))).text();

/** The texts of the data of a document, in its order. */
const dataIn = (html: string): string[] =>
  [...html.matchAll(/<script type="application\/json" id="page-data-\d">([^<]*)<\/script>/g)].map(([, json = ""]) =>
    JSON.stringify(JSON.parse(json)),
  );

test("a document begins with its type, and has each of its data once, as the answer with its data alone", async () => {
  const html = await textAt("/shop/men");
  expect(html.startsWith("<!DOCTYPE html><html")).toBe(true);
  const texts = dataIn(html);
  expect(texts).toHaveLength(2);
  expect(texts.map((json) => html.split(json.slice(0, 60)).length - 1)).toEqual([1, 1]);

  const flat: unknown[] = JSON.parse((await textAt("/shop/men.data")).split("\n")[0] ?? "");
  expect(texts.filter((json) => flat.includes(json))).toHaveLength(2);
});

test("no text of the shop ends the element that holds it", async () => {
  const name = "Vest </script><!--<script>alert(1)</script>";
  const [product] = await shop.db.select().from(products).limit(1);
  if (!product) throw new Error("there are no goods");
  await shop.db.update(products).set({ name }).where(eq(products.id, product.id));

  const html = await textAt(productAddress({ ...product, name }));
  expect(html).not.toContain("<script>alert");
  expect(dataIn(html).find((json) => json.includes(JSON.stringify(name)))).toBeDefined();
});

test("data that JSON would give the browser otherwise than the server has them are none of a page", () => {
  const context = new RouterContextProvider();
  const kept = { name: "Vest", sizes: ["M", null], price: 1_00, isNew: true, nested: { note: "" } };
  expect(readPageData(writePageData(context, kept))).toBe(kept);
  expect(JSON.parse(JSON.stringify(kept))).toEqual(kept);

  for (const refused of [
    // @ts-expect-error: the browser would have a text.
    () => writePageData(context, { at: new Date() }),
    // @ts-expect-error: the browser would have null.
    () => writePageData(context, { sizes: ["M", undefined] }),
    // @ts-expect-error: the browser would have an empty object.
    () => writePageData(context, { nested: { sizes: new Map([["M", 1]]) } }),
    // @ts-expect-error: the browser would have nothing.
    () => writePageData(context, { priceOf: () => 1_00 }),
    // @ts-expect-error: nothing could be written.
    () => writePageData(context, undefined),
  ])
    expect(refused).toBeTypeOf("function");
});
