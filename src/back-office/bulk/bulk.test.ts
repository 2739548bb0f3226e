import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";
import { officeAs, place } from "~/testing/back-office-as.server";
import { draftRequestFor } from "~/testing/riders.server";
import { openTestShop } from "~/testing/test-shop.server";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { pricePlanVariants } from "~/shop/catalog/price-plans/price-plans.tables";
import { sweepPricePlans } from "~/shop/catalog/price-plans/price-plans.server";
import { reserve, stockDrift } from "~/shop/catalog/stock/reservations.server";
import { shopper } from "~/shop/actor";
import { memberAccounts } from "~/shop/members/members.tables";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";

const shop = await openTestShop();
const { db } = shop;
const [dana, sam] = [memberAs("owner", "Dana"), memberAs("manager", "Sam")];
const [owner, manager] = [officeAs(shop, dana), officeAs(shop, sam)];
await db.insert(memberAccounts).values([dana, sam].map((member) => ({ ...member, passkeyUser: member.id })));

const pricesOf = async (id: number) => (await db.select().from(variants).where(eq(variants.id, id)))[0];
const undone = async (answer: Response) => {
  const html = await (await owner.fetch(place(answer))).text();
  const form = /<form[^>]*action="([^"]*\/log\/[^"]*)"[\s\S]*?<\/form>/.exec(html);
  return owner.post(form?.[1]?.replace("/back-office", "") ?? "", fieldsIn(form?.[0] ?? ""));
};
const JACKET = "Outlaw Leather Jacket";
const grid = async (office = owner, query = `q=${encodeURIComponent(JACKET)}`) =>
  fieldsIn(formIn(await (await office.fetch(`/goods/bulk?${query}`)).text(), "bulk__grid"));
const send = (fields: Record<string, string>, office = owner) => office.post("/goods/bulk?q=Outlaw", fields);
const ids = Object.keys(await grid())
  .flatMap((name) => /^v:(\d+)$/.exec(name)?.[1] ?? [])
  .map(Number);
const [one = 0, two = 0, three = 0] = ids;

/** Opens the preview of a price change by percent; `apply` sends its form. */
const preview = async (query: string) => {
  const html = await (await owner.fetch(`/goods/bulk/percent?${query}`)).text();
  return {
    html,
    form: fieldsIn(formIn(html, "digest")),
    apply: (fields: Record<string, string>) =>
      owner.post(`/goods/bulk/percent?${query}`, { ...fieldsIn(formIn(html, "digest")), ...fields }),
  };
};

test("[B-17, B-23] the grid writes only changed cells, and undo restores their values exactly", async () => {
  const fields = await grid();
  const before = [await pricesOf(one), await pricesOf(two)];
  const answer = await send({
    ...fields,
    [`price:${one}`]: "259.95",
    [`salePrice:${two}`]: "199",
    [`cost:${one}`]: "$100.5",
  });
  expect(answer.status).toBe(302);
  expect(await pricesOf(one)).toMatchObject({ price: 259_95, cost: 100_50, version: (before[0]?.version ?? 0) + 1 });
  expect(await pricesOf(two)).toMatchObject({ salePrice: 199_00 });
  expect((await pricesOf(three))?.version).toBe(1);
  expect((await undone(answer)).status).toBe(302);
  expect(await pricesOf(one)).toMatchObject({ price: before[0]?.price, cost: before[0]?.cost });
  expect(await pricesOf(two)).toMatchObject({ salePrice: before[1]?.salePrice });
});

test("[B-52, B-79] a save marks an invalid cell and keeps its text, and stores the other cells", async () => {
  const answer = await send({
    ...(await grid()),
    [`price:${one}`]: "12,50",
    [`price:${two}`]: "301",
    [`price:${three}`]: "-1",
  });
  const html = await answer.text();
  expect(answer.status).toBe(422);
  expect(html).toContain("1 change is saved, 2 cells are not");
  expect(fieldsIn(formIn(html, "bulk__grid"))).toMatchObject({
    [`price:${one}`]: "12,50",
    [`price:${two}`]: "301.00",
    [`price:${three}`]: "-1",
  });
  expect((await pricesOf(two))?.price).toBe(301_00);
  for (const typed of ["1e9", "\0", "<b>", "9".repeat(40)])
    expect([typed, (await send({ ...(await grid()), [`price:${one}`]: typed })).status]).toEqual([typed, 422]);
});

