import { randomBytes, randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { DAY, HOUR } from "~/platform/durations";
import { endByItself } from "~/privacy/end-by-itself.server";
import { erasePersonAgain } from "~/privacy/erase-person.server";
import { products } from "~/shop/catalog/catalog.tables";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { endLetters, haveEnded, mailboxHashOf, signOf } from "~/shop/letter-endings.server";
import { letterEndings } from "~/shop/letter-endings.tables";
import { CLIENT_ADDRESS } from "~/shop/form-limits.server";
import { orders } from "~/shop/orders/orders.tables";
import { payments } from "~/shop/payments/payments.tables";
import { rateLimits } from "~/platform/rate-limit.tables";
import { Settings } from "~/shop/settings";
import { apiClient } from "~/testing/api-client";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { textOf } from "~/testing/html";
import { made, wishFor } from "~/testing/made-orders.server";
import { cardLine, sellGiftCards } from "~/testing/gift-card-product.server";
import { memberAs } from "~/testing/members.server";
import { openReadablePages } from "~/testing/read-pages.server";
import { draftRequestFor, jo, lineOf } from "~/testing/riders.server";
import {
  CAME_BACK_DAYS,
  lookForReminders,
  OF_NETWORK,
  ONE_IN_DAYS,
  PORTION,
  PORTIONS_OF_A_RUN,
  REMIND_OF_CHECKOUT,
} from "./due-reminders.server";
import type { RemindedLine } from "./reminded-line";
import { remindersIn } from "./reminder-figures.server";
import { reminderPath } from "./reminder-link.server";
import { LATEST_HOURS, OPEN_OF_NETWORK } from "./reminders.server";
import { checkoutReminders, reminderLetters } from "./reminders.tables";
import { sendReminder } from "./send-reminder.server";

const { shop: base, db, tee, bought } = await openBoughtOrders();
const chosen = { checkoutReminder: true, shopAddress: "1 Route 66, Flagstaff, AZ 86001" };
let settings = Settings.parse(chosen);
const shop = { ...base, settings: () => settings };
const { html, ask } = await openReadablePages(shop);
const { request } = apiClient(shop);
const GLOVES = ["Gauntlet Leather Gloves", "M", "Black"] as const;

const lineFor = async (pick: readonly [string, string, string], quantity = 1): Promise<RemindedLine> => {
  const { product, size, color } = await lineOf(shop, [...pick]);
  return { product, size, color, quantity };
};
const tees = [await lineFor(tee, 2)];
const both = [...tees, await lineFor(GLOVES)];

beforeEach(async () => {
  settings = Settings.parse(chosen);
  await db.delete(checkoutReminders);
  await db.delete(reminderLetters);
  await db.delete(letterEndings);
  await db.delete(rateLimits);
  shop.letters.length = 0;
  shop.payloads.length = 0;
});

const newKey = (): string => randomBytes(16).toString("hex");
let mailboxes = 0;
/** Another mailbox each time, so that no test meets the letters of another one. */
const someone = (): string => `rider${(mailboxes += 1)}@example.com`;

interface Told {
  key: string;
  email: string;
  items?: RemindedLine[];
  from?: string;
}
const post = (path: string, body: object, from?: string): Promise<Response> =>
  request(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(from && { [CLIENT_ADDRESS]: from }) },
    body: JSON.stringify(body),
  });
const tell = async ({ key, email, items = both, from }: Told) => {
  const answer = await post("/reminders", { key, email, items }, from);
  return { status: answer.status, body: await answer.text() };
};
const untick = (key: string) => post("/reminders/end", { key });

/** Ticks the box for somebody, so many hours ago. */
async function ticked(hours = 4.1, told: Partial<Told> = {}): Promise<{ key: string; email: string }> {
  const all = { key: newKey(), email: someone(), ...told };
  expect((await tell(all)).status).toBe(200);
  await moveBack(all.key, hours);
  return all;
}
const moveBack = (key: string, hours: number) =>
  db
    .update(checkoutReminders)
    .set({ askedAt: ago(hours), changedAt: ago(hours) })
    .where(eq(checkoutReminders.key, key));
