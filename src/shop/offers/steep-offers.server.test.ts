import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { HOUR } from "~/platform/durations";
import { undo } from "~/shop/audit/undo.server";
import type { Member } from "~/shop/members/member";
import { cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { memberAs } from "~/testing/members.server";
import { allGoods, offerValues } from "~/testing/offers.server";
import { openTestShop } from "~/testing/test-shop.server";
import type { OfferRule, OfferValues } from "./offer";
import { changeOffer, createOffer, offerById } from "./offer-list.server";
import { offerRecord } from "./offer-record.server";
import { mostPercentOff } from "./steep-offer";

const shop = await openTestShop();
const { db } = shop;
const dana = memberAs("owner", "Dana");
const late: Member = { ...dana, confirmedAt: new Date(Date.now() - 11 * 60_000) };
const saidOf = (doing: Promise<unknown>) =>
  doing.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const fromValue = (percent: number): OfferRule => ({
  kind: "off-from-value",
  from: cents(100_00),
  off: { by: "percent", percent },
});
const buyGet = (buy: number, get: number, percent: number, gets: typeof allGoods | null = null): OfferRule => ({
  kind: "buy-get",
  buy,
  get,
  percent,
  gets,
  times: null,
});
const make = (values: OfferValues, member = late) => createOffer(shop, member, { submission: randomUUID(), values });
const change = async (id: string, values: object, member = late) => {
  const version = (await offerById(shop, dana, id))?.version ?? 0;
  const submission = randomUUID();
  return { submission, said: await saidOf(changeOffer(shop, member, { submission, id, version, values })) };
};
const { rows } = await db.execute<{ id: number; product: string; price: number }>(sql`
  select v.id, p.id as product, coalesce(v.price_cents, p.price_cents) as price from variants v join products p on p.id = v.product_id
  where p.name = 'Steel Hip Flask'`);
const [flask] = rows;
const present = (from: number): OfferRule => ({
  kind: "present",
  from: cents(from),
  productId: flask?.product ?? "",
  variantId: flask?.id ?? 0,
  called: "Flask",
});

test.each<[string, OfferRule, number]>([
  ["a percentage", fromValue(30), 30],
  [
    "an amount, as its share of the value",
    { kind: "off-from-value", from: cents(50_00), off: { by: "amount", amount: cents(20_00) } },
    40,
  ],
  [
    "an amount from pieces, which may be cheap",
    { kind: "off-from-pieces", pieces: 3, off: { by: "amount", amount: cents(1_00) } },
    100,
  ],
  ["one of three free", buyGet(2, 1, 100), 100 / 3],
  ["one of two at half", buyGet(1, 1, 50), 25],
  ["other goods, which may cost more", buyGet(2, 1, 60, allGoods), 60],
])("the highest reduction of an offer: %s", (_, rule, percent) => {
  expect(mostPercentOff(rule)).toBeCloseTo(percent);
});

test("a present counts as its share of itself and the value that it asks for; one that is not known as everything", () => {
  expect(mostPercentOff(present(75_00), cents(25_00))).toBe(25);
  expect(mostPercentOff(present(75_00))).toBe(100);
});

test.each<[string, OfferValues, "done" | "factor-missing"]>([
  ["half off", offerValues(fromValue(50)), "done"],
  ["more than half off", offerValues(fromValue(51)), "factor-missing"],
  ["more than half off, not switched on", offerValues(fromValue(51), { isOn: false }), "done"],
  ["buy 1, get 1 free", offerValues(buyGet(1, 1, 100)), "done"],
  ["buy 1, get 2 free", offerValues(buyGet(1, 2, 100)), "factor-missing"],
  ["a present that costs less than its value", offerValues(present((flask?.price ?? 0) + 1)), "done"],
  ["a present that costs more", offerValues(present(1)), "factor-missing"],
])("an offer that may take more than the limit needs a second factor to be made: %s", async (_, values, said) => {
  expect(await saidOf(make(values))).toBe(said);
});

test("a second factor is needed to switch on, to extend, to change and to bring back a steep offer, not to end, switch off, move or delete it", async () => {
  const { id } = await make(offerValues(fromValue(80), { isOn: false }));
  expect((await change(id, { isOn: true })).said).toBe("factor-missing");
  expect((await change(id, { isOn: true }, dana)).said).toBe("done");
  const soon = new Date(Date.now() + HOUR).toISOString();
  expect((await change(id, { endsAt: soon })).said).toBe("done");
  expect((await change(id, { endsAt: null })).said).toBe("factor-missing");
  expect((await change(id, { rule: fromValue(79) })).said).toBe("factor-missing");
  expect((await change(id, { rule: fromValue(40) }, dana)).said).toBe("done");
  expect((await change(id, { rule: fromValue(80) }, dana)).said).toBe("done");
  expect((await change(id, { position: 7 })).said).toBe("done");
  const off = await change(id, { isOn: false });
  expect(off.said).toBe("done");
  const back = (member: Member) =>
    saidOf(undo(shop, member, [offerRecord], { of: { act: off.submission }, submission: randomUUID() }));
  expect(await back(late)).toBe("factor-missing");
  expect(await back(dana)).toBe("done");
  expect((await change(id, { isPutAway: true })).said).toBe("done");
  expect((await change(id, { isPutAway: false })).said).toBe("factor-missing");
});

test("an offer that would end before it begins, and one beyond the highest number of offers, are refused with words", async () => {
  const { id } = await make(offerValues(fromValue(10), { startsAt: "2036-01-02T00:00:00.000Z" }));
  expect((await change(id, { endsAt: "2036-01-01T00:00:00.000Z" })).said).toBe("input-invalid");
  const wrong = { startsAt: "2036-01-02T00:00:00.000Z", endsAt: "2036-01-01T00:00:00.000Z" };
  expect(await saidOf(make(offerValues(fromValue(10), wrong)))).toBe("input-invalid");
  await db.execute(sql`insert into offers (id, rule, goods, position)
    select gen_random_uuid(), rule, goods, 1000 + n from offers, generate_series(1, 300) n where id = ${id}`);
  await expect(make(offerValues(fromValue(10)))).rejects.toThrow("A shop has at most 200 offers.");
});

test("offers that two members make at the same moment have different places", async () => {
  await db.execute(sql`delete from offers`);
  const made = await Promise.all(Array.from({ length: 8 }, () => make(offerValues(fromValue(10)))));
  const found = await Promise.all(made.map(({ id }) => offerById(shop, dana, id)));
  expect(found.map((offer) => offer?.position).toSorted((a = 0, b = 0) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});
