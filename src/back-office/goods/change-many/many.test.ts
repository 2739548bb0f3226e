import { randomUUID } from "node:crypto";
import { eq, inArray, sql } from "drizzle-orm";
import pg from "pg";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { HOUR } from "~/platform/durations";
import { memberAccounts } from "~/shop/members/members.tables";
import { categories, products, sizeGuides } from "~/shop/catalog/catalog.tables";
import { chosenGoods } from "~/shop/catalog/bulk/chosen-goods.tables";
import { MOST_GOODS } from "~/shop/catalog/bulk/goods-wish";
import { officeAs, place } from "~/testing/back-office-as.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const { db } = shop;
const [dana, sam] = [memberAs("owner", "Dana"), memberAs("manager", "Sam")];
const [owner, manager] = [officeAs(shop, dana), officeAs(shop, sam)];
await db.insert(memberAccounts).values([dana, sam].map((member) => ({ ...member, passkeyUser: member.id })));

type Office = typeof owner;

const all = await db
  .select({ id: products.id, name: products.name })
  .from(products)
  .where(eq(products.kind, "goods"))
  .orderBy(products.name);
/** The thirty products that the tests change: enough for the code that processes products in batches. */
const some = all.slice(0, 30);
const ids = some.map(({ id }) => id);
const [first = "", second = "", third = ""] = ids;
const nameOf = (id: string) => all.find((each) => each.id === id)?.name ?? "";
const before = await db.select().from(products).where(inArray(products.id, ids));

const standing = async (list = ids) =>
  new Map((await db.select().from(products).where(inArray(products.id, list))).map((row) => [row.id, row]));

beforeEach(async () => {
  for (const { version: _, ...row } of before) await db.update(products).set(row).where(eq(products.id, row.id));
});

/** Ticks products on the list and chooses an act; returns the address of its preview. */
async function ticked(list: string[], act: string, office: Office = owner): Promise<string> {
  const answer = await office.post("/goods", [
    ["submission", randomUUID()],
    ["do", act],
    ...list.map((id): [string, string] => ["product", id]),
  ]);
  expect(answer.status).toBe(302);
  return place(answer);
}

const opened = async (address: string, office: Office = owner) => (await office.fetch(address)).text();
/** Reads the fields of the form below a preview. */
const formAt = async (address: string, office: Office = owner) =>
  fieldsIn(formIn(await opened(address, office), 'name="seen"'));

async function applied(address: string, office: Office = owner): Promise<Response> {
  const answer = await office.post(address, await formAt(address, office));
  expect(answer.status).toBe(302);
  return answer;
}

const actOf = (answer: Response): string => new URL(place(answer), "http://shop.test").searchParams.get("done") ?? "";
const takeBack = (answer: Response) => owner.post(`/log/${actOf(answer)}`, { submission: randomUUID() });

