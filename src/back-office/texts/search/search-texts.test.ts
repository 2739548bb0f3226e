import { afterAll, expect, test } from "vitest";
import { memberAccounts } from "~/shop/members/members.tables";
import { searchPages } from "~/shop/publishing/search-pages";
import { openShopProcess } from "~/testing/shop-process.server";
import { officeAs } from "~/testing/back-office-as.server";
import { eventually } from "~/testing/eventually";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";
import { testMember } from "~/testing/sign-in.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";

const address = "https://shop.example";
const shop = { ...(await openTestShop()), address };
const { db } = shop;
const dana = memberAs("owner", "Dana");
const owner = officeAs(shop, dana);
await db.insert(memberAccounts).values({ ...dana, passkeyUser: dana.id });
const { pages } = testPages();
const { dropped, html: pageAt, close } = await openShopProcess(shop);
afterAll(close);
const headOf = async (path: string) => /<head>[^]*?<\/head>/.exec(await pageAt(path))?.[0] ?? "";
const save = async (key: string, fields: Record<string, string>) => {
  const path = `/words/search-results/${key}`;
  const form = fieldsIn(formIn(await (await owner.fetch(path)).text(), 'value="save"'));
  return owner.post(path, { ...form, ...fields });
};
const publish = async (keys: string[]) => {
  const page = await (await owner.fetch("/words/publish")).text();
  const { submission = "" } = fieldsIn(formIn(page, "together"));
  return owner.post("/words/publish", {
    submission,
    ...Object.fromEntries(keys.map((key) => [`search:${key}`, "yes"])),
  });
};

test("[B-109] a form sets each fixed page's title and description in search results; emptied, the defaults apply", async () => {
  const heads = new Map<string, string>();
  for (const { key, address: path } of searchPages) heads.set(key, await headOf(path));
  for (const { key } of searchPages)
    await save(key, { title: `Title of ${key}`, words: "Back within {returnDays} days." });
  for (const { key, address: path } of searchPages) expect(await headOf(path)).toBe(heads.get(key));

  dropped.length = 0;
  expect((await publish(searchPages.map(({ key }) => key))).status).toBe(302);
  for (const { key, address: path } of searchPages)
    await eventually(async () => {
      const head = await headOf(path);
      expect([key, head.includes(`<title>Title of ${key} | Iron Mesa</title>`)]).toEqual([key, true]);
      expect(head).toContain('<meta name="description" content="Back within 30 days."');
      expect(head).toContain(`property="og:title" content="Title of ${key} | Iron Mesa"`);
    });
  expect(new Set(dropped)).toEqual(new Set(["table:pages", ...searchPages.map(({ key }) => `text:search:${key}`)]));

  await save("about", { title: "", words: "" });
  await publish(["about"]);
  await eventually(async () => expect(await headOf("/about")).toBe(heads.get("about")));
});

test("[B-109] the form previews the search result; an unknown setting is reported, and a title that is too long is refused", async () => {
  const local = { ...shop, address: "http://localhost" };
  const door = testBackOffice(local, { shopPages: pages });
  const member = await testMember(local, "editor");
  const page = await door.fetch(
    new Request("http://localhost/back-office/words/search-results/faqs", {
      headers: { cookie: await member.cookie() },
    }),
  );
  const html = await page.text();
  expect(html).toMatch(/snippet__place">[^<]*› faqs/);
  expect(html).toContain('snippet__title">Title of faqs | Iron Mesa');
  await save("contact", { title: "{returnDay} days" });
  expect(await owner.text("/words/search-results/contact")).toContain("{returnDay} is no setting.");
  const long = await save("contact", { title: "x".repeat(130) });
  expect(long.status).toBe(422);
});
