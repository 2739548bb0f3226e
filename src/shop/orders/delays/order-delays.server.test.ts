import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { eq, sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { DAY, HOUR } from "~/platform/durations";
import { officeAs } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { disputed } from "~/testing/disputes.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { textOf } from "~/testing/html";
import { memberAs } from "~/testing/members.server";
import { posted } from "~/testing/posted-form.server";
import { openReadablePages } from "~/testing/read-pages.server";
import { leftOf } from "~/testing/riders.server";
import { cents } from "~/shop/money";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { refundsOf } from "~/shop/payments/refunds.server";
import { settings } from "~/shop/settings.tables";
import { dayAfter, dayIn, dayWords, wholeDate } from "~/shop/shop-time";
import { sendDelay } from "../letters/delay-letters.server";
import { delayLinks } from "../letter-links.server";
import { shownNumber } from "../order-number";
import { orderEvents, orders } from "../orders.tables";
import { loseAsMember } from "../parcels/lost-acts.server";
import { parcelsOf } from "../parcels/parcels.server";
import { shipParcel } from "../parcels/ship-parcel.server";
import { executeRefund } from "../refunds/execute-refund.server";
import { refundLines } from "../refunds/refund-lines.server";
import type { DelayAnswer } from "./delay";
import { answerDelay } from "./answer-delay.server";
import { action } from "./delay-link.page";
import { isOrderOwedBack, lastDelayOf } from "./order-delays.server";
import { orderDelays } from "./order-delays.tables";
import { refundOwedBack } from "./refund-owed-back.server";
import { tellDelay, tellDelayAsMember } from "./tell-delay.server";

const { shop, db, ups, tee, bought, seen, rowOf, stateOf, codeOf } = await openBoughtOrders();
const { ask, html } = await openReadablePages(shop);
const office = officeAs(shop, memberAs("manager", "Dana"));
const zone = shop.settings().timeZone;
const today = dayIn(new Date(), zone);
const day = (days: number) => dayAfter(today, days);

await db.update(settings).set({ value: 3 }).where(eq(settings.name, "shipByDays"));
await shop.reloadSettings();

/** Tells of a delay and sends its letter; returns the delay's id. */
async function told(number: string, newDay: string | null, now = new Date()): Promise<string> {
  await tellDelay(shop, await seen(number), newDay, now);
  const id = (await lastDelayOf(db, number))?.id ?? "";
  await sendDelay(shop, { delayId: id });
  return id;
}

/** A paid order that was promised to leave some days from today, and was told to leave later. */
async function delayed(newDay: string | null, { promised = 2, pieces = 1 } = {}) {
  const number = await bought([[...tee, pieces]]);
  await db
    .update(orders)
    .set({ shipBy: day(promised) })
    .where(eq(orders.number, number));
  return { number, id: await told(number, newDay) };
}

const pathOf = async (id: string) => new URL(await delayLinks.address(shop, id)).pathname;

/** Presses a button of the delay's page. */
async function press(id: string, answer: DelayAnswer) {
  const path = await pathOf(id);
  const [, , own = "", signature = ""] = path.split("/");
  const { data } = await posted(action, shop, path, { answer }, { params: { id: own, signature } });
  return data.ok ? "done" : data.message;
}

const pageOf = async (id: string) => textOf(await html(await pathOf(id)));
const letterOf = (id: string) => shop.letters.filter(({ key }) => key === `order-delayed-${id}`);
const owed = (number: string, days = 0) => isOrderOwedBack(shop, number, new Date(Date.now() + days * DAY));
const eventsOf = async (number: string) =>
  (await db.select().from(orderEvents).where(eq(orderEvents.orderNumber, number))).map(({ kind }) => kind);

test("[B-115] the first letter with a near day says that silence is a yes, and the order is late only after that day", async () => {
  const { number, id } = await delayed(day(12));
  const [letter, ...more] = letterOf(id);
  expect(more).toEqual([]);
  expect(letter?.text).toContain(`we said that your order leaves us by ${wholeDate(day(2), "UTC")}.`);
  expect(letter?.text).toContain(`It leaves us by ${wholeDate(day(12), "UTC")}.`);
  expect(letter?.text).toContain("there is nothing to do");
  expect(letter?.text).toContain(await delayLinks.address(shop, id));
  expect([(await rowOf(number)).shipBy, await owed(number, 12), await owed(number, 13)]).toEqual([
    day(12),
    false,
    true,
  ]);
  expect(await office.text(`/orders/${number}`)).toContain(`It has to leave by ${dayWords(day(12))}.`);
});

test("[B-115] without a day, with a far one or at a further delay the letter names the day on which the order ends", async () => {
  for (const newDay of [null, day(60)]) {
    const { number, id } = await delayed(newDay);
    expect(letterOf(id)[0]?.text).toContain(`the order ends on ${wholeDate(day(32), "UTC")}`);
    expect([(await rowOf(number)).shipBy, await owed(number, 31), await owed(number, 32)]).toEqual([
      day(32),
      false,
      true,
    ]);
  }
  const { number } = await delayed(day(5));
  const further = await told(number, day(9));
  expect(letterOf(further)[0]?.text).toContain(`the order ends on ${wholeDate(day(5), "UTC")}`);
  expect([await owed(number, 4), await owed(number, 5)]).toEqual([false, true]);
});

test("[B-115] reading the page changes nothing; who waits has the new day, and can still cancel", async () => {
  const before = await leftOf(shop, [...tee]);
  const { number, id } = await delayed(day(60));
  const path = await pathOf(id);
  for (const method of ["GET", "HEAD"]) expect((await ask(path, { method })).status).toBe(200);
  expect(await pageOf(id)).toContain(`the order ends on ${wholeDate(day(32), "UTC")}`);
  expect((await lastDelayOf(db, number))?.answer).toBeNull();

  expect([await press(id, "wait"), await press(id, "wait")]).toEqual(["done", "done"]);
  expect([(await rowOf(number)).shipBy, await owed(number, 60), await owed(number, 61)]).toEqual([
    day(60),
    false,
    true,
  ]);
  expect(await pageOf(id)).toContain(
    `It leaves us by ${wholeDate(day(60), "UTC")}. Until it leaves, you can still cancel`,
  );

  expect([await press(id, "cancel"), await press(id, "cancel")]).toEqual(["done", "done"]);
  const [refund, ...more] = await refundsOf(db, number);
  expect([await stateOf(number), refund?.amount, more]).toEqual(["cancelled", (await rowOf(number)).total, []]);
  expect([await leftOf(shop, [...tee]), await stockDrift(db)]).toEqual([before, []]);
  expect(await pageOf(id)).toContain("What you paid for what has not left goes back to you");
  expect(await press(id, "wait")).toMatch(/too late/);
  expect((await eventsOf(number)).filter((kind) => kind === "delay-answered")).toHaveLength(2);
});

test("[B-115] who waits without a day is owed nothing, until a day is told or the shopper cancels", async () => {
  const { number, id } = await delayed(null);
  await press(id, "wait");
  expect([(await rowOf(number)).shipBy, await owed(number, 300)]).toEqual([null, false]);
  expect(await codeOf(told(number, null))).toBe("input-invalid");
  const further = await told(number, day(40));
  expect(letterOf(further)[0]?.text).toContain("there is nothing to do");
  expect([(await rowOf(number)).shipBy, await owed(number, 40), await owed(number, 41)]).toEqual([
    day(40),
    false,
    true,
  ]);
});

test("[B-115] of an order that has left in part, only the rest is cancelled and given back", async () => {
  const { number, id } = await delayed(day(60), { pieces: 3 });
  await shipParcel(shop, await seen(number), { ...ups, lines: [{ position: 0, quantity: 1 }] });
  expect(await pageOf(id)).toContain("2 pieces");
  expect(await press(id, "cancel")).toBe("done");
  const { orderValue, deliveryFee, total } = await rowOf(number);
  const [refund] = await refundsOf(db, number);
  expect(refund?.amount).toBeLessThanOrEqual(total - deliveryFee);
  expect(refund?.amount).toBeGreaterThanOrEqual((orderValue / 3) * 2);
  expect([await owed(number, 300), await stockDrift(db)]).toEqual([false, []]);
});

/** Refusals of a parcel whose order was cancelled meanwhile. */
const REFUSED = expect.stringMatching(/^(?:edited-meanwhile|order-state)$/);

test("a shopper who cancels while the parcel leaves gets either the parcel or the money", async () => {
  for (let turn = 0; turn < 6; turn += 1) {
    const { number, id } = await delayed(day(60));
    const version = await seen(number);
    const [ship, cancel] = await Promise.all([
      codeOf(shipParcel(shop, version, ups)),
      codeOf(answerDelay(shop, id, "cancel")),
    ]);
    const refunds = await refundsOf(db, number);
    const state = await stateOf(number);
    expect([state, ship, refunds.length]).toEqual(
      state === "shipped" ? ["shipped", "done", 0] : ["cancelled", REFUSED, 1],
    );
    expect(["done", "cancel-over"]).toContain(cancel);
    expect(await owed(number, 300)).toBe(false);
  }
});

test("an order of which only something in place of lost pieces waits is not owed back for an earlier delay", async () => {
  const { number, id } = await delayed(day(60));
  await shipParcel(shop, await seen(number), ups);
  const [parcel] = await parcelsOf(db, number);
  const lost = { parcelId: parcel?.id ?? 0, again: [], refund: [] };
  const form = async () => ({ submission: randomUUID(), number, version: (await rowOf(number)).version });
  const dana = memberAs("manager", "Dana");
  await loseAsMember(shop, dana, await form(), lost);
  await loseAsMember(shop, dana, await form(), { ...lost, again: [{ position: 0, quantity: 1 }] });
  await db.update(orderDelays).set({ endsOn: today }).where(eq(orderDelays.id, id));
  expect(await owed(number, 300)).toBe(false);
});

test("an answer to an older letter is refused, because its terms have changed", async () => {
  const { number, id } = await delayed(day(5));
  await told(number, day(50));
  expect(await press(id, "wait")).toMatch(/newer word about this order/);
  expect((await lastDelayOf(db, number))?.answer).toBeNull();
});

test("a link that was signed for another address or by nobody opens nothing", async () => {
  const { number, id } = await delayed(day(12));
  const former = await pathOf(id);
  await db.update(orders).set({ email: "jo.new@example.com" }).where(eq(orders.number, number));
  const paths = [
    former,
    `/order-delay/${id}/${"A".repeat(43)}`,
    `/order-delay/${randomUUID()}/${"A".repeat(43)}`,
    "/order-delay/x/y",
  ];
  for (const path of paths) expect([path, (await ask(path)).status]).toEqual([path, 404]);
  expect((await ask(await pathOf(id))).status).toBe(200);
});

test("[B-115] where no letter left, silence says nothing: the money is owed back at once", async () => {
  const number = await bought([[...tee, 1]]);
  await db
    .update(orders)
    .set({ shipBy: day(2) })
    .where(eq(orders.number, number));
  await tellDelay(shop, await seen(number), day(12));
  expect(await owed(number)).toBe(false);
  expect(await isOrderOwedBack(shop, number, new Date(Date.now() + 2 * HOUR))).toBe(true);
  const outbox = { ...shop, mail: { ...shop.mail, isDelivering: false } };
  await sendDelay(outbox, { delayId: (await lastDelayOf(db, number))?.id ?? "" });
  expect(await owed(number)).toBe(true);
  await shipParcel(shop, await seen(number), ups);
  expect(await owed(number)).toBe(false);
});

test("a delay that is told twice by one form is told once, and one that says nothing new is refused beside the field", async () => {
  const number = await bought([[...tee, 1]]);
  const { version, shipBy } = await rowOf(number);
  const form = { submission: randomUUID(), number, version };
  const dana = memberAs("manager", "Dana");
  await tellDelayAsMember(shop, dana, form, day(20));
  await tellDelayAsMember(shop, dana, form, day(20));
  expect(await db.$count(orderDelays, eq(orderDelays.orderNumber, number))).toBe(1);
  for (const wrong of [today, day(-3), day(500), day(20)])
    expect([wrong, await codeOf(tellDelay(shop, await seen(number), wrong))]).toEqual([wrong, "input-invalid"]);
  expect(shipBy).not.toBeNull();
  await shipParcel(shop, await seen(number), ups);
  expect(await codeOf(tellDelay(shop, await seen(number), day(30)))).toBe("order-state");
  expect(await codeOf(tellDelayAsMember(shop, memberAs("packer", "Pat"), form, day(30)))).toBe("right-missing");
});

test("[B-115] on the day of its end an order stands on Today, in its own view and on its page, and one button gives the money back", async () => {
  const { number, id } = await delayed(day(60));
  expect(await office.text("/")).not.toContain("30-day rule");
  await db.update(orderDelays).set({ endsOn: today }).where(eq(orderDelays.id, id));
  await db.update(orders).set({ shipBy: today }).where(eq(orders.number, number));
  expect(await office.text("/")).toContain("1 To be refunded under the 30-day rule");
  const [list, page] = [await office.text("/orders?ship=owed-back"), await office.text(`/orders/${number}`)];
  expect(list).toContain(number.slice(4));
  expect(page).toContain("Its money is owed back under the 30-day rule.");

  const dialog = await (await office.fetch(`/orders/${number}/owed-back`)).text();
  expect(dialog).toContain("Nothing of it has left, so all that is left of its money goes back.");
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(dialog)?.[1] ?? "";
  await office.post(`/orders/${number}/owed-back`, { submission: field("submission"), version: field("version") });
  expect([await stateOf(number), (await refundsOf(db, number)).length]).toEqual(["cancelled", 1]);
  expect(await office.text("/")).not.toContain("30-day rule");
});

test("the button gives back what is left of an order that was refunded in part", async () => {
  const { number, id } = await delayed(day(60));
  const wanted = { lines: [], goodwill: cents(1_00), cause: randomUUID(), restock: false };
  const { id: refundId } = await refundLines(shop, await seen(number), wanted);
  await executeRefund(shop, refundId);
  await db.update(orderDelays).set({ answer: "cancel" }).where(eq(orderDelays.id, id));
  const { version, total } = await rowOf(number);
  await refundOwedBack(shop, memberAs("owner", "Olga"), { submission: randomUUID(), number, version });
  expect((await refundsOf(db, number)).map(({ amount }) => amount).toSorted()).toEqual(
    [cents(1_00), cents(total - 1_00)].toSorted(),
  );
});

test("an answer that could not be carried out while the bank disputes the payment stands on Today", async () => {
  const { number, id } = await delayed(day(60));
  await disputed(shop, number, { id: "dp_delay", state: "with-bank" });
  expect(await press(id, "cancel")).toMatch(/Your bank/);
  expect([await stateOf(number), await owed(number), (await refundsOf(db, number)).length]).toEqual(["paid", true, 0]);
});

afterEach(() => void vi.useRealTimers());

/** Moves the clock of the process to noon of a day of the shop. */
const clockAt = (on: string) =>
  vi.useFakeTimers({ toFake: ["Date"] }).setSystemTime(new Date(`${on}T18:00:00Z`)) && undefined;

test("[B-115] as days pass, late orders come from Today to a letter, and from there to waiting, cancelling, silence and the 30-day button", async () => {
  const numbers = [
    await bought([[...tee]]),
    await bought([[...tee]]),
    await bought([[...tee]]),
    await bought([[...tee]]),
  ];
  const [waits = "", cancels = "", silent = "", ends = ""] = numbers;
  const promised = (await rowOf(waits)).shipBy ?? "";
  const later = (days: number) => dayAfter(promised, days);
  const listed = async (view: string) => {
    const list = await office.text(`/orders?ship=${view}`);
    return numbers.map((number) => list.includes(shownNumber(number)));
  };
  clockAt(promised);
  expect(await listed("late")).toEqual([false, false, false, false]);
  clockAt(later(1));
  expect(await office.text("/")).toMatch(/Late orders? /);
  expect(await listed("late")).toEqual([true, true, true, true]);

  for (const number of numbers) {
    const path = `/orders/${number}/delay`;
    const form = fieldsIn(formIn(await (await office.fetch(path)).text(), 'name="newDay"'));
    const told = await office.post(path, { ...form, newDay: number === ends ? "" : later(12) });
    expect(told.status).toBe(302);
    await sendDelay(shop, { delayId: (await lastDelayOf(db, number))?.id ?? "" });
  }
  expect([await listed("late"), await listed("owed-back")]).toEqual([
    [false, false, false, false],
    [false, false, false, false],
  ]);
  const linkOf = async (number: string) => (await lastDelayOf(db, number))?.id ?? "";
  const letters = await Promise.all(numbers.map(async (number) => letterOf(await linkOf(number))[0]?.text ?? ""));
  expect(letters.map((text) => text.includes("there is nothing to do"))).toEqual([true, true, true, false]);
  expect(letters[3]).toContain(`the order ends on ${wholeDate(later(30), "UTC")}`);
  expect([await press(await linkOf(waits), "wait"), await press(await linkOf(cancels), "cancel")]).toEqual([
    "done",
    "done",
  ]);
  expect([await stateOf(waits), await stateOf(cancels)]).toEqual(["paid", "cancelled"]);
  expect((await refundsOf(db, cancels)).map(({ amount }) => amount)).toEqual([(await rowOf(cancels)).total]);

  clockAt(later(12));
  expect([await listed("late"), await listed("owed-back")]).toEqual([
    [false, false, false, false],
    [false, false, false, false],
  ]);
  clockAt(later(13));
  expect(await listed("owed-back")).toEqual([true, false, true, false]);
  clockAt(later(30));
  expect(await office.text("/")).toContain("To be refunded under the 30-day rule");
  expect(await listed("owed-back")).toEqual([true, false, true, true]);
  expect((await Promise.all([waits, silent, ends].map((number) => refundsOf(db, number)))).flat()).toEqual([]);

  for (const number of [silent, ends]) {
    const path = `/orders/${number}/owed-back`;
    const form = fieldsIn(formIn(await (await office.fetch(path)).text(), 'name="submission"'));
    expect((await office.post(path, form)).status).toBe(302);
    expect(await stateOf(number)).toBe("cancelled");
    expect((await refundsOf(db, number)).map(({ amount }) => amount)).toEqual([(await rowOf(number)).total]);
  }
  await shipParcel(shop, await seen(waits), ups);
  expect([await listed("late"), await listed("owed-back"), await stockDrift(db)]).toEqual([
    [false, false, false, false],
    [false, false, false, false],
    [],
  ]);
});

test("a day that a shopper was told of holds where an update takes back promises that nobody chose", async () => {
  const [waits, open, unclear] = [
    await delayed(day(150)),
    await delayed(day(150), { promised: 120 }),
    await delayed(null),
  ];
  const unchosen = await bought([[...tee]]);
  await db
    .update(orders)
    .set({ shipBy: day(120) })
    .where(eq(orders.number, unchosen));
  for (const { id } of [waits, unclear]) await answerDelay(shop, id, "wait");
  const file = (await readdir("migrations")).find((name) => name.endsWith("_no-day-without-its-setting.sql")) ?? "";
  const before = await Promise.all([waits, open].map(shipByOf));
  expect(before).toEqual([day(150), day(150)]);

  const statements = (await readFile(`migrations/${file}`, "utf8")).split("--> statement-breakpoint");
  await db.execute(sql.raw(statements.at(-1) ?? ""));
  expect(await Promise.all([waits, open, unclear, { number: unchosen }].map(shipByOf))).toEqual([
    ...before,
    null,
    null,
  ]);
});

const shipByOf = async ({ number }: { number: string }) => (await rowOf(number)).shipBy;