describe("each act on many goods, with its preview and its undo", () => {
  test("[B-22] publishing drafts names incomplete drafts with their missing fields and a link, and publishes the others", async () => {
    await db.update(products).set({ publishedStatus: "draft" }).where(inArray(products.id, ids));
    await db.update(products).set({ categoryId: null, kindForTax: null }).where(eq(products.id, first));
    const address = await ticked(ids, "publish");
    const html = await opened(address);
    expect(html).toContain("Put 29 products on the shop");
    expect(html).toContain(`/back-office/goods/${first}#categoryId`);
    expect(html).toContain(`/back-office/goods/${first}#kindForTax`);
    expect(await owner.text(address)).toContain("29 products change; 1 stays as it is, for the reason beside it.");
    expect((await standing()).get(second)?.publishedStatus).toBe("draft");

    const answer = await applied(address);
    const after = await standing();
    expect(after.get(first)?.publishedStatus).toBe("draft");
    expect([...after.values()].filter(({ publishedStatus }) => publishedStatus === "published")).toHaveLength(29);
    expect(await owner.text(place(answer))).toContain("29 products are on the shop.");
    // After the missing fields are added, the same page publishes the product.
    await db
      .update(products)
      .set({ categoryId: after.get(second)?.categoryId ?? null, kindForTax: "clothing" })
      .where(eq(products.id, first));
    expect(await opened(address)).toContain("Put 1 product on the shop");

    expect((await takeBack(answer)).status).toBe(302);
    expect([...(await standing()).values()].every(({ publishedStatus }) => publishedStatus === "draft")).toBe(true);
  });

  test.each([
    ["draft", "draft", "are drafts."],
    ["archive", "archived", "are put away."],
  ])("the act '%s' takes products off the shop, and undo puts them back", async (act, status, said) => {
    const answer = await applied(await ticked(ids, act));
    expect([...(await standing()).values()].every(({ publishedStatus }) => publishedStatus === status)).toBe(true);
    expect(await owner.text(place(answer))).toContain(said);
    expect((await takeBack(answer)).status).toBe(302);
    expect([...(await standing()).values()].every(({ publishedStatus }) => publishedStatus === "published")).toBe(true);
  });

  test("a member chooses category, tax kind and size guide from lists; a size guide that was archived meanwhile is refused with a message", async () => {
    const [category] = await db
      .select()
      .from(categories)
      .where(sql`parent_id is not null and put_away_at is null`)
      .limit(1);
    const guide = {
      id: "guide1",
      name: "Boots",
      table: { measures: ["Foot"], sizes: [{ size: "8", values: ["26"] }] },
    };
    await db.insert(sizeGuides).values(guide);
    const address = await ticked(ids, "category");
    expect(await opened(address)).not.toContain('name="seen"');
    await applied(`${address}&to=${category?.id}`);
    expect([...(await standing()).values()].every(({ categoryId }) => categoryId === category?.id)).toBe(true);
    const kind = (await ticked(ids, "kind")) + "&to=footwear";
    expect(await owner.text(kind)).toContain("Boots and shoes");
    await applied(kind);
    expect([...(await standing()).values()].every(({ kindForTax }) => kindForTax === "footwear")).toBe(true);
    const guided = (await ticked(ids, "guide")) + "&to=guide1";
    const form = await formAt(guided);
    await db.update(sizeGuides).set({ putAwayAt: new Date() });
    const refused = await owner.post(guided, form);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("Choose a size guide of the list.");
    await db.update(sizeGuides).set({ putAwayAt: null });
    await applied(guided);
    expect([...(await standing()).values()].every(({ sizeGuideId }) => sizeGuideId === "guide1")).toBe(true);
    const none = await applied((await ticked(ids, "guide")) + "&to=none");
    expect([...(await standing()).values()].every(({ sizeGuideId }) => sizeGuideId === null)).toBe(true);
    expect(await owner.text(place(none))).toContain("30 products have no size guide.");
    await db.delete(sizeGuides);
  });

  test("drafts without a tax kind get it by category, in one table that begins with the kind of the category's other goods", async () => {
    const own = [...(await standing()).values()].map(({ categoryId }) => categoryId);
    const [here = "", there = ""] = [...new Set(own)].flatMap((id) => id ?? []);
    await db.update(products).set({ kindForTax: "protective" }).where(eq(products.categoryId, here));
    await db.update(products).set({ kindForTax: null, publishedStatus: "draft" }).where(inArray(products.id, ids));
    await db.update(products).set({ categoryId: here, kindForTax: "protective" }).where(eq(products.id, third));
    const publishing = await ticked(ids, "publish");
    const asked = await owner.post(publishing, fieldsIn(formIn(await opened(publishing), 'value="mend:kindForTax"')));
    const table = await opened(place(asked));
    expect(table).toMatch(new RegExp(`<option[^>]*value="${here}:protective"[^>]*selected`));
    const address = `${place(asked)}&kinds=${here}:clothing&kinds=${there}:footwear&kinds=none:nonsense`;
    await applied(address);
    for (const [id, { categoryId, kindForTax }] of await standing()) {
      const kind = categoryId === here ? "clothing" : categoryId === there ? "footwear" : null;
      expect(kindForTax).toBe(id === third ? "protective" : kind);
    }
  });

  test("one act sets and clears flags, and does not change unchosen flags", async () => {
    await db
      .update(products)
      .set({ bestSeller: true, newArrivals: false, finalSale: true })
      .where(inArray(products.id, ids));
    const answer = await applied((await ticked(ids, "marks")) + "&newArrivals=yes&finalSale=no");
    for (const row of (await standing()).values())
      expect(row).toMatchObject({ newArrivals: true, finalSale: false, bestSeller: true });
    expect((await takeBack(answer)).status).toBe(302);
    for (const row of (await standing()).values())
      expect(row).toMatchObject({ newArrivals: false, finalSale: true, bestSeller: true });
  });

  test("each product gets the chosen products to wear with it, except itself; a product that already has 24 is named and not changed", async () => {
    const others = all.slice(30, 54).map(({ id }) => id);
    await db.update(products).set({ styleWith: false, styleWithProducts: [] }).where(inArray(products.id, ids));
    await db.update(products).set({ styleWith: true, styleWithProducts: others }).where(eq(products.id, second));
    const address = (await ticked(ids, "goes-with")) + `&with=${first},${third}`;
    expect(await owner.text(address)).toContain("It would go with more than 24");
    await applied(address);
    const after = await standing();
    expect(after.get(first)?.styleWithProducts).toEqual([third]);
    expect(after.get(second)?.styleWithProducts).toEqual(others);
    expect(after.get(ids[5] ?? "")).toMatchObject({ styleWith: true, styleWithProducts: [first, third] });
    await applied((await ticked(ids, "goes-with")) + "&how=nothing");
    expect([...(await standing()).values()].every(({ styleWith }) => !styleWith)).toBe(true);
  });
});

