import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { saveSettings } from "~/shop/audit/settings-record.server";
import { productsById } from "~/shop/catalog/catalog.server";
import { productAddress } from "~/shop/catalog/product";
import { searchIds } from "~/shop/catalog/search/search-query.server";
import { pages as pageRows } from "~/shop/texts/texts.tables";
import { memberAs } from "~/testing/members.server";
import { officeAs, wordsIn } from "~/testing/back-office-as.server";
import { testApp } from "~/testing/test-app.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";
import { settingGroups } from "./setting-fields";

const shop = await openTestShop();
const dana = memberAs("owner", "Dana");
const office = officeAs(shop, dana);
const { pages, acceptsForms } = testPages();
// The goods can be returned, and the order is below the limit for free delivery.
const [gloves] = await productsById(shop.db, await searchIds(shop.db, "Sprocket Tee", 1));
const productPage = gloves ? productAddress(gloves) : "";

/** Renders a page without the page cache and returns its text. */
async function shown(address: string): Promise<string> {
  const app = testApp(shop, { pages, acceptsForms });
  const answer = await app.fetch(new Request(shop.address + address));
  expect([address, answer.status]).toEqual([address, 200]);
  return wordsIn((await answer.text()).replace(/<\/?(?:span|strong|em|time)\b[^>]*>/g, ""));
}

const ownPlaces = settingGroups.flatMap(({ fields }) => fields.flatMap(({ places = [] }) => places));

test("the pages of settings show the current sentences that quote them, also from texts that no member has changed", async () => {
  await shop.db.delete(pageRows).where(eq(pageRows.key, "productPage"));
  const text = await office.text("/settings/delivery");
  expect(text).toMatch(/Delivery \$3\.99\..*Words beside every product/);
  expect(await shown(productPage)).toContain("Delivery $3.99.");
  const returns = await office.text("/settings/returns");
  expect(returns).toMatch(/30 days to return\..*Shopping bag/);
  expect(returns).toMatch(/The parcel must be on its way within 30 days of delivery\..*Letter "Return started"/);
});

test("every sentence of a letter that the pages of settings show occurs in a letter", async () => {
  const letters: string[] = [];
  for await (const file of glob(["src/shop/letter.tsx", "src/shop/texts/letters/*-letter-forms.ts"]))
    letters.push(readFileSync(file, "utf8"));
  const texts = letters.map((text) =>
    text
      .replace(/\{" "\}/g, " ")
      .replace(/<\/?\w[^>]*>/g, "")
      .replace(/\$?\{(?:settings\.)?(\w+)\}/g, "{$1}")
      .replace(/\{percent\}/g, "{newsletterPercent}%")
      .replace(/\s+/g, " ")
      .replace(/(\}) \./g, "$1."),
  );
  for (const { sentence } of ownPlaces.filter(({ where }) => /letter/i.test(where)))
    expect(texts.some((text) => text.includes(sentence)) ? sentence : "nowhere").toBe(sentence);
});

test("[B-61] after a change of the return window to 45 days, pages that name it show the new number and not the old one", async () => {
  const before = await Promise.all(["/faqs", "/return-policy", productPage, "/return-or-exchange"].map(shown));
  for (const text of before) expect(text).toContain("30 days");
  await saveSettings(shop, dana, { submission: randomUUID(), changes: { returnDays: 45 }, seen: {} });
  const after = await Promise.all(
    ["/faqs", "/return-policy", productPage, "/return-or-exchange", "/terms-&-conditions"].map(shown),
  );
  for (const text of after) {
    expect(text).toContain("45 days");
    expect(text).not.toMatch(/\b30 days (?:from|of delivery|to (?:return|send|change)|return|money)/i);
  }
});

test("[B-61] after a change of settings, no page that quotes them contains a former value", async () => {
  const changes = {
    damageReportDays: 9,
    refundTime: "3-4 business days",
    shipsWithin: "6 days",
    standardDelivery: "11-12 business days",
    expeditedDelivery: "8-9 business days",
  };
  await saveSettings(shop, dana, { submission: randomUUID(), changes, seen: {} });
  const texts = await Promise.all(["/faqs", "/return-policy", "/terms-&-conditions", productPage, "/"].map(shown));
  for (const text of texts)
    expect(text).not.toMatch(/within 7 days|10-14 business|3-7 business|1-3 business|within 1-3 days/);
  expect(texts.join(" ")).toContain("within 9 days");
});

test("[B-61] pages of a renamed shop show the new name and not the old one", async () => {
  await saveSettings(shop, dana, { submission: randomUUID(), changes: { shopName: "Ridge Line" }, seen: {} });
  for (const address of [
    "/",
    "/faqs",
    "/contact",
    "/about",
    "/cart",
    "/return-policy",
    "/terms-&-conditions",
    productPage,
  ]) {
    const html = await (await testApp(shop, { pages, acceptsForms }).fetch(new Request(shop.address + address))).text();
    expect([address, html.includes("Ridge Line")]).toEqual([address, true]);
    // Ignores names of events and texts of reviews, which are content and contain the old name.
    const own = html.replace(/Iron Mesa [A-Z][\w' ]+/g, "");
    expect([address, /.{0,60}Iron Mesa.{0,40}/.exec(own)?.[0] ?? ""]).toEqual([address, ""]);
  }
});

test("the page of a setting lists the sentences that quote it, with the current value", async () => {
  const text = await office.text("/settings/returns");
  expect(text).toMatch(/Return window stands in \d+ places/);
  expect(text).toContain("You have 45 days from delivery to return unworn, unwashed items");
  expect(text).toContain('FAQ, "');
  expect(text).toContain("Return policy");
});