test("[B-52] pasted numbers with two meanings, or of another country, are marked as they were typed; one of the US with a comma is none of them", async () => {
  const before = [await pricesOf(one), await pricesOf(two)];
  for (const typed of ["1.250", "1.250,00", "259,5", "12,50", "€ 9", "1 250", "1,25"]) {
    const html = await (
      await send({ ...(await grid()), [`price:${one}`]: typed, [`salePrice:${one}`]: typed, [`cost:${two}`]: typed })
    ).text();
    expect([typed, html.split('aria-invalid="true"').length - 1]).toEqual([typed, 3]);
    expect(fieldsIn(formIn(html, "bulk__grid"))).toMatchObject({
      [`price:${one}`]: typed,
      [`salePrice:${one}`]: typed,
      [`cost:${two}`]: typed,
    });
  }
  const stock = { [`stock:${one}`]: "1.250", reason: "Counted" };
  expect((await send({ ...(await grid()), ...stock })).status).toBe(422);
  expect([await pricesOf(one), await pricesOf(two)]).toEqual(before);

  const meant = await send({ ...(await grid()), [`price:${one}`]: "$1,250.00" });
  expect([meant.status, (await pricesOf(one))?.price]).toEqual([302, 1_250_00]);
  expect((await undone(meant)).status).toBe(302);
});

test("[B-15, B-16] a save does not overwrite a variant that another member changed, and names it; saving again writes the value and keeps other fields", async () => {
  const mine = await grid();
  await send({ ...(await grid(manager)), [`price:${one}`]: "270", [`salePrice:${two}`]: "180" }, manager);
  const refused = await send({ ...mine, [`price:${one}`]: "280", [`price:${two}`]: "290", [`price:${three}`]: "291" });
  const html = await refused.text();
  expect(refused.status).toBe(422);
  expect(html).toContain("Sam changed this meanwhile; it is $270.00.");
  expect(await pricesOf(one)).toMatchObject({ price: 270_00 });
  expect(await pricesOf(three)).toMatchObject({ price: 291_00 });
  const again = await send(fieldsIn(formIn(html, "bulk__grid")));
  expect(again.status).toBe(302);
  expect(await pricesOf(one)).toMatchObject({ price: 280_00 });
  expect(await pricesOf(two)).toMatchObject({ price: 290_00, salePrice: 180_00 });
});

test("the grid saves stock as a difference with one reason, and stock never falls below the reserved pieces", async () => {
  const fields = await grid();
  const shown = Number(fields[`stock:${one}`]);
  await db.transaction((tx) => reserve(tx, [{ variantId: one, quantity: 1 }], "12341234", shopper));
  const without = await send({ ...fields, [`stock:${one}`]: String(shown + 2) });
  expect(await without.text()).toContain("Write below why the numbers change.");
  const answer = await send({ ...fields, [`stock:${one}`]: String(shown + 2), reason: "Counted the rail" });
  expect(answer.status).toBe(302);
  expect((await pricesOf(one))?.stock).toBe(shown + 1);
  expect(await owner.text(`/stock/${one}`)).toContain("Put right: Counted the rail Dana");
  const refused = await send({
    ...fields,
    submission: randomUUID(),
    [`stock:${one}`]: "0",
    [`shown:${one}`]: "999",
    reason: "x",
  });
  expect(await refused.text()).toContain("can still be sold");
  expect(await stockDrift(db)).toEqual([]);
});

