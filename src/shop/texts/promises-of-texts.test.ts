import { beforeAll, describe, expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { defaultSettings } from "~/shop/settings";
import { faqs } from "./faqs.server";
import { banners } from "./menus.server";
import { pageContent } from "./page-content.server";
import { policy } from "./policy.server";

const { db } = await openTestShop();

/** Texts as the shop shows them, with default settings and without markup. */
const said = { faq: "", returns: "", terms: "", banner: "", strip: "" };
beforeAll(async () => {
  const words = async (key: "returns" | "terms") =>
    (await policy(db, key, defaultSettings)).html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
  said.faq = (await faqs(db, defaultSettings, "http://localhost"))
    .flatMap(({ questions }) => questions.map(({ question, answer }) => `${question} ${answer}`))
    .join("\n");
  said.returns = await words("returns");
  said.terms = await words("terms");
  said.banner = (await banners(db, defaultSettings)).map(({ label }) => label).join("\n");
  said.strip = JSON.stringify((await pageContent(db, "communityReasons", defaultSettings)).items);
});

test("the FAQ says that no account is needed (R-1-02)", () => {
  expect(said.faq).toMatch(/do not need an account|no account is needed/i);
});

test("all texts name the same threshold of free shipping (R-9-05)", () => {
  for (const text of [said.banner, said.strip, said.faq, said.terms]) {
    expect(text).toContain("$300");
    expect(text).not.toContain("$100");
  }
});

describe("the texts about returns and shipping", () => {
  test("the policies name thirty days for returns, nowhere twenty (R-9-06)", () => {
    for (const text of [said.banner, said.faq, said.returns, said.terms]) {
      expect(text).toContain("30 days");
      expect(text).not.toContain("20 days");
    }
  });

  test("the policies ask to report damage within seven days (R-9-07)", () => {
    for (const text of [said.returns, said.terms]) expect(text).toMatch(/damaged.+within 7 days/i);
  });

  test("the policies name 10-14 business days for refunds, and 1-3 months for payments under investigation (R-9-08, R-9-09)", () => {
    for (const text of [said.returns, said.terms, said.faq]) expect(text).toMatch(/Refunds take 10-14 business days/);
    expect(said.terms).toContain("1-3 months");
  });

  test("the policies say that shipping fees are not refunded (R-9-10)", () => {
    for (const text of [said.returns, said.terms]) expect(text).toMatch(/shipping fees.+non-refundable/i);
  });

  test("the policies list four kinds of goods that cannot be returned (R-9-11)", () => {
    expect(said.terms).toMatch(/Accessories, gift cards, final-sale items and custom items are not returnable/);
    for (const kind of ["accessories", "gift cards", "final-sale", "custom items"])
      expect(said.returns).toContain(kind);
  });

  test("the policies say how long a parcel takes (R-9-12)", () => {
    for (const text of [said.faq, said.terms]) {
      expect(text).toMatch(/standard shipping takes 3-7 business days/i);
      expect(text).toMatch(/expedited shipping.+1-3 business days/i);
      expect(text).toMatch(/orders ship within 1-3 days/i);
    }
  });
});

test("the FAQ and the community page name the same opening hours, and the FAQ the time for an answer (R-9-13)", () => {
  expect(said.strip).toContain("M-F 8am-4pm MST");
  expect(said.faq).toContain("M-F 8am-4pm MST");
  expect(said.faq).toContain("2 business days");
  expect(said.faq).not.toMatch(/PST|24-48 hours/);
});
