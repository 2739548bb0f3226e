import { asc, eq, isNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openPageCache } from "~/server/cache/page-cache";
import { lockFor } from "~/shop/audit/once.server";
import { memberAccounts } from "~/shop/members/members.tables";
import { isUuid } from "~/shop/is-uuid";
import { MOST_OFFERS } from "~/shop/offers/offer";
import { offerRecord } from "~/shop/offers/offer-record.server";
import { offers } from "~/shop/offers/offers.tables";
import { officeAs, place } from "~/testing/back-office-as.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { attributeOf, elementsOf, textOf } from "~/testing/html";
import { memberAs } from "~/testing/members.server";
import { testApp } from "~/testing/test-app.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";
import { untilWaiting } from "~/testing/until-waiting.server";

const shop = await openTestShop();
const { db } = shop;
const [dana, sam] = [memberAs("owner", "Dana"), memberAs("manager", "Sam")];
const [owner, manager] = [officeAs(shop, dana), officeAs(shop, sam)];
await db.insert(memberAccounts).values([dana, sam].map((member) => ({ ...member, passkeyUser: member.id })));
const { pages, acceptsForms } = testPages();
const pageCache = openPageCache();
const app = testApp(shop, { pages, acceptsForms, pageCache });
const publicly = async (path: string) => {
  pageCache.clear();
  return (await app.fetch(new Request(shop.address + path))).text();
};

const opened = async (path: string, office = owner, mark = 'name="kind"') =>
  fieldsIn(formIn(await (await office.fetch(path)).text(), mark));
const make = async (fields: Record<string, string>, office = owner) =>
  office.post("/offers/new", { ...(await opened("/offers/new", office)), ...fields });
const gloves = { kind: "buy-get", buy: "2", get: "1", getPercent: "50", goods: "Gauntlet Leather Gloves" };
const newest = async () => {
  const [row] = await db
    .select()
    .from(offers)
    .orderBy(sql`created_at desc`)
    .limit(1);
  if (!row) throw new Error("There is no offer.");
  return row;
};
const madeOne = async (fields: Record<string, string> = gloves) => {
  expect((await make(fields)).status).toBe(302);
  return newest();
};
const save = async (id: string, fields: Record<string, string>, office = owner) =>
  office.post(`/offers/${id}`, { ...(await opened(`/offers/${id}`, office)), ...fields });
const turn = async (id: string, to: string, office = owner) =>
  office.post(`/offers/${id}`, await opened(`/offers/${id}`, office, `value="${to}"`));
const rowOf = async (id: string) => (await db.select().from(offers).where(eq(offers.id, id)))[0];
const undone = async (answer: Response) => {
  const form = /<form[^>]*action="([^"]*\/log\/[^"]*)"[\s\S]*?<\/form>/.exec(
    await (await owner.fetch(place(answer))).text(),
  );
  return owner.post(form?.[1]?.replace("/back-office", "") ?? "", fieldsIn(form?.[0] ?? ""));
};
const clear = async () => {
  await db.delete(offers);
  await shop.reloadOffers();
};
const idsInOrder = async () =>
  (
    await db
      .select({ id: offers.id })
      .from(offers)
      .where(isNull(offers.putAwayAt))
      .orderBy(asc(offers.position), asc(offers.id))
  ).map(({ id }) => id);
const move = async (id: string, to: string, office = owner) => {
  const form = await opened("/offers", office, `value="${id}"`);
  return office.post("/offers", { ...form, to });
};

