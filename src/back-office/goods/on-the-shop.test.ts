import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { type LoaderFunctionArgs, RouterContextProvider } from "react-router";
import { afterAll, describe, expect, test } from "vitest";
import { loader as previewPage } from "./preview.page";
import { services as servicesContext } from "~/services";
import { previewOf } from "~/shop/catalog/editing/product-preview.server";
import { setStatus, sweepPlans } from "~/shop/catalog/editing/product-status.server";
import { products } from "~/shop/catalog/catalog.tables";
import { productAddress } from "~/shop/catalog/product";
import { openShopProcess } from "~/testing/shop-process.server";
import { eventually } from "~/testing/eventually";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";
import { officeAs, wordsIn } from "~/testing/back-office-as.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { testMember } from "~/testing/sign-in.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";

const address = "https://shop.example";
const shop = { ...(await openTestShop()), address };
const { db } = shop;
const owner = memberAs("owner", "Dana");
const dana = officeAs(shop, owner);
const { pages } = testPages();
const processes = await Promise.all([openShopProcess(shop), openShopProcess(shop)]);
afterAll(() => Promise.all(processes.map(({ close }) => close())));

const { rows: demo } = await db.execute<{ id: string; name: string }>(sql`
  select p.id, p.name from products p join categories c on c.id = p.category_id left join categories t on t.id = c.parent_id
  where lower(coalesce(t.name, c.name)) = 'men' order by p.position`);
const taken = () => demo.splice(0, 1)[0] ?? { id: "", name: "" };
const versionOf = async (id: string) =>
  (await db.select({ version: products.version }).from(products).where(eq(products.id, id)))[0]?.version ?? 0;
const put = async (id: string, status: "published" | "archived" | "draft") =>
  setStatus(shop, owner, { id, version: await versionOf(id), submission: randomUUID() }, status);

test("[B-44] a published product is in listing, search, sitemap and feed of two processes before their caches expire; an archived product gives status 404", async () => {
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
    await eventually(async () => {
      expect(await shows(get)).toEqual([false, false, false, false]);
      expect((await get(page)).status).toBe(404);
    });

  await db.execute(sql`update products set position = -1 where id = ${id}`);
  await put(id, "published");
  for (const { get } of processes)
    await eventually(async () => {
      expect(await shows(get)).toEqual([true, true, true, true]);
      expect((await get(page)).status).toBe(200);
    });

  await put(id, "archived");
  for (const { get } of processes)
    await eventually(async () => {
      expect((await get(page)).status).toBe(404);
      expect(await shows(get)).toEqual([false, false, false, false]);
    });
});