test("the grid changes the status of products; an incomplete product stays unpublished, and a message names the missing fields", async () => {
  const [{ id = "" } = {}] = await db.select({ id: products.id }).from(products).where(eq(products.name, JACKET));
  expect((await send({ ...(await grid()), [`status:${id}`]: "draft" })).status).toBe(302);
  await db.execute(sql`update products set kind_for_tax = null where id = ${id}`);
  const refused = await send({ ...(await grid()), [`status:${id}`]: "published" });
  expect(await refused.text()).toContain("Choose a tax kind before it goes on the shop.");
  await db.execute(sql`update products set kind_for_tax = 'protective' where id = ${id}`);
  expect((await send({ ...(await grid()), [`status:${id}`]: "published" })).status).toBe(302);
});

test("[B-51] a reduction by 15 % previews old and rounded new prices, changes the price in an open bag, and undo restores the exact prices", async () => {
  const open = await draftRequestFor(shop, [["Sprocket Tee", "M", "Ash"]]);
  const before = await db.select({ id: variants.id, price: variants.salePrice }).from(variants).orderBy(variants.id);
  const { html, apply } = await preview("percent=15&change=sale&rounding=cent&q=Sprocket%20Tee");
  expect(html).toMatch(/\$36\.00[\s\S]*\$30\.60/);
  expect(formIn(html, "digest")).toContain("Apply to");
  expect((await preview("percent=15&rounding=ninety-nine&q=Sprocket%20Tee")).html).toContain("$30.99");

  const answer = await apply({ when: "now" });
  expect(answer.status).toBe(302);
  await expect(draftOrder(shop, open)).rejects.toMatchObject({
    code: "prices-changed",
    details: { lines: [{ price: 30.6 }] },
  });
  expect((await undone(answer)).status).toBe(302);
  expect(await db.select({ id: variants.id, price: variants.salePrice }).from(variants).orderBy(variants.id)).toEqual(
    before,
  );
  expect((await draftOrder(shop, open)).amount).toBe(open.amount);
});

test("a price change is refused when prices changed since its preview, and an invalid start or end gets a message", async () => {
  const { apply } = await preview("percent=10&q=Wrench%20Henley");
  expect(await (await apply({ when: "later", startsAt: "" })).text()).toContain("Write the day and the time");
  expect(await (await apply({ when: "now", startsAt: "2031-11-28T08:00" })).text()).toContain(
    "From a time on&quot; for that",
  );
  expect(await (await apply({ when: "now", endsAt: "2020-01-01T00:00" })).text()).toContain(
    "It has to end after it begins.",
  );
  await db.execute(sql`update products set price_cents = price_cents + 100 where name = 'Wrench Henley'`);
  await db.execute(
    sql`update variants set price_cents = price_cents + 100 where product_id in (select id from products where name = 'Wrench Henley')`,
  );
  const late = await apply({ when: "now" });
  expect(late.status).toBe(409);
  expect(await late.text()).toContain("Prices have changed since this preview.");
});

test("[B-51] a percentage may have a minus, an invalid percentage gets a message, and no new price exceeds the highest allowed price", async () => {
  const typed = (query: string) => owner.text(`/goods/bulk/percent?q=Gauntlet&${query}`);
  for (const percent of ["-15", "−15 %", "15%", "15"])
    expect([percent, await typed(`change=sale&percent=${encodeURIComponent(percent)}`)]).toEqual([
      percent,
      expect.stringContaining("Apply to"),
    ]);
  for (const [query, words] of [
    ["percent=0", "Write a number from 0.01 to 99.99."],
    ["percent=150&change=lower", "Write a number from 0.01 to 99.99."],
    ["percent=501&change=raise", "Write a number from 0.01 to 500."],
    ["percent=x", "Write a number with at most two decimals"],
    ["percent=%2B5&change=lower", "A plus would raise it."],
    ["percent=-5&change=raise", "A minus would lower it."],
  ] as const)
    expect([query, await typed(query)]).toEqual([query, expect.stringContaining(words)]);

  const [{ price } = { price: null }] = await db.select().from(variants).where(eq(variants.id, one));
  await db.execute(sql`update variants set price_cents = 90000_00 where id = ${one}`);
  const tooDear = await owner.text("/goods/bulk/percent?q=Outlaw&percent=500&change=raise");
  expect(tooDear).toContain("would cost more than $99,999.99");
  expect(tooDear).not.toContain("Apply to");
  await db.execute(sql`update variants set price_cents = ${price} where id = ${one}`);
});

