import { sql } from "drizzle-orm";
import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { goodsPage } from "~/shop/catalog/editing/goods-page.server";
import { goodsAddress, goodsView } from "./goods-view";
import { missingOf } from "~/shop/catalog/editing/publish-check.server";
import { NO_COUNTS } from "~/shop/imports/import";
import { fieldsIn } from "~/testing/form-fields";
import { elementsOf, textOf } from "~/testing/html";
import { memberAs } from "~/testing/members.server";
import { officeAs } from "~/testing/back-office-as.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const { db } = shop;
const owner = memberAs("owner", "Dana");
const dana = officeAs(shop, owner);
const view = (query = "") => goodsView(new URLSearchParams(query));
const idsOf = async (query: string, most = 100) =>
  (await goodsPage(shop, owner, view(query), most)).rows.map(({ id }) => id);
const all = await idsOf("");

describe("the list of goods", () => {
  test("the list names every missing field with the same words as the check before publishing", async () => {
    const changes = [
      sql`update products set name = ' ', category_id = null, published_status = 'draft' where id = ${all[0]}`,
      sql`update products set kind_for_tax = null, price_cents = null, published_status = 'draft' where id = ${all[1]}`,
      sql`update variants set price_cents = null where product_id = ${all[1]}`,
      sql`update products set images = '[]', published_status = 'draft' where id in (${all[2]}, ${all[3]})`,
      sql`update product_colors set images = '[]' where product_id in (${all[2]}, ${all[3]})`,
      sql`update variants set image = null where product_id = ${all[2]}`,
      sql`update variants set retired_at = now() where product_id = ${all[4]}`,
      sql`update products set price_cents = null, published_status = 'draft' where id = ${all[4]}`,
    ];
    for (const change of changes) await db.execute(change);

    const { rows } = await goodsPage(shop, owner, view("status=draft"), 100);
    expect(rows.length).toBeGreaterThan(4);
    for (const { id, missing } of rows) expect([id, missing]).toEqual([id, await missingOf(db, id)]);
    const incomplete = rows.filter(({ missing }) => missing.length > 0).map(({ id }) => id);
    expect((await idsOf("only=missing")).toSorted()).toEqual(incomplete.toSorted());
  });

  test("the search finds a product by a part of its SKU or handle and by its barcode, and matches wildcard characters literally", async () => {
    const [id = ""] = all.slice(10);
    await db.execute(
      sql`update variants set sku = 'IM-100%_A' where id = (select min(id) from variants where product_id = ${id})`,
    );
    await db.execute(sql`update products set handle = 'overland-coat' where id = ${id}`);
    for (const query of ["im-100%_a", "overland-C"])
      expect(await idsOf(`q=${encodeURIComponent(query)}`)).toEqual([id]);
    expect(await idsOf("q=100__A")).toEqual([]);
    await db.execute(
      sql`update variants set barcode = '4006381333931' where id = (select min(id) from variants where product_id = ${id})`,
    );
    expect(await idsOf("q=4006381333931")).toEqual([id]);
    expect(await idsOf("q=%00")).toHaveLength(all.length);
  });

  test("archived products are shown only by filters of a status, and the filter of a category includes its sub-categories", async () => {
    const [id = ""] = all.slice(12);
    await db.execute(sql`update products set published_status = 'archived' where id = ${id}`);
    expect(await idsOf("")).not.toContain(id);
    expect(await idsOf("status=archived")).toEqual([id]);
    await db.execute(sql`update products set publish_at = '2090-01-01' where id = ${id}`);
    expect(await idsOf("status=planned")).toEqual([id]);
    const [{ category } = { category: "" }] = (
      await db.execute<{ category: string }>(
        sql`select parent_id as category from categories where parent_id is not null limit 1`,
      )
    ).rows;
    const within = await idsOf(`category=${category}`);
    const { rows } = await db.execute<{
      id: string;
    }>(sql`select p.id from products p join categories c on c.id = p.category_id
      where ${category} in (c.id, c.parent_id) and p.published_status <> 'archived'`);
    expect(within.toSorted()).toEqual(rows.map((row) => row.id).toSorted());
  });

  test.each(["name", "newest"])(
    "consecutive pages of the list neither skip nor repeat a product, sorted by %s",
    async (sort) => {
      const whole = await idsOf(`sort=${sort}`);
      const paged: string[] = [];
      let query = `sort=${sort}`;
      for (let page = 0; page < 40; page += 1) {
        const { rows, next } = await goodsPage(shop, owner, view(query), 7);
        paged.push(...rows.map(({ id }) => id));
        if (!next) break;
        query = goodsAddress({ ...view(query), after: next }).split("?")[1] ?? "";
      }
      expect(paged).toEqual(whole);
    },
  );

  test("an address with invalid parameters gets a page, and a search without results says so", async () => {
    for (const query of ["after=x", 'after=["a"]', "status=gone", "only=1", "sort=random", "category=a-b"])
      expect([query, (await dana.fetch(`/goods?${query}`)).status]).toEqual([query, 200]);
    expect(await dana.text("/goods?q=zzzz")).toContain('No product has "zzzz" in its name, SKU or handle here.');
  });

  test("what runs low stands after the state, whose comma no line begins with", async () => {
    const words = elementsOf(await (await dana.fetch("/goods?q=Cable+Beanie")).text(), "span").map(textOf);
    expect(words).toContain("On the shop,");
    expect(words).toContain("On the shop, sold out");
  });

  test("a product on sale shows its sale price, and its regular price struck through", async () => {
    const [id = ""] = all.slice(14);
    await db.execute(
      sql`update products set price_cents = 12300, sale_price_cents = 9800, name = 'Sale Coat' where id = ${id}`,
    );
    await db.execute(sql`update variants set price_cents = null, sale_price_cents = null where product_id = ${id}`);
    const row = async () => {
      const html = await (await dana.fetch("/goods?q=Sale+Coat")).text();
      return (/<tbody[^]*<\/tbody>/.exec(html)?.[0] ?? "").replace(/<!-- -->/g, "");
    };
    expect(await row()).toMatch(/Now <\/span>\$98\.00 <s[^>]*><span[^>]*>Was <\/span>\$123\.00<\/s>/);
    await db.execute(sql`update products set sale_price_cents = 0 where id = ${id}`);
    expect(await row()).toContain("$123.00");
    expect(await row()).not.toContain("Was ");
  });

  test("the buttons that change the status have the same position in every status; only the button to publish can be in the page's head", async () => {
    const [id = ""] = all.slice(16);
    for (const status of ["published", "draft", "archived"]) {
      await db.execute(sql`update products set published_status = ${status} where id = ${id}`);
      const html = await (await dana.fetch(`/goods/${id}/status`)).text();
      const acts = /<ul class="status-acts">[^]*?<\/ul>/.exec(html)?.[0].split("<li>").slice(1) ?? [];
      const act = (text: string) => /value="(\w+)"/.exec(text)?.[1] ?? "now";
      const places = ["published", "draft", "archived"].map((to) => (to === status ? "now" : to));
      expect([status, acts.map(act)]).toEqual([status, places]);
      const head = /<header[^]*?<\/header>/.exec(await (await dana.fetch(`/goods/${id}`)).text())?.[0];
      expect([status, head?.includes(`/goods/${id}/status"`) && !head.includes("Put on the shop")]).toEqual([
        status,
        false,
      ]);
    }
    await db.execute(sql`update products set published_status = 'published' where id = ${id}`);
  });

  test("a packer can read the list but cannot change it", async () => {
    const packer = officeAs(shop, memberAs("packer"));
    const html = await (await packer.fetch("/goods")).text();
    expect(html).not.toContain("/quick");
    expect(html).not.toContain("/goods/new");
    expect((await packer.fetch("/goods/new")).status).toBe(403);
    expect((await packer.fetch(`/goods/${all[20]}/quick`)).status).toBe(403);
  });

  test("the palette finds a product by its SKU and links to its page", async () => {
    const answer = await (await dana.fetch("/find?q=IM-100")).text();
    expect(answer).toContain(`/back-office/goods/${all[10]}`);
    const scanned = await (await dana.fetch("/find?q=4006381333931")).text();
    expect(scanned).toContain(`/back-office/goods/${all[10]}`);
  });
});

