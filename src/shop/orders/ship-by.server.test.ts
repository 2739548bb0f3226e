import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { officeAs } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { defaultSettings } from "~/shop/settings";
import { settings } from "~/shop/settings.tables";
import { dayWords, shortDay } from "~/shop/shop-time";
import { cancelOrder } from "./cancel-order.server";
import { orderFacts } from "./order-facts.tables";
import { shownNumber } from "./order-number";
import { orders } from "./orders.tables";
import { shipParcel } from "./parcels/ship-parcel.server";
import { refundLines } from "./refunds/refund-lines.server";

const { shop, db, ups, tee, bought, seen, rowOf } = await openBoughtOrders();
const packer = officeAs(shop, memberAs("packer", "Pat"));

const set = async (name: string, value: unknown) => {
  await db.insert(settings).values({ name, value }).onConflictDoUpdate({ target: settings.name, set: { value } });
  await shop.reloadSettings();
};
const shipBy = async (moment: string) =>
  (await db.execute<{ day: string | null }>(sql`select ship_by_of(${moment}::timestamptz)::text as day`)).rows[0]?.day;
const owed = async (number: string) =>
  (await db.select({ day: orderFacts.shipBy }).from(orderFacts).where(eq(orderFacts.number, number)))[0]?.day;

test("federal holidays of three years are no business days, on the days on which they are observed", async () => {
  const { rows } = await db.execute<{ day: string }>(sql`select day::date::text as day
    from generate_series('2026-01-01'::date, '2028-12-31', '1 day') as day
    where extract(isodow from day) < 6 and not is_business_day(day::date) order by 1`);
  expect(rows.map(({ day }) => day)).toEqual(
    `2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25
    2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-06-18 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25 2027-12-24 2027-12-31
    2028-01-17 2028-02-21 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-10-09 2028-11-10 2028-11-23 2028-12-25`.split(
      /\s+/,
    ),
  );
});

test("the day counts business days from the day of the payment, or from the next one after the cut-off hour", async () => {
  await set("shipByDays", 2);
  for (const [moment, day, why] of [
    ["2026-11-23T13:59:59-07:00", "2026-11-25", "before the cut-off hour on a Monday"],
    ["2026-11-23T14:00:00-07:00", "2026-11-27", "at the cut-off hour, over Thanksgiving"],
    ["2026-11-20T10:00:00-07:00", "2026-11-24", "over a weekend"],
    ["2026-11-21T10:00:00-07:00", "2026-11-25", "on a Saturday"],
    ["2026-11-20T14:30:00-07:00", "2026-11-25", "after the cut-off hour on a Friday"],
    ["2026-12-24T15:00:00-07:00", "2026-12-30", "at the cut-off hour on the day before a holiday"],
    ["2026-12-25T15:00:00-07:00", "2026-12-30", "at the cut-off hour on a holiday"],
    ["2026-12-31T23:30:00-07:00", "2027-01-06", "over the year's end"],
    ["2026-11-01T01:30:00-06:00", "2026-11-04", "in the hour that the clock repeats, the first time"],
    ["2026-11-01T01:30:00-07:00", "2026-11-04", "and the second"],
    ["2026-03-08T03:10:00-06:00", "2026-03-11", "after the hour that the clock leaves out"],
  ] as const)
    expect([why, await shipBy(moment)]).toEqual([why, day]);
});

test("a shop that stores no days promises none, as one whose days are 0", async () => {
  await db.delete(settings).where(eq(settings.name, "shipByDays"));
  await shop.reloadSettings();
  expect(shop.settings().shipByDays).toBe(0);
  expect(await shipBy("2026-11-23T10:00:00-07:00")).toBeNull();
  expect((await rowOf(await bought())).shipBy).toBeNull();
  await set("shipByDays", 0);
  expect(await shipBy("2026-11-23T10:00:00-07:00")).toBeNull();
  await set("shipByDays", 2);
});

test("without a stored hour the day counts by the hour that Settings show", async () => {
  const { shipByHour } = defaultSettings;
  const at = (hour: number) => `2026-11-23T${String(hour).padStart(2, "0")}:00:00-07:00`;
  await set("shipByDays", 1);
  expect([await shipBy(at(shipByHour - 1)), await shipBy(at(shipByHour))]).toEqual(["2026-11-24", "2026-11-25"]);
});

