import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { place } from "~/testing/back-office-as.server";
import { walkForms } from "~/testing/walked-forms/walk-forms.server";
import { openWalkedShop } from "~/testing/walked-forms/walked-shop.server";

const walked = await openWalkedShop();
const { db, office, one, product } = walked;
const [top, leaf, picture, variant] = [
  await one<string>(sql`select id from categories where parent_id is null order by position limit 1`),
  await one<string>(sql`select id from categories where parent_id is not null order by position limit 1`),
  await one<string>(sql`select product_colors.images ->> 0 from product_colors join products on products.id = product_id
      where products.name = 'Sprocket Tee' and product_colors.name = 'Black'`),
  await one<number>(sql`select v.id from variants v join products p on p.id = v.product_id where p.name = 'Sprocket Hoodie'
      or p.name like 'Sprocket %' order by v.id desc limit 1`),
];
const last = await one<string>(sql`select id from categories where parent_id = ${top} order by position desc limit 1`);
const gloves = (
  await db.execute<{ id: string }>(sql`select id from products where name like '%Gloves' limit 2`)
).rows.map((row) => row.id);
const newCategory = async () => {
  const name = `Walk ${randomUUID().slice(0, 8)}`;
  await office.post("/goods/categories", {
    form: "add",
    submission: randomUUID(),
    name,
    parentId: top,
  });
  return one<string>(sql`select id from categories where name = ${name}`);
};
const guide = async () => {
  const name = `Guide ${randomUUID().slice(0, 8)}`;
  const table = { "measure:0": "Chest", "size:0": "S", "value:0:0": "36" };
  const form = { form: "save", submission: randomUUID(), version: "0", name, unit: "in", ...table };
  await office.post("/goods/size-guides/new", form);
  return `/goods/size-guides/${await one<string>(sql`select id from size_guides where name = ${name}`)}`;
};
let id = "";
const opened = async (page: (id: string) => string) => page((id = await product()));
const chosen = async (act: string, status: "draft" | "published") => {
  id = await product(status);
  return place(await office.post("/goods", { submission: randomUUID(), form: "choose", do: act, product: id }));
};
/** Gives a product a name of its own, by which lists find it alone. */
const named = async (page: (name: string) => string) => {
  id = await product();
  const name = `Walk${randomUUID().slice(0, 8)}`;
  await db.execute(sql`update products set name = ${name} where id = ${id}`);
  return page(name);
};
const planned = async (when: Record<string, string>) => {
  const at = await named((name) => `/goods/bulk/percent?q=${name}&percent=20`);
  const digest = /name="digest" value="([^"]*)"/.exec(await (await office.fetch(at)).text())?.[1] ?? "";
  return place(await office.post(at, { submission: randomUUID(), digest, ...when })).split("?")[0] ?? "";
};
const later = { when: "later", startsAt: "2031-11-28T08:00", endsAt: "2031-12-01T00:00" };
const fields = (name: string) => ({
  name,
  price: "19",
  kindForTax: "clothing",
  categoryId: leaf,
  colors: "Black",
  sizes: "S",
});
walkForms("goods", walked, {
  "goods/product.page": {
    form: {
      at: () => opened((own) => `/goods/${own}`),
      types: [{ fit: "Cut wide" }, { fit: "Cut narrow" }],
      other: { details: "Two pockets." },
    },
  },
  "goods/quick.page": {
    form: {
      at: () => opened((own) => `/goods/${own}/quick`),
      types: [{ price: "41" }, { price: "42" }],
      other: { salePrice: "30" },
    },
  },
  "goods/status.page": {
    form: {
      at: () => opened((own) => `/goods/${own}/status`),
      types: [{ to: "archived" }, { to: "draft" }],
      other: { to: "plan", publishAt: "2031-01-01T08:00" },
    },
  },
  "goods/copy.page": { form: { at: () => opened((own) => `/goods/${own}/copy`) } },
  "goods/new.page": {
    form: { at: () => "/goods/new", types: () => [fields("Walk One"), fields("Walk Two")] },
  },
  "goods/style-with.page": {
    form: {
      at: () => opened((own) => `/goods/${own}/style-with?q=gloves`),
      types: () => [{ add: gloves[0] ?? "" }, { add: gloves[1] ?? "" }],
      other: { remove: gloves[0] ?? "" },
    },
  },
  "goods/pictures/pictures.page": {
    pictures: {
      at: () => opened((own) => `/goods/${own}/pictures`),
      types: () => [{ [`alt:${picture}`]: "On a fence" }, { [`alt:${picture}`]: "On a gate" }],
    },
    "picture-moves": {
      at: () => opened((own) => `/goods/${own}/pictures`),
      types: () => [
        { act: JSON.stringify({ kind: "move", color: "Black", path: picture, to: "later" }) },
        { act: JSON.stringify({ kind: "remove", color: "Black", path: picture }) },
      ],
    },
  },
  "goods/goods.page": {
    form: {
      at: () => opened(() => "/goods"),
      types: () => [
        { do: "publish", product: id },
        { do: "archive", product: id },
      ],
      isUnlogged: true,
    },
  },
  "goods/change-many/many.page": {
    apply: { at: () => chosen("publish", "draft"), ends: true },
    mend: {
      at: async () => {
        const page = await chosen("publish", "draft");
        await db.execute(sql`update products set kind_for_tax = null where id = ${id}`);
        return page;
      },
      of: "kindForTax",
      isUnlogged: true,
    },
  },
  "goods/categories.page": {
    add: { at: () => "/goods/categories", types: [{ name: "Walk Rain" }, { name: "Walk Snow" }] },
    rename: { at: () => "/goods/categories", types: [{ name: "Walk A" }, { name: "Walk B" }] },
    returns: { at: () => "/goods/categories", types: [{ onlyFaulty: "yes" }, { onlyFaulty: "" }] },
    earlier: { at: () => "/goods/categories", types: () => [{ id: last }, { id: last }] },
    back: {
      at: async () => {
        id = await newCategory();
        await office.post(`/goods/categories/${id}/put-away`, { submission: randomUUID(), version: "1" });
        return "/goods/categories";
      },
      types: () => [{ id }, { id }],
      ends: true,
    },
  },
  "goods/put-away-category.page": {
    form: { at: async () => `/goods/categories/${await newCategory()}/put-away`, ends: true },
  },
  "size-guides/size-guide.page": {
    save: { at: guide, types: [{ words: "Measure over a shirt." }, { words: "Measure over leather." }] },
    turn: { at: guide, types: [{ turn: "away" }, { turn: "back" }] },
  },
  "bulk/bulk.page": {
    form: {
      at: () => opened(() => `/goods/bulk?q=${"Sprocket"}`),
      types: () => [{ [`price:${variant}`]: "51" }, { [`price:${variant}`]: "52" }],
      other: { [`stock:${variant}`]: "77", reason: "Counted again" },
    },
  },
  "bulk/percent.page": { form: { at: () => named((own) => `/goods/bulk/percent?q=${own}&percent=20`), ends: true } },
  "bulk/plan.page": {
    form: {
      at: () => planned(later),
      types: [
        { intent: "times", startsAt: "2031-11-29T08:00", endsAt: "2031-12-01T00:00" },
        { intent: "times", startsAt: "2031-11-30T08:00", endsAt: "2031-12-01T00:00" },
      ],
      other: { intent: "cancel" },
    },
  },
});
