import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { columnName } from "~/platform/json-column.tables";
import { collections } from "~/shop/catalog/collections";
import { productColumns } from "~/shop/catalog/field-columns.tables";
import { isOnPage, namesOfKind, productFields } from "~/shop/catalog/product-fields";
import { subscribe } from "~/shop/newsletter/newsletter.server";
import { subscriptions } from "~/shop/newsletter/newsletter.tables";
import { payLinks } from "~/shop/orders/letter-links.server";
import { memberAccounts } from "~/shop/members/members.tables";
import { shoppingTexts } from "~/shop/texts/shopping-texts";
import { pages as pageRows } from "~/shop/texts/texts.tables";
import { made, wishFor } from "~/testing/made-orders.server";
import { memberAs } from "~/testing/members.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { openReadablePages } from "~/testing/read-pages.server";
import { jo } from "~/testing/riders.server";
import { testPages } from "~/testing/test-pages.server";
import { programWords } from "./program-words";

const MARK = "¤";
const bought = await openBoughtOrders();
const { shop } = bought;
const { ask } = await openReadablePages(shop);
const { db } = shop;

/** Adds a mark behind each word of a text, except settings in braces, tags and addresses. */
const marked = (text: string): string =>
  text.replace(
    /(<[^>]*>|&[#\w]+;|\{\w+\}|\]\([^)]*\)|(?:https?:\/\/|mailto:)\S+|\S+@\S+)|\p{L}[\p{L}\p{N}'’-]*/gu,
    (word, kept: string | undefined) => kept ?? word + MARK,
  );

/** Names of fields in a page's content that contain no texts. */
const NO_TEXTS =
  /^(?:_id|id|key|href|icon|image|avatar|logo|wide|tall|picture|place|state|visibility|kind|from|group|products?|productIds?|code|blogCategory)$/;
function markedJson(value: unknown, name = ""): unknown {
  if (typeof value === "string") return NO_TEXTS.test(name) ? value : marked(value);
  if (Array.isArray(value)) return value.map((each) => markedJson(each, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, markedJson(own, key)]));
}

/** Columns with the texts of a product that its page shows. */
const OF_PRODUCT = namesOfKind(productFields, "text")
  .filter((field) => isOnPage(productFields[field]))
  .map((field) => columnName(field, productColumns[field]));
/** Columns with plain texts; SQL adds the marks. */
const PLAIN: [string, string[]][] = [
  ["products", OF_PRODUCT],
  ["media_uses", ["alt"]],
  ["menu_links", ["label", "heading"]],
  ["blog_categories", ["name"]],
  ["posts", ["title", "description"]],
  ["comments", ["name", "message"]],
  ["faq_categories", ["name"]],
  ["faqs", ["question"]],
  ["states", ["name"]],
  ["chapters", ["name", "city", "rule", "time", "meet_at", "description"]],
  ["events", ["name", "city", "rule", "description"]],
  ["videos", ["file_name"]],
  ["social_posts", ["caption"]],
  ["reviews", ["title", "author", "content"]],
  ["questions", ["question", "author"]],
];
/** Columns with settings in braces, tags or objects; this test's code adds the marks. */
const RICH: [table: string, key: string, column: string][] = [
  ["banners", "id", "label"],
  ["faqs", "id", "answer"],
  ["posts", "id", "content"],
  ["products", "id", "details"],
  ["questions", "id", "answers"],
  ["review_summaries", "scope", "breakdowns"],
  ["review_summaries", "scope", "fit"],
];
const SETTINGS = [
  "shopName",
  "refundTime",
  "shipsWithin",
  "standardDelivery",
  "expeditedDelivery",
  "deliveryEstimate",
  "supportHours",
  "replyWithin",
] as const;

const name = (column: string) => sql.identifier(column);

/** Adds marks to every text of the shop's records. */
async function markAll(): Promise<void> {
  for (const [table, columns] of PLAIN)
    await db.execute(
      sql`update ${name(table)} set ${sql.join(
        columns.map(
          (column) =>
            sql`${name(column)} = regexp_replace(${name(column)}, '[[:alpha:]][[:alnum:]''’-]*', ${`\\&${MARK}`}, 'g')`,
        ),
        sql`, `,
      )}`,
    );
  // Top categories stay unmarked: the listings of the shop are named after them.
  await db.execute(sql`update categories set name = name || ${MARK} where parent_id is not null`);
  for (const [table, key, column] of RICH) {
    const { rows } = await db.execute<{ key: string; value: unknown }>(
      sql`select ${name(key)} as key, to_jsonb(${name(column)}) as value from ${name(table)}`,
    );
    for (const row of rows) {
      const value = markedJson(row.value);
      const stored = typeof value === "string" ? sql`${value}` : sql`${JSON.stringify(value)}::jsonb`;
      await db.execute(sql`update ${name(table)} set ${name(column)} = ${stored} where ${name(key)} = ${row.key}`);
    }
  }
  const rows = new Map((await db.select().from(pageRows)).map(({ key, content }) => [key, content]));
  for (const key of Object.keys(shoppingTexts) as (keyof typeof shoppingTexts)[])
    rows.set(key, shoppingTexts[key].parse(rows.get(key)));
  for (const [key, content] of rows) {
    const row = { content: markedJson(content), publishedAt: sql`now()` };
    await db
      .insert(pageRows)
      .values({ key, ...row })
      .onConflictDoUpdate({ target: pageRows.key, set: row });
  }
  for (const setting of SETTINGS) {
    const value = JSON.stringify(marked(String(shop.settings()[setting])));
    await db.execute(sql`insert into settings (name, value) values (${setting}, ${value}::jsonb)`);
  }
  await shop.reloadSettings();
}

/** Dates and times, in the shop's formats. */
const DATES =
  /(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, )?(?:January|February|March|April|May|June|July|August|September|October|November|December) \d+(?:, \d{4})?|\d+:\d+ [ap]m(?:, Mountain Standard Time| MST)?/g;
const NUMBERS = /[$#]?\d+(?:[.,:]\d+)*/g;
const plain = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}.!?]+$/gu, "");

