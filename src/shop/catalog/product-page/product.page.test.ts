import { describe, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import {
  attributeOf,
  elementOf,
  elementsOf,
  headingsOf,
  linksOf,
  linkTo,
  sectionOf,
  structuredIn,
  textOf,
} from "~/testing/html";
import { openReadablePages } from "~/testing/read-pages.server";

const { shop, ask, html, json } = await openReadablePages();
const { db } = shop;

interface Wire {
  _id: string;
  name: string;
  colorImages: Record<string, string[]>;
  variants: { name: string; values: string[] }[];
}
const productNamed = async (name: string): Promise<Wire> => {
  const found: Wire[] = await json(`/api/products/search?query=${encodeURIComponent(name)}`);
  return found.find((product) => product.name === name) as Wire;
};
const pageOf = async (name: string) => html(`/product/anything-at-all-${(await productNamed(name))._id}`);
const radiosOf = (part: string) =>
  Array.from(part.matchAll(/<input[^>]* type="radio"[^>]*>/g), ([tag]) => attributeOf(tag, "value"));

describe("a product's page", async () => {
  const jacket = await productNamed("Outlaw Leather Jacket");
  const page = await pageOf(jacket.name);
  const main = elementOf(page, "main");

  test("has its sections in order (R-2.6-02, R-2.6-03, R-2.6-06, R-2.6-16)", () => {
    const order = ["Delivery", "Payment", "Style With", "Others Also Bought", "Size & Fit", "Reviews"];
    expect(headingsOf(main, 2).filter((heading) => order.includes(heading))).toEqual(order);
    expect(elementsOf(sectionOf(main, "Ride Dirty. Look Sharp."), "li")).toHaveLength(3);
  });

  test("has size and fit, reviews and two promo tiles below the recommended products, then the footer (R-2.6-02, R-2.6-06)", () => {
    const parts = ["Style With", "Others Also Bought", "Size & Fit", "Reviews", "Keep shopping"];
    const places = [...parts.map((name) => page.indexOf(sectionOf(main, name))), page.indexOf("<footer")];
    expect(places[0]).toBeGreaterThan(page.indexOf("<h1"));
    expect(places.toSorted((a, b) => a - b)).toEqual(places);
    expect(parts.map((name) => sectionOf(main, name) !== "")).toEqual(parts.map(() => true));
  });

  test("offers exactly the product's colors and sizes (R-2.6-09)", () => {
    const groups = elementsOf(main, "fieldset").map(radiosOf);
    expect(groups).toContainEqual(Object.keys(jacket.colorImages));
    expect(groups).toContainEqual(jacket.variants.find(({ name }) => name === "Size")?.values);
  });

  test("has two promo tiles that lead to the men's and women's listings (R-2.6-07)", () => {
    const tiles = linksOf(main).filter(({ name }) => name.includes("Shop Now"));
    expect(tiles.map(({ href }) => href)).toEqual(["/shop/men", "/shop/women"]);
    expect(tiles.map(({ name }) => name)).toEqual([
      expect.stringContaining("All Mens"),
      expect.stringContaining("All Womens"),
    ]);
  });

  test("says where the product was made, in its plate, its materials and its structured data", () => {
    expect(textOf(elementOf(main, "dl"))).not.toContain("Item");
    expect(textOf(main)).toContain("Made in: Pakistan");
    const [thing] = structuredIn(page).filter((each) => each["@type"] === "Product");
    expect(thing?.countryOfOrigin).toEqual({ "@type": "Country", name: "Pakistan" });
  });

  test("has offers as structured data, but no rating if the reviews are samples", () => {
    const things = structuredIn(page);
    const product = things.find((thing) => thing["@type"] === "Product");
    expect(product?.offers).toHaveLength(12);
    expect(product).toMatchObject({
      offers: expect.arrayContaining([expect.objectContaining({ price: "389.00", priceCurrency: "USD" })]),
    });
    expect(product).not.toHaveProperty("aggregateRating");
    expect(things.map((thing) => thing["@type"])).toContain("BreadcrumbList");
  });

  test("has the title and description for search engines that the merchant wrote, and in its offers barcodes that are GTINs", async () => {
    const { _id: id } = await productNamed("Sprocket Tee");
    await db.execute(
      sql`update products set search_title = 'Sprocket Tee for riders', search_words = 'Heavy cotton.' where id = ${id}`,
    );
    await db.execute(sql`update variants set barcode = '4006381333931'
      where id = (select min(id) from variants where product_id = ${id} and retired_at is null)`);
    await db.execute(sql`update variants set barcode = 'SHELF-7'
      where id = (select max(id) from variants where product_id = ${id} and retired_at is null)`);
    const tee = await html(`/product/any-${id}`);
    expect(tee).toContain("<title>Sprocket Tee for riders");
    expect(tee).toMatch(/<meta name="description" content="Heavy cotton\."/);
    const offers = structuredIn(tee).find((thing) => thing["@type"] === "Product")?.offers as { gtin?: string }[];
    expect(offers.flatMap(({ gtin }) => gtin ?? [])).toEqual(["4006381333931"]);
  });

  test("has no row Style With if the product has no such products (R-2.6-04)", async () => {
    expect(headingsOf(await pageOf("Sprocket Tee"), 2)).not.toContain("Style With");
  });

  test("shows the stars of the whole shop, which the page of another product shows, too (R-2.7-01)", async () => {
    for (const each of [page, await pageOf("Steel Hip Flask")]) {
      const reviews = sectionOf(each, "Reviews");
      expect(textOf(reviews)).toContain("All Iron Mesa reviews");
      expect(textOf(reviews)).toContain("4.3 out of 5 from 2913 reviews");
      const rows = elementsOf(reviews, "li").map(textOf);
      for (const row of ["5 stars70%", "4 stars11%", "3 stars10%", "2 stars2%", "1 star7%"])
        expect(rows.filter((text) => text.includes(row))).toHaveLength(1);
    }
  });

  const RIDERS = ["Fits tight", "True to size", "Loose", "Body type", "Size ordered", "Usual size", "Height"];

  test("shows one fit slider, and the breakdowns in details, after the list of reviews (R-2.7-02)", () => {
    const reviews = sectionOf(page, "Reviews");
    expect(page.match(/aria-label="Fits tight \d+%, True to size \d+%, Loose \d+%"/g)).toHaveLength(1);
    const text = textOf(reviews);
    const places = [
      "out of 5 from",
      "Reviews 9",
      "1 of 9 shown",
      "How our gear fits",
      "Fits tight 14%",
      "Body type",
    ].map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places.toSorted((a, b) => a - b)).toEqual(places);
    const folded = elementOf(reviews, "details");
    for (const row of ["Body type", "Size ordered", "Usual size", "Height", "Athletic 31%"])
      expect(textOf(folded)).toContain(row);
    for (const label of RIDERS) expect(text).toContain(label);
  });

  test("of a product that nobody has rated shows nothing of how riders of the whole shop were built", async () => {
    for (const name of ["Steel Hip Flask", "Sprocket Tee"]) {
      const reviews = textOf(sectionOf(await pageOf(name), "Reviews"));
      expect(reviews).toContain("No reviews yet.");
      for (const label of RIDERS) expect(reviews).not.toContain(label);
    }
  });

  test("names the fit once, with advice beside the sizes that opens; what has one size has neither (R-2.6-06)", async () => {
    const shown = textOf(main).replace(textOf(sectionOf(page, "Reviews")), "");
    expect(shown.match(/true to size/gi)).toHaveLength(1);
    const sizes = elementsOf(main, "fieldset").find((part) => part.includes('id="sizes"')) ?? "";
    expect(textOf(elementOf(sizes, "summary"))).toBe("Size & FitTrue to size");
    expect(textOf(elementOf(sizes, "details"))).toContain("Measure over what you will wear underneath");
    expect(linkTo(sectionOf(main, "Size & Fit"), "To the sizes")).toBe("#sizes");
    const flask = elementOf(await pageOf("Steel Hip Flask"), "main");
    expect(textOf(flask)).not.toContain("Size & Fit");
  });

  test("has at most 690 elements without what scripts add", () => {
    expect(page.replace(/<noscript>.*?<\/noscript>/gs, "").match(/<[a-z]/gi)?.length).toBeLessThanOrEqual(690);
  });
});

