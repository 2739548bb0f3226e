import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, inject, test, vi } from "vitest";
import { previewOf } from "~/shop/catalog/editing/product-preview.server";
import { setStatus, sweepPlans } from "~/shop/catalog/editing/product-status.server";
import { products } from "~/shop/catalog/catalog.tables";
import { productAddress } from "~/shop/catalog/product";
import { shopApp } from "~/server/app";
import { openPageCache } from "~/server/cache/page-cache";
import { pageCacheKeys } from "~/server/cache/page-cache-keys";
import { followChanges } from "~/server/cache/shop-changes";
import { fieldsIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";
import { officeAs, wordsIn } from "~/testing/back-office-as.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { databaseAddresses } from "~/testing/test-database";
import { testMember } from "~/testing/sign-in.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";

const address = "https://shop.example";
const shop = { ...(await openTestShop()), address };
const { db } = shop;
const owner = memberAs("owner", "Dana");
const dana = officeAs(shop, owner);
const { routes, pages } = testPages();
const { rows: databases } = await db.execute<{ name: string }>(sql`select current_database() as name`);
const { url } = databaseAddresses(inject("databaseServer"), databases[0]?.name ?? "", inject("databaseRoles"));

/** A process of the shop with pages of its own that it keeps. */
async function openProcess() {
  const pageCache = openPageCache();
  const changes = await followChanges({ url, db }, (keys) => pageCache.drop(keys));
  const services = { ...shop, settings: changes.settings };
  const app = shopApp(services, { pageCache, addresses: pageCacheKeys(routes, services, pageCache.memoize), pages });
  return { close: changes.close, get: (path: string) => app.fetch(new Request(address + path)) };
}
const processes = await Promise.all([openProcess(), openProcess()]);
afterAll(() => Promise.all(processes.map(({ close }) => close())));

const { rows: demo } = await db.execute<{ id: string; name: string }>(sql`
  select p.id, p.name from products p join categories c on c.id = p.category_id left join categories t on t.id = c.parent_id
  where lower(coalesce(t.name, c.name)) = 'men' order by p.position`);
const taken = () => demo.splice(0, 1)[0] ?? { id: "", name: "" };
const versionOf = async (id: string) =>
  (await db.select({ version: products.version }).from(products).where(eq(products.id, id)))[0]?.version ?? 0;
const put = async (id: string, status: "published" | "archived" | "draft") =>
  setStatus(shop, owner, { id, version: await versionOf(id), submission: randomUUID() }, status);

const within = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 1_000, interval: 25 });

test("[B-44] put on the shop it is in listing, search, sitemap and feed within a second on two processes; put away it answers 404", async () => {
  const { id, name } = taken();
  await put(id, "draft");
  const page = productAddress({ id, name });
  const places = [
    "/shop/men.data",
    `/search?${new URLSearchParams({ query: name.toLowerCase() })}`,
    "/sitemap.xml",
    "/products.xml",
  ];
  const shows = async (get: (path: string) => Promise<Response>) =>
    Promise.all(places.map(async (path) => (await (await get(path)).text()).includes(id)));
  for (const { get } of processes)
    await within(async () => {
      expect(await shows(get)).toEqual([false, false, false, false]);
      expect((await get(page)).status).toBe(404);
    });

  await db.execute(sql`update products set position = -1 where id = ${id}`);
  await put(id, "published");
  for (const { get } of processes)
    await within(async () => {
      expect(await shows(get)).toEqual([true, true, true, true]);
      expect((await get(page)).status).toBe(200);
    });

  await put(id, "archived");
  for (const { get } of processes)
    await within(async () => {
      expect((await get(page)).status).toBe(404);
      expect(await shows(get)).toEqual([false, false, false, false]);
    });
});

test("[B-46] a renamed product is found at its new address, and the old one leads there for good", async () => {
  const { id, name } = taken();
  const [one, other] = processes;
  expect((await one.get(productAddress({ id, name }))).status).toBe(200);
  const form = fieldsIn(await (await dana.fetch(`/goods/${id}`)).text(), "product");
  expect((await dana.post(`/goods/${id}`, { ...form, name: "Overland Coat" })).status).toBe(302);

  for (const { get } of [one, other])
    await within(async () => {
      const answer = await get(productAddress({ id, name }));
      expect([answer.status, answer.headers.get("location")]).toEqual([301, `/product/overland-coat-${id}`]);
    });
});

