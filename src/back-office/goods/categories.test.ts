import { asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { save } from "~/shop/audit/save.server";
import { allCategories } from "~/shop/catalog/catalog.server";
import { categories, products } from "~/shop/catalog/catalog.tables";
import { productRecord } from "~/shop/catalog/editing/product-record.server";
import { fieldsIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";
import { officeAs, place } from "~/testing/back-office-as.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const { db } = shop;
const dana = officeAs(shop, memberAs("owner", "Dana"));
const act = async (fields: Record<string, string>, office = dana) =>
  office.post("/goods/categories", { ...fieldsIn(await (await dana.fetch("/goods/categories")).text()), ...fields });
const [men] = await db.select().from(categories).where(isNull(categories.parentId)).orderBy(asc(categories.position));
const top = men?.id ?? "";
const under = () =>
  db
    .select()
    .from(categories)
    .where(eq(categories.parentId, top))
    .orderBy(asc(categories.position), asc(categories.id));

test("a member adds a category under a top-level category, renames it, and moves it before the previous one", async () => {
  const before = await under();
  expect((await act({ form: "add", parentId: top, name: "Rain gear" })).status).toBe(302);
  const added = (await under()).at(-1);
  expect(added).toMatchObject({ name: "Rain gear", parentId: top });

  const id = added?.id ?? "";
  expect((await act({ form: `rename:${id}`, id, version: String(added?.version), name: "Rainwear" })).status).toBe(302);
  expect((await act({ form: `earlier:${id}`, id })).status).toBe(302);
  const after = await under();
  expect(after.map(({ name }) => name).slice(-2)).toEqual(["Rainwear", before.at(-1)?.name]);
  expect(await dana.text("/goods/new")).toContain(`${men?.name}, Rainwear`);
});

test("top-level categories cannot be renamed, because the shop's menus depend on their names", async () => {
  const answer = await act({ form: `rename:${top}`, id: top, version: "1", name: "Gentlemen" });
  expect(answer.status).toBe(422);
  expect((await db.select().from(categories).where(eq(categories.id, top)))[0]?.name).toBe(men?.name);
});

test("a member sets whether goods of a top-level category are returnable only when faulty; a subcategory has no such setting", async () => {
  const isOnlyFaulty = async () =>
    (await db.select().from(categories).where(eq(categories.id, top)))[0]?.onlyFaultyReturns;
  const version = async () => String((await db.select().from(categories).where(eq(categories.id, top)))[0]?.version);
  expect(await dana.text("/goods/categories")).toContain("come back only when they arrived damaged, faulty or wrong");
  const ticked = await act({ form: `returns:${top}`, id: top, version: await version(), onlyFaulty: "yes" });
  expect(await isOnlyFaulty()).toBe(true);
  expect(await dana.text(place(ticked))).toContain(`Returns of ${men?.name}: Only when faulty.`);
  await act({ form: `returns:${top}`, id: top, version: await version(), onlyFaulty: "" });
  expect(await isOnlyFaulty()).toBe(false);
  const [low] = await under();
  expect((await act({ form: `returns:${low?.id}`, id: low?.id ?? "", version: "1", onlyFaulty: "yes" })).status).toBe(
    302,
  );
  expect((await under())[0]?.onlyFaultyReturns).toBe(false);
});

test.each(["", "x".repeat(61), "<b>"])("an invalid name of a category gets a message: %j", async (name) => {
  const count = (await under()).length;
  expect((await act({ form: "add", parentId: top, name })).status).toBe(422);
  expect(await under()).toHaveLength(count);
});

test("members without the right cannot change categories, and no category is created below the second level", async () => {
  const [low] = await db.select().from(categories).where(isNotNull(categories.parentId));
  expect((await act({ form: "add", parentId: top, name: "Mine" }, officeAs(shop, memberAs("editor")))).status).toBe(
    403,
  );
  expect((await act({ form: "add", parentId: low?.id ?? "", name: "Deep" })).status).toBe(422);
});

test("archiving a category moves its goods to a chosen category; the log names both without ids, and undo restores all", async () => {
  const [{ id, name }, other] = (
    await db.execute<{ id: string; name: string }>(sql`
      select c.id, c.name from categories c join products p on p.category_id = c.id where parent_id = ${top} and c.put_away_at is null
      group by c.id, c.name order by count(*) desc limit 2`)
  ).rows as [{ id: string; name: string }, { id: string; name: string }];
  const inIt = () => db.$count(products, eq(products.categoryId, id));
  const count = await inIt();
  const path = `/goods/categories/${id}/put-away`;
  const send = async (fields: Record<string, string>) =>
    dana.post(path, { ...fieldsIn(await (await dana.fetch(path)).text()), ...fields });
  const refused = await send({ goodsTo: "" });
  expect([refused.status, await inIt()]).toEqual([422, count]);
  expect(await refused.text()).toContain("Choose where its products go.");

  const done = await send({ goodsTo: other.id });
  expect([done.status, await inIt()]).toEqual([302, 0]);
  expect(await dana.text("/goods/new")).not.toContain(`${men?.name}, ${name}`);
  expect((await allCategories(db)).map((each) => each.id)).not.toContain(id);
  const act = /done=([\w-]+)/.exec(done.headers.get("location") ?? "")?.[1];
  const log = await dana.text(`/log/${act}`);
  expect(log).toContain(`Category ${name}`);
  expect(log).toContain(other.name);
  expect(log).not.toMatch(new RegExp(`${id}|${other.id}`));
  const [late] = await db.select().from(products).where(eq(products.categoryId, other.id)).limit(1);
  await expect(
    save(shop, memberAs("owner", "Dana"), {
      submission: crypto.randomUUID(),
      edits: [{ kind: productRecord, id: late?.id ?? "", version: late?.version ?? 0, values: { categoryId: id } }],
    }),
  ).rejects.toMatchObject({ code: "input-invalid" });

  const html = await (await dana.fetch(`/log/${act}`)).text();
  const [whole = {}] = [...html.matchAll(/<form[\s\S]*?<\/form>/g)]
    .map(([form]) => fieldsIn(form))
    .filter((fields) => fields.submission && fields.change === undefined);
  expect((await dana.post(`/log/${act}`, whole)).status).toBe(302);
  expect([await inIt(), (await allCategories(db)).some((each) => each.id === id)]).toEqual([count, true]);
});

test("a member archives an empty category without choosing a category for its goods, and restores it", async () => {
  await act({ form: "add", parentId: top, name: "Empty one" });
  const id = (await under()).at(-1)?.id ?? "";
  const path = `/goods/categories/${id}/put-away`;
  const form = fieldsIn(await (await dana.fetch(path)).text());
  expect((await dana.post(path, form)).status).toBe(302);
  expect((await dana.fetch(path)).status).toBe(404);
  expect((await act({ form: `back:${id}`, id })).status).toBe(302);
  expect(await dana.text("/goods/new")).toContain("Empty one");
});