test("[B-51] a variant with a lower sale price keeps it; with `cheaper=change` it gets the new price, and the preview marks and counts it as dearer", async () => {
  const [sale] = await db.select().from(variants).where(eq(variants.id, one));
  await send({ ...(await grid()), [`price:${one}`]: "300", [`salePrice:${one}`]: "150", [`salePrice:${two}`]: "" });
  const stays = await preview("percent=15&change=sale&q=Outlaw");
  expect(stays.html).toContain("1 variant is on sale for less already and stays as it is.");
  expect(stays.html).toContain("Stays: $255.00 would be dearer");
  expect(stays.html).not.toContain("Dearer than today");
  expect((await stays.apply({ when: "now" })).status).toBe(302);
  expect((await pricesOf(one))?.salePrice).toBe(150_00);
  expect((await pricesOf(two))?.salePrice).not.toBeNull();

  const dearer = await preview("percent=15&change=sale&cheaper=change&q=Outlaw");
  expect(dearer.html).toContain("1 variant becomes dearer for shoppers than today.");
  expect(dearer.html.match(/Dearer than today/g)).toHaveLength(1);
  expect((await dearer.apply({ when: "now" })).status).toBe(302);
  expect((await pricesOf(one))?.salePrice).toBe(255_00);

  // A variant with a lower sale price keeps its price, because shoppers would not pay the new one.
  expect((await preview("percent=50&change=lower&q=Outlaw")).html).toContain("Stays: on sale for $255.00");
  expect((await preview("percent=50&change=lower&cheaper=change&q=Outlaw")).html).toContain(
    "Shoppers still pay the sale price, $255.00",
  );
  await db
    .update(variants)
    .set({ price: sale?.price ?? null, salePrice: sale?.salePrice ?? null })
    .where(eq(variants.id, one));
});

test("a sale price above the price is refused with a message, and a price above the maximum is refused", async () => {
  const answer = await send({ ...(await grid()), [`price:${one}`]: "200", [`salePrice:${one}`]: "201" });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("The sale price has to be below the price.");
  expect((await send({ ...(await grid()), [`price:${one}`]: "100000" })).status).toBe(422);
});

test("[B-76] the screens of goods and of discounts link to the page of prices by percent, and the palette finds it by name", async () => {
  expect(await owner.text("/goods")).toContain("Put on sale");
  expect(await owner.text("/discounts")).toContain("Put goods on sale");
  for (const word of ["sale", "price", "bulk", "percent"])
    expect([word, await (await owner.fetch(`/find?q=${word}`)).text()]).toEqual([
      word,
      expect.stringContaining("/back-office/goods/bulk"),
    ]);
  expect(await officeAs(shop, memberAs("packer")).text("/find?q=sale")).not.toContain("Put goods on sale");
});

