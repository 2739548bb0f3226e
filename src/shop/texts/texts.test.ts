import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import type { DeliveryAmount } from "~/shop/delivery-zones";
import { defaultSettings, quotable } from "~/shop/settings";
import { faqs } from "./faqs.server";
import { banners, menus } from "./menus.server";
import { pageContent } from "./page-content.server";
import { policy } from "./policy.server";
import { faqs as faqRows, pages } from "./texts.tables";
import { type PageKey, pageTexts, policyKeys } from "./page-texts";

const { db } = await openTestShop();
const settings = { ...defaultSettings, returnDays: 45, freeDeliveryFrom: 250_00 as DeliveryAmount };
/** Matches braces with a setting's name that were not replaced. */
const UNFILLED = new RegExp(`\\{(${Object.keys(quotable(defaultSettings)).join("|")})\\}`);

test.each(Object.keys(pageTexts) as PageKey[])(
  "the texts of %s can be read, and all settings in them are replaced",
  async (key) => {
    expect(JSON.stringify(await pageContent(db, key, settings))).not.toMatch(UNFILLED);
  },
);

test("a text quotes the given settings", async () => {
  expect((await pageContent(db, "returnStart", settings)).text).toContain("45 days");
  expect((await banners(db, settings)).map(({ label }) => label)).toEqual([
    "Free US standard shipping from $250",
    "Free 45 days return guarantee",
  ]);
});

test("an unpublished page is not shown", async () => {
  await db.update(pages).set({ publishedAt: null }).where(eq(pages.key, "about"));
  await expect(pageContent(db, "about", settings)).rejects.toThrow("about");
});

describe("policies", () => {
  test.each([
    ["terms", "Terms & Conditions", 16],
    ["privacy", "Privacy Policy", 12],
  ] as const)("the policy %s has its title and %i sections (R-2.15-14)", async (key, title, sections) => {
    const { title: found, headings, html } = await policy(db, key, settings);

    expect([found, headings.length]).toEqual([title, sections]);
    for (const { id } of headings) expect(html).toContain(`<h2 id="${id}">`);
  });

  test.each(policyKeys)(
    "the policy %s quotes the settings and is marked as a template for the merchant",
    async (key) => {
      const { html } = await policy(db, key, settings);

      expect(html).not.toMatch(UNFILLED);
      expect(html).toContain("Template for the merchant");
    },
  );

  test("the terms name the source of the ZIP codes", async () => {
    expect((await policy(db, "terms", settings)).html).toMatch(/GeoNames.*CC BY 4\.0/s);
  });

  test("scripts in a policy's Markdown are removed", async () => {
    const markdown =
      '# Bad\n\n## One\n\n<script>alert(1)</script><img src=x onerror="alert(1)">\n\n[a](javascript:alert(1))';
    await db.update(pages).set({ content: { markdown } }).where(eq(pages.key, "policy:returns"));

    expect((await policy(db, "returns", settings)).html).not.toMatch(/<script|onerror|javascript:/i);
  });
});

test("the FAQ has its eight tabs in order, each with questions (R-2.15-11)", async () => {
  const categories = await faqs(db, settings, "https://rides.example");

  expect(categories.map(({ name }) => name)).toEqual([
    "Ordering & Payments",
    "Shipping & Delivery",
    "Returns & Exchanges",
    "Product Info & Custom Orders",
    "Sizing & Fit",
    "Discounts, Promotions & Wholesale",
    "Account & Privacy",
    "Customer Service & Support",
  ]);
  expect(categories.every(({ questions }) => questions.length > 0)).toBe(true);
  expect(JSON.stringify(categories)).not.toMatch(UNFILLED);
});

test("links in the FAQ's answers have the shop's own address", async () => {
  const answers = (await faqs(db, settings, "https://rides.example"))
    .flatMap(({ questions }) => questions)
    .map(({ answer }) => answer)
    .join(" ");
  expect(answers).toContain("https://rides.example/return-policy");
  expect(answers).not.toContain("https://ironmesa.example");
});

test("the menus have their links in the specified order (R-1-08, R-2.2-01, R-2.2-02, R-2.2-04, R-2.3-08)", async () => {
  const { main, sticky, mobileIcons, footer } = await menus(db, defaultSettings, async () => undefined);

  expect(main.map(({ href }) => href)).toEqual([
    "/shop/new-arrivals",
    "/shop/final-sale",
    "/shop/men",
    "/shop/women",
    "/shop/accessories",
    "/shop/headwear",
    "/faqs",
    "/community",
    "/about",
    "/contact",
  ]);
  expect(sticky.map(({ label }) => label)).toEqual(["Women", "Men", "New", "Sale"]);
  expect(mobileIcons.map(({ href }) => href)).toEqual(["/wishlist", "/cart", "/order-status"]);
  expect(footer.map(({ heading }) => heading)).toEqual(["Shop", "Help", "Iron Mesa", "Fine Print"]);
});

test("a tab of the FAQ without a question on the shop is not shown, unless no tab has one", async () => {
  const named = async () => (await faqs(db, settings, "https://rides.example")).map(({ name }) => name);
  const [sizing] = (await faqs(db, settings, "https://rides.example")).filter(({ name }) => name === "Sizing & Fit");
  await db
    .update(faqRows)
    .set({ publishedAt: null })
    .where(eq(faqRows.categoryId, sizing?.id ?? ""));
  expect(await named()).toHaveLength(7);
  expect(await named()).not.toContain("Sizing & Fit");
  await db.update(faqRows).set({ publishedAt: null });
  expect(await named()).toHaveLength(8);
});
