import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { DAY, HOUR } from "~/platform/durations";
import { sealerWith } from "~/platform/sealing.server";
import { untouchedCards } from "~/shop/figures/gift-card-sums.server";
import { groupedCode } from "~/shop/gift-cards/gift-card-code";
import { openedCode } from "~/shop/gift-cards/gift-cards.server";
import { giftCardEntries, giftCards } from "~/shop/gift-cards/gift-cards.tables";
import { cents } from "~/shop/money";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { closeGiftCard } from "~/shop/orders/gift-cards/give-gift-card.server";
import {
  sendDueGiftCards,
  type SendGiftCard,
  sendGiftCard,
  SEND_GIFT_CARD,
} from "~/shop/orders/gift-cards/gift-card-letters.server";
import { payOutGiftCard } from "~/shop/orders/gift-cards/pay-out-gift-card.server";
import {
  REPLACE_LOST_CODES,
  replaceEachLostCode,
  type ReplaceLostCodes,
} from "~/shop/orders/gift-cards/replace-lost-codes.server";
import { shownNumber } from "~/shop/orders/order-number";
import { giftCardLines } from "~/shop/orders/gift-cards/gift-card-lines.tables";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { dayAfter, dayIn } from "~/shop/shop-time";
import { officeAs, place, wordsIn } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { fieldsIn } from "~/testing/form-fields";
import { cardLine, sellGiftCards } from "~/testing/gift-card-product.server";
import { cardBooks, openCard } from "~/testing/gift-cards.server";
import { memberAs } from "~/testing/members.server";
import { cards, draftRequestFor, jo, payWith } from "~/testing/riders.server";

const { shop, db, tee, bought } = await openBoughtOrders();
const owner = officeAs(shop, memberAs("owner", "Dana"));
const manager = officeAs(shop, memberAs("manager", "Sam"));
const stale = { ...memberAs("manager", "Sam"), confirmedAt: new Date(Date.now() - HOUR) };
const bookkeeper = officeAs(shop, memberAs("bookkeeper", "Kim"));
const packer = officeAs(shop, memberAs("packer", "Pat"));
const today = dayIn(new Date(), shop.settings().timeZone);

const wish = (more: Record<string, string> = {}) => ({
  submission: randomUUID(),
  amount: "50",
  recipient: "Mira",
  email: "mira@example.com",
  words: "Ride on & <b>safe</b> 🏍",
  sendOn: today,
  reason: "A parcel came late",
  ...more,
});
const given = async (more: Record<string, string> = {}) => {
  const answer = await manager.post("/gift-cards/new", wish(more));
  const page = place(answer).split("?")[0] ?? "";
  return { page, id: page.replace("/gift-cards/", ""), said: await manager.text(place(answer)) };
};
const cardOf = async (id: string) => {
  const [card] = await db.select().from(giftCards).where(eq(giftCards.id, id));
  if (!card) throw new Error("no card");
  return card;
};
/** Sends the form of an act as its page shows it, with more fields. */
async function does(office: typeof manager, page: string, more: Record<string, string> = {}) {
  const html = await (await office.fetch(page)).text();
  const shown = fieldsIn(html);
  return office.post(page, { ...shown, ...more });
}
/** Lets an unpaid order hold all that is on a card. */
async function holdWhole(id: string): Promise<void> {
  const code = openedCode(shop.sealer, await cardOf(id)) ?? "";
  await draftOrder(shop, await draftRequestFor(shop, [[...tee, 2]], { giftCards: [code] }));
}

/** Runs the letters that were enqueued; returns those sent. */
async function sent(services: typeof shop = shop) {
  const before = shop.letters.length;
  for (const { name, payload } of shop.payloads.splice(0))
    if (name === SEND_GIFT_CARD) await sendGiftCard(services, payload as SendGiftCard);
  return shop.letters.slice(before);
}

test("[B-130] a member gives a card: its page and the list show what is on it, for whom, and its letter", async () => {
  const { page, id, said } = await given();
  expect(said).toContain("A gift card of $50.00 is made.");
  expect((await sent()).map(({ to }) => to)).toEqual(["mira@example.com"]);

  const { lastFour } = await cardOf(id);
  const shown = await bookkeeper.text(page);
  for (const words of ["$50.00", "Given by", "A parcel came late", "Mira, mira@example.com", "Left at", "+$50.00"])
    expect(shown).toContain(words);
  expect(shown).toContain("Ride on & <b>safe</b> 🏍");
  expect(await bookkeeper.text("/gift-cards")).toContain(`${lastFour} Test Mira mira@example.com`);
  expect(await bookkeeper.text(`/gift-cards?q=${lastFour.toLowerCase()}`)).toContain(lastFour);
});

