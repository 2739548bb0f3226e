import { openPageCache } from "~/server/cache/page-cache";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { products } from "~/shop/catalog/catalog.tables";
import { productAddress } from "~/shop/catalog/product";
import { officeAs, place } from "~/testing/back-office-as.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { memberAccounts } from "~/shop/members/members.tables";
import { memberAs } from "~/testing/members.server";
import { testApp } from "~/testing/test-app.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const { db } = shop;
const { pages, acceptsForms } = testPages();
const pageCache = openPageCache();
const app = testApp(shop, { pages, acceptsForms, pageCache });
const member = memberAs("owner", "Dana");
const dana = officeAs(shop, member);
await db.insert(memberAccounts).values({ ...member, passkeyUser: member.id });

/** Id of the form of a product, whose fields stand all over the page. */
const PRODUCT = "product";

/** Sends the form of a workshop page that has this id, or `near` in it; returns the text of the next page. */
async function said(path: string, near: string, fields: Record<string, string> = {}): Promise<string> {
  const html = await (await dana.fetch(path)).text();
  const form = near === PRODUCT ? fieldsIn(html, near) : fieldsIn(formIn(html, near));
  const answer = await dana.post(path, { ...form, ...fields });
  expect([path, answer.status]).toEqual([path, 302]);
  return dana.text(place(answer));
}

