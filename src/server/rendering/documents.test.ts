import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { testApp } from "~/testing/test-app.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";
import { products } from "~/shop/catalog/catalog.tables";
import { productAddress } from "~/shop/catalog/product";

const shop = await openTestShop();
const { pages, acceptsForms } = testPages();
const app = testApp(shop, { pages, acceptsForms });
const textAt = async (path: string) => (await app.fetch(new Request(`${shop.address}${path}`))).text();

test("a document begins with its doctype, and no script moves parts of it to another place", async () => {
  const html = await textAt("/shop/men");
  expect(html.startsWith("<!DOCTYPE html><html")).toBe(true);
  expect(html).not.toMatch(/<template|<!--\$[!?]-->|<div hidden/);
});

test("no text of the shop can end the script element that contains a page's data", async () => {
  const name = "Vest </script><!--<script>alert(1)</script>";
  const [product] = await shop.db.select().from(products).limit(1);
  if (!product) throw new Error("there are no goods");
  await shop.db.update(products).set({ name }).where(eq(products.id, product.id));

  const html = await textAt(productAddress({ ...product, name }));
  expect(html).toContain("Vest &lt;/script&gt;");
  expect(html).not.toContain("<script>alert");
});