test.each<[string, Record<string, string>, string, object]>([
  [
    "off from a value, by an amount",
    { kind: "off-from-value", from: "150", by: "amount", amount: "20", isWithoutCodes: "yes" },
    "$20 off from $150",
    { rule: { kind: "off-from-value", from: 150_00, off: { by: "amount", amount: 20_00 } }, isWithoutCodes: true },
  ],
  [
    "off from pieces, by percent",
    {
      kind: "off-from-pieces",
      pieces: "3",
      by: "percent",
      percent: "10%",
      one: "tee",
      many: "tees",
      goods: "Sprocket Tee",
    },
    "10% off from 3 tees",
    {
      rule: { kind: "off-from-pieces", pieces: 3, off: { by: "percent", percent: 10 } },
      goods: { productIds: [expect.any(String)], categoryIds: [], called: { one: "tee", many: "tees" } },
    },
  ],
  [
    "buy and get of the same goods",
    { ...gloves, times: "2" },
    "Buy 2, the third at half, up to 2 times an order",
    { rule: { kind: "buy-get", buy: 2, get: 1, percent: 50, gets: null, times: 2 } },
  ],
  [
    "get other goods, of a category",
    {
      kind: "buy-get",
      buy: "1",
      get: "1",
      getPercent: "50",
      gets: "Headwear",
      getsOne: "cap",
      getsMany: "caps",
      goods: "Men / Jackets",
    },
    "Buy 1, get 1 cap at half",
    {
      rule: {
        kind: "buy-get",
        gets: { productIds: [], categoryIds: [expect.any(String)], called: { one: "cap", many: "caps" } },
      },
      goods: { productIds: [], categoryIds: [expect.any(String)] },
    },
  ],
  [
    "a present",
    { kind: "present", from: "200", present: "Steel Hip Flask", presentCalled: "Hip flask" },
    "Hip flask free from $200",
    { rule: { kind: "present", from: 200_00, variantId: expect.any(Number), called: "Hip flask" } },
  ],
])(
  "a member makes an offer with all fields of its kind, and the form shows them again: %s",
  async (_, fields, sentence, stored) => {
    await clear();
    const answer = await make({ ...fields, startsAt: "2026-03-08T01:30", endsAt: "2036-11-02T00:00" });
    expect([answer.status, place(answer)]).toEqual([302, expect.stringMatching(/^\/offers\?done=/)]);
    const row = await newest();
    expect(row).toMatchObject({ ...stored, isOn: true, endsAt: new Date("2036-11-02T06:00:00Z") });
    expect(await owner.text(place(answer))).toContain(`Offer "${sentence}" is made.`);
    const shown = await opened(`/offers/${row.id}`);
    for (const [field, typed] of Object.entries(fields).filter(([field]) => field !== "percent" && field !== "present"))
      expect([field, shown[field]?.replace(/\.00$/, "")]).toEqual([field, typed]);
    // Saving without a change changes nothing.
    expect((await save(row.id, {})).status).toBe(302);
    expect(await rowOf(row.id)).toEqual(row);
  },
);

test.each([
  ["kind", "bribe", "Choose what it gives."],
  ["from", "0", "Write dollars above 0"],
  ["from", "1e9", "Write dollars, cents after a point"],
  ["percent", "0", "Write 1 to 100."],
  ["percent", "101", "Write 1 to 100."],
  ["percent", "12.5", "Write a whole number."],
  ["endsAt", "soon", "Write a day and a time"],
  ["goods", "Nothing so called", "Nothing so called: Nothing is called so."],
  ["goods", "Jackets", "several categories are called so. Write &quot;Men / Jackets&quot;"],
  ["one", "x".repeat(41), "Write at most 40 letters."],
  ["from", "1\0", "Please use plain text."],
])(
  "an invalid value is refused beside its field, what was typed is kept, and no offer is made: %s %j",
  async (field, typed, words) => {
    await clear();
    const valid = { kind: "off-from-value", from: "100", by: "percent", percent: "10", many: "kept words" };
    const answer = await make({ ...valid, [field]: typed });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain(words);
    expect(html).toContain("kept words");
    expect(await db.$count(offers)).toBe(0);
  },
);

test.each([
  [
    { kind: "off-from-value", from: "20", by: "amount", amount: "25" },
    "Write at most the value from which it is given.",
  ],
  [{ kind: "off-from-pieces", pieces: "0", by: "percent", percent: "5" }, "Write 1 or more."],
  [{ kind: "off-from-pieces", pieces: "100", by: "percent", percent: "5" }, "Write at most 99."],
  [{ kind: "buy-get", buy: "", get: "1", getPercent: "100" }, "Write a whole number."],
  [
    { kind: "buy-get", buy: "1", get: "1", getPercent: "100", gets: "No such thing" },
    "No such thing: Nothing is called so.",
  ],
  [{ kind: "buy-get", buy: "1", get: "1", getPercent: "100", times: "many" }, "Write a whole number."],
  [{ kind: "present", from: "50", present: "", presentCalled: "Flask" }, "Write its SKU"],
  [{ kind: "present", from: "50", present: "Sprocket Tee", presentCalled: "Tee" }, "Several are called so"],
  [{ kind: "present", from: "50", present: "Steel Hip Flask", presentCalled: "" }, "Write what the present is called."],
])("a rule that cannot be is refused beside its field: %j", async (fields, words) => {
  const answer = await make(fields);
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(words)]);
});

