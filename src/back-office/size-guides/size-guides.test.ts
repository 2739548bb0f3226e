import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { products, sizeGuides } from "~/shop/catalog/catalog.tables";
import { memberAccounts } from "~/shop/members/members.tables";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";
import { officeAs, place } from "~/testing/back-office-as.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const { db } = shop;
const [dana, sam] = [memberAs("owner", "Dana"), memberAs("manager", "Sam")];
const [owner, manager] = [officeAs(shop, dana), officeAs(shop, sam)];
await db.insert(memberAccounts).values([dana, sam].map((member) => ({ ...member, passkeyUser: member.id })));

const form = async (path: string, office = owner) =>
  fieldsIn(formIn(await (await office.fetch(path)).text(), "measure:0"));
const TABLE = {
  "measure:0": "Chest",
  "measure:1": "Waist",
  "size:0": "M",
  "value:0:0": "38-40",
  "value:0:1": "32",
  "size:2": "L",
  "value:2:0": "42",
  "value:2:1": "",
};
const made = await owner.post("/goods/size-guides/new", {
  ...(await form("/goods/size-guides/new")),
  name: "Jackets for men",
  words: "Measure over a shirt.",
  unit: "in",
  ...TABLE,
});
const id = place(made).split("/").at(-1)?.split("?")[0] ?? "";
const path = `/goods/size-guides/${id}`;
const [jacket = { id: "", name: "", version: 0 }] = await db
  .select({ id: products.id, name: products.name, version: products.version })
  .from(products)
  .where(eq(products.name, "Outlaw Leather Jacket"));
const [guide] = await db.select().from(sizeGuides);

test("a guide is saved without its empty rows and columns, and listed", async () => {
  expect(made.status).toBe(302);
  expect(guide).toMatchObject({
    name: "Jackets for men",
    table: {
      measures: ["Chest", "Waist"],
      sizes: [
        { size: "M", values: ["38-40", "32"] },
        { size: "L", values: ["42", ""] },
      ],
    },
  });
  expect(await owner.text("/goods/size-guides")).toMatch(/Jackets for men 2 sizes no product/);
});

test.each([
  ["name", { name: "" }, "Give it a name."],
  ["measure:2", { "value:0:2": "9" }, "Name this measure."],
  ["size:4", { "value:4:0": "9" }, "Name this size."],
  ["table", { "size:1": "m" }, "Name each size once."],
  ["measure:0", { "measure:0": "x".repeat(41) }, "Use at most 40 characters."],
])(
  "a guide with an invalid value is refused with a message, and keeps the typed values: %s",
  async (_, fields, words) => {
    const answer = await owner.post(path, { ...(await form(path)), ...fields });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain(words);
    expect(fieldsIn(formIn(html, "measure:0"))).toMatchObject(fields);
  },
);

test("[B-22, B-23] a guide is assigned on a product's page; a change of its table is logged with the guide's name and can be undone", async () => {
  const product = fieldsIn(await (await owner.fetch(`/goods/${jacket.id}`)).text(), "product");
  const given = await owner.post(`/goods/${jacket.id}`, { ...product, sizeGuideId: id });
  expect(given.status).toBe(302);
  expect(await owner.text(path)).toContain("1 product has it");
  expect(await owner.text(place(given))).toContain("size guide: Jackets for men");

  const changed = await owner.post(path, { ...(await form(path)), "value:0:0": "39-41" });
  expect(changed.status).toBe(302);
  expect(await owner.text("/log")).toContain("Size guide Jackets for men: table");

  const html = await (await owner.fetch(place(changed))).text();
  const undo = /<form[^>]*action="([^"]*\/log\/[^"]*)"[\s\S]*?<\/form>/.exec(html);
  await owner.post(undo?.[1]?.replace("/back-office", "") ?? "", fieldsIn(undo?.[0] ?? ""));
  expect(JSON.stringify((await db.select().from(sizeGuides))[0]?.table)).toContain("38-40");
});

test("archiving a guide in use is refused with a message; an unused guide is archived, and restored by undo", async () => {
  const turn = async () => {
    const fields = fieldsIn(formIn(await (await owner.fetch(path)).text(), "turn"));
    return owner.post(path, fields);
  };
  const refused = await turn();
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("One product has this guide.");
  await db.update(products).set({ sizeGuideId: null }).where(eq(products.id, jacket.id));
  expect((await turn()).status).toBe(302);
  expect(await owner.text("/goods/size-guides")).toContain("Put away");
  expect(await (await owner.fetch(`/goods/${jacket.id}`)).text()).not.toContain("Jackets for men");
  const product = fieldsIn(await (await owner.fetch(`/goods/${jacket.id}`)).text(), "product");
  const answer = await owner.post(`/goods/${jacket.id}`, { ...product, sizeGuideId: id });
  expect(await answer.text()).toContain("Choose a size guide of the list.");
  expect((await turn()).status).toBe(302);
});

test("[B-15] when two members save one guide, the second chooses a value for each conflict, and other fields stay", async () => {
  const mine = await form(path);
  await manager.post(path, { ...(await form(path, manager)), words: "Theirs", name: "Jackets" });
  const refused = await owner.post(path, { ...mine, words: "Mine" });
  const html = await refused.text();
  expect(refused.status).toBe(409);
  expect(html).toContain("Theirs");
  const choice = fieldsIn(formIn(html, "mine"));
  expect((await owner.post(path, { ...choice, "take:words": "mine" })).status).toBe(302);
  expect((await db.select().from(sizeGuides))[0]).toMatchObject({ name: "Jackets", words: "Mine" });
});

test("[B-12] members without the right to change goods see the table, but their form is refused", async () => {
  const fields = await form(path);
  const editor = officeAs(shop, memberAs("editor"));
  expect(await editor.text(path)).not.toContain("Put away");
  expect((await editor.post(path, fields)).status).toBe(403);
  expect((await editor.fetch("/goods/size-guides/new")).status).toBe(403);
  expect((await owner.fetch("/goods/size-guides/nowhere")).status).toBe(404);
});