test.each([
  ["an address that is none", { email: "mira@" }, "Please enter a valid e-mail address."],
  ["300 emoji and markup", { words: "🏍".repeat(290) + "<b>hello</b>" }, "Write up to 300 letters."],
  ["a telephone number", { words: "Call me: (555) 010-1234" }, "Leave out telephone numbers."],
  ["a web address", { words: "Look at evil.example.com" }, "Leave out web addresses."],
  ["a day that has passed", { sendOn: dayAfter(today, -1) }, "Choose today or a later day."],
  ["a day that is no day", { sendOn: "2026-02-31" }, "Choose a day."],
  ["a day beyond a year", { sendOn: dayAfter(today, 366) }, "Choose a day within a year."],
  ["no amount", { amount: "" }, "Enter an amount."],
  ["too much", { amount: "2000.01" }, "Enter an amount from $1.00 to $2,000.00."],
  ["too little", { amount: "0.99" }, "Enter an amount from $1.00 to $2,000.00."],
  ["no reason", { reason: " " }, "Write why."],
])("a card with %s is refused beside its field, and what was typed stays", async (_name, more, message) => {
  const before = await db.$count(giftCards);
  const answer = await manager.post("/gift-cards/new", wish({ recipient: "Typed Name", ...more }));
  const html = await answer.text();

  expect([answer.status, wordsIn(html)]).toEqual([422, expect.stringContaining(message)]);
  expect(html).toContain('value="Typed Name"');
  expect(await db.$count(giftCards)).toBe(before);
});

test("a card without an address sends no letter until one is added", async () => {
  const { page, id } = await given({ email: "" });
  expect(await sent()).toEqual([]);
  expect(await manager.text(page)).toContain("None: the card has no address");
  await does(manager, `${page}/correct`, { email: "added@example.com" });
  expect((await sent()).map(({ to }) => to)).toEqual(["added@example.com"]);
  expect((await cardOf(id)).email).toBe("added@example.com");
});

test("before its day a letter is corrected with words and day, and does not leave", async () => {
  const { page, id } = await given({ sendOn: dayAfter(today, 3) });
  const code = openedCode(shop.sealer, await cardOf(id));
  expect(await manager.text("/gift-cards?show=waiting")).toContain((await cardOf(id)).lastFour);

  const day = dayAfter(today, 5);
  const answer = await does(manager, `${page}/correct`, { words: "See you", sendOn: day, email: "new@example.com" });
  expect(await manager.text(place(answer))).toContain("The gift card's letter is corrected.");
  expect(await sent()).toEqual([]);
  expect(await cardOf(id)).toMatchObject({ words: "See you", sendOn: day, email: "new@example.com" });
  expect(openedCode(shop.sealer, await cardOf(id))).toBe(code);

  const wrong = await does(manager, `${page}/correct`, { words: "www.evil.example", sendOn: day });
  expect(wordsIn(await wrong.text())).toContain("Leave out web addresses.");
});

test.each([
  ["before the hour that the clock repeats, and in it", "2026-10-31", ["2026-11-01T05:30:00Z", "2026-11-01T07:30:00Z"]],
  ["in the hour that it leaves out", "2026-03-07", ["2026-03-08T06:30:00Z", "2026-03-08T09:30:00Z"]],
])("a letter of the next day leaves once: %s", async (_name, day, times) => {
  const zoned = { ...shop, settings: () => ({ ...shop.settings(), timeZone: "America/New_York" }) };
  const { id } = await given({ email: "clock@example.com", sendOn: dayAfter(today, 300) });
  await db
    .update(giftCards)
    .set({ sendOn: dayAfter(day, 1) })
    .where(eq(giftCards.id, id));
  await sendDueGiftCards(zoned, new Date(`${day}T12:00:00Z`));
  expect(await sent(zoned)).toEqual([]);
  for (const at of times) await sendDueGiftCards(zoned, new Date(at));
  expect((await sent(zoned)).filter(({ to }) => to === "clock@example.com")).toHaveLength(1);
});

