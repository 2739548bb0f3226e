import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { pageCacheKeys } from "~/server/cache/page-cache-keys";
import { openPageCache } from "~/server/cache/page-cache";
import { handleUpload } from "~/server/back-office/uploads";
import { posts } from "~/shop/blog/blog.tables";
import { memberAccounts } from "~/shop/members/members.tables";
import { redirects } from "~/shop/redirects/redirects.tables";
import { officeAs, place, wordsIn } from "~/testing/back-office-as.server";
import { sweepTextPlans } from "~/shop/publishing/text-plans.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";
import { testMember } from "~/testing/sign-in.server";
import { testApp } from "~/testing/test-app.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";

const address = "https://shop.example";
const shop = { ...(await openTestShop()), address };
const { db } = shop;
const [dana, sam] = [memberAs("editor", "Dana"), memberAs("bookkeeper", "Sam")];
await db.insert(memberAccounts).values([dana, sam].map((member) => ({ ...member, passkeyUser: member.id })));
const office = officeAs(shop, dana);
const { routes, pages } = testPages();
/** Requests a page of the shop, bypassing the page cache. */
async function onShop(path: string, headers: Record<string, string> = {}) {
  const pageCache = openPageCache();
  const app = testApp(shop, { pages, pageCache, addresses: pageCacheKeys(routes, shop, pageCache.memoize) });
  const response = await app.fetch(new Request(address + path, { headers }));
  await app.flush();
  return response;
}
const shown = async (path: string) => wordsIn(await (await onShop(path)).text());

const ID = "abcdef0123456789abcdef01";
const HERE = `/words/articles/${ID}`;
const form = async (path: string) => fieldsIn(formIn(await (await office.fetch(path)).text(), 'value="save"'));
const save = async (path: string, fields: Record<string, string>) =>
  office.post(path, { ...(await form(path)), ...fields });
const publish = async (id: string, when: Record<string, string> = {}) => {
  const page = await (await office.fetch("/words/publish")).text();
  const { submission = "" } = fieldsIn(formIn(page, "together"));
  return office.post("/words/publish", { submission, [`article:${id}`]: "yes", ...when });
};
const article = {
  title: "Two Fingers and a Brake Lever",
  lead: "Below forty degrees your hands quit first.",
  text: "Gloves can come back within {returnDays} days.\n\n## Warm blood\n\n[Write](/contact) to us.",
  cover: "/media/scenes/blog-6.webp",
};

test("a new article is a draft, lists its missing fields, and is on the shop once it is published", async () => {
  const list = await (await office.fetch("/words/articles")).text();
  expect(list).toContain("Winter Riding Without the Heroics");
  const saved = await save(HERE, { ...article, cover: "" });
  expect([saved.status, place(saved).split("?")[0]]).toEqual([302, HERE]);
  expect(await office.text("/words/articles")).toMatch(/Two Fingers and a Brake Lever.*Draft/);
  expect((await onShop("/blog/two-fingers-and-a-brake-lever")).status).toBe(404);
  const refused = await publish(ID);
  expect([refused.status, await office.text(HERE)]).toEqual([422, expect.stringContaining("Choose a cover")]);

  await save(HERE, article);
  const local = { ...shop, address: "http://localhost" };
  const cookie = await (await testMember(local, "editor")).cookie();
  const asked = new Request(`http://localhost/back-office/words/look/articles/${ID}`, { headers: { cookie } });
  const look = await testBackOffice(local, { shopPages: pages }).fetch(asked);
  expect([look.status, wordsIn(await look.text())]).toEqual([200, expect.stringContaining("within 30 days")]);
  expect((await publish(ID)).status).toBe(302);
  const page = await shown("/blog/two-fingers-and-a-brake-lever");
  expect(page).toContain("Gloves can come back within 30 days.");
  const [row] = await db.select().from(posts).where(eq(posts.id, ID));
  expect(row).toMatchObject({ markdown: article.text, publishedAt: expect.any(Date), version: 1 });
  expect(row?.content).toContain("<h2>Warm blood</h2>");
});

test("[B-107] all former addresses of a renamed article redirect directly to the current one", async () => {
  for (const title of ["Two Fingers", "Two Cold Fingers", "Two Fingers and a Lever"]) {
    await save(HERE, { title });
    await publish(ID);
  }
  for (const former of ["two-fingers-and-a-brake-lever", "two-fingers", "two-cold-fingers"]) {
    const moved = await onShop(`/blog/${former}`);
    expect([moved.status, moved.headers.get("location")]).toEqual([301, "/blog/two-fingers-and-a-lever"]);
  }
  await save(HERE, { title: "Two Fingers" });
  await publish(ID);
  expect((await onShop("/blog/two-fingers")).status).toBe(200);
  expect((await onShop("/blog/two-fingers-and-a-lever")).headers.get("location")).toBe("/blog/two-fingers");
  const [own] = await db.select().from(redirects).where(eq(redirects.from, "/blog/two-fingers"));
  expect(own?.removedAt).toBeInstanceOf(Date);
});

test("every stored article opens in its form, and saving it unchanged changes nothing", async () => {
  const before = await db.select().from(posts).orderBy(posts.id);
  for (const { id } of before) {
    const saved = await save(`/words/articles/${id}`, {});
    expect([saved.status, place(saved)]).toEqual([302, `/words/articles/${id}`]);
  }
  expect(await db.select().from(posts).orderBy(posts.id)).toEqual(before);
});