/**
 * Texts of a document without a mark, also those of form fields and pictures. Names for screen readers are labels and not
 * included.
 */
function unmarked(html: string): string[] {
  const body = /<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? "";
  const nodes = body
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<(script|style|svg|template)\b[\s\S]*?<\/\1>/g, "\n")
    .split(/<[^>]*>/);
  const attributes = [...body.matchAll(/ (?:alt|placeholder)="([^"]*)"/g)].map(([, words = ""]) => words);
  return [...nodes, ...attributes].flatMap((node) => {
    const words = node
      .replace(/&#x27;/g, "'")
      .replace(/&amp;/g, "&")
      .replace(/&quot;/g, '"')
      .replace(/\s+/g, " ");
    return words
      .replace(new RegExp(`[^\\s"“(]*${MARK}[^\\s]*`, "g"), "…")
      .replace(DATES, "…")
      .replace(NUMBERS, "0")
      .split(/ [/·] |…/)
      .map(plain)
      .filter((each) => /\p{L}{2}/u.test(each) && !/^https?:|^\S+@|^\p{L}+\.\.\.$/u.test(each));
  });
}

/** Values of products and of the order, such as sizes and names; they need no record of texts. */
async function values(): Promise<Set<string>> {
  const { rows } = await db.execute<{ word: string }>(sql`
    select size as word from variants union select color from variants union select name from product_colors
    union select name from categories where parent_id is null union select sku from variants union select sku from products union select code from states`);
  const { name: buyer, email, address, city, postalCode } = jo;
  const ofOrder = [buyer, email, address, `${city}, AZ ${postalCode}`, city, "Jo", "Dana", "jacket", "xylophone"];
  const all = [...rows.map(({ word }) => word), ...ofOrder];
  return new Set(all.map((value) => plain(value.replace(NUMBERS, "0")).toLowerCase()));
}

/** Addresses by route: requesting them shows every page of the shop. */
let shown: Record<string, string[]> = {};
/** Routes that are no pages of the shop, with the reason. */
const NO_PAGES: Record<string, string> = {
  "/community/events/:event": "a calendar file",
  "/return-label/:number/:signature": "a picture or a file",
  "/order-change/:id/:signature": "the page of /pay",
  "/order-delay/:id/:signature": "words about the delay of one order, behind a link of a letter",
  "/order-review/:id/:signature": "a form about the goods of one order, behind a link of a letter",
  "/gift-card/:id/:signature": "one card with its code, behind a link of a letter",
  "/recall/:id/:signature": "a member's words about a recall, behind a link of a letter",
  "/no-more-letters/:kind/:mailbox/:signature": "one button, behind a link of a letter",
  "/your-bag/:id/:signature": "goods of one bag, behind a link of a letter",
  "/your-copy/:id/:signature": "words about the data of one person, behind a link of a letter",
  "/your-copy-file/:ticket": "a file",
  "/sandbox/pay-later/:requestId": "stands in for Klarna's page in test payments",
  "/sitemap.xml": "for search engines",
  "/sitemap/:part": "for search engines",
  "/robots.txt": "for search engines",
  "/products.xml": "for search engines",
  "/site.webmanifest": "for browsers",
  "/.well-known/security.txt": "for those who found a fault",
};