test("[B-130] a card is sent again, replaced, closed and opened again, each told by its name and in its history", async () => {
  const { page, id } = await given({ email: "acts@example.com" });
  await sent();
  const code = openedCode(shop.sealer, await cardOf(id));

  await does(manager, `${page}/send-again`);
  expect((await sent())[0]?.text).toContain(groupedCode(code ?? ""));
  expect(place(await does(manager, `${page}/replace`, { reason: "It was shown around" }))).toContain(page);
  expect(openedCode(shop.sealer, await cardOf(id))).not.toBe(code);
  const missing = await does(manager, `${page}/close`, { reason: "" });
  expect([missing.status, wordsIn(await missing.text())]).toEqual([422, expect.stringContaining("Write why.")]);
  expect(await manager.text(place(await does(manager, `${page}/close`, { reason: "Given twice" })))).toContain(
    "The gift card is closed. No order can use it.",
  );
  expect(await manager.text("/gift-cards?show=closed")).toContain((await cardOf(id)).lastFour);
  expect(await manager.text(place(await does(manager, `${page}/open`)))).toContain("The gift card is open again.");

  const shown = await manager.text(page);
  for (const words of ["The code was replaced: It was shown around", "A gift card was closed: Given twice"])
    expect(shown).toContain(words);
  expect(shown).not.toContain(groupedCode(openedCode(shop.sealer, await cardOf(id)) ?? ""));
});

test("a letter that does not leave now is not promised by the page of an act", async () => {
  const waiting = await given({ sendOn: dayAfter(today, 3), email: "later@example.com" });
  expect(await manager.text(`${waiting.page}/replace`)).toMatch(/The letter goes to later@example.com on \w+/);
  const spent = await given({ email: "spent@example.com" });
  await sent();
  await db.insert(giftCardEntries).values({ cardId: spent.id, kind: "corrected", amount: cents(-50_00) });
  for (const act of ["replace", "send-again", "correct"]) {
    const shown = await manager.text(`${spent.page}/${act}`);
    expect(shown).toContain("No letter leaves while nothing on it can be spent.");
    expect(shown).not.toMatch(/The letter (goes|leaves)/);
  }
  await does(manager, `${spent.page}/replace`, { reason: "It was shown around" });
  expect(await sent()).toEqual([]);
  for (const page of [spent.page, "/gift-cards?show=used-up"])
    expect(await manager.text(page)).not.toMatch(/on its way/i);
  await does(manager, `${spent.page}/close`, { reason: "Spent" });
});

test("the letter of a card that an unpaid order holds whole waits, and is not said to be on its way", async () => {
  const { page, id } = await given({ email: "held@example.com" });
  await sent();
  await holdWhole(id);
  await does(manager, `${page}/replace`, { reason: "It was shown around" });
  expect(await sent()).toEqual([]);
  const shown = await manager.text(page);
  expect(shown).toContain("All of it held");
  expect(shown).toContain("Waits until something on the card can be spent");
  expect(shown).not.toMatch(/on its way/i);
  await does(manager, `${page}/close`, { reason: "It was shown around" });
});

test("of two members who have opened one card, the later hears that it changed", async () => {
  const { page } = await given();
  const html = await (await manager.fetch(`${page}/close`)).text();
  await does(owner, `${page}/close`, { reason: "First" });
  const answer = await manager.post(`${page}/close`, { ...fieldsIn(html), reason: "Second" });
  expect(answer.status).toBe(409);
  expect(await manager.text(page)).toContain("Closed because First");
});

test("[B-130] a rest is paid out up to the setting, with how, by a factor, and closes the card; above it and while it is held it is not", async () => {
  const rest = await openCard(shop, 14_99);
  const page = `/gift-cards/${rest.id}`;
  expect(await manager.text(`${page}/pay-out`)).toContain("California's law");
  const paid = { paidBy: "cash" };
  const unsaid = await does(manager, `${page}/pay-out`);
  expect([unsaid.status, wordsIn(await unsaid.text())]).toEqual([422, expect.stringContaining("Choose how you paid.")]);
  const form = { submission: randomUUID(), id: rest.id, version: 1 };
  const asked = payOutGiftCard(shop, stale, form, { amount: cents(14_99), paidBy: "cash" });
  await expect(asked).rejects.toMatchObject({ code: "factor-missing" });

  const done = await does(manager, `${page}/pay-out`, paid);
  expect(await manager.text(place(done))).toContain("It is noted that $14.99 was paid out. The gift card is closed.");
  expect((await cardBooks(shop, rest)).entries).toEqual(["given 1499", "paid-out -1499"]);
  expect(await bookkeeper.text(page)).toContain("Paid out, in cash −$14.99");
  expect(await cardOf(rest.id)).toMatchObject({ state: "closed" });
  const again = { submission: randomUUID(), version: "2", amount: "1499", ...paid };
  expect((await manager.post(`${page}/pay-out`, again)).status).toBe(409);

  const large = await openCard(shop, 15_00);
  expect(await manager.text(`/gift-cards/${large.id}`)).not.toContain("Pay out the rest");
  const byAddress = await (await manager.fetch(`/gift-cards/${large.id}/pay-out`)).text();
  expect(wordsIn(byAddress)).toContain("More is left on this gift card than you pay out.");
  expect(byAddress).not.toContain('name="paidBy"');
  const sentAnyway = { submission: randomUUID(), version: "1", amount: "1500", ...paid };
  const refused = await manager.post(`/gift-cards/${large.id}/pay-out`, sentAnyway);
  expect([refused.status, (await cardBooks(shop, large)).left]).toEqual([409, 15_00]);
});

