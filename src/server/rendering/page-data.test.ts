import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
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
