import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { attributeOf, elementsOf, textOf } from "~/testing/html";
import { memberAs } from "~/testing/members.server";
import { officeAs, place } from "~/testing/back-office-as.server";
import { draftRequestFor, jo } from "~/testing/riders.server";
import { openTestShop } from "~/testing/test-shop.server";
import { untilWaiting } from "~/testing/until-waiting.server";
import { lockFor } from "~/shop/audit/once.server";
import type { Discount } from "~/shop/discounts/code";
import { codeRecord } from "~/shop/discounts/code-record.server";
import { discountCodes, discountUses } from "~/shop/discounts/discounts.tables";
import { memberAccounts } from "~/shop/members/members.tables";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { orderLines, orders } from "~/shop/orders/orders.tables";
import { Refusal } from "~/shop/refusal";

const shop = await openTestShop();
const { db } = shop;
const [dana, sam] = [memberAs("owner", "Dana"), memberAs("manager", "Sam")];
const [owner, manager] = [officeAs(shop, dana), officeAs(shop, sam)];
await db.insert(memberAccounts).values([dana, sam].map((member) => ({ ...member, passkeyUser: member.id })));
await db.execute(
  sql`update variants set stock = 500 where product_id in (select id from products where kind = 'goods')`,
);
await db.execute(sql`insert into stock_movements (variant_id, quantity, cause, actor)
  select id, 500 - coalesce((select sum(quantity) from stock_movements m where m.variant_id = variants.id), 0), 'import', '{"kind":"system"}' from variants where stock is not null`);

const opened = async (path: string, office = owner, mark = 'name="kind"') =>
  fieldsIn(formIn(await (await office.fetch(path)).text(), mark));
const make = async ({ code = "", ...fields }: Record<string, string>) =>
  owner.post("/discounts/new", { ...(await opened("/discounts/new")), ...fields, name: code });
const save = async (code: string, fields: Record<string, string>, office = owner) =>
  office.post(`/discounts/${code}`, { ...(await opened(`/discounts/${code}`, office)), ...fields });
const turn = async (code: string, to: string) =>
  owner.post(`/discounts/${code}`, await opened(`/discounts/${code}`, owner, `value="${to}"`));
const rowOf = async (code: string) => (await db.select().from(discountCodes).where(eq(discountCodes.code, code)))[0];
const undone = async (answer: Response) => {
  const form = /<form[^>]*action="([^"]*\/log\/[^"]*)"[\s\S]*?<\/form>/.exec(
    await (await owner.fetch(place(answer))).text(),
  );
  return owner.post(form?.[1]?.replace("/back-office", "") ?? "", fieldsIn(form?.[0] ?? ""));
};

/** Begins an order with a code; returns its amount, or the message of a refusal. */
const drafted = async (discount: Discount, picks: Parameters<typeof draftRequestFor>[1], email = jo.email) =>
  draftOrder(shop, await draftRequestFor(shop, picks, { discount, customer: { ...jo, email } })).then(
    ({ amount }) => amount,
    (error: unknown) => (error instanceof Refusal ? error.message : String(error)),
  );
const tee: [string, string, string] = ["Sprocket Tee", "M", "Ash"];
const henley: [string, string, string] = ["Wrench Henley", "S", "Olive"];

test("a member creates a code with all fields of the form and times in the shop's time zone, and undo archives the code", async () => {
  const answer = await make({
    code: "saddle up-10",
    kind: "amount",
    amount: "12.50",
    purpose: "group",
    minimum: "1,000",
    mostUses: "3",
    oncePerEmail: "yes",
    startsAt: "2026-03-08T01:30",
    endsAt: "2026-11-02T00:00",
  });
  expect(answer.status).toBe(302);
  expect(await rowOf("SADDLEUP-10")).toMatchObject({
    kind: "amount",
    amount: 1250,
    percent: null,
    purpose: "group",
    minimum: 1000_00,
    mostUses: 3,
    oncePerEmail: true,
    startsAt: new Date("2026-03-08T08:30:00Z"),
    endsAt: new Date("2026-11-02T07:00:00Z"),
  });
  expect(await opened("/discounts/SADDLEUP-10")).toMatchObject({
    amount: "12.50",
    minimum: "1000.00",
    startsAt: "2026-03-08T01:30",
    endsAt: "2026-11-02T00:00",
  });
  expect((await make({ code: "SADDLEUP-10", percent: "5" })).status).toBe(422);
  expect((await undone(answer)).status).toBe(302);
  expect((await rowOf("SADDLEUP-10"))?.putAwayAt).not.toBeNull();
});