const ago = (hours: number): Date => new Date(Date.now() - hours * HOUR);
const rowsOf = (key: string) => db.select().from(checkoutReminders).where(eq(checkoutReminders.key, key));
const idOf = async (key: string): Promise<string> => (await rowsOf(key))[0]?.id ?? "";
const lettersTo = (email: string) => shop.letters.filter(({ to }) => to === email);
const queued = () =>
  shop.payloads.flatMap(({ name, payload }) =>
    name === REMIND_OF_CHECKOUT && "reminderId" in payload ? [String(payload.reminderId)] : [],
  );
/** Looks for due reminders, and sends what was enqueued. */
async function run(now = new Date()): Promise<void> {
  shop.payloads.length = 0;
  await lookForReminders(shop, now);
  for (const reminderId of queued()) await sendReminder(shop, { reminderId }, now);
}
const mailbox = (email: string) => mailboxHashOf(signOf(shop), email);
const buy = (email: string) => bought([[...tee]], { customer: { ...jo, email } });

describe("a reminder goes to who ticked the box", () => {
  test("[B-135] once, after the hours of the settings since the last change of bag or address, with the goods and no price", async () => {
    const early = await ticked(3.9);
    const { key, email } = await ticked(4.1);
    await run();
    await run();
    expect(lettersTo(early.email)).toEqual([]);
    const [letter, ...more] = lettersTo(email);
    expect(more).toEqual([]);
    for (const part of [
      tee[0],
      "Quantity 2",
      GLOVES[0],
      shop.address + reminderPath(shop, await idOf(key)),
      chosen.shopAddress,
    ])
      expect(letter?.text).toContain(part);
    expect((letter?.text ?? "") + (letter?.html ?? "")).not.toMatch(/\$\d/);
    expect(letter?.unsubscribe).toContain("/no-more-letters/reminder/");
    settings = Settings.parse({ ...chosen, checkoutReminderHours: 3 });
    await run();
    expect(lettersTo(early.email)).toHaveLength(1);
  });

  test("[B-135] never without the tick, nor after it was unticked, which forgets address and goods at once", async () => {
    const { key, email } = await ticked();
    expect((await untick(key)).status).toBe(200);
    expect(await rowsOf(key)).toEqual([]);
    await run();
    expect(lettersTo(email)).toEqual([]);
    // Ticked, unticked, ticked: the last word counts, and each tick is a box of its own.
    const again = await ticked(4.1, { email });
    await untick(key);
    await run();
    expect(lettersTo(email)).toHaveLength(1);
    await untick(again.key);
    expect(await db.$count(checkoutReminders)).toBe(0);
  });

  test("also unticked between the two looks", async () => {
    const { key, email } = await ticked();
    await lookForReminders(shop);
    const [reminderId = ""] = queued();
    await untick(key);
    await sendReminder(shop, { reminderId });
    expect(lettersTo(email)).toEqual([]);
    expect(await db.$count(reminderLetters)).toBe(0);
  });

  test("a box is followed: another address and other goods take the place of the former, and an empty bag ends it", async () => {
    const { key, email } = await ticked(1);
    const corrected = someone();
    await tell({ key, email: corrected, items: tees });
    const rows = await rowsOf(key);
    expect(rows.map((row) => [row.email, row.bag])).toEqual([[corrected, tees]]);
    await moveBack(key, 4.1);
    await run();
    expect(lettersTo(email)).toEqual([]);
    expect(lettersTo(corrected)[0]?.text).not.toContain(GLOVES[0]);

    const emptied = await ticked();
    await tell({ ...emptied, items: [] });
    expect(await rowsOf(emptied.key)).toEqual([]);
  });

  test("only while the merchant offers it and the shop has an address, also between the two looks", async () => {
    const { email } = await ticked();
    for (const off of [{ checkoutReminder: false }, { shopAddress: " " }]) {
      settings = Settings.parse({ ...chosen, ...off });
      await run();
      const { key } = { key: newKey() };
      await tell({ key, email: someone() });
      expect(await rowsOf(key)).toEqual([]);
    }
    settings = Settings.parse(chosen);
    await lookForReminders(shop);
    settings = Settings.parse({ ...chosen, checkoutReminder: false });
    for (const reminderId of queued()) await sendReminder(shop, { reminderId });
    expect(lettersTo(email)).toEqual([]);
  });

  test("not two days late, as after an outage or when the letter was off meanwhile; then nothing is kept", async () => {
    const late = await ticked(4 + LATEST_HOURS + 0.1);
    const last = await ticked(4 + LATEST_HOURS - 0.1);
    await run();
    expect(queued()).toHaveLength(1);
    expect(lettersTo(late.email)).toEqual([]);
    expect(await rowsOf(late.key)).toEqual([]);
    expect(lettersTo(last.email)).toHaveLength(1);
  });

  test("hours are hours: in the night whose hour is repeated it is due four hours later, not three or five", async () => {
    const { key, email } = await ticked();
    // 1:30 in Denver, half an hour before the clocks go back.
    const tickedAt = new Date("2026-11-01T07:30:00Z");
    await db
      .update(checkoutReminders)
      .set({ askedAt: tickedAt, changedAt: tickedAt })
      .where(eq(checkoutReminders.key, key));
    await run(new Date("2026-11-01T11:29:59Z"));
    expect(lettersTo(email)).toEqual([]);
    await run(new Date("2026-11-01T11:30:00Z"));
    expect(lettersTo(email)).toHaveLength(1);
  });
});