test("an offer stands on the pages of its goods from the moment at which it runs until it is ended, and again after undo", async () => {
  await clear();
  const sentence = "Buy 2 pairs, the third at half";
  const { id } = await madeOne({ ...gloves, one: "pair", many: "pairs" });
  const search = "/search?query=gauntlet";
  const page = /href="(\/product\/gauntlet-leather-gloves-[^"]+)"/.exec(await publicly(search))?.[1] ?? "";
  const shown = async () => [(await publicly(page)).includes(sentence), (await publicly(search)).includes(sentence)];
  expect(await shown()).toEqual([true, true]);
  const other = /href="(\/product\/sprocket-tee-[^"]+)"/.exec(await publicly("/search?query=sprocket"))?.[1] ?? "";
  expect(await publicly(other)).not.toContain(`class="buy__offer"`);
  // Structured data and the feed keep the plain price, and say nothing of the offer.
  for (const data of (await publicly(page)).match(/<script type="application\/ld\+json">[\s\S]*?<\/script>/g) ?? [])
    expect(data).not.toContain("third");
  expect(await publicly("/products.xml")).not.toContain(sentence);

  const ended = await turn(id, "end");
  expect(ended.status).toBe(302);
  expect(await shown()).toEqual([false, false]);
  expect(await owner.text("/offers")).toMatch(/Buy 2 pairs, the third at half .*Ended/);
  expect((await undone(ended)).status).toBe(302);
  await shop.reloadOffers();
  expect(await shown()).toEqual([true, true]);
});

test("a deleted offer is in no list and on no page; its own page, and undo, bring it back", async () => {
  await clear();
  const { id } = await madeOne();
  const deleted = await turn(id, "delete");
  expect(place(deleted)).toMatch(/^\/offers\?done=/);
  expect(await owner.text("/offers")).toContain("No offer yet");
  expect(shop.offers()).toEqual([]);
  expect(await owner.text(`/offers/${id}`)).toContain("It was deleted");
  expect((await turn(id, "bring-back")).status).toBe(302);
  expect(shop.offers().map((offer) => offer.id)).toEqual([id]);
  expect((await undone(await turn(id, "delete"))).status).toBe(302);
  expect((await rowOf(id))?.putAwayAt).toBeNull();
});

test("members move offers by buttons and to any place; the log tells it as one act, which undo takes back", async () => {
  await clear();
  const ids = [];
  for (const percent of ["5", "6", "7", "8"])
    ids.push((await madeOne({ kind: "off-from-pieces", pieces: "2", by: "percent", percent })).id);
  const [a = "", b = "", c = "", d = ""] = ids;
  expect(await idsInOrder()).toEqual([a, b, c, d]);
  await move(c, "earlier");
  expect(await idsInOrder()).toEqual([a, c, b, d]);
  await move(a, "later");
  expect(await idsInOrder()).toEqual([c, a, b, d]);
  const far = await move(d, `before:${c}`);
  expect(await idsInOrder()).toEqual([d, c, a, b]);
  expect(shop.offers().map(({ id }) => id)).toEqual([d, c, a, b]);
  expect(await owner.text(place(far))).toContain("The offers take in the new order.");
  expect((await undone(far)).status).toBe(302);
  expect(await idsInOrder()).toEqual([c, a, b, d]);
  await move(c, "last");
  expect(await idsInOrder()).toEqual([a, b, d, c]);
  // The first offer has no earlier place, and this place is none.
  expect(place(await move(a, "earlier"))).toBe("/offers");
  expect(
    (await owner.post("/offers", { ...(await opened("/offers", owner, `value="${a}"`)), to: "before:x" })).status,
  ).toBe(422);
  // A new one is the last, also after one was deleted.
  await turn(d, "delete");
  const { id } = await madeOne();
  expect(await idsInOrder()).toEqual([a, b, c, id]);
});