test("[B-50] an unpublished product is previewed on its real page by members only", async () => {
  const { id, name } = taken();
  await put(id, "draft");
  await db.execute(sql`update products set category_id = null, kind_for_tax = null where id = ${id}`);
  const local = { ...shop, address: "http://localhost" };
  const door = testBackOffice(local, { shopPages: pages });
  const path = `http://localhost/back-office/goods/${id}/preview`;

  const stranger = await door.fetch(new Request(path));
  expect(stranger.status).toBe(302);
  expect(stranger.headers.get("location")).toContain("/sign-in");

  const member = await testMember(local, "packer");
  const seen = await door.fetch(new Request(path, { headers: { cookie: await member.cookie() } }));
  const html = await seen.text();
  expect([seen.status, seen.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(wordsIn(html)).toContain(name);
  expect(wordsIn(html)).toContain("Nothing can be bought here.");
  expect(html).not.toContain("<script");
  for (const { get } of processes) expect((await get(productAddress({ id, name }))).status).toBe(404);
  expect(await previewOf(shop, owner, "nothing")).toBeUndefined();
});

describe("a planned status", () => {
  const plan = async (id: string, fields: Record<string, string>) =>
    dana.post(`/goods/${id}/status`, {
      ...fieldsIn(await (await dana.fetch(`/goods/${id}/status`)).text()),
      to: "plan",
      ...fields,
    });
  const status = async (id: string) => {
    const [row] = await db.select().from(products).where(eq(products.id, id));
    return [row?.publishedStatus, row?.publishAt, row?.putAwayAt];
  };

  test("comes by the shop's own clock, also after the shop was down, and stands in the log as the shop's", async () => {
    const { id } = taken();
    await put(id, "draft");
    expect((await plan(id, { publishAt: "2090-07-07T08:00", putAwayAt: "2090-07-10T00:00" })).status).toBe(302);
    expect(await status(id)).toEqual(["draft", new Date("2090-07-07T14:00:00Z"), new Date("2090-07-10T06:00:00Z")]);

    await sweepPlans(db, new Date("2090-07-07T13:59:00Z"));
    expect((await status(id))[0]).toBe("draft");
    await sweepPlans(db, new Date("2090-07-09T00:00:00Z"));
    expect(await status(id)).toEqual(["published", null, new Date("2090-07-10T06:00:00Z")]);
    await sweepPlans(db, new Date("2090-08-01T00:00:00Z"));
    expect(await status(id)).toEqual(["archived", null, null]);
    const { rows } = await db.execute(
      sql`select member_id, new from audit where record = ${id} and action = 'plan' and field = 'publishedStatus' order by id`,
    );
    expect(rows).toEqual([
      { member_id: null, new: "published" },
      { member_id: null, new: "archived" },
    ]);
  });

  test("both moments that passed while the shop was down leave it as the later one says", async () => {
    const { id } = taken();
    await put(id, "draft");
    await plan(id, { publishAt: "2090-07-07T08:00", putAwayAt: "2090-07-10T00:00" });
    await sweepPlans(db, new Date("2091-01-01T00:00:00Z"));
    expect(await status(id)).toEqual(["archived", null, null]);
  });

  test("is not taken while something is missing, is over, or ends before it begins", async () => {
    const { id } = taken();
    await put(id, "draft");
    const answers = [
      await plan(id, { publishAt: "2020-01-01T08:00" }),
      await plan(id, { publishAt: "2090-07-07T08:00", putAwayAt: "2090-07-06T08:00" }),
      await plan(id, { publishAt: "soon" }),
    ];
    await db.execute(sql`update products set kind_for_tax = null where id = ${id}`);
    answers.push(await plan(id, { publishAt: "2090-07-07T08:00" }));
    expect(answers.map((answer) => answer.status)).toEqual([422, 422, 422, 422]);
    expect(await status(id)).toEqual(["draft", null, null]);
  });

  test("waits where something was taken away meanwhile", async () => {
    const { id } = taken();
    await put(id, "draft");
    await plan(id, { publishAt: "2090-07-07T08:00" });
    await db.execute(sql`update products set kind_for_tax = null where id = ${id}`);
    await sweepPlans(db, new Date("2091-01-01T00:00:00Z"));
    expect((await status(id))[0]).toBe("draft");
    await db.execute(sql`update products set kind_for_tax = 'clothing' where id = ${id}`);
    await sweepPlans(db, new Date("2091-01-01T00:00:00Z"));
    expect((await status(id))[0]).toBe("published");
  });
});