test("while the letter is off, what is too late for it is not kept until it is on again", async () => {
  const [late, due] = [await ticked(4 + LATEST_HOURS + 0.1), await ticked()];
  settings = Settings.parse({ ...chosen, checkoutReminder: false });
  await run();
  expect(await rowsOf(late.key)).toEqual([]);
  expect(await rowsOf(due.key)).toHaveLength(1);
  expect(shop.letters).toEqual([]);
});

describe("an order ends it", () => {
  test("[B-135] none after an order of that mailbox, on whichever device and with whichever spelling of the address", async () => {
    const { email, key } = await ticked();
    await buy(email.toUpperCase().toLowerCase().replace("@", "+shop@"));
    await run();
    expect(lettersTo(email)).toEqual([]);
    expect(await rowsOf(key)).toEqual([]);
  });

  test("[B-135] nor if the order arrives in the minute of the reminder, after it was enqueued", async () => {
    const { email, key } = await ticked();
    await lookForReminders(shop);
    const [reminderId = ""] = queued();
    await buy(email);
    await sendReminder(shop, { reminderId });
    expect(lettersTo(email)).toEqual([]);
    expect(await rowsOf(key)).toEqual([]);
    // A letter that was not sent does not count: the mailbox may be reminded of a later checkout.
    const next = await ticked(4.1, { email });
    await db
      .update(orders)
      .set({ paidAt: ago(5), draftedAt: ago(5) })
      .where(eq(orders.email, email));
    await run();
    expect(lettersTo(next.email)).toHaveLength(1);
  });

  test("nor while its money is on the way, or a member has made it; an attempt that nobody paid is what is reminded of", async () => {
    const draft = (email: string) =>
      draftRequestFor(shop, [[...tee]], { customer: { ...jo, email } }).then((wish) => draftOrder(shop, wish));
    const [unpaid, paying, phoned] = [await ticked(), await ticked(), await ticked()];
    await draft(unpaid.email);
    const { id } = await draft(paying.email);
    await db.update(payments).set({ state: "received", receivedAt: new Date() }).where(eq(payments.gatewayId, id));
    await made(shop, memberAs("owner", "Olga"), await wishFor(shop, 1, { customer: { ...jo, email: phoned.email } }));
    await run();
    expect([unpaid, paying, phoned].map(({ email }) => lettersTo(email).length)).toEqual([1, 0, 0]);
  });

  test("an order before the tick is no reason", async () => {
    const email = someone();
    await buy(email);
    await db
      .update(orders)
      .set({ paidAt: ago(6), draftedAt: ago(6) })
      .where(eq(orders.email, email));
    await ticked(4.1, { email });
    await run();
    expect(lettersTo(email)).toHaveLength(1);
  });
});