test("a rest that was spent after the page was opened is not paid out twice", async () => {
  const card = await openCard(shop, 12_00);
  const page = `/gift-cards/${card.id}/pay-out`;
  const html = await (await manager.fetch(page)).text();
  await db.insert(giftCardEntries).values({ cardId: card.id, kind: "corrected", amount: cents(-2_00) });
  const answer = await manager.post(page, { ...fieldsIn(html), paidBy: "check" });
  expect([answer.status, (await cardBooks(shop, card)).entries]).toEqual([409, ["given 1200", "corrected -200"]]);
});

test("what an order used of a card is in its ledger with a link, and the order's number finds the card", async () => {
  const card = await openCard(shop, 20_00);
  const number = await bought([[...tee, 1]], { giftCards: [card.code] });
  expect(await (await bookkeeper.fetch(`/gift-cards/${card.id}`)).text()).toContain(`/back-office/orders/${number}"`);
  expect(await bookkeeper.text(`/gift-cards?q=${number}`)).toContain(card.lastFour);
  expect(await bookkeeper.text("/gift-cards?show=used-up")).toContain(card.lastFour);
});

test("a card is found by its whole code, which is in no address; a wrong one is said beside the field", async () => {
  const card = await openCard(shop, 20_00);
  const find = (code: string) => bookkeeper.post("/gift-cards", { submission: randomUUID(), code });
  expect(place(await find(groupedCode(card.code).toLowerCase()))).toBe(`/gift-cards/${card.id}`);
  const wrong = await find(card.code.replace(/^./, (sign) => (sign === "2" ? "3" : "2")));
  const html = await wrong.text();
  expect([wrong.status, html]).toEqual([422, expect.stringContaining("seems mistyped")]);
  expect(html).not.toContain(card.code.slice(1));
});

test("a whole code in the list's search stands in no address: a known one opens its card, another is cut to the last four", async () => {
  const card = await openCard(shop, 20_00);
  const search = (q: string) => bookkeeper.post("/gift-cards?show=closed", { submission: randomUUID(), q });
  expect(place(await search(groupedCode(card.code)))).toBe(`/gift-cards/${card.id}`);
  const wrong = card.code.replace(/^./, (sign) => (sign === "2" ? "3" : "2"));
  expect(place(await search(groupedCode(wrong)))).toBe(`/gift-cards?show=closed&q=${card.lastFour}`);
  expect(place(await search("mira@example.com"))).toBe("/gift-cards?show=closed&q=mira%40example.com");

  const page = await (await bookkeeper.fetch("/gift-cards")).text();
  expect(page).toMatch(/<form[^>]*method="post"[^>]*role="search"|<form[^>]*role="search"[^>]*method="post"/);
  expect(place(await bookkeeper.fetch(`/gift-cards?q=${groupedCode(card.code)}`))).toBe(
    `/gift-cards?q=${card.lastFour}`,
  );
  expect(await bookkeeper.text(`/gift-cards?q=${card.lastFour}`)).toContain(card.lastFour);
});

test("[B-130] roles without the right see and change no card; a bookkeeper reads and exports, and no file has a code", async () => {
  const { page, id } = await given();
  for (const path of ["/gift-cards", page, "/gift-cards/new"]) expect((await packer.fetch(path)).status).toBe(403);
  expect((await bookkeeper.post("/gift-cards/new", wish())).status).toBe(403);
  expect((await bookkeeper.fetch(`${page}/close`)).status).toBe(403);
  expect((await manager.fetch("/gift-cards/none")).status).toBe(404);
  // The room refuses without the form's own check, too.
  const form = { submission: randomUUID(), id, version: (await cardOf(id)).version };
  await expect(closeGiftCard(shop, memberAs("bookkeeper"), form, { reason: "x" })).rejects.toMatchObject({
    code: "right-missing",
  });

  const file = await (await bookkeeper.fetch("/gift-cards/file")).text();
  const card = await cardOf(id);
  expect(file).toContain(card.lastFour);
  expect(file).not.toContain(openedCode(shop.sealer, card));
  expect(await bookkeeper.text("/log")).toContain("The list of gift cards");
});

