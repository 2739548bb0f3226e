import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { deliveryEverywhere } from "~/shop/delivery-terms.server";
import { attributeOf, elementOf, elementsOf, linksOf, linkTo, structuredIn, textOf } from "~/testing/html";
import { openReadablePages } from "~/testing/read-pages.server";
import { feedItems } from "../feeds/feed-items";
import { cardOfWire } from "../cards/card-of-wire";
import { products as productsTable, variants as variantsTable } from "../catalog.tables";
import { stockRequests } from "../back-in-stock/stock-requests.tables";
import { productById } from "../catalog.server";
import { requestBackInStock, sendBackInStock } from "../back-in-stock/back-in-stock.server";
import { variantPrice, shownPrice } from "../pricing/pricing";
import { type Product, productAddress } from "../product";
import type { ProductWire } from "../product.wire";

const { shop, ask, html, json } = await openReadablePages();
const { db } = shop;
const wires = (await json("/api/products?limit=250")) as ProductWire[];
const products: Product[] = [];
for (const { _id } of wires) products.push((await productById(db, _id)) as Product);
const named = (name: string) => products.find((product) => product.name === name) as Product;
const jacket = named("Outlaw Leather Jacket");

interface Offer {
  url: string;
  price: string;
  name: string;
}

/** Price at the top of a product's page, such as "$389.00". */
const priceIn = (page: string): string | undefined =>
  textOf(/<div class="buy__sub">([^]*?)<\/div>/.exec(page)?.[1] ?? "").match(/\$[\d,]+\.\d\d/)?.[0];
/** Text of the add button, with the price. */
const buttonIn = (page: string): string =>
  elementsOf(page, "button")
    .map(textOf)
    .find((words) => words.startsWith("Add to bag")) ?? "";
const chosenIn = (page: string): (string | undefined)[] =>
  Array.from(elementOf(page, "main").matchAll(/<input[^>]* type="radio"[^>]*>/g), ([tag]) => tag)
    .filter((tag) => /\schecked(=|\s|\/|>)/.test(tag))
    .map((tag) => attributeOf(tag, "value"));
const inDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

describe("a product's page shows the same price", () => {
  test("as the product feed, for the link of each item (R-4-32)", async () => {
    const feed = await (await ask("/products.xml")).text();
    const items = feed.split("<item>").slice(1);
    expect(items.length).toBeGreaterThan(200);
    const tag = (item: string, name: string) =>
      new RegExp(`<g:${name}>([^<]*)</g:${name}>`).exec(item)?.[1]?.replaceAll("&amp;", "&");
    const wrong: unknown[] = [];
    for (const item of items) {
      const link = tag(item, "link") ?? "";
      const said = `$${(tag(item, "sale_price") ?? tag(item, "price"))?.replace(" USD", "")}`;
      const page = await html(link);
      const isOut = tag(item, "availability") === "out_of_stock";
      if (priceIn(page) !== said) wrong.push([link, said, priceIn(page)]);
      if (!buttonIn(page).endsWith(isOut ? "Sold out" : said)) wrong.push([link, said, buttonIn(page)]);
    }
    expect(wrong).toEqual([]);
  });

  test("as the wishlist, whose link has no chosen variant (R-2.12-01)", async () => {
    for (const wire of wires) {
      const card = cardOfWire(wire, shop.settings().lowStock);
      expect([card.name, priceIn(await html(card.address))]).toEqual([
        card.name,
        inDollars(shownPrice(card, "wishlist").now),
      ]);
    }
  });

  test("as the letter about a variant that is back in stock", async () => {
    const variants = products.flatMap((product) =>
      product.variants
        .filter(
          (variant) => variant.stock === 0 || variantPrice(product, variant) !== shownPrice(product, "product").now,
        )
        .map((variant) => ({ product, variant })),
    );
    expect(variants.length).toBeGreaterThan(20);
    for (const { product, variant } of variants) {
      const { id, size, color, stock } = variant;
      const setStock = (level: number | null) =>
        db.update(variantsTable).set({ stock: level }).where(eq(variantsTable.id, id));
      await setStock(0);
      await requestBackInStock(db, { productId: product.id, size, color, email: "jo@example.com" });
      await setStock(3);
      const [wish] = await db.select().from(stockRequests).where(eq(stockRequests.variantId, id));
      await sendBackInStock(shop, { requestId: wish?.id ?? 0, since: "2026-01-01T00:00:00.000Z" });
      const letter = shop.letters.at(-1);
      const link = linkTo(letter?.html ?? "", "See it") ?? "";
      const page = await html(link);
      expect(textOf(letter?.html ?? "")).toContain(inDollars(variantPrice(product, variant)));
      expect([link, priceIn(page)]).toEqual([link, inDollars(variantPrice(product, variant))]);
      expect(buttonIn(page)).toContain(inDollars(variantPrice(product, variant)));
      await setStock(stock);
    }
  });
});