describe("the choice of all matches", () => {
  const choose = (query: string, office = owner) =>
    office.post(`/goods?${query}`, { submission: randomUUID(), do: "archive", all: "yes" });

  test("does not change later: it excludes products that match only later, and includes products that no longer match", async () => {
    await db
      .update(products)
      .set({ sku: "FROZEN" })
      .where(inArray(products.id, ids.slice(0, 25)));
    const address = place(await choose("q=frozen"));
    await db.update(products).set({ sku: "" }).where(eq(products.id, first));
    await db
      .update(products)
      .set({ sku: "FROZEN" })
      .where(eq(products.id, ids[28] ?? ""));
    expect(await owner.text(address)).toContain('25 products: all that match, with "frozen".');
    await applied(address);
    const after = await standing();
    expect(after.get(first)?.publishedStatus).toBe("archived");
    expect(after.get(ids[28] ?? "")?.publishedStatus).toBe("published");
  });

  test("has an exact number on the list; above 5,000 products the list says only that, and the act is refused", async () => {
    await db.execute(sql`insert into products (id, name, position, sku)
      select 'many' || n, 'Rivet ' || n, 100000 + n, 'RIVETS' from generate_series(1, ${MOST_GOODS + 7}) as n`);
    const html = await owner.text("/goods?q=rivets");
    expect(html).toContain("More than 5,000 match");
    const answer = await choose("q=rivets");
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("5,007 products match. One act takes 5,000");
    await db.execute(sql`insert into variants (product_id, size, color, stock, position)
      select id, 'M', 'Black', case when position > 100002 then 0 else 9000 end, 0 from products where sku = 'RIVETS'`);
    await db.execute(sql`update products set low_mark = 9000 where id = 'many2'`);
    expect(await owner.text("/goods?q=rivets&only=low")).toContain("More than 5,000 match");
    await db.execute(
      sql`delete from variants where product_id in (select id from products where sku = 'RIVETS' and position > 103000)`,
    );
    expect(await owner.text("/goods?q=rivets&only=low")).toContain("All 2,999 that match");
    await db.execute(sql`delete from variants where product_id like 'many%'`);
    await db.execute(sql`delete from products where sku = 'RIVETS' and position > 101234`);
    expect(await owner.text("/goods?q=rivets")).toContain("All 1,234 that match");
    await db.execute(sql`delete from products where sku = 'RIVETS'`);
  });

  test("is refused with a message on the list if no product is ticked or matches", async () => {
    const none = await owner.post("/goods", { submission: randomUUID(), do: "draft" });
    expect(none.status).toBe(422);
    expect(await none.text()).toContain("Tick at least one product first.");
    expect(await (await choose("q=nothing-is-called-so")).text()).toContain("No product matches any more.");
  });

  test("can be opened only by the member who made it, with the right to change goods", async () => {
    const editor = officeAs(shop, memberAs("editor"));
    expect((await choose("", editor)).status).toBe(403);
    const address = await ticked([first], "archive");
    expect((await manager.fetch(address)).status).toBe(404);
    expect(await editor.text("/goods")).not.toContain("Tick the goods");
  });
});

