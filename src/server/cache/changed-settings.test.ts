import { randomUUID } from "node:crypto";
import { createElement } from "react";
import { describe, expect, test } from "vitest";
import { renderLetter } from "~/platform/render-letter.server";
import { saveSettings } from "~/shop/audit/settings-record.server";
import { cents } from "~/shop/money";
import { NewOrders } from "~/shop/orders/letters/new-orders.email";
import type { Settings } from "~/shop/settings";
import { settingVersions } from "~/shop/settings.server";
import { memberAs } from "~/testing/members.server";
import { testApp } from "~/testing/test-app.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";
import { openPageCache } from "./page-cache";
import { pageCacheKeys } from "./page-cache-keys";

const shop = await openTestShop();
const pageCache = openPageCache();
const { pages, acceptsForms, routes } = testPages();
// Caches are cleared when the settings are read again, as in the running process.
const services = { ...shop, reloadSettings: () => shop.reloadSettings().then(pageCache.clear) };
const addresses = pageCacheKeys(routes, services, pageCache.memoize);
const app = testApp(services, { pages, acceptsForms, pageCache, addresses });
const owner = memberAs("owner");

const shown = async (path: string): Promise<string> => (await app.fetch(new Request(`${shop.address}${path}`))).text();
/** Text of a page, without its markup and without the data of its scripts. */
const said = async (path: string): Promise<string> =>
  (await shown(path))
    .replace(/<script[^]*?<\/script>/g, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

async function changed(changes: Partial<Settings>): Promise<void> {
  const seen = Object.fromEntries(
    Object.entries(await settingVersions(shop.db)).map(([name, { version }]) => [name, version]),
  );
  const answer = await saveSettings(services, owner, { submission: randomUUID(), changes, seen });
  expect(answer.saved).toBe(true);
}
const product = (await (await app.fetch(new Request(`${shop.address}/api/products?limit=1`))).json()) as [
  { address: string },
];
const RETURNS = ["/faqs", "/return-policy", product[0].address];

describe("a changed setting", () => {
  test("shows its new value in FAQ, policy and product page as soon as it is saved, and its old value nowhere (B-61)", async () => {
    for (const path of RETURNS) expect(await said(path)).toMatch(/30[ -]days?/);

    await changed({ returnDays: 45 });

    for (const path of RETURNS) {
      expect(await said(path)).toMatch(/45[ -]days?/);
      // The 30 days of a wishlist are not this setting.
      const old = (await said(path)).split(/(?<=[.?!]) /).filter((sentence) => /\b30[ -]days?/.test(sentence));
      expect(old.filter((sentence) => !sentence.includes("wishlist"))).toEqual([]);
    }
  });

  test("a renamed shop has its new name in titles, logo, structured data, API and letters", async () => {
    await changed({ shopName: "Dust & Bone" });

    const home = await shown("/");
    expect(home).toMatch(/<title>[^<]*Dust &amp; Bone/);
    expect(home).toMatch(/<text class="logo__name"[^>]*>DUST &amp; BONE<\/text>/);
    expect(home).toContain('aria-label="Dust &amp; Bone, home"');
    expect(home).not.toContain('"name":"Iron Mesa"');
    for (const path of ["/shop/men", product[0].address]) {
      const head = /<head>[^]*?<\/head>/.exec(await shown(path))?.[0] ?? "";
      expect(head).toContain("Dust &amp; Bone");
      expect(head).not.toContain("Iron Mesa");
    }
    expect(JSON.parse(await shown("/site.webmanifest"))).toMatchObject({ name: "Dust & Bone" });
    expect(await shown("/api/openapi.json")).toContain("Dust & Bone API");
    const orders = [{ number: "12345678", pieces: 1, total: cents(26_00) }];
    const letter = createElement(NewOrders, { orders, settings: services.settings(), address: shop.address });
    expect((await renderLetter(letter)).text).toContain("Dust & Bone");
  });

  test("the drawn logo returns when the shop gets its original name again", async () => {
    await changed({ shopName: "Iron Mesa" });

    expect(await shown("/")).not.toContain("logo__name");
  });
});