describe("an address that names a variant", () => {
  test("opens it with its price, color, size and pictures in the document (R-4-28, R-4-32)", async () => {
    const page = await html(productAddress(jacket, { color: "Oxblood", size: "3XL" }));
    expect(chosenIn(page)).toEqual(["Oxblood", "3XL"]);
    expect(textOf(page)).toContain("Only 1 left in Oxblood, 3XL");
    const first = elementsOf(elementOf(page, "main"), "figure")[0] ?? "";
    expect(first).toContain("in Oxblood, front");
    expect(page).toMatch(/<meta property="og:image:alt" content="Outlaw Leather Jacket in Oxblood, front"/);
  });

  test("has the address without a variant as canonical link, also with other parameters (R-2.1-12)", async () => {
    const address = productAddress(jacket, { color: "Black", size: "3XL" });
    for (const asked of [address, `${address}&gclid=1`]) {
      const page = await html(asked);
      expect(page).toContain(`<link rel="canonical" href="${shop.address}${productAddress(jacket)}"`);
      expect(page).toContain(`<meta property="og:url" content="${shop.address}${productAddress(jacket)}"`);
      expect(priceIn(page)).toBe("$419.00");
    }
  });

  test("has the variant's offer first in its structured data, with its address; the offers are the same as without a variant", async () => {
    const chosen = { color: "Black", size: "3XL" };
    const dataAt = async (address: string) =>
      structuredIn(await html(address)).find((one) => one["@type"] === "Product") as { url: string; offers: Offer[] };
    const [data, plain] = [await dataAt(productAddress(jacket, chosen)), await dataAt(productAddress(jacket))];
    const { offers } = data;
    expect(data.url).toBe(`${shop.address}${productAddress(jacket)}`);
    expect(offers[0]).toMatchObject({
      price: "419.00",
      name: "Outlaw Leather Jacket, Black, 3XL",
      url: `${shop.address}${productAddress(jacket, chosen)}`,
    });
    const byName = (list: Offer[]) => list.toSorted((a, b) => a.name.localeCompare(b.name));
    expect(byName(offers)).toEqual(byName(plain.offers));
    expect(plain.offers[0]?.price).toBe("389.00");
  });

  test("shows a form for a back-in-stock letter if the variant is sold out; the form works without script", async () => {
    const [out] = jacket.variants.filter(({ stock }) => stock === 0);
    if (!out) throw new Error("The demo shop has no sold-out Outlaw Leather Jacket.");
    const page = await html(productAddress(jacket, out));
    expect(buttonIn(page)).toContain("Sold out");
    const form = elementsOf(elementOf(page, "main"), "form").find((one) => one.includes('name="productId"')) ?? "";
    const sent = (email: string) =>
      ask(attributeOf(form, "action") ?? "", {
        method: "POST",
        body: new URLSearchParams({ productId: jacket.id, size: out.size, color: out.color, email }),
      });
    const refused = await (await sent("nobody")).text();
    expect(refused).toContain('value="nobody"');
    expect(textOf(refused)).toContain("Invalid email format");
    const answered = await (await sent("jo@example.com")).text();
    expect(textOf(answered)).toContain("We will write to you as soon as it is back.");
    expect(linksOf(answered).map(({ href }) => href)).toContain(productAddress(jacket, out));
  });

  test("shows the current price, even if the price was different when the link was written", async () => {
    const address = productAddress(jacket, { color: "Black", size: "3XL" });
    const sale = (salePrice: number | null) =>
      db
        .update(productsTable)
        .set({ salePrice: salePrice as Product["salePrice"] })
        .where(eq(productsTable.id, jacket.id));
    // The parameter differs each time, because this test does not notify the page cache of changed prices.
    await sale(199_00);
    expect(priceIn(await html(`${address}&visit=1`))).toBe("$199.00");
    await sale(null);
    expect(priceIn(await html(`${address}&visit=2`))).toBe("$419.00");
  });

  test("opens the color if the variant is no longer sold, and the product if the color is not sold either", async () => {
    const opens = async (choice: { color: string; size: string }) =>
      chosenIn(await html(productAddress(jacket, choice)));
    expect(await opens({ color: "Oxblood", size: "9XL" })).toEqual(["Oxblood"]);
    expect(await opens({ color: "Plaid", size: "3XL" })).toEqual(["Black"]);
  });
});

test("each item of the feed links to its own variant", () => {
  const items = feedItems(
    { ...shop, settings: shop.settings(), delivery: deliveryEverywhere(shop) },
    jacket,
    new Map(),
  );
  expect(new Set(items.map((item) => item["g:link"])).size).toBe(jacket.variants.length);
});