describe("between the preview and the act", () => {
  test("a product that another member saved meanwhile is named and not overwritten; the other products are changed", async () => {
    const address = await ticked(ids, "draft");
    const form = await formAt(address);
    await applied((await ticked([first], "marks", manager)) + "&bestSeller=yes&newArrivals=yes", manager);
    const answer = await owner.post(address, form);
    const after = await standing();
    expect(after.get(first)).toMatchObject({ publishedStatus: "published", bestSeller: true });
    expect(after.get(second)?.publishedStatus).toBe("draft");
    const page = await owner.text(place(answer));
    expect(page).toContain(
      `1 product was saved by somebody else after you looked, and stays as that left it. ${nameOf(first)}.`,
    );
    expect(page).toContain("Take 1 product off the shop");
  });

  test("if two members change the same products at once, only one act applies, and the other member is told", async () => {
    const [mine, theirs] = [await ticked(ids, "kind"), await ticked(ids, "marks", manager)].map((address, place) =>
      place === 0 ? `${address}&to=footwear` : `${address}&bestSeller=yes`,
    ) as [string, string];
    await db.update(products).set({ bestSeller: false, kindForTax: "clothing" }).where(inArray(products.id, ids));
    const forms = [await formAt(mine), await formAt(theirs, manager)] as const;
    const answers = await Promise.all([owner.post(mine, forms[0]), manager.post(theirs, forms[1])]);
    expect(answers.map(({ status }) => status)).toEqual([302, 302]);
    const rows = [...(await standing()).values()];
    const [taxed, marked] = [rows.filter((row) => row.kindForTax === "footwear"), rows.filter((row) => row.bestSeller)];
    // One member changed all products; the other changed none and got a message.
    expect([taxed.length, marked.length].toSorted((a, b) => a - b)).toEqual([0, 30]);
    const told = await Promise.all([owner.text(place(answers[0])), manager.text(place(answers[1]))]);
    expect(told.filter((text) => text.includes("30 products were saved by somebody else"))).toHaveLength(1);
  });

  test("pressing the button twice at the same moment makes one act", async () => {
    const address = await ticked(ids, "archive");
    const form = await formAt(address);
    const answers = await Promise.all([owner.post(address, form), owner.post(address, form)]);
    expect(new Set(answers.map(place)).size).toBe(1);
    const { rows } = await db.execute<{ acts: number; rows: number }>(sql`
      select count(distinct submission)::int as acts, count(*)::int as rows from audit
      where submission = ${actOf(answers[0] as Response)}`);
    expect(rows).toEqual([{ acts: 1, rows: 30 }]);
  });

  test("the act skips products deleted meanwhile, and its message counts them", async () => {
    await db.execute(sql`insert into products (id, name, position) values ('gone1', 'Gone soon', 999999)`);
    const address = await ticked(["gone1", ...ids], "archive");
    const form = await formAt(address);
    await db.execute(sql`delete from products where id = 'gone1'`);
    const answer = await owner.post(address, form);
    expect(answer.status).toBe(302);
    expect((await standing()).get(second)?.publishedStatus).toBe("archived");
    expect(await owner.text(place(answer))).toContain("1 is not there any more");
  });

  test("a preview that is an hour old can still be applied; after two days the page says to choose the products again", async () => {
    const address = await ticked(ids, "draft");
    const form = await formAt(address);
    const age = (hours: number) => db.update(chosenGoods).set({ chosenAt: new Date(Date.now() - hours * HOUR) });
    await age(49);
    const late = await owner.post(address, form);
    expect(late.status).toBe(409);
    expect(await late.text()).toContain("Choose the goods again.");
    expect((await standing()).get(first)?.publishedStatus).toBe("published");
    await age(1);
    expect((await owner.post(address, form)).status).toBe(302);
    expect((await standing()).get(first)?.publishedStatus).toBe("draft");
  });
});