test.each([
  ["code", "no", "Use 3 to 30 letters"],
  ["code", "<script>", "Use 3 to 30 letters"],
  ["percent", "0", "Write a whole number from 1 to 100."],
  ["percent", "12,5", "Write a whole number from 1 to 100."],
  ["minimum", "-1", "Write an amount of 0 or more"],
  ["minimum", "1e9", "Write dollars, cents after a point"],
  ["mostUses", "0", "Write how many times"],
  ["endsAt", "soon", "Write a day and a time"],
  ["goods", "Nothing so called", "Nothing is called so."],
  ["purpose", "bribe", "Choose what it is for."],
  ["minimum", "1\0", "Please use plain text."],
])(
  "an invalid value in the field %s is refused with a message, and no code is made: %j",
  async (field, typed, words) => {
    const answer = await make({ code: "GOODCODE", percent: "10", [field]: typed });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(words);
    expect(await rowOf("GOODCODE")).toBeUndefined();
  },
);

test("[B-60] a code with limit 1 that 20 shoppers use at once is used once", async () => {
  await make({ code: "ONLYONE", percent: "10", mostUses: "1" });
  const discount = { kind: "percent", code: "ONLYONE", percent: 10 } as const;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => drafted(discount, [henley], `rider${at}@example.com`)),
  );
  expect(answers.filter((answer) => typeof answer === "number")).toHaveLength(1);
  // The one order that uses it is not paid yet.
  const waits =
    "This code is in an order that waits for its payment. It is free again in 3 minutes at the earliest, if that order is not paid.";
  expect(new Set(answers.filter((answer) => typeof answer === "string"))).toEqual(new Set([waits]));
  expect(await db.$count(discountUses, eq(discountUses.code, "ONLYONE"))).toBe(1);
  expect(await owner.text("/discounts/ONLYONE")).toMatch(
    /Used up.*Used 1 time Order Who When #\d{4} \d{4} rider\d+@example.com/,
  );
});

test("[B-60] an ended code is refused at once in open checkouts, with a message, and works again after undo", async () => {
  await make({ code: "ENDING", percent: "20" });
  const discount = { kind: "percent", code: "ENDING", percent: 20 } as const;
  const open = await draftRequestFor(shop, [tee], { discount });
  const ended = await turn("ENDING", "end");
  expect(ended.status).toBe(302);
  await expect(draftOrder(shop, open)).rejects.toThrow("This code has expired.");
  expect(await owner.text("/discounts?show=over")).toContain("ENDING");

  expect((await undone(ended)).status).toBe(302);
  expect(await drafted(discount, [tee])).toBeTypeOf("number");
});

test("an archived code is refused, and can be restored", async () => {
  await make({ code: "CLOSET", percent: "20" });
  const discount = { kind: "percent", code: "CLOSET", percent: 20 } as const;
  expect(await owner.text("/discounts/CLOSET")).toContain("Used 0 times");
  await turn("CLOSET", "put-away");
  expect(await drafted(discount, [tee])).toBe("This code is not valid.");
  await turn("CLOSET", "take-out");
  expect(await drafted(discount, [tee], "other@example.com")).toBeTypeOf("number");
});

