import { glob, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import {
  attributeOf,
  elementOf,
  elementsOf,
  headingsOf,
  linksOf,
  linkTo,
  nameOf,
  sectionOf,
  textOf,
} from "~/testing/html";
import { openReadablePages } from "~/testing/read-pages.server";

const { ask, html } = await openReadablePages();
const mainOf = async (path: string) => elementOf(await html(path), "main");

describe("the about page", async () => {
  const main = await mainOf("/about");

  test("has sections about mission, people, vision, journey and inspiration (R-2.15-01, R-2.1-02)", () => {
    expect(headingsOf(main, 2).slice(0, 5)).toEqual([
      "Our Mission",
      "Who We Are",
      "Our Vision",
      "Our Journey",
      "Our Inspiration",
    ]);
  });

  test("links to the men's and the women's shop (R-2.15-02)", () => {
    const shop = sectionOf(main, "Shop");
    expect([linkTo(shop, "Shop Men"), linkTo(shop, "Shop Women")]).toEqual(["/shop/men", "/shop/women"]);
  });
});

describe("the contact page", async () => {
  const main = await mainOf("/contact");

  test("states when answers come, the shop's address and whom to write to (R-2.15-03, R-2.15-04)", () => {
    const words = textOf(main);
    expect(words).toContain("within 2 business days");
    expect(words).toContain("2140 Switchback Road");
    expect(words).toMatch(/media and talent/);
    expect(linkTo(main, "support@ironmesa.example")).toBe("mailto:support@ironmesa.example");
  });

  test("promises delivery, money back and international returns, and ends with two links (R-2.15-06, R-2.15-07)", async () => {
    expect(headingsOf(sectionOf(main, "What you can count on"), 3)).toEqual([
      "Nationwide Delivery",
      "30 Days Money Back Guarantee",
      "International Shipping And Returns",
    ]);
    const tiles = linksOf(sectionOf(main, "Where to look next"));
    expect(tiles.map(({ href }) => href)).toEqual(["/shop/new-arrivals", "/#best-sellers"]);
    expect(attributeOf(sectionOf(await html("/"), "Best Sellers"), "id")).toBe("best-sellers");
  });
});

describe("the FAQ page", async () => {
  const main = await mainOf("/faqs");
  const TABS = [
    "Ordering & Payments",
    "Shipping & Delivery",
    "Returns & Exchanges",
    "Product Info & Custom Orders",
    "Sizing & Fit",
    "Discounts, Promotions & Wholesale",
    "Account & Privacy",
    "Customer Service & Support",
  ];

  test("has eight tabs in order (R-2.15-11, R-2.1-07)", () => {
    const tabs = elementsOf(main, "button").filter((button) => attributeOf(button, "role") === "tab");
    expect(tabs.map(nameOf)).toEqual(TABS);
  });

  test("contains the headings of all tabs and a question even without script", () => {
    expect(headingsOf(main, 2)).toEqual(expect.arrayContaining(TABS));
    expect(textOf(main)).toContain("How do I place an order?");
  });

  test("turns URLs in answers into links, those of the shop into relative ones (R-2.15-13)", () => {
    expect(linkTo(main, "support@ironmesa.example")).toBe("mailto:support@ironmesa.example");
    expect(linkTo(main, "/order-status")).toBe("/order-status");
  });

  test("replaces the names of settings in braces by their values", async () => {
    expect(await html("/faqs")).not.toMatch(/\{(returnDays|supportEmail|freeShippingOver|deliveryFee)\}/);
  });
});

describe("the policy pages", () => {
  test("have 16 sections in the terms, 12 in the privacy policy and a date in the return policy (R-2.1-07, R-2.1-08, R-2.15-14, R-2.15-16)", async () => {
    const [terms, privacy, returns] = [
      await mainOf("/terms-&-conditions"),
      await mainOf("/privacy-policy"),
      await mainOf("/return-policy"),
    ];
    expect(headingsOf(terms, 2)).toHaveLength(16);
    expect(textOf(terms)).toContain("GeoNames");
    expect(headingsOf(privacy, 2)).toHaveLength(12);
    expect(textOf(returns)).toContain("Effective date: 09/29/2025");
    expect(textOf(returns)).toContain("Template for the merchant's lawyer.");
  });

  test("the privacy policy excludes children under 13 (R-2.15-15)", async () => {
    expect(textOf(await mainOf("/privacy-policy"))).toMatch(/anyone under 13/);
  });

  test("the terms and the return policy both state 30 days (R-9-06)", async () => {
    const terms = textOf(await mainOf("/terms-&-conditions"));
    expect(textOf(await mainOf("/return-policy"))).toContain("You have 30 days");
    expect(terms).toContain("within 30 days");
    expect(terms).not.toContain("20 days");
  });
});

test.each(["/404", "/no/such/page", "/terms-and-conditions"])(
  "%s answers 404 with a page inside the frame that has a search and links (R-2.1-10)",
  async (path) => {
    const answer = await ask(path);
    const page = await answer.text();
    const main = elementOf(page, "main");

    expect(answer.status).toBe(404);
    expect(headingsOf(main, 1)).toEqual(["Page Not Found"]);
    expect(linkTo(main, "Home")).toBe("/");
    expect(attributeOf(elementOf(main, "form"), "action")).toBe("/search");
    expect(main).toMatch(/<input[^>]* name="query"/);
    expect(linkTo(elementOf(page, "header"), "Iron Mesa")).toBe("/");
  },
);

test("missing pages, also below `/product/` or `/pay/`, show the not-found texts, and other pages do not contain them", async () => {
  const words = "The pavement ends here.";
  for (const path of [
    "/404",
    "/product/x-nothing",
    "/reviews?product=nothing",
    "/pay/1/1",
    "/sandbox/pay-later/none",
  ]) {
    const answer = await ask(path);
    expect([path, answer.status, textOf(elementOf(await answer.text(), "main")).includes(words)]).toEqual([
      path,
      404,
      true,
    ]);
  }
  for (const path of ["/", "/cart", "/shop/men", "/contact"])
    expect([path, (await html(path)).includes(words)]).toEqual([path, false]);

  const bare = [];
  for await (const path of glob("src/{shop,privacy}/**/*.page.tsx"))
    if ((await readFile(path, "utf8")).includes("orNotFound")) bare.push(path);
  expect(bare).toEqual([]);
});

test.each([
  ["/cart", "Tax is counted with your address"],
  ["/search?query=jacket", "What are you after?"],
  ["/search", "No Products Available"],
  ["/order-success", "Order Confirmed!"],
  ["/return-or-exchange", "Write this number on the parcel"],
  ["/order-status", "Awaiting payment"],
])("%s does not carry the texts of an outcome that it does not show: %s", async (path, words) => {
  expect(await html(path)).not.toContain(words);
});

test("the success page thanks the shopper and announces e-mails with confirmation and tracking (R-2.1-06, R-2.11-01)", async () => {
  const main = await mainOf("/success");
  expect(headingsOf(main, 1)).toEqual(["Order Placed Successfully"]);
  expect(textOf(main)).toMatch(/confirmation.+tracking/i);
});

describe("the frame of every page", () => {
  test("has a header with logo, social links, search, wishlist and bag (R-2.3-01, R-2.3-02)", async () => {
    const header = elementOf(await html("/about"), "header");
    expect(linkTo(header, "Iron Mesa")).toBe("/");
    expect(linkTo(header, "Instagram")).toMatch(/^https:/);
    expect(header).toMatch(/<input[^>]* name="query"/);
    expect([linkTo(header, "Wishlist, 0 items"), linkTo(header, "Bag, 0 items")]).toEqual(["/wishlist", "/cart"]);
  });

  test("has a footer with newsletter, link columns, one language, one country, ways to pay, social links (R-2.3-09 to R-2.3-11)", async () => {
    const footer = elementOf(await html("/about"), "footer");
    expect(footer).toMatch(/<input[^>]* type="email"/);
    expect(elementsOf(footer, "nav").length).toBeGreaterThanOrEqual(2);
    expect(elementsOf(footer, "select").map((choice) => elementsOf(choice, "option").map(textOf))).toEqual([
      ["English"],
      ["United States"],
    ]);
    for (const name of ["Visa", "Mastercard", "Klarna", "Wallet", "Gift card"])
      expect(footer).toMatch(new RegExp(`<li class="pay[^>]*>${name}\\.?</li>`));
    expect(linkTo(footer, "Instagram")).toMatch(/^https:/);
  });

  test("has no navigation and no newsletter at the checkout, but a link back to the bag", async () => {
    const page = await html("/checkout");
    expect(page).not.toContain('aria-label="Main"');
    expect(elementsOf(page, "button").map(nameOf)).not.toContain("Subscribe");
    expect(linkTo(elementOf(page, "header"), "Bag")).toBe("/cart");
  });
});
