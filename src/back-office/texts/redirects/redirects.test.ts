import { isNull, sql } from "drizzle-orm";
import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { openPageCache } from "~/server/cache/page-cache";
import { pageCacheKeys } from "~/server/cache/page-cache-keys";
import { save } from "~/shop/audit/save.server";
import { memberAccounts } from "~/shop/members/members.tables";
import { redirectRecord } from "~/shop/redirects/redirect-record.server";
import { missedList } from "~/shop/redirects/missed-addresses.server";
import { missedAddresses, redirects } from "~/shop/redirects/redirects.tables";
import { Refusal } from "~/shop/refusal";
import { leadOn } from "~/shop/publishing/save-redirects.server";
import { officeAs, place } from "~/testing/back-office-as.server";
import { eventually } from "~/testing/eventually";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";
import { testApp } from "~/testing/test-app.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";
import { untilWaiting } from "~/testing/until-waiting.server";
import { nearestPage } from "./nearest-page";

const address = "https://shop.example";
const shop = { ...(await openTestShop()), address };
const { db } = shop;
const dana = memberAs("owner", "Dana");
const packer = memberAs("packer", "Pat");
await db.insert(memberAccounts).values([dana, packer].map((member) => ({ ...member, passkeyUser: member.id })));
const office = officeAs(shop, dana);
const { routes, pages } = testPages();
const pageCache = openPageCache();
const app = testApp(shop, { pages, pageCache, addresses: pageCacheKeys(routes, shop, pageCache.memoize) });
const BROWSER = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" };
const ask = async (path: string, headers: Record<string, string> = BROWSER) => {
  const response = await app.fetch(new Request(address + path, { headers }));
  return [response.status, response.headers.get("location")];
};
const HERE = "/words/old-addresses";
const add = async (from: string, to: string) => {
  const page = await (await office.fetch(HERE)).text();
  const answer = await office.post(HERE, { ...fieldsIn(formIn(page, 'value="add"')), from, to });
  pageCache.clear();
  return answer;
};
const wordsOf = async (answer: Response) => (await answer.text()).replace(/<[^>]*>/g, " ");

test("[B-107] an old address redirects and its requests are counted; a request for an existing page makes no query for redirects", async () => {
  expect((await add("https://shop.example/Pages/Shipping/?a=1", "/faqs")).status).toBe(302);
  expect(await ask("/pages/shipping")).toEqual([301, "/faqs"]);
  expect(await ask("/PAGES/shipping/?from=letter")).toEqual([301, "/faqs"]);
  expect(await ask("/pages/shipping", { "user-agent": "Googlebot/2.1" })).toEqual([301, "/faqs"]);
  expect(await ask("/faqs")).toEqual([200, null]);
  await app.flush();
  const [row] = await db.select().from(redirects);
  expect(row).toMatchObject({ from: "/pages/shipping", to: "/faqs", hits: 2, lastHitAt: expect.any(Date), version: 1 });
  expect(await office.text(HERE)).toMatch(/\/pages\/shipping leads to \/faqs 2/);
});