test("the list is paged, and a search that finds nothing says so", async () => {
  for (let count = 0; count < 51; count += 1) await openCard(shop, 1_00);
  const first = await (await bookkeeper.fetch("/gift-cards")).text();
  const next = /href="\/back-office(\/gift-cards\?after=[^"]+)"/.exec(first)?.[1] ?? "";
  const rows = (html: string) =>
    [...html.matchAll(/href="\/back-office\/gift-cards\/([\w-]{36})"/g)].map(([, id]) => id);
  const second = await (await bookkeeper.fetch(next)).text();
  expect(rows(first)).toHaveLength(50);
  expect(rows(second).length).toBeGreaterThan(0);
  expect(rows(second).filter((id) => rows(first).includes(id))).toEqual([]);
  expect(await bookkeeper.text("/gift-cards?q=nobody@")).toContain("Nothing found");
});

test("without the former secret key the list says so; all cards get other codes once, by letter, also after a stop in between", async () => {
  await sent();
  const before = await db.select().from(giftCards);
  expect(await manager.text("/gift-cards")).not.toContain("cannot be used any more");
  const other = { ...shop, sealer: sealerWith(Buffer.alloc(32, 7)) };
  const there = officeAs(other, memberAs("manager", "Sam"));
  expect(await there.text("/gift-cards")).toContain("The codes of some gift cards cannot be used any more");
  expect(await there.text("/gift-cards/lost-codes")).toMatch(/These cards have no address.*Ending/);

  const answer = await does(there, "/gift-cards/lost-codes");
  expect(await there.text(place(answer))).toContain("Each gift card whose code was lost gets another one");
  const job = shop.payloads.find(({ name }) => name === REPLACE_LOST_CODES)?.payload as ReplaceLostCodes;
  // The process dies after some cards: the next run goes on with the others.
  let replaced = 0;
  const enqueue: typeof shop.jobs.enqueue = async (...args) => {
    replaced += 1;
    if (replaced === 3) throw new Error("killed");
    return shop.jobs.enqueue(...args);
  };
  await expect(replaceEachLostCode({ ...other, jobs: { ...shop.jobs, enqueue } }, job)).rejects.toThrow("killed");
  await replaceEachLostCode(other, job);
  const after = await db.select().from(giftCards);
  const changed = after.filter(({ state }) => state === "open");
  expect(changed.every((card) => openedCode(other.sealer, card) !== undefined)).toBe(true);
  const roundOf = new Map(before.map(({ id, codeRound }) => [id, codeRound]));
  expect(changed.every(({ id, codeRound }) => codeRound === (roundOf.get(id) ?? 0) + 1)).toBe(true);
  expect(await there.text("/gift-cards")).not.toContain("cannot be used any more");
  const letters = (await sent(other)).map(({ to }) => to);
  expect(letters).toContain("mira@example.com");
  expect(letters.length).toBe(changed.filter((card) => card.email && card.sendOn <= today).length);
});

test("Today says that a letter of a card could not leave, until its address is corrected", async () => {
  await sent();
  expect(await manager.text("/")).not.toContain("Letters of gift cards could not leave");
  const { id, page } = await given({ email: "nobody@no-such-place.example" });
  const refusal = Object.assign(new Error("550 5.1.1 User unknown"), { responseCode: 550 });
  const refusing = { ...shop, mail: { ...shop.mail, send: () => Promise.reject(refusal) } };
  await sendGiftCard(refusing, { id });

  expect(await manager.text("/")).toContain("Letters of gift cards could not leave 1 card");
  expect(await packer.text("/")).not.toContain("Letters of gift cards could not leave");
  const shown = await manager.text(page);
  expect(shown).toContain("Letter refused");
  expect(shown).toContain("550 5.1.1 User unknown");
  await sendDueGiftCards(shop);
  shop.payloads.splice(0);

  await does(manager, `${page}/correct`, { email: "somebody@example.com" });
  expect((await sent()).map(({ to }) => to)).toEqual(["somebody@example.com"]);
  expect(await manager.text("/")).not.toContain("Letters of gift cards could not leave");
});