test("a member adds, orders and removes products to wear with a product without script", async () => {
  const [id, one, other] = all.slice(15);
  await db.execute(sql`update products set style_with = false, style_with_products = '[]' where id = ${id}`);
  const path = `/goods/${id}/style-with`;
  const act = async (fields: Record<string, string>) =>
    dana.post(path, { ...fieldsIn(await (await dana.fetch(path)).text()), ...fields });
  const stored = async () =>
    (await db.execute<{ ids: string[] }>(sql`select style_with_products as ids from products where id = ${id}`)).rows[0]
      ?.ids;
  await act({ add: one ?? "" });
  await act({ add: other ?? "" });
  expect(await stored()).toEqual([one, other]);
  await act({ earlier: other ?? "" });
  expect(await stored()).toEqual([other, one]);
  await act({ remove: one ?? "" });
  expect(await stored()).toEqual([other]);
});

test("saving one variant of a product with 400 variants needs less than thirty statements", async () => {
  const id = all[25] ?? "";
  await db.execute(sql`insert into variants (product_id, size, color, stock, position)
    select ${id}, 'S' || n, 'C' || (n % 20), 5, 1000 + n from generate_series(1, 400) n`);
  const form = fieldsIn(await (await dana.fetch(`/goods/${id}`)).text(), "product");
  const name = Object.keys(form).findLast((field) => field.endsWith(":sku")) ?? "";
  const variant = /\d+/.exec(name)?.[0] ?? "";
  const asked = vi.spyOn(pg.Client.prototype, "query");
  const fields = { ...form, [name]: "A-1" };
  expect((await dana.post(`/goods/${id}`, fields)).status).toBe(302);
  expect(asked.mock.calls.length).toBeGreaterThan(5);
  expect(asked.mock.calls.length).toBeLessThan(30);
  asked.mockRestore();
  const { rows } = await db.execute<{ changes: number }>(
    sql`select count(*)::int as changes from audit where kind = 'variant' and record = ${variant}`,
  );
  expect(rows[0]?.changes).toBe(1);
});

test("no parameter of a list's address causes a server error", async () => {
  const { rows } = await db.execute<{ id: number }>(
    sql`insert into imports (file, encoding, separator, headers, dialect, mapping, counts)
        values ('a.csv', 'utf-8', ',', '["Name"]', 'other', '["name"]', ${JSON.stringify(NO_COUNTS)}) returning id`,
  );
  const number = rows[0]?.id;
  const moments = ["Thu Jan 01 1970 (noon)", "+275760-09-13 00:00:00+00", "2026-13-01 00:00:00+00", "2026"];
  for (const path of [
    "/imports?before=1e20",
    "/imports?before=0.5",
    `/imports/${number}/rows/bad?after=1e20`,
    `/imports/${number}/rows/constructor`,
    `/goods/${all[0]}/history?before=1e20`,
    "/log?before=9007199254740991",
    ...moments.map(
      (moment) => `/goods?${new URLSearchParams({ sort: "newest", after: JSON.stringify([moment, "a"]) })}`,
    ),
  ])
    expect([path, (await dana.fetch(path)).status < 500]).toEqual([path, true]);
});