test("a code that another member changes at the same moment is ended, put away and taken out all the same", async () => {
  await make({ code: "MEANWHILE", percent: "20" });
  const turned = async (to: string) => {
    const form = await opened("/discounts/MEANWHILE", owner, `value="${to}"`);
    const { answer } = await db.transaction(async (tx) => {
      await lockFor(tx, `record ${codeRecord.kind} MEANWHILE`);
      const sent = owner.post("/discounts/MEANWHILE", form);
      await untilWaiting(db);
      const next = { version: sql`version + 1`, ...(to === "end" && { endsAt: new Date(0) }) };
      await tx.update(discountCodes).set(next).where(eq(discountCodes.code, "MEANWHILE"));
      return { answer: sent };
    });
    expect([to, (await answer).status]).toEqual([to, 302]);
    return rowOf("MEANWHILE");
  };
  expect(await turned("end")).toMatchObject({ endsAt: new Date(0) });
  expect(await turned("put-away")).toMatchObject({ putAwayAt: expect.any(Date) });
  expect(await turned("take-out")).toMatchObject({ putAwayAt: null });
});

test("the button of each act has the same position in every state of a code, so that a double click triggers no other act", async () => {
  await make({ code: "PLACES", percent: "20" });
  const acts = async () =>
    elementsOf(await (await owner.fetch("/discounts/PLACES")).text(), "button").flatMap((button) =>
      /^(End it now|Put away|Take it out again)$/.test(textOf(button))
        ? [
            [
              textOf(button),
              attributeOf(button, "aria-disabled") !== "true" && attributeOf(button, "type") === "submit",
            ],
          ]
        : [],
    );
  expect(await acts()).toEqual([
    ["End it now", true],
    ["Put away", true],
  ]);
  await turn("PLACES", "end");
  expect(await acts()).toEqual([
    ["End it now", false],
    ["Put away", true],
  ]);
  await turn("PLACES", "put-away");
  const away = await acts();
  expect(away).toContainEqual(["Take it out again", true]);
  expect(away.filter(([name]) => name !== "Take it out again")).toEqual([
    ["End it now", false],
    ["Put away", false],
  ]);
});

test("a code for certain goods reduces only their prices, and is refused for a bag without such goods", async () => {
  const answer = await make({ code: "TEES", percent: "50", goods: `${tee[0].toUpperCase()}\n` });
  expect(answer.status).toBe(302);
  const only = (await rowOf("TEES"))?.productIds ?? [];
  expect(only).toHaveLength(1);
  expect((await opened("/discounts/TEES")).goods).toBe(tee[0]);

  const discount: Discount = { kind: "percent", code: "TEES", percent: 50, only };
  const request = await draftRequestFor(shop, [tee, henley], { discount });
  const [first, second] = request.items.map(({ price }) => price);
  expect(await drafted(discount, [tee, henley])).toBe(
    Math.round((first ?? 0) / 2) + (second ?? 0) + shop.settings().deliveryFee,
  );
  const [order] = await db.select().from(orders).where(eq(orders.discountCode, "TEES"));
  const lines = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderNumber, order?.number ?? ""))
    .orderBy(orderLines.position);
  expect(lines.map(({ discountShare }) => discountShare)).toEqual([order?.discount, 0]);
  expect(await drafted(discount, [henley], "third@example.com")).toBe(
    "This code is for other things than those in your bag.",
  );
});

test("[B-15, B-16, B-17] the second of two conflicting saves is refused and shows both values; saving again stores the chosen values and no other field", async () => {
  await make({ code: "WINDOWS", percent: "10" });
  const mine = await opened("/discounts/WINDOWS");
  expect((await save("WINDOWS", { percent: "15", mostUses: "9" }, manager)).status).toBe(302);
  const refused = await owner.post("/discounts/WINDOWS", { ...mine, percent: "20", minimum: "50" });
  const html = await refused.text();
  expect(refused.status).toBe(409);
  for (const words of ["Sam changed this code", "20% off", "15% off", "$50.00", "9 times"])
    expect(html).toContain(words);

  const form = fieldsIn(formIn(html, 'name="mine"'));
  expect((await owner.post("/discounts/WINDOWS", { ...form, "take:off": "theirs" })).status).toBe(302);
  expect(await rowOf("WINDOWS")).toMatchObject({ percent: 15, minimum: 50_00, mostUses: 9 });
  expect((await save("WINDOWS", { percent: "25" })).status).toBe(302);
  expect((await save("WINDOWS", { percent: "26" })).status).toBe(302);
  const { rows } = await db.execute(sql`select distinct field from audit where record = 'WINDOWS' order by field`);
  expect(rows.map(({ field }) => field)).toEqual(["isPutAway", "minimum", "mostUses", "off"]);
});