const isValue = (text: string): boolean => text.split(", ").every((part) => known.has(part.toLowerCase()));

const found = new Map<string, string>();
let known = new Set<string>();

beforeAll(async () => {
  const member = memberAs("owner", "Dana");
  await db.insert(memberAccounts).values({ ...member, passkeyUser: member.id });
  const wish = { ...(await wishFor(shop)), words: marked("As you wish.") };
  await markAll();
  const [product] = (await db.execute<{ id: string }>(sql`select id from products where name like 'Outlaw%'`)).rows;
  const [out] = (
    await db.execute<{ id: string }>(
      sql`select product_id as id from variants where stock = 0 group by 1 having count(*) = 1 order by 1 limit 1`,
    )
  ).rows;
  const [post] = (await db.execute<{ slug: string }>(sql`select slug from posts order by id limit 1`)).rows;
  const order = await bought.bought([["Sprocket¤ Tee¤", "M", "Ash"]]);
  const number = await made(shop, member, wish);
  await subscribe(shop, "jo@example.com", "footer", "203.0.113.7");
  const [subscription] = await db.select().from(subscriptions).where(eq(subscriptions.email, "jo@example.com"));
  const status = new URLSearchParams({ order, email: jo.email }).toString();
  shown = {
    "/": ["/"],
    "/about": ["/about"],
    "/contact": ["/contact"],
    "/return-or-exchange": ["/return-or-exchange", `POST /return-or-exchange?${status}`],
    "/shop/:gender": ["/shop/men", "/shop/women?colors=Black&sizes=3XL&maxPrice=20"],
    "/product/:productNameId": [`/product/x-${product?.id}`, `/product/x-${out?.id}`],
    "/cart": ["/cart"],
    "/checkout": ["/checkout"],
    "/success": ["/success"],
    "/faqs": ["/faqs"],
    "/terms-&-conditions": ["/terms-&-conditions"],
    "/privacy-policy": ["/privacy-policy"],
    "/return-policy": ["/return-policy"],
    "/accessibility": ["/accessibility"],
    "/wishlist": ["/wishlist"],
    "/blogs": ["/blogs"],
    "/blog/:title": [`/blog/${post?.slug}`],
    "/community": ["/community?state=TX"],
    "/404": ["/404"],
    "/search": ["/search", "/search?query=jacket", "/search?query=xylophone"],
    "/order-success": ["/order-success"],
    "/pay/:id/:signature": [new URL(await payLinks.address(shop, number)).pathname],
    "/order-status": ["/order-status", `POST /order-status?${status}`],
    "/newsletter": ["/newsletter"],
    "/unsubscribe": [`/unsubscribe?token=${subscription?.token}`, "/unsubscribe?token=none"],
    "/your-data": ["/your-data"],
    "/gift-card": ["/gift-card"],
    "/gift-cards": ["/gift-cards"],
    "/back-in-stock": [`/back-in-stock?product=${out?.id}`],
    "/reviews": [`/reviews?product=${product?.id}`],
    "/questions": [`/questions?product=${product?.id}`],
    "/*": ["/nothing/here"],
  };
  known = await values();
  for (const address of Object.values(shown).flat()) {
    const [, path = "", form] = /^(?:POST )?([^?]*)(?:\?(.*))?$/.exec(address) ?? [];
    const response = address.startsWith("POST")
      ? await ask(path, {
          method: "POST",
          body: new URLSearchParams(form),
          headers: { origin: shop.address, "content-type": "application/x-www-form-urlencoded" },
        })
      : await follow(address);
    for (const text of unmarked(await response.text())) if (!found.has(text)) found.set(text, address);
  }
}, 60_000);

async function follow(address: string): Promise<Response> {
  const response = await ask(address);
  const location = response.headers.get("location");
  return location ? ask(location) : response;
}

test("every route of the shop has an address in this test, or a reason why it has none", () => {
  const routes = testPages().addresses.map(({ path }) => path);
  expect(routes.filter((path) => !shown[path] && !NO_PAGES[path])).toEqual([]);
});

test("[B-102] each text that a shopper reads comes from a record, or is in the reviewed list with its reason", () => {
  const reviewed = new Set(Object.values(programWords).flat());
  const others = [...found].filter(([text]) => !reviewed.has(text) && !isValue(text));
  expect(others.map(([text, address]) => `${text} (${address})`)).toEqual([]);
});

test("each text of the reviewed list is on some page", () => {
  expect(
    Object.values(programWords)
      .flat()
      .filter((text) => !found.has(text)),
  ).toEqual([]);
});

test("the browser's default titles of listings equal the titles of the collections", () => {
  expect(shoppingTexts.listings.parse(undefined).titles).toEqual(collections);
});
