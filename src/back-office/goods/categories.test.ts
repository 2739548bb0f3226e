import { asc, eq, isNotNull, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { categories } from "~/shop/catalog/catalog.tables";
import { fieldsIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";
import { officeAs } from "~/testing/back-office-as.server";
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

test("a category is added under one at the top, renamed, and moved before the one above it", async () => {
  const before = await under();
  expect((await act({ add: "yes", parentId: top, name: "Rain gear" })).status).toBe(302);
  const added = (await under()).at(-1);
  expect(added).toMatchObject({ name: "Rain gear", parentId: top });

  const id = added?.id ?? "";
  expect((await act({ rename: id, [`name:${id}`]: "Rainwear" })).status).toBe(302);
  expect((await act({ earlier: id })).status).toBe(302);
  const after = await under();
  expect(after.map(({ name }) => name).slice(-2)).toEqual(["Rainwear", before.at(-1)?.name]);
  expect(await dana.text("/goods/new")).toContain(`${men?.name}, Rainwear`);
});

test("names at the top stay, as the shop's menus hang on them", async () => {
  const answer = await act({ rename: top, [`name:${top}`]: "Gentlemen", [`version:${top}`]: "1" });
  expect(answer.status).toBe(422);
  expect((await db.select().from(categories).where(eq(categories.id, top)))[0]?.name).toBe(men?.name);
});

test.each(["", "x".repeat(61), "<b>"])("a name that does not fit comes back with words: %j", async (name) => {
  const count = (await under()).length;
  expect((await act({ add: "yes", parentId: top, name })).status).toBe(422);
  expect(await under()).toHaveLength(count);
});

test("nobody without the right changes one, and none is put below the second level", async () => {
  const [low] = await db.select().from(categories).where(isNotNull(categories.parentId));
  expect((await act({ add: "yes", parentId: top, name: "Mine" }, officeAs(shop, memberAs("editor")))).status).toBe(403);
  expect((await act({ add: "yes", parentId: low?.id ?? "", name: "Deep" })).status).toBe(422);
});
