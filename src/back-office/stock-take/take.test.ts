import { randomUUID } from "node:crypto";
import { eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";
import { officeAs } from "~/testing/back-office-as.server";
import { shopper } from "~/shop/actor";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { reserve, sell, stockDrift } from "~/shop/catalog/stock/reservations.server";
import { takeResult } from "~/shop/stock-take/take-result.server";

const { shop, db, bought, tee } = await openBoughtOrders();
const sam = officeAs(shop, memberAs("packer", "Sam"));
const pat = officeAs(shop, memberAs("packer", "Pat"));

// Puts three variants on one shelf; one of them is in a paid order that is not sent.
await db.execute(sql`update variants set shelf = ''`);
await bought([[...tee, 2]]);
const [teeId = 0] = (await db.execute<{ id: number }>(sql`select variant_id as id from order_lines limit 1`)).rows.map(
  ({ id }) => id,
);
const [one = 0, two = 0] = (
  await db.execute<{ id: number }>(sql`
    select id from variants where stock between 8 and 40 and id <> ${teeId} and retired_at is null order by id limit 2`)
).rows.map(({ id }) => id);
await db.execute(sql`update variants set shelf = 'C' where id in (${one}, ${two}, ${teeId})`);
const level = async (id: number) =>
  (await db.select({ stock: variants.stock }).from(variants).where(eq(variants.id, id)))[0]?.stock ?? 0;
const hold = (id: number, quantity: number, order: string) =>
  db.transaction((tx) => reserve(tx, [{ variantId: id, quantity }], order, shopper));

async function begun(): Promise<string> {
  const form = fieldsIn(formIn(await (await sam.fetch("/stock/count")).text(), "submission"));
  const answer = await sam.post("/stock/count", { ...form, shelf: "C" });
  return (answer.headers.get("location") ?? "").replace("/back-office", "");
}
/** Fields that submit a form of the page by its name. */
const formOf = (form: string) => ({ form, submission: randomUUID() });
const count = (take: string, id: number, counted: number, office = sam) =>
  office.post(take, { ...formOf(`count:${id}`), variant: String(id), counted: String(counted) });
const expected = async (take: string, id: number) =>
  Number(/The shop says (\d+)/.exec(await sam.text(`${take}?pair=${id}`))?.[1] ?? Number.NaN);
const finish = async (take: string, office = sam) =>
  office.post(take, fieldsIn(formIn(await (await office.fetch(take)).text(), 'value="finish"')));

test("[B-58] the count is compared with all pieces in the house: sellable, reserved, and sold but unsent; stock changes only at the finish", async () => {
  const take = await begun();
  expect(await sam.text(take)).toContain("0 of 3 counted");
  await hold(teeId, 1, "10101010");
  const free = await level(teeId);
  expect(await sam.text(`${take}?pair=${teeId}`)).toContain(`The shop says ${free + 3}`);
  expect(await sam.text(`${take}?pair=${teeId}`)).toContain(
    "With 1 held until paid and 2 sold and not sent: count all",
  );

  await count(take, teeId, free + 2);
  await count(take, one, await level(one), pat);
  const text = await pat.text(take);
  expect(text).toContain("2 of 3 counted");
  expect(text).toContain(`${free + 2} shop says ${free + 3} −1`);
  expect(await level(teeId)).toBe(free);

  const answer = await finish(take, pat);
  expect(answer.status).toBe(302);
  expect(await level(teeId)).toBe(free - 1);
  expect(await stockDrift(db)).toEqual([]);
  expect(await sam.text(`/stock/${teeId}`)).toContain("Stock-take: Shelf C");
  expect(await sam.text(take)).toMatch(
    new RegExp(
      `Finished at .* by .*\\. What came of it Counted 2 variants, \\d+ pieces Differed 1 variant: 1 piece fewer`,
    ),
  );
});

test("[B-58] pieces reserved between counting and finishing stay reserved, and another member sees the counts so far", async () => {
  const take = await begun();
  const before = await level(one);
  await count(take, one, before + 2);
  await hold(one, 3, "20202020");
  expect(await pat.text(take)).toContain("1 of 3 counted");
  expect(await sam.text("/stock/count")).toContain("Shelf C");
  expect((await finish(take)).status).toBe(302);
  expect(await level(one)).toBe(before - 3 + 2);
  expect(await stockDrift(db)).toEqual([]);
});

test("[B-58] finishing a stock-take twice at the same moment changes stock once", async () => {
  const take = await begun();
  const before = await level(two);
  await count(take, two, before + 5);
  const form = fieldsIn(formIn(await (await sam.fetch(take)).text(), 'value="finish"'));
  const other = fieldsIn(formIn(await (await pat.fetch(take)).text(), 'value="finish"'));
  await Promise.all([sam.post(take, form), sam.post(take, form), pat.post(take, other)]);
  expect(await level(two)).toBe(before + 5);
  expect((await count(take, two, 1)).status).toBe(409);
});

test("finishing is refused with the orders concerned if more pieces are missing than can be sold, and changes nothing", async () => {
  const take = await begun();
  const [before, others] = [await level(one), await level(two)];
  await count(take, one, 0);
  await count(take, two, others + 1);
  await hold(one, before, "30303030");
  const refused = await finish(take);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("for #3030 3030");
  expect([await level(one), await level(two)]).toEqual([0, others]);
  await sam.post(take, { ...formOf("leave-out"), variant: String(one) });
  expect((await finish(take)).status).toBe(302);
  expect(await level(two)).toBe(others + 1);
});

test("a variant is counted in one stock-take at a time; an abandoned stock-take changes nothing", async () => {
  const [first, second] = [await begun(), await begun()];
  await count(first, two, 1);
  const refused = await count(second, two, 1);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("counted in another stock-take");
  const before = await level(two);
  await sam.post(first, formOf("give-up"));
  expect((await count(second, two, 2)).status).toBe(302);
  await sam.post(second, formOf("give-up"));
  expect(await level(two)).toBe(before);
});

test("[B-22] undo of a finished stock-take reverses its differences", async () => {
  const take = await begun();
  const before = await level(two);
  await count(take, two, before + 4);
  const answer = await finish(take);
  const html = await (await sam.fetch((answer.headers.get("location") ?? "").replace("/back-office", ""))).text();
  const form = /<form[^>]*action="([^"]*\/log\/[^"]*)"[\s\S]*?<\/form>/.exec(html);
  expect((await sam.post(form?.[1]?.replace("/back-office", "") ?? "", fieldsIn(form?.[0] ?? ""))).status).toBe(302);
  expect(await level(two)).toBe(before);
  expect(await sam.text(take)).toContain("1 of 3 counted");
  expect(await endOf(take)).toBeNull();
  const act = actOf(await finish(take));
  expect(await level(two)).toBe(before + 4);
  expect(await endOf(take)).toMatchObject({ act });
});

const endOf = async (take: string) =>
  (await takeResult(shop, memberAs("packer", "Sam"), take.replace("/stock/count/", ""))).ended;
const actOf = (answer: Response) => /done=([\w-]+)/.exec(answer.headers.get("location") ?? "")?.[1] ?? "";
const takenBack = (act: string, change = {}) => sam.post(`/log/${act}`, { submission: randomUUID(), ...change });
/** Ids of an act's changes that can be undone separately on the act's page. */
const partsOf = async (act: string) =>
  [...(await (await sam.fetch(`/log/${act}`)).text()).matchAll(/name="change" value="(\d+)"/g)].map(
    ([, id = ""]) => id,
  );
const adjusted = async (id: number, by: number, cause: string) => {
  const form = fieldsIn(formIn(await (await sam.fetch(`/stock/${id}`)).text(), "wanted"));
  const wanted = String((await level(id)) + by);
  return actOf(await sam.post(`/stock/${id}`, { ...form, wanted, cause, reason: "Seen", note: "Seen" }));
};

test("[B-22] undo of a finished stock-take reverses only its own differences: a later delivery and sale keep their effect", async () => {
  const take = await begun();
  const before = await level(two);
  await count(take, two, before - 2);
  const act = actOf(await finish(take));
  await adjusted(two, 10, "delivery");
  await hold(two, 1, "40404040");
  await db.transaction((tx) => sell(tx, "40404040", shopper));
  const answer = await takenBack(act);
  expect(answer.status).toBe(302);
  expect(await level(two)).toBe(before + 10 - 1);
  expect(await sam.text(take)).toContain("1 of 3 counted");

  // After the second finish the difference is applied once, and the first finish cannot be undone again.
  await finish(take);
  expect(await level(two)).toBe(before + 10 - 1 - 2);
  expect((await takenBack(act)).status).toBe(409);
  expect(await level(two)).toBe(before + 10 - 1 - 2);
  expect(await stockDrift(db)).toEqual([]);
});

test("every undo of a stock change reverses the pieces of that change, once, in any order", async () => {
  const before = await level(two);
  const first = await adjusted(two, 7, "delivery");
  const second = await adjusted(two, -3, "count");
  expect((await takenBack(first)).status).toBe(302);
  expect(await level(two)).toBe(before - 3);
  expect((await takenBack(first)).status).toBe(302);
  expect(await level(two)).toBe(before - 3);
  const back = actOf(await takenBack(second));
  expect(await level(two)).toBe(before);
  await takenBack(back);
  expect(await level(two)).toBe(before - 3);
  await Promise.all([takenBack(second), takenBack(second)]);
  expect(await level(two)).toBe(before);
  expect(await stockDrift(db)).toEqual([]);
});

test("a difference that was undone separately is not reversed again by the undo of its stock-take", async () => {
  const take = await begun();
  const [ones, twos] = [await level(one), await level(two)];
  await count(take, one, (await expected(take, one)) + 1);
  await count(take, two, (await expected(take, two)) + 2);
  const act = actOf(await finish(take));
  const [part = ""] = await partsOf(act);
  expect((await takenBack(act, { change: part })).status).toBe(302);
  expect(await level(one)).toBe(ones);
  expect((await takenBack(act)).status).toBe(302);
  expect([await level(one), await level(two)]).toEqual([ones, twos]);
  await sam.post(take, formOf("give-up"));
});

test("the undo of a stock-take cannot be undone line by line: finishing again would move those pieces a second time", async () => {
  const take = await begun();
  const before = await level(two);
  await count(take, two, (await expected(take, two)) + 2);
  const act = actOf(await finish(take));
  const parts = await partsOf(act);
  expect(parts).toHaveLength(1);
  const back = actOf(await takenBack(act));
  expect(await partsOf(back)).toEqual([]);
  const rows = await db.execute<{ id: string }>(
    sql`select id from audit where submission = ${back} and kind = 'stock'`,
  );
  const refused = await takenBack(back, { change: rows.rows[0]?.id });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("This is taken back with all that it changed, not alone.");
  expect(await level(two)).toBe(before);
  await finish(take);
  expect(await level(two)).toBe(before + 2);
});

test("an undone finish cannot be undone again after the next finish", async () => {
  const take = await begun();
  const before = await level(two);
  await count(take, two, before);
  const act = actOf(await finish(take));
  expect((await sam.post(`/log/${act}`, { submission: randomUUID() })).status).toBe(302);
  await count(take, two, before + 4);
  expect((await finish(take)).status).toBe(302);
  const refused = await sam.post(`/log/${act}`, { submission: randomUUID() });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("It stands otherwise by now.");
  expect(await sam.text(take)).toContain("Finished at");
  expect(await level(two)).toBe(before + 4);
});

test("a finished stock-take shows its differences and links each to its ledger; only members who may see cost see their value", async () => {
  await db.execute(
    sql`update variants set cost_cents = case when id = ${two} then 1250 end where id in (${one}, ${two})`,
  );
  await db.execute(
    sql`update products set cost_cents = null where id = (select product_id from variants where id = ${one})`,
  );
  const take = await begun();
  await count(take, one, (await expected(take, one)) + 1);
  await count(take, two, (await expected(take, two)) - 2);
  const answer = await finish(take);
  const path = (answer.headers.get("location") ?? "").replace("/back-office", "");
  expect(path).toMatch(new RegExp(`^${take}\\?done=`));
  expect(await sam.text(path)).toContain("The stock-take is finished: 2 variants differed.");
  const said = await sam.text(take);
  expect(said).toMatch(/Counted 2 variants, \d+ pieces Differed 2 variants: 1 piece more, 2 pieces fewer/);
  expect(said).not.toContain("At cost");
  expect(await (await sam.fetch(take)).text()).not.toContain("12.5");
  const dana = officeAs(shop, memberAs("owner", "Dana"));
  expect(await dana.text(take)).toContain("At cost -$25.00 Without 1 variant that differed and no cost is known of.");
  expect(await (await sam.fetch(take)).text()).toContain(`href="/back-office/stock/${two}"`);
  expect(await dana.text("/stock/count")).toContain("Finished Shelf C Finished");
  expect(await dana.text("/log")).toContain("Stock-take, 2 changes Under way Finished");
});

test("the value of differences at cost is correct even if it does not fit into 32 bits", async () => {
  await db.execute(sql`update variants set cost_cents = 99999999 where id = ${two}`);
  const take = await begun();
  await count(take, two, 99_999);
  expect((await finish(take)).status).toBe(302);
  expect(await sam.text(take)).toContain("Finished at");
  expect(await officeAs(shop, memberAs("owner", "Dana")).text(take)).toMatch(/At cost \$9\d,\d{3},\d{3},\d{3}\.\d\d/);
});

test("undo reopens an abandoned stock-take unless another one has counted the same variants meanwhile", async () => {
  const take = await begun();
  await count(take, two, 3);
  const answer = await sam.post(take, formOf("give-up"));
  const back = async () => {
    const html = await (await sam.fetch((answer.headers.get("location") ?? "").replace("/back-office", ""))).text();
    const form = /<form[^>]*action="([^"]*\/log\/[^"]*)"[\s\S]*?<\/form>/.exec(html);
    return sam.post(form?.[1]?.replace("/back-office", "") ?? "", fieldsIn(form?.[0] ?? ""));
  };
  expect(await sam.text(take)).toContain("Given up at");
  const other = await begun();
  await count(other, two, 3);
  expect((await back()).status).toBe(409);
  await sam.post(other, formOf("give-up"));
  expect((await back()).status).toBe(302);
  expect(await sam.text(take)).toContain("1 of 3 counted");
  await sam.post(take, formOf("give-up"));
});

test("[B-79] without JavaScript the buttons beside the number change it; a SKU opens its variant; invalid counts are refused", async () => {
  const take = await begun();
  const more = await sam.post(take, { ...formOf("count"), variant: String(two), counted: "7", step: "more" });
  expect(more.headers.get("location")).toContain(`pair=${two}&counted=8`);
  const [{ sku = "" } = {}] = await db.select({ sku: variants.sku }).from(variants).where(eq(variants.id, two));
  expect(await sam.text(`${take}?q=${sku.toLowerCase()}`)).toMatch(new RegExp(`${sku}.*The shop says`));
  // While it is typed, what fits exactly is listed and not opened: a longer code may follow.
  const typing = await sam.text(`${take}?q=${sku.toLowerCase()}&live=1`);
  expect(typing).toContain(sku);
  expect(typing).not.toMatch(new RegExp(`${sku}.*The shop says`));
  expect(await sam.text(`${take}?q=nothing%20like%20it`)).toContain("Nothing is called");
  for (const counted of ["", "-1", "x", "1e9", "9".repeat(30)])
    expect([counted, (await sam.post(take, { ...formOf("count"), variant: String(two), counted })).status]).toEqual([
      counted,
      422,
    ]);
});

test("only the page of a stock-take may use the camera; members without the right to count see no form", async () => {
  const take = await begun();
  expect((await sam.fetch(take)).headers.get("permissions-policy")).toContain("camera=(self)");
  for (const other of ["/stock", "/stock/count", `/stock/${two}`])
    expect([other, (await sam.fetch(other)).headers.get("permissions-policy")]).toEqual([other, null]);
  const kim = officeAs(shop, memberAs("bookkeeper", "Kim"));
  expect(await kim.text(take)).not.toContain("Next piece");
  expect((await count(take, two, 1, kim)).status).toBe(403);
  expect((await kim.post(take, formOf("give-up"))).status).toBe(403);
  expect((await sam.fetch("/stock/count/nothing")).status).toBe(404);
});

test("a scanned barcode opens its variant, with or without a leading zero; a barcode of several variants shows them to choose from", async () => {
  const take = await begun();
  await db.update(variants).set({ barcode: "012345678905" }).where(eq(variants.id, two));
  for (const scanned of ["012345678905", "0012345678905"])
    expect(await sam.text(`${take}?q=${scanned}`)).toMatch(/The shop says \d+/);
  await db.update(variants).set({ barcode: "012345678905" }).where(eq(variants.id, one));
  const html = await (await sam.fetch(`${take}?q=012345678905`)).text();
  expect(await sam.text(`${take}?q=012345678905`)).toContain(
    "2 variants have the barcode 012345678905. Which one lies here?",
  );
  expect([...html.matchAll(/class="thing take__hit"/g)]).toHaveLength(2);
  await db.update(variants).set({ barcode: "" });
  await sam.post(take, formOf("give-up"));
});

test("a scanned SKU of several variants shows them to choose from, also if it is the SKU of their product", async () => {
  const [{ productId = "" } = {}] = await db.select().from(variants).where(eq(variants.id, one));
  const own = await db.select().from(variants).where(eq(variants.productId, productId));
  const made = Array.from({ length: 14 }, (_, place) => ({
    productId,
    size: `Shared ${place}`,
    color: "Rust",
    stock: 3,
    position: 50 + place,
  }));
  const added = await db.insert(variants).values(made).returning();
  const ids = added.map(({ id }) => id);
  const take = await begun();
  await count(take, ids[2] ?? 0, 4);
  const scanned = async (sku: string) => {
    const html = await (await sam.fetch(`${take}?q=${sku}`)).text();
    const links = [...html.matchAll(/class="thing take__hit" href="[^"]*\?pair=(\d+)"/g)].map(([, id]) => Number(id));
    return { links, html };
  };
  await db.update(variants).set({ sku: "SCAN-ALL" }).where(inArray(variants.id, ids));
  const shared = await scanned("scan-all");
  expect(shared.links.toSorted((a, b) => a - b)).toEqual(ids);
  expect(shared.html).toContain("Which one lies here?");
  expect(shared.html).toContain("4 counted");
  expect(shared.html).not.toContain('name="counted"');
  // The chosen variant can be counted.
  expect(await sam.text(`${take}?pair=${ids[5]}`)).toContain("The shop says 3");

  await db.update(variants).set({ sku: "" }).where(eq(variants.productId, productId));
  await db.update(products).set({ sku: "WHOLE-THING" }).where(eq(products.id, productId));
  expect((await scanned("WHOLE-THING")).links.length).toBeGreaterThanOrEqual(14);
  await db
    .update(variants)
    .set({ sku: "ONLY-ONE" })
    .where(eq(variants.id, ids[0] ?? 0));
  expect((await scanned("only-one")).links).toEqual([]);
  expect(await sam.text(`${take}?q=only-one`)).toContain("Shared 0");

  for (const { id, sku } of own) await db.update(variants).set({ sku }).where(eq(variants.id, id));
  await sam.post(take, formOf("give-up"));
});

test("a refused count is shown again with its variant, the typed number, and the reason", async () => {
  const take = await begun();
  const path = `${take}?pair=${two}`;
  const form = fieldsIn(formIn(await (await sam.fetch(path)).text(), 'name="counted"'));
  const wrong = await sam.post(path, { ...form, counted: "many" });
  expect(wrong.status).toBe(422);
  const html = await wrong.text();
  expect(html).toContain("Write how many pieces lie there: 0 or more.");
  expect(fieldsIn(formIn(html, 'name="counted"'))).toMatchObject({ variant: String(two), counted: "many" });
  // A number typed for one variant does not appear in another variant's form.
  const other = await sam.post(`${take}?pair=${one}`, { ...form, counted: "many" });
  expect(fieldsIn(formIn(await other.text(), 'name="counted"')).counted).not.toBe("many");
  await sam.post(take, formOf("give-up"));
});