test("days on which nothing leaves, the hour and the zone are the shop's", async () => {
  await set("shipByDays", 1);
  await set("closedDays", "2026-12-08 2026-12-09");
  expect(await shipBy("2026-12-07T10:00:00-07:00")).toBe("2026-12-10");
  expect(await shipBy("2026-12-08T10:00:00-07:00")).toBe("2026-12-11");
  await set("shipByHour", 24);
  expect(await shipBy("2026-12-10T23:59:00-07:00")).toBe("2026-12-11");
  await set("timeZone", "America/New_York");
  expect(await shipBy("2026-12-10T23:59:00-07:00")).toBe("2026-12-14");
  for (const [name, value] of Object.entries({ closedDays: "", shipByHour: 14, timeZone: "America/Denver" }))
    await set(name, value);
});

test("a shop that promises no day, or whose setting cannot be read, sells without one", async () => {
  for (const value of [0, "soon", { days: 3 }]) {
    await set("shipByDays", value);
    const number = await bought([[...tee, 1]]);
    expect([value, (await rowOf(number)).shipBy, await owed(number)]).toEqual([value, null, null]);
  }
});

test("a paid order keeps the day that it was promised, until what was bought has left", async () => {
  await set("shipByDays", 3);
  const number = await bought();
  const { shipBy: promised, paidAt } = await rowOf(number);
  expect(promised).toBe(await shipBy(paidAt?.toISOString() ?? ""));
  await set("shipByDays", 20);
  await db.update(orders).set({ paidAt: new Date() }).where(eq(orders.number, number));
  expect([(await rowOf(number)).shipBy, await owed(number)]).toEqual([promised, promised]);

  await shipParcel(shop, await seen(number), { ...ups, lines: [{ position: 0, quantity: 2 }] });
  expect(await owed(number)).toBe(promised);
  await shipParcel(shop, await seen(number), { ...ups, trackingNumber: "1Z998" });
  expect([await owed(number), (await rowOf(number)).shipBy]).toEqual([null, promised]);
});

test("nothing of a cancelled order has to leave, nor of one whose pieces were all refunded", async () => {
  await set("shipByDays", 3);
  const [cancelled, refunded] = [await bought([[...tee, 1]]), await bought([[...tee, 1]])];
  await cancelOrder(shop, await seen(cancelled), { reason: "asked" });
  await refundLines(shop, await seen(refunded), {
    lines: [{ position: 0, quantity: 1 }],
    cause: crypto.randomUUID(),
    restock: true,
  });
  expect([await owed(cancelled), await owed(refunded)]).toEqual([null, null]);
});

test("a late order stands on Today, in the view of late orders and on its page, and no other does", async () => {
  await set("shipByDays", 3);
  const [late, other] = [await bought([[...tee, 1]]), await bought([[...tee, 1]])];
  const day = "2026-11-02";
  expect(await packer.text("/")).not.toContain("Late order");
  await db.update(orders).set({ shipBy: day }).where(eq(orders.number, late));
  await db.execute(sql`select note_facts_of(array[${late}])`);

  expect(await packer.text("/")).toContain(`1 Late order Promised to leave by ${dayWords(day)}`);
  const list = await packer.text("/orders?ship=late");
  expect(list).toContain(`Late, due ${shortDay(day)}`);
  expect([list.includes(shownNumber(late)), list.includes(shownNumber(other))]).toEqual([true, false]);
  expect(await packer.text(`/orders/${late}`)).toContain(`Late: it had to leave by ${dayWords(day)}.`);
  expect(await packer.text(`/orders/${other}`)).toContain(
    `It has to leave by ${dayWords((await rowOf(other)).shipBy ?? "")}.`,
  );

  await shipParcel(shop, await seen(late), ups);
  expect(await packer.text("/")).not.toContain("Late order");
  expect(await packer.text("/orders?ship=late")).not.toContain(shownNumber(late));
});

test("the view of late orders is offered where the shop promises a day", async () => {
  await set("shipByDays", 3);
  expect(await packer.text("/orders")).toMatch(/To ship \d+ Late \d+ All/);
  await set("shipByDays", 0);
  expect(await packer.text("/orders")).not.toContain("Late");
});