describe("a change saved in one process drops the pages that show it, and no others, from the page caches of all processes", () => {
  const { id, name } = taken();
  const page = productAddress({ id, name });
  /** Address of the API's call for this product. */
  const call = `/api/products/${id}`;
  const documents = [
    page,
    `${page}.data`,
    "/shop/men",
    "/shop/men.data",
    `/search?${new URLSearchParams({ query: name.toLowerCase() })}`,
  ];
  const others = ["/about", "/faqs", "/contact", "/blogs", "/shop/headwear", "/api/categories"];

  /** Fills both page caches, calls `save`, and checks the new pages; returns the paths that are still in both caches. */
  async function saved(save: () => Promise<Response>, shown: Record<string, string | RegExp>): Promise<string[]> {
    const paths = [...documents, call, ...others];
    for (const { pageCache, get } of processes) {
      pageCache.clear();
      for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 200]);
      for (const path of paths) expect([path, pageCache.get(path)?.status]).toEqual([path, 200]);
    }
    const answer = await save();
    expect([answer.status, answer.headers.get("location")]).toEqual([302, expect.stringContaining("done=")]);
    // Waits until the old documents are dropped, which may take longer on a busy machine.
    const isStored = (path: string) => processes.map(({ pageCache }) => pageCache.get(path) !== undefined);
    await eventually(async () => {
      for (const path of [...documents, call]) expect([path, ...isStored(path)]).toEqual([path, false, false]);
    });
    const left = paths.filter((path) => isStored(path).every(Boolean));
    for (const { html: text } of processes)
      for (const [path, words] of Object.entries(shown))
        expect([path, new RegExp(words).test(await text(path))]).toEqual([path, true]);
    return left;
  }

  test("when the price changes", async () => {
    await db.execute(sql`update products set sale_price_cents = null, position = -1 where id = ${id}`);
    await db.execute(sql`update variants set sale_price_cents = null where product_id = ${id}`);
    const form = fieldsIn(await (await dana.fetch(`/goods/${id}`)).text(), "product");
    const prices = Object.keys(form).filter((field) => /^variant:\d+:price$/.test(field));
    const typed = Object.fromEntries(["price", ...prices].map((field) => [field, "987.65"]));
    expect(
      await saved(
        () => dana.post(`/goods/${id}`, { ...form, ...typed }),
        Object.fromEntries([...documents, call, "/products.xml"].map((path) => [path, /987\.?65/])),
      ),
    ).toEqual(others);
  });

  test("when a sale by percent begins and when it ends", async () => {
    await db.execute(sql`update variants set price_cents = 23400, sale_price_cents = null where product_id = ${id}`);
    const query = `/goods/bulk/percent?percent=15&rounding=cent&q=${encodeURIComponent(name)}`;
    const form = fieldsIn(formIn(await (await dana.fetch(query)).text(), "digest"));
    const shows = (price: RegExp) =>
      Object.fromEntries([...documents, call, "/products.xml"].map((path) => [path, price]));
    let plan = "";
    const begun = async () => {
      const answer = await dana.post(query, { ...form, when: "now" });
      plan = (answer.headers.get("location") ?? "").replace(/^\/back-office|\?.*/g, "");
      return answer;
    };
    expect(await saved(begun, shows(/\b198\.?90?\b/))).toEqual(others);
    const ended = () => dana.post(plan, { submission: randomUUID(), intent: "end" });
    expect(await saved(ended, shows(/^(?![^]*\b198\.?90?\b)[^]*\b234(\.?00)?\b/))).toEqual(others);
  });

  test("when stock is corrected", async () => {
    const { rows: variants } = await db.execute<{ id: number }>(
      sql`select id from variants where product_id = ${id} and retired_at is null order by id`,
    );
    const [last, ...rest] = variants.map((variant) => variant.id);
    await db.execute(sql`update variants set stock = 40 where id = ${last ?? 0}`);
    await db.execute(sql`update variants set stock = 0 where product_id = ${id} and id <> ${last ?? 0}`);
    expect(rest.length).toBeGreaterThan(0);
    const form = fieldsIn(`<main>${formIn(await (await dana.fetch(`/stock/${last}`)).text(), "wanted")}`);
    const typed = { wanted: "0", cause: "correction", reason: "None of them is here" };
    expect(
      await saved(() => dana.post(`/stock/${last}`, { ...form, ...typed }), {
        [page]: "OutOfStock",
        "/shop/men": "SOLD OUT",
        [documents[4] ?? ""]: "SOLD OUT",
        [call]: '"stock":0',
        "/products.xml": "out_of_stock",
      }),
    ).toEqual(others);
  });

  test("when another picture becomes the first one", async () => {
    const lists = await db.execute<{ name: string; images: string[] }>(
      sql`select name, images from product_colors where product_id = ${id} order by position limit 1`,
    );
    const { name: color = "", images: [first = "", second = ""] = [] } = lists.rows[0] ?? {};
    const { rows: files } = await db.execute<{ path: string; hash: string }>(sql`select path, hash from media_uses`);
    const hash = (path: string) => files.find((file) => file.path === path)?.hash ?? "none";
    /** Matches a page on which the second picture comes before the first; pages name pictures by path or by hash. */
    const turned = (of: (path: string) => string) => new RegExp(`^(?:(?!${of(first)})[^])*?${of(second)}`);
    const html = await (await dana.fetch(`/goods/${id}/pictures`)).text();
    const field = (of: string) =>
      (new RegExp(` name="${of}" value="([^"]*)"`).exec(html)?.[1] ?? "").replaceAll("&quot;", '"');
    const act = JSON.stringify({ kind: "move", color, path: second, to: "earlier" });
    expect(
      await saved(
        () => dana.post(`/goods/${id}/pictures`, { submission: field("submission"), versions: field("versions"), act }),
        {
          [page]: turned(hash),
          "/shop/men": turned(hash),
          [documents[4] ?? ""]: turned(hash),
          [call]: turned((path) => path),
          "/products.xml": turned((path) => path),
        },
      ),
    ).toEqual(others);
  });
});

