import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openPageCache } from "~/server/cache/page-cache";
import type { ActionName } from "~/shop/audit/action-names";
import type { FieldValues } from "~/shop/audit/saving";
import { save } from "~/shop/audit/save.server";
import { memberAccounts } from "~/shop/members/members.tables";
import { officeAs } from "~/testing/back-office-as.server";
import { memberAs } from "~/testing/members.server";
import { testApp } from "~/testing/test-app.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";
import { kindNamed } from "../record-kinds.server";

const shop = await openTestShop();
const { db } = shop;
const { pages, acceptsForms } = testPages();
const pageCache = openPageCache();
const app = testApp(shop, { pages, acceptsForms, pageCache });
const member = memberAs("owner", "Dana");
const dana = officeAs(shop, member);
await db.insert(memberAccounts).values({ ...member, passkeyUser: member.id });

/** The first value of a statement's first row. */
async function found(statement: string): Promise<string> {
  const { rows } = await db.execute<Record<string, unknown>>(sql.raw(statement));
  return String(Object.values(rows[0] ?? {})[0]);
}

const PRODUCT = await found("select id from products where published_status = 'published' order by id limit 1");
const SHOWN = `/product/any-${PRODUCT}`;
const POST = "(select id from posts where published_at <= now() order by published_at desc limit 1)";
const OLDER = POST.replace("limit 1", "offset 1 limit 1");
const QUESTION = randomUUID();
await shop.asOwner(`
  insert into questions (id, product_id, question, author, email, request_key)
    values ('${QUESTION}', '${PRODUCT}', 'Does it squeak?', 'Terry', 'terry@rider.example', 'squeak')`);
await shop.asOwner(`
  insert into comments (post_id, name, email, message, request_key)
    values (${OLDER}, 'Terry', 'terry@rider.example', 'Dust everywhere.', 'dust')`);

/** A row of the table: the record, what a member makes of its values, the sentence, the public address and what it holds. */
interface Row {
  kind: string;
  action?: ActionName;
  id: string;
  edit: FieldValues | ((now: FieldValues) => FieldValues);
  says: string;
  at: string;
  holds: RegExp;
}

const GUIDE = "feedfeedfeedfeedfeedfeed";
await shop.asOwner(`
  insert into size_guides (id, name, words, "table")
    values ('${GUIDE}', 'Jackets', '', '{"measures": ["Chest"], "sizes": [{"size": "M", "values": ["38"]}]}')`);
await shop.asOwner(`update products set size_guide_id = '${GUIDE}' where id = '${PRODUCT}'`);

const firstOf = (table: string, where = "true") => found(`select id from ${table} where ${where} order by id limit 1`);

const VARIANT = await firstOf("variants", `product_id = '${PRODUCT}' and retired_at is null and stock > 0`);
const LEVEL = await found(`select stock from variants where id = ${VARIANT}`);

const rows: Row[] = [
  {
    kind: "variant",
    id: await firstOf("variants", `product_id = '${PRODUCT}' and retired_at is null`),
    edit: { price: 123_45 },
    says: "price: $123.45.",
    at: SHOWN,
    holds: /123\.45/,
  },
  {
    kind: "stock",
    id: VARIANT.padStart(10, "0"),
    edit: ({ pieces }) => ({ pieces: Number(pieces) - Number(LEVEL) }),
    says: "fewer.",
    at: `/back-in-stock?product=${PRODUCT}`,
    holds: /<option/,
  },
  {
    kind: "size-guide",
    id: GUIDE,
    edit: { words: "Measure over your thickest jersey." },
    says: "Size guide Jackets: words above the table: Measure over your thickest jersey.",
    at: SHOWN,
    holds: /Measure over your thickest jersey\./,
  },
  {
    kind: "category",
    id: await firstOf("categories", "name = 'Jackets' and parent_id = (select id from categories where name = 'Men')"),
    edit: { name: "Dust Coats" },
    says: "Name of category Dust Coats: Dust Coats.",
    at: "/shop/men",
    holds: /Dust Coats/,
  },
  {
    kind: "menu",
    action: "publish",
    id: "main",
    edit: ({ rows: links }) => ({
      rows: (links as { label: string }[]).map((link, place) =>
        place === 2 ? { ...link, label: "Gear for him" } : link,
      ),
    }),
    says: "Main menu is on the shop.",
    at: "/",
    holds: /Gear for him/,
  },
  {
    kind: "article",
    action: "publish",
    id: await found(`select id from posts where id = ${POST}`),
    edit: { title: "Nine hundred miles of dust" },
    says: 'Article "Nine hundred miles of dust" is on the shop.',
    at: "/blogs",
    holds: /Nine hundred miles of dust/,
  },
  {
    kind: "search",
    action: "publish",
    id: "home",
    edit: { title: "Gear that lasts" },
    says: "Home in search results is on the shop.",
    at: "/",
    holds: /<title>Gear that lasts/,
  },
  {
    kind: "chapter",
    action: "publish",
    id: await firstOf("chapters"),
    edit: { name: "Salt Spoke Society" },
    says: 'Chapter "Salt Spoke Society" is on the shop.',
    at: `/community?state=${await found("select state from chapters where id = (select min(id) from chapters)")}`,
    holds: /Salt Spoke Society/,
  },
  {
    kind: "event",
    action: "publish",
    id: await firstOf("events"),
    edit: { name: "Night of the Long Pipes" },
    says: 'Event "Night of the Long Pipes" is on the shop.',
    at: "/community",
    holds: /Night of the Long Pipes/,
  },
  {
    kind: "post",
    action: "publish",
    id: await firstOf("social_posts"),
    edit: { caption: "Chrome after rain" },
    says: 'Post "Chrome after rain" is on the shop.',
    at: "/",
    holds: /Chrome after rain/,
  },
  {
    kind: "blog-category",
    id: await found(`select category_id from posts where id = ${POST}`),
    edit: { name: "Long roads" },
    says: "Category of articles Long roads: Long roads.",
    at: "/blogs",
    holds: /Long roads/,
  },
  {
    kind: "question",
    action: "approve",
    id: QUESTION,
    edit: { standing: "approved" },
    says: "The question is on the shop, without an answer of yours.",
    at: `/questions?product=${PRODUCT}`,
    holds: /Does it squeak\?/,
  },
  {
    kind: "comment",
    action: "approve",
    id: await firstOf("comments", "request_key = 'dust'"),
    edit: { standing: "approved" },
    says: "The comment is on the shop.",
    at: `/blog/${await found(`select slug from posts where id = ${OLDER}`)}`,
    holds: /Dust everywhere\./,
  },
];

test.each(rows)("an act on a record of the kind $kind: $says", async ({ kind, action, id, edit, says, at, holds }) => {
  const record = kindNamed(kind)?.record;
  const read = await db.transaction(async (tx) => record?.read(tx, id));
  if (!record || !read) throw new Error(`There is no ${kind} ${id}.`);
  const values = typeof edit === "function" ? edit(read.values) : edit;
  const edits = [{ kind: record, id, version: read.version, values }];
  const saved = await save(shop, member, { submission: randomUUID(), ...(action && { action }), edits });
  if (!saved.saved) throw new Error("It was changed meanwhile.");
  expect(await dana.text(`/?done=${saved.act}`)).toContain(says);
  pageCache.clear();
  const answer = await app.fetch(new Request(new URL(at, shop.address)));
  expect([at, answer.status]).toEqual([at, 200]);
  expect(await answer.text()).toMatch(holds);
});
