import { eq, like, sql } from "drizzle-orm";
import { afterAll, expect, inject, test } from "vitest";
import { followChanges } from "~/server/cache/follow-changes";
import { openPageCache } from "~/server/cache/page-cache";
import { pageCacheKeys } from "~/server/cache/page-cache-keys";
import { productAddress } from "~/shop/catalog/product";
import { products } from "~/shop/catalog/catalog.tables";
import { comments, posts } from "~/shop/blog/blog.tables";
import { sendWelcome } from "~/shop/newsletter/send-welcome.server";
import { questions, reviews } from "~/shop/reviews/reviews.tables";
import { officeAs } from "~/testing/back-office-as.server";
import { filesWith, openErasures } from "~/testing/erased-lives.server";
import { eventually } from "~/testing/eventually";
import { logLines } from "~/testing/log-lines.server";
import { testApp } from "~/testing/test-app.server";
import { databaseAddresses } from "~/testing/test-database";
import { testPages } from "~/testing/test-pages.server";

const { shop, db, home, owner, lived, settleAll, erase } = await openErasures();
const { rows: databases } = await db.execute<{ name: string }>(sql`select current_database() as name`);
const { url } = databaseAddresses(inject("databaseServer"), databases[0]?.name ?? "", inject("databaseRoles"));
const { routes, pages, acceptsForms } = testPages();
const pageCache = openPageCache();
const changes = await followChanges({ url, db }, (keys) => pageCache.drop(keys));
afterAll(() => changes.close());
const app = testApp(shop, {
  pages,
  acceptsForms,
  pageCache,
  addresses: pageCacheKeys(routes, shop, pageCache.memoize),
});
const office = officeAs(shop, owner);

/** Whether an answer has words of the person; a page that looks for the name has the name in its field and its links. */
const has = (text: string, token: string, path: string): boolean =>
  path.includes(`q=${token}`)
    ? new RegExp(`${token}( jones|@|ville| lane)|1z${token}|(called|dear|it is) ${token}`, "i").test(text)
    : text.toLowerCase().includes(token);

test("[B-70] after an erasure no page, search, file, letter or log line of the shop or the workshop has the name, also not one that was kept before", async () => {
  const lines = logLines();
  const token = "plumeworthy";
  const email = `${token}@example.com`;
  const numbers = await lived(token, ({ name }) => ["return", "part refund"].includes(name));
  await sendWelcome(shop, { email, since: "today" });
  await db
    .update(reviews)
    .set({ state: "approved" })
    .where(like(reviews.content, `%${token}%`));
  await db
    .update(questions)
    .set({ state: "approved" })
    .where(like(questions.question, `%${token}%`));
  await db.update(comments).set({ state: "approved" }).where(eq(comments.name, token));
  const [product] = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .innerJoin(reviews, eq(reviews.productId, products.id))
    .where(eq(reviews.author, token));
  const [post] = await db
    .select({ slug: posts.slug })
    .from(posts)
    .innerJoin(comments, eq(comments.postId, posts.id))
    .where(eq(comments.name, token));
  const inShop = [productAddress(product ?? { id: "", name: "" }), `/blog/${post?.slug}`, `/search?q=${token}`];
  const inWorkshop = [
    ...["/orders", "/messages", "/returns", "/queue", "/find"].map((path) => `${path}?q=${token}`),
    ..."/queue /messages /log /newsletter /newsletter?view=left /people/requests /returns /orders".split(" "),
    ...numbers.map((number) => `/orders/${number}`),
  ];
  const having = async () => {
    const found: string[] = [];
    for (const path of inShop) {
      const answer = await app.fetch(new Request(shop.address + path));
      if (has(await answer.text(), token, path)) found.push(path);
    }
    for (const path of inWorkshop) {
      const answer = await office.fetch(path);
      if (has(await answer.text(), token, path)) found.push(path);
    }
    const people = await office.post("/people", { text: token });
    if (has(await people.text(), token, `/people?q=${token}`)) found.push("/people");
    return found;
  };
  expect(await having()).toEqual(
    expect.arrayContaining([
      ...inShop.slice(0, 2),
      `/orders?q=${token}`,
      "/people",
      "/queue",
      "/messages",
      "/log",
      "/newsletter",
      ...numbers.map((number) => `/orders/${number}`),
    ]),
  );
  expect(await filesWith(home, token)).not.toEqual([]);
  await settleAll(email);
  await erase(email);

  await eventually(async () => expect(await having()).toEqual([]));
  expect(await filesWith(home, token)).toEqual([]);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter((line) => line.toLowerCase().includes(token))).toEqual([]);
});