test("a planned sale shows its percent, goods, times, old and new prices; a member changes its times and cancels it, each with a message", async () => {
  const [women] = await db
    .execute<{ id: string }>(sql`select category_id as id from products where name = 'Gauntlet Leather Gloves'`)
    .then(({ rows }) => rows);
  const answer = await (
    await preview(`percent=20&q=Gauntlet&category=${women?.id}`)
  ).apply({ when: "later", startsAt: "2030-11-29T08:00", endsAt: "2030-12-02T00:00" });
  const path = place(answer).split("?")[0] ?? "";
  const page = await owner.text(path);
  expect(page).toMatch(/20% off: .*, with "Gauntlet"/);
  expect(page).toMatch(/Gauntlet Leather Gloves, [^$]*\$\d+\.\d\d \$\d+\.\d\d/);
  expect(page).toContain("What shoppers pay without it, and with it");
  expect(await owner.text("/goods?status=planned")).toContain("Gauntlet Leather Gloves");
  expect(await owner.text("/goods/bulk/plans")).toMatch(/20% off: .*variants/);

  const times = (fields: Record<string, string>) =>
    owner.post(path, {
      submission: randomUUID(),
      intent: "times",
      startsAt: "2030-11-30T08:00",
      endsAt: "",
      ...fields,
    });
  expect(await (await times({ startsAt: "2020-01-01T00:00" })).text()).toContain("This time is over.");
  expect(await (await times({ endsAt: "2030-11-30T07:00" })).text()).toContain("It has to end after it begins.");
  const moved = await times({});
  expect(moved.status).toBe(302);
  expect(await owner.text(place(moved))).toContain("Nov");
  expect(await owner.text("/log")).toMatch(/20% off: .*, begins/);
  expect((await owner.post(path, { submission: randomUUID(), intent: "cancel" })).status).toBe(302);
  expect(await owner.text(path)).toMatch(/Taken back at .* by Dana, before it began/);
});

test("a job starts and ends a sale at its times or later; it skips variants whose price changed meanwhile; the screen Today counts them, and the plan's page names them", async () => {
  const { apply } = await preview("percent=20&q=Gauntlet");
  const answer = await apply({ when: "later", startsAt: "2031-11-28T08:00", endsAt: "2031-12-01T00:00" });
  expect(answer.status).toBe(302);
  const planId = place(answer).split("/").at(-1)?.split("?")[0] ?? "";
  const planned = await db.select().from(pricePlanVariants).where(eq(pricePlanVariants.planId, planId));
  const [first, second] = planned;
  expect((await (await preview("percent=5&q=Gauntlet")).apply({ when: "now" })).status).toBe(409);

  await sweepPricePlans(db, new Date("2031-11-28T14:59:00Z"));
  expect((await pricesOf(first?.variantId ?? 0))?.salePrice).toBe(first?.oldPrice);
  await Promise.all([
    sweepPricePlans(db, new Date("2031-11-28T15:00:00Z")),
    sweepPricePlans(db, new Date("2031-11-28T15:00:00Z")),
  ]);
  for (const one of planned) expect((await pricesOf(one.variantId))?.salePrice).toBe(one.newPrice);

  await db
    .update(variants)
    .set({ salePrice: 1_00 as never })
    .where(eq(variants.id, second?.variantId ?? 0));
  await sweepPricePlans(db, new Date("2031-12-05T00:00:00Z"));
  expect((await pricesOf(first?.variantId ?? 0))?.salePrice).toBe(first?.oldPrice);
  expect((await pricesOf(second?.variantId ?? 0))?.salePrice).toBe(1_00);
  expect(await owner.text("/")).toMatch(/Planned prices left something alone .*: 1 variant had another price/);
  expect(await owner.text(`/goods/bulk/plans/${planId}`)).toMatch(
    /1 variant keeps its price: changed by hand meanwhile. Gauntlet Leather Gloves, [^$]* \(\$1\.00\)/,
  );
  await owner.post(`/goods/bulk/plans/${planId}`, { submission: crypto.randomUUID(), intent: "seen" });
  expect(await owner.text("/")).not.toContain("Planned prices left");
});