test("the list has buttons for keys and readers, and a member who may only read has none", async () => {
  await clear();
  const { id } = await madeOne();
  await madeOne();
  const buttons = async (office: typeof owner) =>
    elementsOf(await (await office.fetch("/offers")).text(), "button").flatMap((button) => {
      const label = attributeOf(button, "aria-label") ?? "";
      return /^(Earlier|Later): /.test(label) ? [label] : [];
    });
  expect(await buttons(owner)).toEqual(["Later: Buy 2, the third at half", "Earlier: Buy 2, the third at half"]);
  const kim = officeAs(shop, memberAs("bookkeeper", "Kim"));
  expect(await buttons(kim)).toEqual([]);
  const html = await (await kim.fetch(`/offers/${id}`)).text();
  expect(html).toContain("Changing it takes another role");
  expect(html).not.toContain("End it now");
  expect((await kim.post(`/offers/${id}`, await opened(`/offers/${id}`))).status).toBe(403);
  for (const path of ["/offers/new"]) expect([path, (await kim.fetch(path)).status]).toEqual([path, 403]);
  const packer = officeAs(shop, memberAs("packer", "Pat"));
  for (const path of ["/offers", `/offers/${id}`, "/offers/new", "/offers/try"])
    expect([path, (await packer.fetch(path)).status]).toEqual([path, 403]);
  for (const path of ["/offers/nothing", `/offers/${crypto.randomUUID()}`])
    expect([path, (await owner.fetch(path)).status]).toEqual([path, 404]);
});

test("the button of each act has the same position in every state, so that a double click triggers no other act", async () => {
  await clear();
  const { id } = await madeOne();
  const acts = async () =>
    elementsOf(await (await owner.fetch(`/offers/${id}`)).text(), "button").flatMap((button) =>
      /^(End it now|Delete|Bring it back)$/.test(textOf(button))
        ? [[textOf(button), attributeOf(button, "aria-disabled") !== "true"]]
        : [],
    );
  expect(await acts()).toEqual([
    ["End it now", true],
    ["Delete", true],
  ]);
  await turn(id, "end");
  expect(await acts()).toEqual([
    ["End it now", false],
    ["Delete", true],
  ]);
  await turn(id, "delete");
  expect(await acts()).toEqual([
    ["End it now", false],
    ["Delete", false],
    ["Bring it back", true],
  ]);
});

test("[B-15, B-17] the second of two conflicting saves is refused and shows both values; saving again stores the chosen ones", async () => {
  await clear();
  const { id } = await madeOne({ kind: "off-from-pieces", pieces: "2", by: "percent", percent: "5" });
  const mine = await opened(`/offers/${id}`);
  expect((await save(id, { percent: "6", isWithoutCodes: "yes" }, manager)).status).toBe(302);
  const refused = await owner.post(`/offers/${id}`, { ...mine, percent: "7", endsAt: "2036-01-01T10:00" });
  const html = await refused.text();
  expect(refused.status).toBe(409);
  for (const words of ["Sam changed this offer", "7% off from 2 pieces", "6% off from 2 pieces"])
    expect(html).toContain(words);
  const form = fieldsIn(formIn(html, 'name="mine"'));
  expect((await owner.post(`/offers/${id}`, { ...form, "take:rule": "theirs" })).status).toBe(302);
  expect(await rowOf(id)).toMatchObject({
    rule: { off: { percent: 6 } },
    isWithoutCodes: true,
    endsAt: new Date("2036-01-01T17:00:00Z"),
  });
});

test("an offer that another member changes at the same moment is ended and deleted all the same", async () => {
  await clear();
  const { id } = await madeOne();
  for (const to of ["end", "delete"]) {
    const form = await opened(`/offers/${id}`, owner, `value="${to}"`);
    const { answer } = await db.transaction(async (tx) => {
      await lockFor(tx, `record ${offerRecord.kind} ${id}`);
      const sent = owner.post(`/offers/${id}`, form);
      await untilWaiting(db);
      await tx
        .update(offers)
        .set({ version: sql`version + 1` })
        .where(eq(offers.id, id));
      return { answer: sent };
    });
    expect([to, (await answer).status]).toEqual([to, 302]);
  }
  expect(await rowOf(id)).toMatchObject({ putAwayAt: expect.any(Date), endsAt: expect.any(Date) });
});