test("[B-130] the sheet by month adds up to the ledger, real cards only in a live shop, and names cards that nobody touched for years", async () => {
  const rowsOf = async (office: typeof manager, table: string) =>
    parse<Record<string, string>>(
      await (await office.fetch(`/figures/gift-cards/file/${table}?period=own&from=2019-01-01`)).text(),
      { bom: true, columns: true },
    );
  const ledger = async (isLive: boolean) => {
    const { rows } = await db.execute<{ sum: number }>(
      sql`select sum(amount_cents)::int as sum from gift_card_entries join gift_cards on gift_cards.id = card_id where live = ${isLive}`,
    );
    return (rows[0]?.sum ?? 0) / 100;
  };
  const [newest] = await rowsOf(bookkeeper, "gift-cards");
  expect(Number(newest?.["Outstanding"])).toBe(await ledger(false));
  expect(await bookkeeper.text("/figures/gift-cards")).toContain("Practice: these are test cards");

  const [touched, old] = [await openCard(shop, 30_00), await openCard(shop, 12_40)];
  await db
    .update(giftCards)
    .set({ live: true })
    .where(inArray(giftCards.id, [touched.id, old.id]));
  const longAgo = new Date(Date.now() - 1500 * DAY);
  await db.insert(giftCardEntries).values({ cardId: touched.id, kind: "corrected", amount: cents(1), at: longAgo });
  const live = officeAs({ ...shop, mode: "live" }, memberAs("bookkeeper", "Kim"));
  const months = await rowsOf(live, "gift-cards");
  expect(Number(months[0]?.["Outstanding"])).toBe(await ledger(true));
  expect(months).toHaveLength(2);

  expect(await rowsOf(live, "untouched-gift-cards")).toEqual([]);
  const later = new Date(Date.now() + 1200 * DAY);
  expect(await untouchedCards({ ...shop, mode: "live" }, memberAs("bookkeeper"), later)).toEqual([
    { state: "", cards: 2, amount: 42_41, since: today },
  ]);
});

test("the page of a bought card leads to its order; closed by a member it can be opened again, and says why not once its money went back", async () => {
  await sellGiftCards(shop);
  const wanted = { items: [cardLine(50)], customer: jo, method: "Credit Card", amount: cents(50_00) } as const;
  const { id: request, clientSecret } = await draftOrder(shop, { ...wanted, items: [...wanted.items] });
  await payWith(shop, cards.good, clientSecret);
  const { number } = await settleOrder(shop, request);
  const [line] = await db.select().from(giftCardLines).where(eq(giftCardLines.orderNumber, number));
  const page = `/gift-cards/${line?.cardId}`;
  const rowsOn = async () => /<dl class="facts">.*?<\/dl>/s.exec(await (await manager.fetch(page)).text())?.[0] ?? "";
  expect(wordsIn(await rowsOn())).toContain(`in order ${shownNumber(number)}`);
  expect(await rowsOn()).toContain(`href="/back-office/orders/${number}"`);

  const offersToOpen = async () => (await (await manager.fetch(page)).text()).includes(`${page}/open`);
  expect(await offersToOpen()).toBe(false);
  await does(manager, `${page}/close`, { reason: "Asked by phone" });
  expect(await offersToOpen()).toBe(true);
  await does(manager, `${page}/open`);

  expect((await does(manager, `${page}/refund`, { reason: "Not wanted" })).status).toBe(302);
  expect(await offersToOpen()).toBe(false);
  expect(await manager.text(page)).toContain("The money of this gift card went back to its buyer, so it stays closed.");
});

test("the file has every card once, however many there are", async () => {
  const card = { sealedCode: "", lastFour: "7KQ2", live: true, sendOn: today };
  await db
    .insert(giftCards)
    .values(Array.from({ length: 2000 }, (_, place) => ({ ...card, codeHash: `f ${place}`, recipient: `R ${place}` })));
  const live = officeAs({ ...shop, mode: "live" }, memberAs("bookkeeper", "Kim"));
  const file = await (await live.fetch("/gift-cards/file")).text();
  const rows = parse<Record<string, string>>(file, { bom: true, columns: true });
  const names = rows.flatMap((row) => (row["For"]?.startsWith("R ") ? [row["For"]] : []));
  expect([names.length, new Set(names).size]).toEqual([2000, 2000]);
  expect(
    rows
      .map((row) => row["Made"])
      .toSorted()
      .toReversed(),
  ).toEqual(rows.map((row) => row["Made"]));
});