/** Status and text of a public address. */
async function asked(path: string, body?: unknown): Promise<[status: number, words: string]> {
  pageCache.clear();
  const answer = await app.fetch(
    new Request(new URL(path, shop.address), {
      redirect: "manual",
      ...(body !== undefined && {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    }),
  );
  return [answer.status, `${answer.headers.get("location") ?? ""} ${await answer.text()}`];
}

const goods = await db.select().from(products).where(eq(products.publishedStatus, "published")).orderBy(products.id);
let next = 3;
/** A product that no other row of the table uses. */
function another() {
  const product = goods[(next += 1)];
  if (!product) throw new Error("The demo shop has too few products.");
  return { ...product, at: productAddress(product) };
}

/** The question whether a code is valid. */
const CHECK = "/api/discounts/check";
const asksFor = (code: string) => ({ code, orderValue: 100 });

interface Done {
  says: string;
  sentence: string;
  at: string;
  /** Body of a question to the API. */
  body?: unknown;
  holds: [status: number, words: RegExp];
}

/** Deeds that are public: the act, its sentence, the public address asked afterwards, and what it answers. */
const kept: [act: string, doing: () => Promise<Done>][] = [
  [
    "a product is put away",
    async () => {
      const { id, name, at } = another();
      expect((await asked(at))[0]).toBe(200);
      const says = await said(`/goods/${id}/status`, 'value="archived"', { to: "archived" });
      return { says, sentence: `${name} is put away, and shoppers do not see it.`, at, holds: [404, /not found/i] };
    },
  ],
  [
    "a product goes on the shop",
    async () => {
      const { id, name, at } = another();
      await db.update(products).set({ publishedStatus: "draft" }).where(eq(products.id, id));
      const says = await said(`/goods/${id}/status`, 'value="published"', { to: "published" });
      return { says, sentence: `${name} is on the shop.`, at, holds: [200, new RegExp(name)] };
    },
  ],
  [
    "fit and care of a product are changed",
    async () => {
      const { id, name, at } = another();
      const says = await said(`/goods/${id}`, PRODUCT, { fit: "Cut like a tent", care: "Shake the dust out" });
      return { says, sentence: `${name}: fit and care are changed.`, at, holds: [200, /Shake the dust out/] };
    },
  ],
  [
    "words for a picture are changed",
    async () => {
      const { id, at } = another();
      const html = await (await dana.fetch(`/goods/${id}`)).text();
      const words = Object.keys(fieldsIn(html, PRODUCT)).find((name) => name.startsWith("alt:")) ?? "";
      const says = await said(`/goods/${id}`, PRODUCT, { [words]: "A jacket on a fence" });
      const sentence = "Words for a picture: A jacket on a fence.";
      return { says, sentence, at, holds: [200, /A jacket on a fence/] };
    },
  ],
  [
    "a setting is changed",
    async () => {
      const says = await said("/settings/returns", 'name="returnDays"', { returnDays: "44" });
      return { says, sentence: "Return window: 44 days.", at: "/return-policy", holds: [200, /44 days/] };
    },
  ],
  [
    "an old address leads on",
    async () => {
      const says = await said("/words/old-addresses", 'value="add"', { from: "/pages/boots", to: "/faqs" });
      return { says, sentence: "/pages/boots leads to /faqs.", at: "/pages/boots", holds: [301, /^\/faqs/] };
    },
  ],
  [
    "an old address is removed",
    async () => {
      const says = await said("/words/old-addresses?q=%2Fpages%2Fboots", 'aria-label="Remove /pages/boots"');
      return { says, sentence: "/pages/boots leads nowhere any more.", at: "/pages/boots", holds: [404, /not found/i] };
    },
  ],
  [
    "a page's words are saved as a draft",
    async () => {
      const html = await (await dana.fetch("/words/return-policy")).text();
      const { markdown = "" } = fieldsIn(formIn(html, 'value="save"'));
      const more = { markdown: `${markdown}\n\n## 99. Brass bands\n\nNothing comes back.` };
      const says = await said("/words/return-policy", 'value="save"', more);
      const sentence = "The draft of Return policy is saved. The shop stays as it is.";
      return { says, sentence, at: "/return-policy", holds: [200, /^(?!.*Nothing comes back\.)/s] };
    },
  ],
  [
    "a page's words are published",
    async () => {
      const says = await said("/words/publish", "together", { "page:policy:returns": "yes" });
      return {
        says,
        sentence: "Return policy is on the shop.",
        at: "/return-policy",
        holds: [200, /Nothing comes back\./],
      };
    },
  ],
  [
    "a code is made",
    async () => {
      const says = await said("/discounts/new", 'name="kind"', { name: "DUST20", kind: "percent", percent: "20" });
      return { says, sentence: "Code DUST20 is made.", at: CHECK, body: asksFor("DUST20"), holds: [200, /20/] };
    },
  ],
  [
    "a code is put away",
    async () => {
      const says = await said("/discounts/DUST20", 'value="put-away"');
      return {
        says,
        sentence: "Code DUST20: Standing: Put away.",
        at: CHECK,
        body: asksFor("DUST20"),
        holds: [422, /code/i],
      };
    },
  ],
  [
    "a group of the FAQ is renamed",
    async () => {
      const html = await (await dana.fetch("/words/faq/groups")).text();
      const form = formIn(html, 'value="Product Info &amp; Custom Orders"');
      const answer = await dana.post("/words/faq/groups", { ...fieldsIn(form), name: "About the goods" });
      const says = await dana.text(place(answer));
      const sentence = "Group of the FAQ About the goods: About the goods.";
      return { says, sentence, at: "/faqs", holds: [200, /^(?!.*Custom Orders).*About the goods/s] };
    },
  ],
  [
    "a sale begins",
    async () => {
      const { name, at } = another();
      const query = `percent=20&q=${encodeURIComponent(name)}`;
      const says = await said(`/goods/bulk/percent?${query}`, "digest", { when: "now" });
      return { says, sentence: "new price", at, holds: [200, /salePrice/] };
    },
  ],
];

test.each(kept)("%s: the message says so, and the shop's public address answers so", async (_act, doing) => {
  const { says, sentence, at, body, holds } = await doing();
  expect(says).toContain(sentence);
  const [status, words] = await asked(at, body);
  expect([at, status]).toEqual([at, holds[0]]);
  expect(words).toMatch(holds[1]);
});