describe("an article is refused", () => {
  test.each([
    ["a link to a script", { text: "[now](javascript:alert(1))" }, /javascript:alert/],
    ["a picture with its bytes", { text: "![a map](data:image/png;base64,AAAA)" }, /with all its bytes/],
    ["two titles", { text: "# One\n\n# Two" }, /has its title already/],
    ["a link to a missing page", { text: "[gone](/pages/gone)" }, /leads to nothing/],
    ["an unknown setting", { text: "{retrunDays} days" }, /is no setting/],
  ])("for publishing with %s", async (_, fields, words) => {
    await save(HERE, fields);
    expect(await office.text(HERE)).toMatch(words);
    expect((await publish(ID)).status).toBe(422);
    await office.post(HERE, fieldsIn(formIn(await (await office.fetch(HERE)).text(), 'value="discard"')));
  });

  test("with 300,000 letters; the error is beside the field, and the typed text is kept", async () => {
    const answer = await save(HERE, { text: "Word ".repeat(60_000) });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain("A text has at most 40,000 letters");
    expect(html.length).toBeGreaterThan(300_000);
  });

  test("from a member who may only read", async () => {
    const reader = officeAs(shop, sam);
    expect(await reader.text(HERE)).toContain("You may read this.");
    expect((await reader.post(HERE, { form: "save", submission: crypto.randomUUID(), version: "1" })).status).toBe(403);
  });
});

test("an upload by script returns the picture's path in the store; a file that is not a picture gets an error message, without script on a page", async () => {
  const send = (bytes: Uint8Array<ArrayBuffer>, accept: string) => {
    const body = new FormData();
    body.append("file", new File([bytes], "hands.png", { type: "image/png" }));
    const request = new Request(`${address}/back-office${HERE}/pictures`, {
      method: "POST",
      body,
      headers: { accept },
    });
    const session = { member: dana, isForSetup: false } as unknown as Parameters<typeof handleUpload>[1];
    return handleUpload(shop, session, request);
  };
  const byScript = async (bytes: Uint8Array<ArrayBuffer>) =>
    (await (await send(bytes, "application/json"))?.json()) as { path?: string; message?: string };
  const png = Uint8Array.from(
    atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
    (sign) => sign.charCodeAt(0),
  );
  expect((await byScript(png)).path).toMatch(/^\/media\/articles\/[\da-f]{16}\.webp$/);
  const damaged = new TextEncoder().encode("no picture");
  const { message = "" } = await byScript(damaged);
  expect(message).toMatch(/picture|JPG/);
  const page = await send(damaged, "text/html,*/*;q=0.8");
  expect([page?.status, page?.headers.get("content-type")]).toEqual([422, "text/html; charset=utf-8"]);
  const html = (await page?.text()) ?? "";
  expect(wordsIn(html)).toContain(`It was not taken ${message} Back to the form`);
  expect(html).toContain(`href="/back-office${HERE}"`);
});

test("a category can be added, and a second one with the same name in other letter case is refused", async () => {
  const page = await (await office.fetch("/words/articles/categories")).text();
  const added = await office.post("/words/articles/categories", {
    ...fieldsIn(formIn(page, 'value="add"')),
    name: "Camp",
  });
  expect(added.status).toBe(302);
  expect(await office.text("/words/articles/categories")).toMatch(
    /Name [1-9]\d* articles?.* Name 0 articles .*Another category/,
  );
  expect(await shown("/blogs")).toContain("Camp");
  const again = await (await office.fetch("/words/articles/categories")).text();
  const twice = await office.post("/words/articles/categories", {
    ...fieldsIn(formIn(again, 'value="add"')),
    name: "camp",
  });
  expect([twice.status, await twice.text()]).toEqual([422, expect.stringContaining("Another category has this name.")]);
});

test("[B-104] a planned article is published at its time, also in the repeated hour when clocks are set back; a stopped plan publishes nothing", async () => {
  const [goesOut, stays] = ["abcdef0123456789abcdef02", "abcdef0123456789abcdef03"];
  const second = { when: "later", goesOutAt: "2031-11-02T01:30", goesOutTurn: "second" };
  await save(`/words/articles/${stays}`, { ...article, title: "Never Said" });
  await publish(stays, second);
  const plans = await (await office.fetch("/words/plans")).text();
  await office.post("/words/plans", fieldsIn(formIn(plans, 'value="stop:')));
  await save(`/words/articles/${goesOut}`, { ...article, title: "Chains in the Cold" });
  expect((await publish(goesOut, second)).status).toBe(302);

  // 1:45 in the first of the two equal hours of that night.
  await sweepTextPlans(shop, new Date("2031-11-02T07:45:00Z"));
  expect((await onShop("/blog/chains-in-the-cold")).status).toBe(404);
  await sweepTextPlans(shop, new Date("2031-11-02T08:31:00Z"));
  expect(await shown("/blog/chains-in-the-cold")).toContain("Gloves can come back within 30 days.");
  expect(await shown("/blogs")).toContain("Chains in the Cold");
  expect((await onShop("/blog/never-said")).status).toBe(404);
});

test("the page of an article says how many fields its draft has, and which plan will publish it", async () => {
  const [id, here] = ["abcdef0123456789abcdef04", "/words/articles/abcdef0123456789abcdef04"];
  await save(here, { ...article, title: "Frost on the Tank" });
  expect(await office.text(here)).toMatch(/Begun by \w+ .*: [^.]+ and \d more\./);
  expect(await office.text(here)).not.toContain("See the plan");
  await publish(id, { when: "later", goesOutAt: "2031-12-02T01:30" });
  expect(await office.text(here)).toContain("See the plan");
});