describe("undo of an act on many products", () => {
  test("lists values that another member changed since and keeps them if nothing else is chosen; its message counts them", async () => {
    const answer = await applied((await ticked(ids, "kind")) + "&to=footwear");
    await applied((await ticked([first], "kind", manager)) + "&to=accessory", manager);
    const asked = await takeBack(answer);
    expect(asked.status).toBe(409);
    const html = await asked.text();
    expect(html).toContain(`${nameOf(first)}: tax kind`);
    const done = await owner.post(`/log/${actOf(answer)}`, fieldsIn(formIn(html, 'name="versions"')));
    expect(done.status).toBe(302);
    const after = await standing();
    expect(after.get(first)?.kindForTax).toBe("accessory");
    expect(after.get(second)?.kindForTax).toBe(before.find(({ id }) => id === second)?.kindForTax);
    expect(await owner.text(place(done))).toContain("1 stays as it is, changed since.");
  });

  test("asks about the first fifty of sixty newer changes, and keeps all sixty if nothing else is chosen", async () => {
    const many = all.map(({ id }) => id);
    const was = await standing(many);
    await db.update(products).set({ kindForTax: "protective" }).where(inArray(products.id, many));
    const kinds = await applied(`${await ticked(many, "kind")}&to=footwear`);
    await applied(`${await ticked(many.slice(0, 60), "kind", manager)}&to=accessory`, manager);
    const html = await (await takeBack(kinds)).text();
    expect(html.match(/Put this back/g)).toHaveLength(50);
    expect(html).toContain("And 10 more changes with something newer over");
    const fields = fieldsIn(formIn(html, 'name="versions"'));
    expect((await owner.post(`/log/${actOf(kinds)}`, fields)).status).toBe(302);
    const after = [...(await standing(many)).values()].map(({ kindForTax }) => kindForTax);
    expect(after.filter((kind) => kind === "accessory")).toHaveLength(60);
    expect(after.filter((kind) => kind === "protective")).toHaveLength(many.length - 60);
    for (const { version: _, ...row } of was.values())
      await db.update(products).set(row).where(eq(products.id, row.id));
  });

  test("is refused if a product has become incomplete: its message names it, and no product is published again", async () => {
    const answer = await applied(await ticked(ids, "archive"));
    await db.update(products).set({ categoryId: null }).where(eq(products.id, first));
    const refused = await takeBack(answer);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain(`${nameOf(first)}: Choose a category before it goes on the shop.`);
    expect((await standing()).get(second)?.publishedStatus).toBe("archived");
  });

  test("is refused if it would assign a category that was archived since", async () => {
    const [own] = await db
      .select()
      .from(categories)
      .where(sql`parent_id is not null`)
      .limit(1);
    await db.execute(
      sql`insert into categories (id, name, parent_id, position) values ('short1', 'Short lived', ${own?.parentId}, 99)`,
    );
    await db.update(products).set({ categoryId: "short1" }).where(inArray(products.id, ids));
    const answer = await applied((await ticked(ids, "category")) + `&to=${own?.id}`);
    await db.execute(sql`update categories set put_away_at = now() where id = 'short1'`);
    const refused = await takeBack(answer);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("Choose a category of the list.");
  });
});

test("an act on two thousand products and its undo take fewer than sixty statements each", async () => {
  const count = 2_000;
  await db.execute(sql`insert into products (id, name, position, sku, category_id, kind_for_tax, price_cents, images)
    select 'bulk' || n, 'Washer ' || n, 200000 + n, 'WASHERS', ${before[0]?.categoryId}, 'accessory', 1000, ${JSON.stringify(before.find(({ images }) => images.length > 0)?.images ?? ["/media/none.webp"])}::jsonb
    from generate_series(1, ${count}::int) as n`);
  const chosen = await owner.post("/goods?q=washers", { submission: randomUUID(), do: "publish", all: "yes" });
  const form = await formAt(place(chosen));
  const asked = vi.spyOn(pg.Client.prototype, "query");
  const answer = await owner.post(place(chosen), form);
  const statements = asked.mock.calls.length;
  asked.mockRestore();
  expect(answer.status).toBe(302);
  expect(statements).toBeLessThan(60);
  const published = () => db.$count(products, sql`sku = 'WASHERS' and published_status = 'published'`);
  expect(await published()).toBe(count);
  const back = vi.spyOn(pg.Client.prototype, "query");
  expect((await takeBack(answer)).status).toBe(302);
  expect(back.mock.calls.length).toBeLessThan(60);
  back.mockRestore();
  expect(await published()).toBe(0);
  await db.execute(sql`delete from products where sku = 'WASHERS'`);
});
