import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { eq, inArray, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { audit } from "~/shop/audit/audit.tables";
import { logChanges } from "~/shop/audit/change-log.server";
import { variants } from "~/shop/catalog/catalog.tables";
import { pricePlans, pricePlanVariants } from "~/shop/catalog/price-plans/price-plans.tables";
import { sweepPricePlans } from "~/shop/catalog/price-plans/price-plans.server";
import { cents } from "~/shop/money";
import { memberAccounts } from "~/shop/members/members.tables";
import { officeAs, place } from "~/testing/back-office-as.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const { db } = shop;
const [dana, sam] = [memberAs("owner", "Dana"), memberAs("manager", "Sam")];
const [owner, manager] = [officeAs(shop, dana), officeAs(shop, sam)];
await db.insert(memberAccounts).values([dana, sam].map((member) => ({ ...member, passkeyUser: member.id })));

/** Search word that matches the products of the tested plans. */
const WORD = "Gauntlet";
const { rows: found } = await db.execute<{ id: number }>(sql`
  select v.id from variants v join products p on p.id = v.product_id where p.name ilike ${`%${WORD}%`} order by v.id`);
const ids = found.map(({ id }) => id);
const salePrices = async () =>
  new Map(
    (await db.select().from(variants).where(inArray(variants.id, ids))).map(({ id, salePrice }) => [id, salePrice]),
  );
const setSale = (id: number, price: number | null) =>
  db
    .update(variants)
    .set({ salePrice: price === null ? null : cents(price) })
    .where(eq(variants.id, id));

/** Plans a sale by sending the form of a member; returns the address of the plan's page. */
async function planned(fields: Record<string, string>, percent = 20, more = ""): Promise<string> {
  const query = `percent=${percent}&q=${WORD}${more}`;
  const form = fieldsIn(formIn(await (await owner.fetch(`/goods/bulk/percent?${query}`)).text(), "digest"));
  const answer = await owner.post(`/goods/bulk/percent?${query}`, { ...form, ...fields });
  expect(answer.status).toBe(302);
  return place(answer).split("?")[0] ?? "";
}
const sale = (more?: string) => planned({ when: "now" }, 20, more);
const inFuture = () => planned({ when: "later", startsAt: "2031-11-28T08:00", endsAt: "2031-12-01T00:00" });
const BEGUN = new Date("2031-11-28T15:00:00Z");
const OVER = new Date("2031-12-01T07:00:00Z");

const stop = (path: string, intent: "end" | "cancel", office = owner) =>
  office.post(path, { submission: randomUUID(), intent });
/** Presses Undo in the message to which a response redirects. */
async function undone(answer: Response, office = owner): Promise<Response> {
  const html = await (await office.fetch(place(answer))).text();
  const form = /<form[^>]*action="([^"]*\/log\/[^"]*)"[\s\S]*?<\/form>/.exec(html);
  return office.post(form?.[1]?.replace("/back-office", "") ?? "", fieldsIn(form?.[0] ?? ""));
}
/** State changes of a plan in the log, each with its new state and member. */
const standings = async (path: string) =>
  (
    await db
      .select()
      .from(audit)
      .where(eq(audit.record, path.split("/").at(-1) ?? ""))
      .orderBy(audit.id)
  )
    .filter(({ field }) => field === "state")
    .map(({ new: state, memberId }) => [state, memberId]);

/** Undoes the latest act that set a plan to a state. */
async function takenBack(path: string, state: string, fields: Record<string, string> = {}): Promise<Response> {
  const rows = await db
    .select()
    .from(audit)
    .where(sql`${audit.record} = ${path.split("/").at(-1)} and ${audit.new} = ${JSON.stringify(state)}::jsonb`)
    .orderBy(audit.id);
  return owner.post(`/log/${rows.at(-1)?.submission}`, { submission: randomUUID(), ...fields });
}

const before = await salePrices();
beforeEach(async () => {
  await db.execute(sql`update price_plans set state = 'over' where state in ('planned', 'running')`);
  await db.update(pricePlanVariants).set({ isOpen: false });
  for (const [id, price] of before) await setSale(id, price);
});

test("a sale without an end runs until it is ended on its page; undo makes it run again", async () => {
  const path = await sale();
  expect(await owner.text(path)).toMatch(/Running since .* It runs until you end it\./);
  expect(await owner.text("/goods/bulk/plans")).toMatch(/20% off: [^.]*Running/);
  const onSale = await salePrices();
  expect(onSale).not.toEqual(before);

  const answer = await stop(path, "end", manager);
  expect(await manager.text(place(answer))).toContain(`${ids.length} variants have their old prices again.`);
  expect(await salePrices()).toEqual(before);
  expect(await owner.text(path)).toMatch(/Ended at .* by Sam\./);
  expect(await owner.text(path)).not.toContain("End it now");

  expect((await undone(answer, manager)).status).toBe(302);
  expect(await salePrices()).toEqual(onSale);
  expect(await owner.text(path)).toContain("Running since");
  await stop(path, "end");
  expect(await salePrices()).toEqual(before);
});

test("a migration sets old sales without an end, which were stored as over, to running while their prices apply, and a member can end them", async () => {
  const [first = 0, second = 0] = ids;
  const made = async (id: number, newPrice: number) => {
    const plan = randomUUID();
    const act = { memberId: dana.id, submission: plan, action: "price-plan" as const, reason: "Of before" };
    await db.insert(pricePlans).values({
      id: plan,
      name: "Of before",
      field: "salePrice",
      startsAt: new Date(Date.now() - DAY),
      state: "over",
      memberId: dana.id,
    });
    await db.insert(pricePlanVariants).values({
      planId: plan,
      variantId: id,
      oldPrice: before.get(id) ?? null,
      newPrice: cents(newPrice),
      isOpen: false,
    });
    await db.transaction((tx) =>
      logChanges(tx, act, [{ kind: "price-plan", record: plan, version: 1, field: "state", old: null, new: "over" }]),
    );
    return `/goods/bulk/plans/${plan}`;
  };
  const [stands, gone] = [await made(first, 777), await made(second, 778)];
  await setSale(first, 777);
  const ended = await sale();
  await stop(ended, "end");
  await setSale(first, 777);
  const migration = await readFile("migrations/0040_sales-without-an-end.sql", "utf8");
  await shop.asOwner(migration);
  expect(await owner.text(stands)).toMatch(/Running since .* It runs until you end it\./);
  for (const path of [gone, ended]) expect(await owner.text(path)).toContain("Ended");
  expect((await stop(stands, "end")).status).toBe(302);
  expect((await salePrices()).get(first)).toBe(before.get(first));

  // Runs the migration again after a member changed a price; the plan must stay ended.
  await setSale(first, 777);
  await shop.asOwner(migration);
  expect(await owner.text(stands)).toContain("Ended");
});

test("after a member ended a sale early, the job at its planned end changes nothing, and its page says who ended it", async () => {
  const path = await inFuture();
  await sweepPricePlans(db, BEGUN);
  expect(await owner.text(path)).toContain("It ends by itself Monday, December 1, 12:00 am MST.");
  await stop(path, "end");
  const [one = 0] = ids;
  await setSale(one, 77_00);
  await sweepPricePlans(db, OVER);
  expect(await salePrices()).toEqual(new Map([...before, [one, cents(77_00)]]));
  expect(await standings(path)).toEqual([
    ["planned", dana.id],
    ["running", null],
    ["over", dana.id],
  ]);
  expect(await owner.text(path)).toMatch(/Ended early at .* by Dana\./);
});

test("a plan that fails for ever stops no other, is told on Today, and can be taken back", async () => {
  const path = await inFuture();
  await shop.asOwner(`
    create function fail() returns trigger language plpgsql as $$ begin raise 'It fails for ever.'; end $$;
    create trigger fail before update on price_plans for each row when (new.state = 'running') execute function fail()`);
  for (const minute of [0, 1, 3]) await sweepPricePlans(db, new Date(BEGUN.getTime() + minute * 60_000));
  expect(await owner.text("/")).toMatch(
    /Planned prices did not begin 20% off.*: It failed .* Choose another time, or stop the plan\./,
  );
  await shop.asOwner("drop trigger fail on price_plans; drop function fail()");

  await stop(path, "cancel");
  await sweepPricePlans(db, BEGUN);
  expect(await owner.text("/")).not.toContain("Planned prices did not begin");
  expect(await standings(path)).toEqual([
    ["planned", dana.id],
    ["called-off", dana.id],
  ]);
});

test("a sale that two members and a job end at the same time ends only once", async () => {
  const path = await inFuture();
  await sweepPricePlans(db, BEGUN);
  const answers = await Promise.all([
    stop(path, "end"),
    stop(path, "end", manager),
    sweepPricePlans(db, OVER),
    sweepPricePlans(db, OVER),
  ]);
  expect(answers.slice(0, 2).map((answer) => answer?.status)).toEqual([302, 302]);
  expect(await salePrices()).toEqual(before);
  expect((await standings(path)).filter(([state]) => state === "over")).toHaveLength(1);
  const { rows } = await db.execute(sql`
    select from audit where kind = 'variant' and submission in (
      select submission from audit where record = ${path.split("/").at(-1)} and new = '"over"')`);
  expect(rows).toHaveLength(ids.length);
});

test("a plan's page lists a variant whose price a member changed, before and after the end, and the variant keeps that price", async () => {
  const path = await sale();
  const [one = 0] = ids;
  await setSale(one, 55_00);
  const named = /Gauntlet Leather Gloves, [^$]* \(\$55\.00\)/;
  expect(await owner.text(path)).toMatch(new RegExp(`Changed by hand since, and left alone: ${named.source}`));
  await stop(path, "end");
  expect(await salePrices()).toEqual(new Map([...before, [one, cents(55_00)]]));
  expect(await owner.text(path)).toMatch(named);
});

test("the log shows an act on a sale as one line with the sale's name and collapsed changes, and undo reverts the whole act", async () => {
  const path = await sale();
  const log = await owner.text("/log");
  expect(log).toContain(`20% off: all goods, with "${WORD}", ${ids.length} changes Not planned Running Dana`);
  const act = `/log/${path.split("/").at(-1)}`;
  const html = await (await owner.fetch(act)).text();
  expect(html.indexOf("<details")).toBeGreaterThan(0);
  expect(html.indexOf("Take this back")).toBeGreaterThan(html.indexOf("<details"));
  expect(html.match(/Take this back/g)).toHaveLength(ids.length);
  expect((await owner.post(act, { submission: randomUUID() })).status).toBe(302);
  expect(await salePrices()).toEqual(before);
  expect(await owner.text(path)).toMatch(/Taken back at .* by Dana\./);
  expect(await owner.text("/goods/bulk/plans")).toContain("Taken back");
});

test("undo of a sale's state alone, without its prices, is refused", async () => {
  const path = await sale();
  const id = path.split("/").at(-1) ?? "";
  const [row] = await db.select().from(audit).where(eq(audit.record, id));
  const refused = await owner.post(`/log/${id}`, { submission: randomUUID(), change: String(row?.id) });
  expect(refused.status).toBe(409);
  expect(await owner.text(path)).toContain("Running since");
  await stop(path, "end");
});

test("a member cancels a waiting plan; Undo makes it wait again, unless another plan has the same goods meanwhile", async () => {
  const path = await inFuture();
  const answer = await stop(path, "cancel");
  expect(await owner.text(place(answer))).toContain("It was taken back before it began.");
  const other = await inFuture();
  const refused = await undone(answer);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("in another planned change by now");
  await stop(other, "cancel");
  expect((await undone(answer)).status).toBe(302);
  expect(await owner.text(path)).toContain("Waiting. It begins Friday, November 28, 8:00 am MST");
  await sweepPricePlans(db, BEGUN);
  expect(await salePrices()).not.toEqual(before);
  await sweepPricePlans(db, OVER);
  expect(await salePrices()).toEqual(before);
});

test("undoing an automatic start cancels the sale for good; after undoing an automatic end the sale runs until a member ends it", async () => {
  const path = await inFuture();
  await sweepPricePlans(db, BEGUN);
  await sweepPricePlans(db, OVER);
  await db.execute(sql`update price_plans set starts_at = '2020-01-01', ends_at = '2020-01-02' where state = 'over'
    and id = ${path.split("/").at(-1)}`);
  expect((await takenBack(path, "over")).status).toBe(302);
  await sweepPricePlans(db, OVER);
  expect(await salePrices()).not.toEqual(before);
  await stop(path, "end");

  const next = await inFuture();
  await sweepPricePlans(db, BEGUN);
  expect((await takenBack(next, "running")).status).toBe(302);
  await sweepPricePlans(db, BEGUN);
  expect(await salePrices()).toEqual(before);
  expect(await owner.text(next)).toContain("Taken back at");
});

test("the creation of a running sale cannot be undone; ending the sale on its page restores the prices", async () => {
  const path = await inFuture();
  const id = path.split("/").at(-1) ?? "";
  const answer = await stop(path, "cancel");
  expect((await undone(answer)).status).toBe(302);
  await sweepPricePlans(db, BEGUN);
  const onSale = await salePrices();
  const { rows } = await db.execute<{ version: number }>(sql`select version from price_plans where id = ${id}`);
  const choice = {
    [`keep:price-plan ${id} state`]: "mine",
    versions: JSON.stringify({ [`price-plan ${id}`]: rows[0]?.version }),
  };
  const planning = await owner.post(`/log/${id}`, { submission: randomUUID(), ...choice });
  for (const refused of [planning, await takenBack(path, "planned"), await takenBack(path, "planned", choice)]) {
    expect(refused.status).toBe(409);
    const text = await refused.text();
    expect(text).toContain("It stands otherwise by now.");
    expect(text).not.toContain("Put this back");
  }
  expect(await owner.text(path)).toContain("Running since");
  expect(await salePrices()).toEqual(onSale);
  await stop(path, "end");
  expect(await salePrices()).toEqual(before);
});

test("undo of a sale's start restores all prices of the sale, also one that a member changed since, or changes nothing", async () => {
  const path = await sale();
  const act = `/log/${path.split("/").at(-1)}`;
  const [one = 0] = ids;
  await setSale(one, 55_00);
  const html = await (await owner.post(act, { submission: randomUUID() })).text();
  expect(html).toContain("This goes back whole or not at all.");
  const form = fieldsIn(formIn(html, "versions"));
  expect((await owner.post(act, { ...form, [`keep:variant ${one} salePrice`]: "theirs" })).status).toBe(409);
  expect(await owner.text(path)).toContain("Running since");
  expect((await owner.post(act, form)).status).toBe(302);
  expect(await salePrices()).toEqual(before);
});

test("after undo of an end, variants that the end skipped are in the sale again; variants that the start skipped are not", async () => {
  const path = await inFuture();
  const [one = 0, two = 0] = ids;
  await setSale(two, 44_00);
  await sweepPricePlans(db, BEGUN);
  const onSale = (await salePrices()).get(one) ?? null;
  await setSale(one, 55_00);
  const answer = await stop(path, "end");
  await owner.post(path, { submission: crypto.randomUUID(), intent: "seen" });
  expect((await undone(answer)).status).toBe(302);
  const left = await db.select().from(pricePlanVariants).where(eq(pricePlanVariants.leftAlone, true));
  expect(left.filter(({ planId }) => path.endsWith(planId)).map(({ variantId }) => variantId)).toEqual([two]);
  await setSale(one, onSale);
  await stop(path, "end");
  expect(await salePrices()).toEqual(new Map([...before, [two, cents(44_00)]]));
  expect(await owner.text(path)).toContain("1 variant keeps its price");
});

test("when the first of two overlapping sales ends the second stays in force; after both, variants have their original prices", async () => {
  const first = await sale();
  const deeper = await planned({ when: "now" }, 40);
  const deep = await salePrices();
  await stop(first, "end");
  expect(await salePrices()).toEqual(deep);
  expect(await owner.text(first)).not.toContain("by hand");
  await stop(deeper, "end");
  expect(await salePrices()).toEqual(before);
});

test("a plan of permanent prices is done after its start, and a member can undo it on its page", async () => {
  const path = await planned({ when: "now" }, 10, "&change=raise");
  expect(await owner.text(path)).toMatch(/Done .* The new prices stay\./);
  const html = await (await owner.fetch(path)).text();
  expect(html).toContain("Take it back");
  expect((await owner.post(`/log/${path.split("/").at(-1)}`, { submission: randomUUID() })).status).toBe(302);
  expect(await owner.text(path)).toContain("Taken back at");
});

test("a forged form changes nothing", async () => {
  const path = await sale();
  expect((await owner.post(path, { submission: randomUUID() })).status).toBe(400);
  expect((await owner.post(path, { submission: randomUUID(), intent: "cancel" })).status).toBe(302);
  expect(await owner.text(path)).toContain("Running since");
  expect((await stop(path, "end", officeAs(shop, memberAs("packer")))).status).toBe(403);
});