test("the id in an address decides which product is shown, and the canonical link has the correct address (R-2.1-03, R-2.1-14)", async () => {
  const { _id } = await productNamed("Longhaul Hoodie Women's");
  const page = await html(`/product/anything-at-all-${_id}`);
  expect(headingsOf(page, 1)).toEqual(["Longhaul Hoodie Women's"]);
  expect(textOf(elementOf(page, "title"))).toMatch(/^Longhaul Hoodie Women's \| /);
  expect(page).toMatch(new RegExp(`<link rel="canonical" href="[^"]*/product/longhaul-hoodie-women-s-${_id}"`));
});

test("an unknown product and a draft are answered with 404 (R-8-03, R-3-09)", async () => {
  const { rows } = await db.execute<{ id: string }>(sql`select id from products where name = 'Nightrun Balaclava'`);
  for (const id of ["nothing", rows[0]?.id]) {
    const answer = await ask(`/product/x-${id}`);
    expect(answer.status).toBe(404);
    expect(headingsOf(await answer.text(), 1)).toEqual(["Page Not Found"]);
  }
});

describe("a listing", () => {
  const titles = {
    men: "Men's Shop",
    women: "Women's Shop",
    accessories: "Accessories",
    headwear: "Headwear",
    "final-sale": "Final Sale",
    "new-arrivals": "New Arrivals",
    "men-top": "Men's Top",
    "men-bottom": "Men's Bottom",
    "women-top": "Women's Top",
    "women-bottom": "Women's Bottom",
  };

  test.each(Object.entries(titles))(
    "of %s has its title and products (R-1-04, R-2.1-03, R-2.1-15, R-2.5-01)",
    async (key, title) => {
      const page = await html(`/shop/${key}`);
      expect(headingsOf(page, 1)).toEqual([title]);
      expect(elementsOf(sectionOf(page, "Products"), "article").length).toBeGreaterThan(0);
    },
  );

  test("that is unknown redirects to Page Not Found (R-2.1-16, R-8-12)", async () => {
    for (const unknown of ["kids", "Men"]) {
      const answer = await ask(`/shop/${unknown}`, { redirect: "manual" });
      expect(answer.headers.get("location")).toBe("/404");
    }
  });

  test("with a search keeps names that contain the text in any letter case, or says that there are none (R-2.5-02, R-8-13)", async () => {
    const names = headingsOf(sectionOf(await html("/shop/men?search=JACKET"), "Products"), 2);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(name.toLowerCase()).toContain("jacket");

    const none = elementOf(await html("/shop/men?search=zzzz"), "main");
    expect(textOf(none)).toContain("No Products Available");
    expect(elementsOf(none, "article")).toEqual([]);
    expect(linkTo(none, "LOAD MORE")).toBeUndefined();
    expect(elementsOf(none, "button").map(textOf)).not.toContain("LOAD MORE");
  });
});