test("[B-46] a renamed product has a new address, and the old address redirects to it permanently", async () => {
  const { id, name } = taken();
  const [one, other] = processes;
  expect((await one.get(productAddress({ id, name }))).status).toBe(200);
  const form = fieldsIn(await (await dana.fetch(`/goods/${id}`)).text(), "product");
  expect((await dana.post(`/goods/${id}`, { ...form, name: "Overland Coat" })).status).toBe(302);

  for (const { get } of [one, other])
    await eventually(async () => {
      const answer = await get(productAddress({ id, name }));
      expect([answer.status, answer.headers.get("location")]).toEqual([301, `/product/overland-coat-${id}`]);
    });
});

test("an assigned and then changed size guide is shown on the product's page in two processes", async () => {
  const { id, name } = taken();
  const page = productAddress({ id, name });
  for (const { get } of processes) expect(await (await get(page)).text()).not.toContain("Chest girth");
  const words = { "measure:0": "Chest girth", "size:0": "M", "value:0:0": "38-40", name: "Coats", words: "" };
  const guideForm = async (at: string) => fieldsIn(formIn(await (await dana.fetch(at)).text(), "measure:0"));
  const made = await dana.post("/goods/size-guides/new", { ...(await guideForm("/goods/size-guides/new")), ...words });
  const path = (made.headers.get("location") ?? "").replace("/back-office", "").split("?")[0] ?? "";

  const form = fieldsIn(await (await dana.fetch(`/goods/${id}`)).text(), "product");
  await dana.post(`/goods/${id}`, { ...form, sizeGuideId: path.split("/").at(-1) ?? "" });
  for (const { get } of processes)
    await eventually(async () => expect(await (await get(page)).text()).toContain("38-40"));
  expect((await dana.post(path, { ...(await guideForm(path)), unit: "cm", "value:0:0": "97-102" })).status).toBe(302);
  for (const { get } of processes)
    await eventually(async () => expect(await (await get(page)).text()).toContain("97-102"));
});

test("[B-50] only members can preview an unpublished product on its shop page", async () => {
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
  // Tests both checks: the function of the room requires the right, the page requires a signed-in member.
  const guest = { ...owner, role: "guest" as string as typeof owner.role };
  await expect(previewOf(shop, guest, id)).rejects.toMatchObject({ code: "right-missing" });
  const context = new RouterContextProvider();
  context.set(servicesContext, shop);
  const request = { context, params: { id } } as unknown as LoaderFunctionArgs;
  await expect(async () => previewPage(request)).rejects.toMatchObject({ status: 302 });
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

  test("is applied by a job at its time in the shop's time zone, also after the shop was down, and logged as an act of the shop", async () => {
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

  test("is the status of the later time when both times passed while the shop was down", async () => {
    const { id } = taken();
    await put(id, "draft");
    await plan(id, { publishAt: "2090-07-07T08:00", putAwayAt: "2090-07-10T00:00" });
    await sweepPlans(db, new Date("2091-01-01T00:00:00Z"));
    expect(await status(id)).toEqual(["archived", null, null]);
  });

  test("is refused for an incomplete product, for a past time, and for an end before its start", async () => {
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

  test("is postponed for a product that has become incomplete meanwhile", async () => {
    const { id } = taken();
    await put(id, "draft");
    await plan(id, { publishAt: "2090-07-07T08:00" });
    await db.execute(sql`update products set kind_for_tax = null where id = ${id}`);
    await sweepPlans(db, new Date("2091-01-01T00:00:00Z"));
    expect((await status(id))[0]).toBe("draft");
    expect(await dana.text("/")).toMatch(
      /Planned goods stay as they are .*: Choose a tax kind before it goes on the shop\./,
    );
    await db.execute(sql`update products set kind_for_tax = 'clothing' where id = ${id}`);
    await sweepPlans(db, new Date("2091-01-01T00:00:00Z"));
    expect((await status(id))[0]).toBe("published");
    expect(await dana.text("/")).not.toContain("Planned goods stay");
  });
});