test("a member cancels a plan before its start and ends it while it runs; a plan whose period passed while the shop was down changes nothing", async () => {
  const planned = async () => {
    const answer = await (
      await preview("percent=30&q=Gauntlet")
    ).apply({ when: "later", startsAt: "2032-01-01T08:00", endsAt: "2032-01-02T08:00" });
    const path = place(answer).split("?")[0] ?? "";
    const [row] = await db
      .select()
      .from(pricePlanVariants)
      .where(eq(pricePlanVariants.planId, path.split("/").at(-1) ?? ""));
    return { path, id: row?.variantId ?? 0, old: row?.oldPrice, now: row?.newPrice };
  };
  const stop = (path: string, intent: string) => owner.post(path, { submission: randomUUID(), intent });
  const first = await planned();
  await stop(first.path, "cancel");
  await sweepPricePlans(db, new Date("2032-01-01T16:00:00Z"));
  expect((await pricesOf(first.id))?.salePrice).toBe(first.old);

  const second = await planned();
  await sweepPricePlans(db, new Date("2032-01-01T16:00:00Z"));
  expect((await pricesOf(second.id))?.salePrice).toBe(second.now);
  await stop(second.path, "end");
  expect((await pricesOf(second.id))?.salePrice).toBe(second.old);

  const third = await planned();
  await sweepPricePlans(db, new Date("2033-01-01T00:00:00Z"));
  expect((await pricesOf(third.id))?.salePrice).toBe(third.old);
  expect(await owner.text(third.path)).toContain("It never began: its time passed while the shop was down.");
});

test("a member can choose several categories for the grid, a sale, and the lists of goods and stock", async () => {
  const { rows: twins } = await db.execute<{ id: string; name: string; parent: string }>(sql`
    select c.id, c.name, t.name as parent from categories c join categories t on t.id = c.parent_id where c.name in (
      select name from categories c where parent_id is not null and exists (select from products where category_id = c.id)
      group by name having count(*) > 1 order by name limit 1)`);
  expect(twins.length).toBeGreaterThan(1);
  const name = twins[0]?.name ?? "";
  const both = twins.map(({ id }) => `category=${id}`).join("&");
  const { rows: variants } = await db.execute<{ id: number }>(sql`
    select v.id from variants v join products p on p.id = v.product_id join categories c on c.id = p.category_id
    where c.name = ${name} and v.retired_at is null and p.published_status <> 'archived'`);
  const shown = Object.keys(await grid(owner, both)).flatMap((name) => /^v:(\d+)$/.exec(name)?.[1] ?? []);
  expect(shown.map(Number).toSorted()).toEqual(variants.map(({ id }) => id).toSorted());
  expect(await owner.text(`/goods/bulk/percent?percent=10&${both}`)).toMatch(
    new RegExp(`${variants.length} variants, old and new: \\w+, ${name} and \\w+, ${name}`),
  );
  for (const list of ["/goods/bulk", "/goods", "/stock"])
    for (const { parent } of twins)
      expect([list, await owner.text(`${list}?${both}`)]).toEqual([
        list,
        expect.stringContaining(`Category: ${parent}, ${name}`),
      ]);
});

test("the choice of categories lists each under its parent, in the merchant's order", async () => {
  const names = (html: string) =>
    [...html.matchAll(/name="category"[^>]*>(?:<[^>]*>)*([^<]+)/g)].map(([, name]) => name);
  const { rows } = await db.execute<{ name: string; top: string | null }>(sql`
    select c.name, t.name as top from categories c left join categories t on t.id = c.parent_id
    order by coalesce(t.position, c.position), coalesce(t.id, c.id), t.id is not null, c.position, c.id`);
  const page = await (await owner.fetch("/goods/bulk/percent")).text();
  expect(names(page)).toEqual(rows.map(({ name, top }) => (top ? `${top}, ${name}` : name).replace("&", "&amp;")));
});

test("[B-12] members without the right to set prices see neither grid nor plans, and their forms are refused", async () => {
  const fields = await grid();
  for (const role of ["packer", "editor", "bookkeeper"] as const) {
    const office = officeAs(shop, memberAs(role, "Pat"));
    for (const path of ["/goods/bulk", "/goods/bulk/percent?percent=5", "/goods/bulk/plans"])
      expect([role, path, (await office.fetch(path)).status]).toEqual([role, path, 403]);
    expect((await send({ ...fields, [`price:${one}`]: "1" }, office)).status).toBe(403);
  }
});