describe("its bounds", () => {
  test("[B-135] one mailbox gets one in 30 days, whichever devices tick and however it is spelled; another mailbox gets its own", async () => {
    const [desk, phone] = [
      await ticked(6, { email: "two.devices@gmail.com", items: tees }),
      await ticked(5, { email: "twodevices+x@gmail.com" }),
    ];
    const other = await ticked();
    await run();
    expect(lettersTo(desk.email)).toEqual([]);
    // The box that changed last is the one that is sent.
    expect(lettersTo(phone.email)[0]?.text).toContain(GLOVES[0]);
    expect(lettersTo(other.email)).toHaveLength(1);
    expect(await rowsOf(desk.key)).toEqual([]);

    await ticked(4.1, { email: desk.email });
    await run();
    expect(lettersTo(desk.email)).toEqual([]);
    const later = new Date(Date.now() + ONE_IN_DAYS * DAY + HOUR);
    const next = await ticked(0, { email: desk.email });
    await db
      .update(checkoutReminders)
      .set({ askedAt: new Date(later.getTime() - 5 * HOUR), changedAt: new Date(later.getTime() - 5 * HOUR) })
      .where(eq(checkoutReminders.key, next.key));
    await run(later);
    expect(lettersTo(desk.email)).toHaveLength(1);
  });

  test("while one device is still being used, the box of another one waits", async () => {
    const email = someone();
    await ticked(4.1, { email });
    await ticked(0.1, { email });
    await run();
    expect(lettersTo(email)).toEqual([]);
    await run(new Date(Date.now() + 4 * HOUR));
    expect(lettersTo(email)).toHaveLength(1);
  });

  test("five letters a day for a network that types addresses of others; a shopper elsewhere gets theirs", async () => {
    const strangers: string[] = [];
    for (let count = 0; count < OF_NETWORK.times + 3; count += 1)
      strangers.push((await ticked(4.2, { from: "203.0.113.9" })).email);
    const honest = await ticked(4.1, { from: "198.51.100.7" });
    await run();
    expect(strangers.flatMap(lettersTo)).toHaveLength(OF_NETWORK.times);
    expect(lettersTo(honest.email)).toHaveLength(1);
    expect(await db.$count(checkoutReminders, sql`enqueued_at is null`)).toBe(0);
  });

  test("a mistyped address that was corrected does not count for the network", async () => {
    const from = "203.0.113.20";
    for (let count = 0; count < OF_NETWORK.times; count += 1) {
      const { key, email } = await ticked(1, { from });
      for (const typo of ["a", "b"]) await tell({ key, email: `${typo}${email}`, from });
      await tell({ key, email, from });
      await moveBack(key, 4.1);
    }
    await run();
    expect(shop.letters).toHaveLength(OF_NETWORK.times);
  });

  test("a network keeps a bounded number of open boxes; a box that is open changes as before, and another network has room", async () => {
    const from = "203.0.113.30";
    const first = await ticked(0, { from });
    for (let count = 1; count < OPEN_OF_NETWORK + 2; count += 1) await ticked(0, { from });
    expect(
      await db.$count(checkoutReminders, eq(checkoutReminders.network, (await rowsOf(first.key))[0]?.network ?? "")),
    ).toBe(OPEN_OF_NETWORK);
    await tell({ ...first, items: tees, from });
    expect((await rowsOf(first.key))[0]?.bag).toEqual(tees);
    expect(await rowsOf((await ticked(0, { from: "198.51.100.8" })).key)).toHaveLength(1);
  });

  test("the answer is the same for every address: one that ended the letters, that had one, and that nobody knows", async () => {
    const [ended, reminded] = [someone(), someone()];
    await endLetters(db, "reminder", mailbox(ended));
    await ticked(4.1, { email: reminded });
    await run();
    const answers = await Promise.all([ended, reminded, someone()].map((email) => tell({ key: newKey(), email })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test("what is no address, no key or no line is refused beside its field", async () => {
    for (const [field, wrong] of Object.entries({ email: "jo@", key: "x", items: [{ ...tees[0], quantity: 0 }] })) {
      const { status, body } = await tell({ key: newKey(), email: someone(), [field]: wrong } as Told);
      expect([status, body.includes(field)]).toEqual([422, true]);
    }
  });
});

describe("the letter is sent once", () => {
  test("[B-135] whichever processes look and send, and however often one is cut off before its end", async () => {
    const boxes = [await ticked(4.3), await ticked(4.2), await ticked(4.1)];
    let left = 1;
    const dying = {
      ...shop,
      jobs: {
        ...shop.jobs,
        async enqueue(...args: Parameters<typeof shop.jobs.enqueue>) {
          // The first one is written before the connection of the process ends.
          if (left-- <= 0) await args[0].execute(sql`select pg_terminate_backend(pg_backend_pid())`);
        },
      },
    };
    await expect(lookForReminders(dying)).rejects.toThrow(/Failed query|terminat/);
    expect(await db.$count(reminderLetters)).toBe(0);
    shop.payloads.length = 0;
    await Promise.all([lookForReminders(shop), lookForReminders({ ...shop, ...shop.anotherProcess() })]);
    expect(queued()).toHaveLength(3);
    await Promise.all([...queued(), ...queued()].map((reminderId) => sendReminder(shop, { reminderId })));
    expect(boxes.map(({ email }) => lettersTo(email).length)).toEqual([1, 1, 1]);
  });

  test("one that the mail server takes later is sent then, unless an order came meanwhile or two days have passed", async () => {
    const [waits, buys, waited] = [await ticked(), await ticked(), await ticked()];
    const busy = {
      ...shop,
      mail: { ...shop.mail, send: () => Promise.reject(Object.assign(new Error("451 later"), { responseCode: 451 })) },
    };
    await lookForReminders(shop);
    const ids = queued();
    const tooLong = await idOf(waited.key);
    for (const reminderId of ids) await expect(sendReminder(busy, { reminderId })).rejects.toThrow("451");
    await buy(buys.email);
    await sendReminder(shop, { reminderId: tooLong }, new Date(Date.now() + LATEST_HOURS * HOUR));
    for (const reminderId of ids) await sendReminder(shop, { reminderId });
    expect([waits, buys, waited].map(({ email }) => lettersTo(email).length)).toEqual([1, 0, 0]);
    expect(await rowsOf(waited.key)).toEqual([]);
  });

  test("one that the mail server refuses for ever ends quietly, its address is forgotten, and it is not tried again with the next tick", async () => {
    const { email, key } = await ticked();
    let tried = 0;
    const refusing = {
      ...shop,
      mail: {
        ...shop.mail,
        send() {
          tried += 1;
          return Promise.reject(Object.assign(new Error("550 no such user"), { responseCode: 550 }));
        },
      },
    };
    await lookForReminders(shop);
    for (const reminderId of queued()) await sendReminder(refusing, { reminderId });
    expect(await rowsOf(key)).toEqual([]);
    await ticked(4.1, { email });
    await run();
    expect([tried, lettersTo(email).length]).toEqual([1, 0]);
  });

  test("of 5,000 that are due, a run takes a bounded number, and the runs together each once", async () => {
    await ticked();
    await base.asOwner(`
      insert into checkout_reminders (key, email, bag, asked_at, changed_at, network)
      select 'many' || n, 'many' || n || '@example.com', bag, asked_at, changed_at, 'n' || n
      from checkout_reminders, generate_series(1, 4999) as n;`);
    await lookForReminders(shop);
    expect(queued().length).toBeLessThanOrEqual(PORTION * PORTIONS_OF_A_RUN);
    for (let more = 0; more < 5; more += 1)
      await Promise.all([lookForReminders(shop), lookForReminders({ ...shop, ...shop.anotherProcess() })]);
    expect([queued().length, new Set(queued()).size]).toEqual([5000, 5000]);
  }, 120_000);

  test("nothing is sent where nothing of the bag can be bought any more; what was archived is left out of the letter and the page", async () => {
    const [one, two] = [await ticked(4.1, { items: tees }), await ticked(4.1, { items: both })];
    const archive = (publishedStatus: "archived" | "published") =>
      db.update(products).set({ publishedStatus }).where(eq(products.name, tee[0]));
    await archive("archived");
    await run();
    const page = textOf(await html(reminderPath(shop, await idOf(two.key))));
    await archive("published");
    expect(lettersTo(one.email)).toEqual([]);
    expect(await rowsOf(one.key)).toEqual([]);
    expect(lettersTo(two.email)[0]?.text).not.toContain(tee[0]);
    expect(lettersTo(two.email)[0]?.text).toContain(GLOVES[0]);
    expect(page).toContain("One thing of it cannot be had any more.");
    expect(page).not.toContain(tee[0]);
  });
});

test("a gift card is in neither letter nor page, and is not said to be gone; of a bag of gift cards alone nothing is sent", async () => {
  await sellGiftCards(shop);
  const { product, size, color, quantity } = cardLine(50);
  const card = { product, size, color, quantity };
  const [mixed, alone] = [await ticked(4.1, { items: [...tees, card] }), await ticked(4.1, { items: [card] })];
  await run();
  const [letter] = lettersTo(mixed.email);
  expect(letter?.text).toContain(tee[0]);
  expect(letter?.text).not.toContain("Gift Card");
  const page = textOf(await html(reminderPath(shop, await idOf(mixed.key))));
  expect(page).toContain(tee[0]);
  expect(page).not.toMatch(/\$50|cannot be had/);
  expect(lettersTo(alone.email)).toEqual([]);
  expect(await rowsOf(alone.key)).toEqual([]);
});

describe("an end and an erasure", () => {
  const leaveOf = (email: string) => new URL(lettersTo(email)[0]?.unsubscribe ?? "").pathname;

  test("[B-135] one click of the mail program ends them, a scanner that opens every link changes nothing", async () => {
    const { email, key } = await ticked();
    await run();
    const path = leaveOf(email);
    expect(textOf(await html(path))).toContain("A reminder comes only to who ticks its box");
    for (const each of [path, reminderPath(shop, await idOf(key))]) await ask(each, { method: "HEAD" });
    const before = await rowsOf(key);
    await html(reminderPath(shop, await idOf(key)));
    expect([await haveEnded(db, "reminder", mailbox(email)), await rowsOf(key)]).toEqual([false, before]);
    const click = await ask(path, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) });
    expect([click.status, await haveEnded(db, "reminder", mailbox(email))]).toEqual([200, true]);
    // The other letters that ask are not meant.
    expect(await haveEnded(db, "review", mailbox(email))).toBe(false);
  });

  test("an end holds whoever ticks afterwards, and for what was ticked before", async () => {
    const waiting = await ticked();
    await endLetters(db, "reminder", mailbox(waiting.email));
    await run();
    const again = await ticked(0, { email: waiting.email });
    expect([lettersTo(waiting.email).length, (await rowsOf(again.key)).length]).toEqual([0, 0]);
  });

  test("an erased address gets none, also if its letter was enqueued; the end of letters outlives the erasure", async () => {
    const { email, key } = await ticked();
    const ended = someone();
    await endLetters(db, "reminder", mailbox(ended));
    await lookForReminders(shop);
    for (const each of [email, ended])
      await db.transaction((tx) =>
        erasePersonAgain(tx, { email: each, withWords: false, sign: signOf(shop) }, new Date()),
      );
    expect(await rowsOf(key)).toEqual([]);
    for (const reminderId of queued()) await sendReminder(shop, { reminderId });
    await ticked(4.1, { email: ended });
    await run();
    expect([email, ended].flatMap(lettersTo)).toEqual([]);
    expect(JSON.stringify(await db.select().from(reminderLetters))).not.toContain(email);
  });

  test("it is kept for the days of the settings since the last change, and its link says so afterwards", async () => {
    const { key } = await ticked();
    await run();
    const path = reminderPath(shop, await idOf(key));
    const inDays = (days: number) => new Date(Date.now() + days * DAY);
    await endByItself(shop, new Date());
    await endByItself(shop, inDays(settings.remindersKeptDays - 1));
    expect((await ask(path)).status).toBe(200);
    await endByItself(shop, inDays(settings.remindersKeptDays + 1));
    const over = await ask(path);
    expect([over.status, await over.text()]).toEqual([410, expect.stringContaining("This one is gone.")]);
    expect(await db.$count(checkoutReminders)).toBe(0);
  });
});

describe("the page of its link", () => {
  test("[B-135] brings goods alone: neither the address nor what was typed is in its answer, and nobody opens it without the signature", async () => {
    const { key, email } = await ticked();
    const id = await idOf(key);
    const answer = await ask(reminderPath(shop, id));
    const text = await answer.text();
    expect(textOf(text)).toContain(tee[0]);
    for (const secret of [email, key, mailbox(email)]) expect(text).not.toContain(secret);
    expect(answer.headers.get("cache-control")).toContain("no-store");
    for (const path of [
      `/your-bag/${id}/x`,
      `${reminderPath(shop, id)}x`,
      reminderPath(shop, id).replace(id, randomUUID()),
    ])
      expect((await ask(path)).status).toBe(404);
  });

  test("without script its goods lead to their pages, and the page says what the bag needs", async () => {
    const { key } = await ticked();
    const text = await html(reminderPath(shop, await idOf(key)));
    expect(text).toMatch(/<noscript>.*needs JavaScript/s);
    expect(text).toContain("/product/");
  });
});

describe("the box in the document of the checkout", () => {
  const WORDS = "Send me a reminder if I don&#x27;t finish";

  test("[B-135] is there, not ticked, where the merchant offers it, and in no document otherwise", async () => {
    const box = (await html("/checkout")).match(
      new RegExp(`<label class="check"><input type="checkbox"([^>]*)/?><span>${WORDS}`),
    );
    expect(box?.[1]).not.toContain("checked");
    expect(box).not.toBeNull();
    for (const off of [{ checkoutReminder: false }, { shopAddress: "" }]) {
      settings = Settings.parse({ ...chosen, ...off });
      expect(await html("/checkout")).not.toContain("reminder if I");
    }
  });
});

test("came back is a paid order of the mailbox within seven days of the letter; neither a later one nor one of somebody else", async () => {
  const [soon, late, other] = [await ticked(), await ticked(), await ticked()];
  const sentAt = new Date();
  await run(sentAt);
  const [first, second] = [await buy(soon.email), await buy(late.email)];
  const after = (days: number) => new Date(sentAt.getTime() + days * DAY);
  const paidAt = (number: string, at: Date) => db.update(orders).set({ paidAt: at }).where(eq(orders.number, number));
  await paidAt(first, after(CAME_BACK_DAYS - 0.1));
  await paidAt(second, after(CAME_BACK_DAYS + 0.1));
  await lookForReminders(shop, after(CAME_BACK_DAYS + 0.2));
  const span = { from: "2000-01-01", to: "2100-01-01" };
  expect(await remindersIn(shop, memberAs("owner", "Olga"), span)).toEqual({ sent: 3, cameBack: 1 });
  expect(lettersTo(other.email)).toHaveLength(1);
  // The mailbox is forgotten when it may get another one; the figures stay.
  await lookForReminders(shop, after(ONE_IN_DAYS + 1));
  expect(await db.$count(reminderLetters, sql`mailbox_hash is not null`)).toBe(0);
  expect(await remindersIn(shop, memberAs("owner", "Olga"), span)).toEqual({ sent: 3, cameBack: 1 });
});
