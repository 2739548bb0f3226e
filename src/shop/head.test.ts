import { describe, expect, test } from "vitest";
import { jsonInMarkup } from "~/ui/json-ld";
import { headOf, metaOf, shortened } from "./head";
import { cents } from "./money";
import { defaultSettings } from "./settings";
import { breadcrumbs, faqPage, organization, product } from "./structured-data";

const shop = { address: "https://shop.example", settings: defaultSettings };

describe("the head of a page", () => {
  test("adds the shop's name to the title only once", () => {
    const title = (given: string) => headOf(shop, { title: given, description: "", path: "/about" }).title;

    expect(title("Contact")).toBe("Contact | Iron Mesa");
    expect(title("About Iron Mesa")).toBe("About Iron Mesa");
  });

  test("contains the canonical address of the page", () => {
    const meta = metaOf(headOf(shop, { title: "Blogs", description: "Read.", path: "/blogs" }));

    expect(meta).toContainEqual({ tagName: "link", rel: "canonical", href: "https://shop.example/blogs" });
  });

  test("asks search engines not to list a page for one shopper", () => {
    const meta = metaOf(headOf(shop, { title: "Order", description: "", path: "/order-status", listed: false }));

    expect(meta).toContainEqual({ name: "robots", content: "noindex" });
  });

  test("shortens a description between words", () => {
    expect(shortened("Leather that learns your elbows", 20)).toBe("Leather that learns…");
    expect(shortened("Short  and\nplain", 20)).toBe("Short and plain");
  });
});

describe("structured data", () => {
  test("escapes text of shoppers, so that it cannot end the script element", () => {
    const markup = jsonInMarkup(faqPage([{ question: "</script><script>alert(1)</script>", answer: "&" }]));

    expect(markup).not.toMatch(/[<>&]/);
    expect(JSON.parse(markup)).toMatchObject({ mainEntity: [{ name: "</script><script>alert(1)</script>" }] });
  });

  test("begins the breadcrumbs of every page with the home page", () => {
    expect(breadcrumbs(shop, [{ name: "FAQ", path: "/faqs" }])).toMatchObject({
      itemListElement: [
        { position: 1, name: "Home", item: "https://shop.example/" },
        { position: 2, name: "FAQ", item: "https://shop.example/faqs" },
      ],
    });
  });

  test("leaves out links that the merchant left empty", () => {
    expect(organization(shop)).toMatchObject({ sameAs: [] });
  });

  test("contains no rating for a product without reviews", () => {
    const jacket = {
      id: "101",
      name: "Desert Jacket",
      description: "Sand.",
      path: "/product/desert-jacket-101",
      sku: "IM-1",
      countryOfOrigin: "Portugal",
      pictures: [],
      offers: [
        {
          sku: "IM-1-M",
          barcode: "012345678905",
          price: cents(189_00),
          available: false,
          path: "/product/desert-jacket-101?size=M",
        },
      ],
      rating: { average: 0, count: 0 },
    };

    expect(product(shop, jacket)).not.toHaveProperty("aggregateRating");
    expect(product(shop, { ...jacket, countryOfOrigin: "" })).not.toHaveProperty("countryOfOrigin");
    expect(product(shop, jacket)).toMatchObject({
      countryOfOrigin: { "@type": "Country", name: "Portugal" },
      offers: [{ price: "189.00", gtin: "012345678905", availability: "https://schema.org/OutOfStock" }],
    });
  });
});