describe("[B-107] an old address is refused", () => {
  test.each([
    ["a page that is there", "/about", "/faqs", "The shop has a page there"],
    ["an article that is there", "/blog/denim-vs-leather", "/faqs", "The shop has a page there"],
    ["itself", "/a", "/A/", "An address cannot lead to itself."],
    ["a chain", "/b", "/pages/shipping", "is an old address itself. Lead straight to /faqs."],
    ["nothing", "/c", "/pages/nothing", "This leads to nothing."],
    ["what runs", "/d", "javascript:alert(1)", "This leads to nothing."],
    ["no path", "shipping", "/faqs", "Write a path of this shop"],
  ])("in the case of %s", async (_, from, to, words) => {
    const answer = await add(from, to);
    expect([answer.status, await wordsOf(answer)]).toEqual([422, expect.stringContaining(words)]);
  });

  test("when two members save the two halves of a redirect loop at the same moment", async () => {
    const half = (from: string, to: string) =>
      save(shop, dana, {
        submission: crypto.randomUUID(),
        edits: [{ kind: redirectRecord, id: from, version: 0, values: { to, isThere: true } }],
      });
    const results = await Promise.allSettled([half("/left", "/right"), half("/right", "/left")]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

test("[B-107] missed addresses are counted for browsers only; one click redirects such an address or removes it from the list", async () => {
  for (let time = 0; time < 3; time += 1) await ask("/collections/mens-headwear");
  await ask("/size-chart", { ...BROWSER, referer: "https://search.example/?q=size" });
  for (const path of ["/wp-login.php", "/.env", "/unsubscribe/jo@example.com"]) await ask(path);
  await ask("/collections/mens-headwear", { "user-agent": "Googlebot/2.1" });
  await app.flush();
  const rows = await db.select().from(missedAddresses);
  expect(rows.map(({ path, times, cameFrom }) => [path, times, cameFrom]).toSorted()).toEqual([
    ["/collections/mens-headwear", 3, ""],
    ["/size-chart", 1, "search.example"],
  ]);
  const page = await (await office.fetch(HERE)).text();
  const led = await office.post(HERE, fieldsIn(formIn(page, "Lead /collections/mens-headwear to")));
  expect(led.status).toBe(302);
  pageCache.clear();
  expect((await ask("/collections/mens-headwear"))[0]).toBe(301);
  const left = await office.post(HERE, fieldsIn(formIn(page, "Leave /size-chart")));
  expect(left.status).toBe(302);
  expect(await office.text(HERE)).not.toContain("/size-chart");
});

test("the last write of counts waits for one that is under way, so that the connections are not closed in between", async () => {
  await ask("/collections/under-way");
  const outcomes: string[] = [];
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${missedAddresses} in exclusive mode`);
    const begun = app.flush().then(() => outcomes.push("begun"));
    await untilWaiting(db, { statement: "%missed_addresses%" });
    const last = app.flush().then(() => outcomes.push("last"));
    await db.execute(sql`select 1`);
    expect(outcomes).toEqual([]);
    void Promise.all([begun, last]).then(() => outcomes.push("both"));
  });
  await eventually(() => expect(outcomes).toEqual(["begun", "last", "both"]));
  await db.delete(missedAddresses);
});

test("a missed address shows the host whose days had the most requests, not the one of the most days or an unknown one", async () => {
  const path = "/collections/vests";
  await db.insert(missedAddresses).values([
    { path, day: "2031-05-01", times: 2, cameFrom: "search.example" },
    { path, day: "2031-05-02", times: 2, cameFrom: "search.example" },
    { path, day: "2031-05-03", times: 7, cameFrom: "forum.example" },
    { path, day: "2031-05-04", times: 9 },
    { path: "/collections/vest", day: "2031-05-04", times: 1 },
  ]);
  expect(await missedList(shop, dana, new Date("2031-05-05T12:00:00Z"))).toEqual([
    { path, times: 20, cameFrom: "forum.example" },
    { path: "/collections/vest", times: 1, cameFrom: "" },
  ]);
  await db.delete(missedAddresses);
});

test("[B-22] a deleted redirect answers 404, and undo restores it", async () => {
  const page = await (await office.fetch(HERE)).text();
  const removed = await office.post(HERE, fieldsIn(formIn(page, 'aria-label="Remove /pages/shipping"')));
  pageCache.clear();
  expect((await ask("/pages/shipping"))[0]).toBe(404);
  const html = await (await office.fetch(place(removed))).text();
  const undo = /<form[^>]*action="([^"]*\/log\/[^"]*)"[\s\S]*?<\/form>/.exec(html);
  await office.post(undo?.[1]?.replace("/back-office", "") ?? "", fieldsIn(undo?.[0] ?? ""));
  pageCache.clear();
  expect((await ask("/pages/shipping"))[0]).toBe(301);
});

test("[B-107] 5,000 lines are previewed, the valid ones are saved by one form, and one undo by a member with the right removes them all", async () => {
  const lines = ["Redirect from,Redirect to", ...Array.from({ length: 4_997 }, (_, n) => `/old/${n},/shop/men`)];
  lines.push("/about,/faqs", "/old/1,/faqs", '"/old/comma,and",https://example.com/x');
  const at = `${HERE}/read`;
  const empty = fieldsIn(formIn(await (await office.fetch(at)).text(), "lines"));
  const shown = await office.post(at, { ...empty, lines: lines.join("\n"), intent: "check" });
  const html = await shown.text();
  expect([shown.status, html.replace(/<[^>]*>/g, " ")]).toEqual([200, expect.stringContaining("4,998 old addresses")]);
  expect(html).toContain("The shop has a page there");
  expect(await db.$count(redirects)).toBeLessThan(10);
  const before = await db.$count(redirects, isNull(redirects.removedAt));
  const { checked = "" } = fieldsIn(formIn(html, "lines"));
  const put = await office.post(at, { ...empty, lines: lines.join("\n"), intent: "apply", checked });
  expect(put.status).toBe(302);
  expect(await db.$count(redirects, isNull(redirects.removedAt))).toBe(before + 4_998);
  pageCache.clear();
  expect(await ask("/old/4000")).toEqual([301, "/shop/men"]);
  expect(await ask("/old/comma,and")).toEqual([301, "https://example.com/x"]);

  const act = new URLSearchParams(place(put).split("?")[1]).get("done");
  const undo = async (by = office) => by.post(`/log/${act}`, { submission: crypto.randomUUID(), back: HERE });
  expect((await undo(officeAs(shop, packer))).status).toBe(403);
  expect(await db.$count(redirects, isNull(redirects.removedAt))).toBe(before + 4_998);
  const queries = vi.spyOn(pg.Client.prototype, "query");
  expect((await undo()).status).toBe(302);
  expect(queries.mock.calls.length).toBeLessThan(100);
  queries.mockRestore();
  expect(await db.$count(redirects, isNull(redirects.removedAt))).toBe(before);
  pageCache.clear();
  expect((await ask("/old/4000"))[0]).toBe(404);
});

test("a redirect cannot be saved without the right to change texts", async () => {
  const typed = { submission: crypto.randomUUID(), from: "/x", to: "/faqs" };
  await expect(leadOn(shop, packer, typed)).rejects.toThrow(Refusal);
});

test("the page suggested for a missed address is the one with the most words in common", () => {
  const targets = [
    { to: "/shop/headwear", name: "Headwear" },
    { to: "/faqs", name: "FAQ" },
    { to: "/product/longhaul-hoodie-0123456789abcdef", name: "Longhaul Hoodie" },
  ];
  expect(nearestPage("/collections/mens-headwear", targets)?.to).toBe("/shop/headwear");
  expect(nearestPage("/products/longhaul-hoodies-rust", targets)?.to).toContain("longhaul");
  expect(nearestPage("/wheels", targets)).toBeNull();
});