test("goods of a stored offer that were renamed or archived since stay its goods when other fields are saved", async () => {
  await clear();
  const { id, goods } = await madeOne({ ...gloves, goods: "Gauntlet Leather Gloves\nSprocket Tee" });
  await db.execute(
    sql`update products set name = 'Old Gloves', published_status = 'archived' where id = ${goods.productIds[0] ?? ""}`,
  );
  expect((await save(id, { buy: "3" })).status).toBe(302);
  expect(await rowOf(id)).toMatchObject({ goods, rule: { buy: 3 } });
  // So a browser without script sends the field.
  expect((await save(id, { buy: "4", goods: "Old Gloves\r\nSprocket Tee" })).status).toBe(302);
  expect(await rowOf(id)).toMatchObject({ goods, rule: { buy: 4 } });
  expect((await save(id, { goods: "Old Gloves" })).status).toBe(422);
  await db.execute(
    sql`update products set name = 'Gauntlet Leather Gloves', published_status = 'published' where id = ${goods.productIds[0] ?? ""}`,
  );
});

test("the form of an offer says which of its goods were deleted, and saves them as they are", async () => {
  await clear();
  const two = "Gauntlet Leather Gloves\nSprocket Tee";
  const { id, goods } = await madeOne({ ...gloves, goods: two, gets: "Sprocket Tee" });
  expect(await owner.text(`/offers/${id}`)).not.toMatch(/deleted/);
  const [one = ""] = goods.productIds;
  await db.update(offers).set({ goods: { ...goods, productIds: [one, "gone"] } });
  expect(await owner.text(`/offers/${id}`)).toContain("1 category or product of it was deleted since. One a line:");
  const [{ rule } = {}] = await db.select({ rule: offers.rule }).from(offers);
  if (rule?.kind !== "buy-get" || !rule.gets) throw new Error("The offer gives nothing else.");
  const gets = { ...rule.gets, productIds: ["gone"] };
  await db.update(offers).set({ goods: { ...goods, productIds: ["gone"] }, rule: { ...rule, gets } });
  const said = (await owner.text(`/offers/${id}`)).match(/All that it named was deleted, so it fits nothing\./g);
  expect(said).toHaveLength(2);
  expect((await save(id, { buy: "4" })).status).toBe(302);
  expect(await rowOf(id)).toMatchObject({ goods: { productIds: ["gone"] }, rule: { buy: 4, gets } });
});

test("an offer that would be one too many is not brought back, by its page nor by undo", async () => {
  await clear();
  const { id } = await madeOne();
  const back = await opened(`/offers/${id}`, owner, 'value="delete"');
  const deleted = await owner.post(`/offers/${id}`, back);
  const { rule, goods } = (await rowOf(id)) ?? {};
  if (!rule || !goods) throw new Error("The offer is gone.");
  const many = Array.from({ length: MOST_OFFERS }, (_, position) => ({
    id: crypto.randomUUID(),
    rule,
    goods,
    position,
  }));
  await db.insert(offers).values(many);
  for (const act of [() => turn(id, "bring-back"), () => undone(deleted)]) {
    const refused = await act();
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining("A shop has at most 200 offers. Delete one first."),
    ]);
  }
  expect((await rowOf(id))?.putAwayAt).not.toBeNull();
  await db.delete(offers).where(eq(offers.id, many[0]?.id ?? ""));
  expect((await turn(id, "bring-back")).status).toBe(302);
});

test("a category whose name has a slash is named by it, alone and beside its parent", async () => {
  await clear();
  const before = await db.execute<{ id: string; name: string }>(
    sql`update categories set name = 'Belts/Buckles' where id = (select id from categories where parent_id is not null order by id limit 1) returning id`,
  );
  const [category] = before.rows;
  expect((await make({ ...gloves, goods: "belts/buckles" })).status).toBe(302);
  expect((await newest()).goods.categoryIds).toEqual([category?.id]);
});

test("[B-22] the palette finds offers, and the log their changes with old and new values", async () => {
  await clear();
  const { id } = await madeOne();
  expect(isUuid(id)).toBe(true);
  await save(id, { buy: "3" });
  expect(await owner.text("/log")).toMatch(
    /Offer "Buy 3, the fourth at half": rule .*Buy 2, the third at half Buy 3, the fourth at half/,
  );
  expect(await owner.text("/find?q=bogo")).toContain("Make an offer");
});
