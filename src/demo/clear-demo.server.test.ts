import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, inject, test } from "vitest";
import { connect } from "~/platform/database.server";
import { openPictureStore } from "~/platform/picture-store.server";
import { testApp } from "~/testing/test-app.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { fieldIn, locationOf, testBrowser, testMember } from "~/testing/sign-in.server";
import { emptyDatabase } from "~/testing/empty-database";
import { memberAs } from "~/testing/members.server";
import { wordsIn } from "~/testing/back-office-as.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";
import { products } from "~/shop/catalog/catalog.tables";
import { GIFT_CARD_ID } from "~/shop/catalog/product-kind";
import { orders } from "~/shop/orders/orders.tables";
import { openSettings } from "~/shop/settings.server";
import { clearDemoShop } from "./clear-demo.server";
import { seedDemoShop } from "./seed.server";

const shop = await openTestShop();
const { db } = shop;
const { pages } = testPages();
const owner = memberAs("owner");

/** Matches a text that shows an error of a page, and the beginning of names of demo products. */
const BROKEN = /undefined|NaN|\[object|Outlaw Leather/;

/** Requests all pages of the sitemap, and further public addresses; returns status and text of each. */
async function publicPages(of: typeof shop) {
  const app = testApp(of, { pages });
  const asked = async (path: string) => {
    const answer = await app.fetch(new Request(new URL(path, of.address)));
    return { path, status: answer.status, text: await answer.text() };
  };
  const { text } = await asked("/sitemap.xml");
  const named = Array.from(text.matchAll(/<loc>([^<]+)</g), ([, loc = ""]) => loc.slice(of.address.length));
  expect(named).toContain("/shop/men");
  expect(named.filter((path) => path.startsWith("/product/"))).toEqual([]);
  const beside = ["/search?query=jacket", "/cart", "/wishlist", "/checkout", "/products.xml", "/robots.txt"];
  return Promise.all([...named, ...beside].map((path) => asked(path.replaceAll("&amp;", "&"))));
}

const count = async (table: string) =>
  Number((await db.execute(sql`select count(*) from ${sql.identifier(table)}`)).rows[0]?.count);

describe("clearing the demo goods", () => {
  test("is refused with a reason while there is a real order, in a live shop, and to members without the right or a factor", async () => {
    await db.execute(sql`
      insert into orders (number, state, paid_at, email, name, phone, address, city, postal_code, order_value_cents,
        discount_cents, delivery_fee_cents, tax_cents, total_cents)
      values ('12345678', 'paid', now(), 'a@b.example', 'A', '5550100100', '1 Road', 'Salida', '81201', 100, 0, 0, 0, 100)`);
    await expect(clearDemoShop(shop, owner, randomUUID())).rejects.toMatchObject({ code: "demo-has-orders" });
    await expect(db.execute(sql`select clear_samples()`)).rejects.toMatchObject({
      cause: { message: "there are orders" },
    });
    await expect(clearDemoShop(shop, memberAs("editor"), randomUUID())).rejects.toMatchObject({
      code: "right-missing",
    });
    await expect(clearDemoShop({ ...shop, mode: "live" }, owner, randomUUID())).rejects.toMatchObject({
      code: "demo-live",
    });
    const { confirmedAt: _, ...unconfirmed } = owner;
    await expect(clearDemoShop(shop, unconfirmed, randomUUID())).rejects.toMatchObject({ code: "factor-missing" });
    expect(await count("products")).toBe(67);
    // An invented order does not prevent clearing, and is removed with the products.
    await db.update(orders).set({ sample: true }).where(eq(orders.number, "12345678"));
    await db.execute(sql`insert into sandbox_requests (id, key, client_secret, amount_cents, currency, method, status)
      values ('sample_1', 'sample_1', 'sample_1-secret', 100, 'usd', 'Credit Card', 'succeeded')`);
    await db.execute(sql`insert into payments (id, order_number, gateway, gateway_id, amount_cents, currency, method, state)
      values (gen_random_uuid(), '12345678', 'sandbox', 'sample_1', 100, 'usd', 'Credit Card', 'received')`);
  });

  test("is offered on the welcome page; it removes demo products, reviews and samples, and keeps the merchant's own products", async () => {
    const [own] = await db
      .update(products)
      .set({ sample: false, styleWithProducts: [] })
      .where(eq(products.name, "Boot Socks"))
      .returning({ id: products.id });
    const browser = testBrowser(testBackOffice(shop));
    browser.setCookie(await (await testMember(shop, "owner")).cookie());
    const html = await (await browser.get("/welcome/shop")).text();
    expect(wordsIn(html)).toContain("Keep the 65 invented products");
    const done = await browser.post("/welcome/shop", {
      submission: fieldIn(html, "submission"),
      clearing: fieldIn(html, "clearing"),
      shopNameVersion: "0",
      shopAddressVersion: "0",
      shopName: "Salida Riders",
      shopAddress: "",
      demo: "clear",
    });
    expect(locationOf(done)).toBe("/back-office");
    await shop.reloadSettings();

    expect(await db.select({ id: products.id }).from(products)).toEqual(
      expect.arrayContaining([own, { id: GIFT_CARD_ID }]),
    );
    expect(await count("products")).toBe(2);
    for (const table of ["orders", "sandbox_requests", "social_posts", "videos", "review_summaries"])
      expect(await count(table)).toBe(0);
    expect(await count("categories")).toBeGreaterThan(10);
    expect(await count("faqs")).toBeGreaterThan(10);
    const today = wordsIn(await (await browser.get("/")).text());
    expect(today).toContain("The demo goods are gone");
  });

  test("leaves every public page complete, without errors and without names of demo products", async () => {
    await shop.asOwner("delete from stock_movements");
    await db.delete(products);
    for (const { path, status, text } of await publicPages(shop)) {
      expect([path, status, BROKEN.exec(text)?.[0]]).toEqual([path, 200, undefined]);
    }
  });
});

describe("a shop that starts empty", () => {
  const { url } = emptyDatabase("started_empty");

  test("has texts and menus but no products; a restart does not fill it, even if all its texts were deleted", async () => {
    const { db: empty, close } = connect(url);
    const pictures = openPictureStore(inject("databasePictures"));
    try {
      expect(await seedDemoShop(empty, pictures, { startWith: "empty" })).toBe(true);
      const settings = await openSettings(empty, () => undefined);
      const started = { ...shop, db: empty, settings: settings.current, reloadSettings: settings.reload };
      for (const { path, status, text } of await publicPages(started)) {
        expect([path, status, BROKEN.exec(text)?.[0]]).toEqual([path, 200, undefined]);
      }
      const { rows } = await empty.execute(sql`select path from media_uses where path like '/media/products/%'`);
      expect(rows).toEqual([]);

      for (const table of ["faqs", "faq_categories", "posts", "pages", "categories"])
        await empty.execute(sql`delete from ${sql.identifier(table)}`);
      expect(await seedDemoShop(empty, pictures)).toBe(false);
    } finally {
      await close();
    }
  });
});
