import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { textOf } from "~/testing/html";
import { openReadablePages } from "~/testing/read-pages.server";
import { categories, products, variants } from "../catalog.tables";
import { productAddress } from "../product";

const { shop, html } = await openReadablePages();

/** Text of a product's page, opened on a variant, after all its variants were sold out. */
async function soldOut(name: string, choice: { color: string; size: string }, finalSale: boolean): Promise<string> {
  const [product] = await shop.db.update(products).set({ finalSale }).where(eq(products.name, name)).returning();
  const id = product?.id ?? "";
  await shop.db.update(variants).set({ stock: 0 }).where(eq(variants.productId, id));
  return textOf(await html(productAddress({ id, name }, choice)));
}

test("a sold-out final-sale product offers no back-in-stock letter, another sold-out product does", async () => {
  expect(await soldOut("Sprocket Tee", { color: "Ash", size: "M" }, false)).toContain("Email me when it is back");

  const page = await soldOut("Ride Dirty Tee", { color: "Black", size: "L" }, true);
  expect(page).toContain("Final sale: once it is gone, it is gone.");
  expect(page).not.toContain("Email me when it is back");
  expect(page).not.toMatch(/It comes back/);
});

test("a product's page promises returns unless its category takes back only faulty pieces", async () => {
  const [product] = await shop.db.select().from(products).where(eq(products.name, "Switchback Textile Jacket"));
  const address = productAddress({ id: product?.id ?? "", name: "Switchback Textile Jacket" });
  expect(textOf(await html(address))).not.toContain("Not returnable.");
  const [other] = await shop.db.select().from(products).where(eq(products.name, "Outlaw Leather Jacket"));
  await shop.db
    .update(categories)
    .set({ onlyFaultyReturns: true })
    .where(eq(categories.id, other?.categoryId ?? ""));
  const page = textOf(await html(productAddress({ id: other?.id ?? "", name: "Outlaw Leather Jacket" })));
  expect(page).toContain("Not returnable. We take it back only if it arrives damaged, faulty or wrong.");
});