test("[B-22, B-23] the log shows a change of a code with old and new value, and undo restores the old value", async () => {
  await make({ code: "LOGGED", percent: "10" });
  const changed = await save("LOGGED", { kind: "free-delivery" });
  expect(await owner.text("/log")).toMatch(/Code LOGGED: Takes off .*10% off Free delivery/);
  expect((await undone(changed)).status).toBe(302);
  expect(await rowOf("LOGGED")).toMatchObject({ kind: "percent", percent: 10 });
});

test("[B-12] members with only the right to read see codes without a form; members without that right get 403", async () => {
  const kim = officeAs(shop, memberAs("bookkeeper", "Kim"));
  await make({ code: "READONLY", percent: "10" });
  expect(await kim.text("/discounts/READONLY")).toContain("10% off");
  expect(await kim.text("/discounts/READONLY")).not.toContain("Save");
  expect((await kim.post("/discounts/READONLY", await opened("/discounts/READONLY"))).status).toBe(403);
  expect((await kim.fetch("/discounts/new")).status).toBe(403);
  const packer = officeAs(shop, memberAs("packer", "Pat"));
  for (const path of ["/discounts", "/discounts/ONLYONE", "/discounts/new"])
    expect([path, (await packer.fetch(path)).status]).toEqual([path, 403]);
});

test("[B-79] page and search of the list are in its address, and the address of an unknown code is a 404", async () => {
  await db.insert(discountCodes).values(
    Array.from({ length: 60 }, (_, at) => ({
      code: `MANY${at}`,
      kind: "percent" as const,
      percent: 5,
      createdAt: new Date(0),
    })),
  );
  const first = await (await owner.fetch("/discounts")).text();
  const [, next = ""] = /href="\/back-office(\/discounts\?after=[^"]*)"/.exec(first) ?? [];
  const codes = (html: string) => [...html.matchAll(/href="\/back-office\/discounts\/(\w+)"/g)].map(([, code]) => code);
  const second = codes(await (await owner.fetch(next)).text());
  expect(second.length).toBeGreaterThan(5);
  expect(second.filter((code) => code !== "new" && codes(first).includes(code))).toEqual([]);
  expect(await owner.text("/discounts?q=many5")).toContain("MANY59");
  expect((await owner.fetch("/discounts?after=%00&q=%00&show=x")).status).toBe(200);
  expect((await owner.fetch("/discounts/NOTHING")).status).toBe(404);
});

test("a code that the field for codes would read as a gift card is refused beside its name", async () => {
  const refused = await make({ code: "SUMMER-OF-RIDER-2027", percent: "10" });
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("reads like a gift card")]);
});

test("a code for a gift card from before goes on and can be changed; no new one is offered or made", async () => {
  expect(await owner.text("/discounts/new")).not.toContain("A gift card");
  const refused = await make({ code: "NEWCARD", percent: "10", purpose: "gift-card" });
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("Give a gift card instead")]);

  await make({ code: "OLDCARD", kind: "amount", amount: "20", purpose: "promotion" });
  expect((await save("OLDCARD", { purpose: "gift-card" })).status).toBe(422);
  await db.update(discountCodes).set({ purpose: "gift-card" }).where(eq(discountCodes.code, "OLDCARD"));
  expect(await owner.text("/discounts/OLDCARD")).toContain("A gift card");
  expect((await save("OLDCARD", { amount: "25" })).status).toBe(302);
  expect(await rowOf("OLDCARD")).toMatchObject({ purpose: "gift-card", amount: 2500 });
});
