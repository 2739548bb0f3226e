import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { comments, posts } from "~/shop/blog/blog.tables";
import { join } from "~/shop/community/community.server";
import { messages } from "~/shop/contact/contact.tables";
import { checkoutReminders } from "~/shop/checkout/reminders/reminders.tables";
import { haveEnded, mailboxHashOf, signOf } from "~/shop/letter-endings.server";
import { subscribe, unsubscribe } from "~/shop/newsletter/newsletter.server";
import { subscriptions } from "~/shop/newsletter/newsletter.tables";
import { orderNotes } from "~/shop/orders/order-notes.tables";
import { payments } from "~/shop/payments/payments.tables";
import { shownReturnNumber } from "~/shop/returns/return-number";
import { startReturn } from "~/shop/returns/returns.server";
import { QuestionForm, ReviewForm } from "~/shop/reviews/review-form";
import { askQuestion, writeReview } from "~/shop/reviews/reviews.server";
import { settings } from "~/shop/settings.tables";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { fieldIn, testBrowser, testMember } from "~/testing/sign-in.server";
import { memberAs } from "~/testing/members.server";
import { officeAs, wordsIn } from "~/testing/back-office-as.server";
import { jo, lineOf } from "~/testing/riders.server";
import { testBackOffice } from "~/testing/test-back-office.server";

const { shop, db, bought, shipped, tee } = await openBoughtOrders();
const manager = officeAs(shop, memberAs("manager", "Sam"));
const bookkeeper = officeAs(shop, memberAs("bookkeeper", "Kim"));
const editor = officeAs(shop, memberAs("editor", "Ines"));
const packer = officeAs(shop, memberAs("packer", "Pat"));

let order: string;
beforeAll(async () => {
  order = await bought([[...tee, 1]]);
  const { product } = await lineOf(shop, [...tee]);
  await writeReview(
    db,
    ReviewForm.parse({ product, rating: 4, author: "Jo", content: "Soft and true", email: jo.email }),
  );
  await askQuestion(db, QuestionForm.parse({ product, author: "Jo", question: "Which dye?", email: jo.email }));
  const [post] = await db.select().from(posts).limit(1);
  const comment = { postId: post?.id ?? "", name: "Jo", email: jo.email, message: "Good read", requestKey: "people" };
  await db.insert(comments).values(comment);
  await join(db, { name: "Jo", email: jo.email, state: "NV" });
  await db.insert(messages).values({ name: "Jo", email: jo.email, message: "Where is my tee?", requestKey: "people" });
  await subscribe(shop, jo.email, "pop-up");
  await db.insert(messages).values({ name: "Lou", email: "lou@example.com", message: "Not Jo", requestKey: "lou" });
});

/** Searches for a text; returns the address of the first person in the results. */
async function found(text: string, office = manager) {
  const html = await (await office.post("/people", { text })).text();
  return /href="\/back-office(\/people\/(?!requests")[^"]+)"/.exec(html)?.[1] ?? "";
}

test("a shopper's page shows the orders, messages, reviews, questions, comments, sign-ups and newsletter of this shopper only", async () => {
  const address = await found(jo.email.slice(0, 8));
  expect(address).not.toContain(jo.email.split("@")[0] ?? "");
  const text = await manager.text(address);
  for (const words of [
    `#${order.slice(0, 4)} ${order.slice(4)}`,
    "Where is my tee?",
    "Soft and true",
    "Which dye?",
    "Good read",
    "Community in Nevada",
    "by: pop-up",
  ])
    expect(text).toContain(words);
  expect(text).not.toContain("Not Jo");
});

test("a shopper's page leads to everything that the shop has of the address: by kind, with its count, the newest rows and the way to a copy", async () => {
  const email = "everything@example.com";
  const numbers: string[] = [];
  for (const quantity of [1, 2]) numbers.push(await bought([[...tee, quantity]], { customer: { ...jo, email } }));
  const [first = ""] = numbers;
  await db.insert(orderNotes).values({ orderNumber: first, memberId: "m", note: "Rings twice" });
  const requests = Array.from({ length: 25 }, (_, index) => ({
    name: `Jo ${String(index).padStart(2, "0")}`,
    email,
    message: `Letter <${index}>`,
    requestKey: `every-${index}`,
    sentAt: new Date(Date.now() - index * 60_000),
  }));
  await db.insert(messages).values(requests);
  const page = (await found(email)) || "none";
  expect(await manager.text(page)).toContain("Everything we have");
  expect(await bookkeeper.text(page)).not.toContain("Everything we have");
  const text = await manager.text(`${page}/everything`);
  for (const words of [
    "Orders 2 rows",
    "Goods of orders, as they were bought 2 rows",
    "Messages The newest 20 of 25 rows",
    "Letter <0>",
    "Letter <19>",
    "Rings twice",
    "Notes that the shop's people wrote for each other 1 row",
    "Note a request for a copy",
    ...numbers,
  ])
    expect(text).toContain(words);
  expect(text).not.toContain("Letter <20>");
  expect(text).not.toContain(jo.email);
  expect(text).toMatch(/Nothing there .*Newsletter/);
  for (const office of [bookkeeper, packer, editor])
    expect((await office.fetch(`${page}/everything`)).status).toBe(403);
  expect((await manager.fetch("/people/made-up/everything")).status).toBe(404);
});

test("a shopper's page links each return to its own page, with its number and its state in words", async () => {
  const values = { "quantity-0": "1", "reason-0": "too-small" };
  const number = await startReturn(
    shop,
    { order: await shipped([[...tee, 1]]), email: jo.email, round: "0", values },
    { now: new Date(), settings: { ...shop.settings(), returnApproval: "by-hand" } },
  );
  const html = await (await manager.fetch(await found(jo.email))).text();
  expect(html).toContain(`href="/back-office/returns/${number}"`);
  expect(wordsIn(html)).toMatch(new RegExp(`${shownReturnNumber(number)} Test of #.* Asks to come back`));
  expect(wordsIn(html)).not.toContain(number);
});

test("a review stores the order line that verifies it", async () => {
  const { rows } = await db.execute(sql`select order_number, order_line from reviews where content = 'Soft and true'`);
  expect(rows).toEqual([{ order_number: order, order_line: expect.any(Number) }]);
});

test("a search for a single letter gets a message beside the field, not that nobody has it", async () => {
  const short = await manager.post("/people", { text: "j" });
  const html = await short.text();
  expect([short.status, html]).toEqual([422, expect.stringContaining("Write two letters or more.")]);
  expect(html).not.toContain("Nobody has");
});

test("[B-12] only members with the right can open pages of people; an invented key in an address gives status 404", async () => {
  for (const office of [editor, packer]) {
    expect((await office.fetch("/people")).status).toBe(403);
    expect((await office.post("/people", { text: "jo" })).status).toBe(403);
    expect((await office.fetch(await found(jo.email))).status).toBe(403);
    expect((await office.fetch("/newsletter")).status).toBe(403);
  }
  expect((await manager.fetch("/people/made-up")).status).toBe(404);
  const html = await (await bookkeeper.fetch(await found(jo.email, bookkeeper))).text();
  expect(html).not.toContain("Stop the newsletter");
  expect((await bookkeeper.post(await found(jo.email), { submission: crypto.randomUUID() })).status).toBe(403);
});

test("[B-22] a member ends a subscription, and Undo restores it unless the shopper unsubscribed meanwhile", async () => {
  const address = await found(jo.email);
  const [subscribed] = await db.select().from(subscriptions).where(eq(subscriptions.email, jo.email));
  const leftAt = async () =>
    (
      await db
        .select()
        .from(subscriptions)
        .where(eq(subscriptions.id, subscribed?.id ?? 0))
    )[0]?.unsubscribedAt;
  const stop = async () => {
    const html = await (await manager.fetch(address)).text();
    const done = await manager.post(address, { submission: fieldIn(html, "submission") });
    return /done=(.*)$/.exec(done.headers.get("location") ?? "")?.[1] ?? "";
  };
  const act = await stop();
  expect(await leftAt()).toBeInstanceOf(Date);
  expect((await manager.post(`/log/${act}`, { submission: crypto.randomUUID() })).status).toBe(302);
  expect(await leftAt()).toBeNull();

  const again = await stop();
  await unsubscribe(shop, subscribed?.token ?? "");
  expect((await manager.post(`/log/${again}`, { submission: crypto.randomUUID() })).status).toBe(409);
  expect(await leftAt()).toBeInstanceOf(Date);
  // The address is gone from the list, and asking with it still tells.
  expect(await manager.text("/newsletter?view=left")).not.toContain(jo.email);
  expect(await manager.text(address)).toContain("Left the list");
});

test("[B-136] a member ends the letters that ask for reviews of a person who is on no list; their page says who is asked", async () => {
  await db.insert(settings).values([
    { name: "reviewLetter", value: true },
    { name: "shopAddress", value: "1 Route 66, Flagstaff" },
  ]);
  await shop.reloadSettings();
  const number = await bought([[...tee, 1]], { customer: { ...jo, email: "asked@example.com" } });
  await db.update(payments).set({ live: true }).where(eq(payments.orderNumber, number));
  const address = await found("asked@example.com");
  const html = await (await manager.fetch(address)).text();
  expect(html).toContain("Is asked for reviews, once an order.");
  const ended = await manager.post(address, { submission: fieldIn(html, "submission") });
  expect(ended.status).toBe(302);
  const after = await manager.text(address);
  expect(after).not.toContain("Is asked for reviews");
  expect(after).toContain("Letters that ask for reviews have ended.");
  expect(await haveEnded(db, "review", mailboxHashOf(signOf(shop), "asked@example.com"))).toBe(true);
  const act = /done=(.*)$/.exec(ended.headers.get("location") ?? "")?.[1] ?? "";
  expect(await manager.text(`${address}?done=${act}`)).toContain("Letters that ask for reviews are stopped.");
});

test("[B-136] the undo of a member's stop brings back the newsletter alone, which the page says: the shopper may have ended the others", async () => {
  const email = "both@example.com";
  const number = await bought([[...tee, 1]], { customer: { ...jo, email } });
  await db.update(payments).set({ live: true }).where(eq(payments.orderNumber, number));
  await subscribe(shop, email, "footer");
  const address = await found(email);
  const html = await (await manager.fetch(address)).text();
  const done = await manager.post(address, { submission: fieldIn(html, "submission") });
  const act = /done=(.*)$/.exec(done.headers.get("location") ?? "")?.[1] ?? "";
  expect((await manager.post(`/log/${act}`, { submission: crypto.randomUUID() })).status).toBe(302);
  const after = await manager.text(address);
  for (const words of [
    "On the list since",
    "Letters that ask for reviews have ended.",
    "brings back the newsletter alone",
  ])
    expect(after).toContain(words);
  expect(await haveEnded(db, "review", mailboxHashOf(signOf(shop), email))).toBe(true);
});

test("a person's page says that they wait for a reminder of a checkout; a member's stop deletes it and ends such letters", async () => {
  const email = "left@example.com";
  await subscribe(shop, email, "footer");
  const [bag, askedAt] = [[{ product: "p", size: "M", color: "Ash", quantity: 1 }], new Date()];
  await db.insert(checkoutReminders).values({ key: "k", email, bag, askedAt, changedAt: askedAt });
  const address = await found(email);
  const html = await (await manager.fetch(address)).text();
  expect(html).toContain("Waits for a reminder of an unfinished checkout.");
  await manager.post(address, { submission: fieldIn(html, "submission") });
  expect(await manager.text(address)).toContain("Reminders of unfinished checkouts have ended.");
  expect(await db.$count(checkoutReminders, eq(checkoutReminders.email, email))).toBe(0);
  expect(await haveEnded(db, "reminder", mailboxHashOf(signOf(shop), email))).toBe(true);
});

test("the newsletter's list shows through which form each subscriber subscribed, and a member can remove a subscriber", async () => {
  await subscribe(shop, "new@example.com", "footer");
  const html = await (await manager.fetch("/newsletter")).text();
  expect(wordsIn(html)).toContain("new@example.com Foot of the page");
  expect(await manager.text("/newsletter?source=pop-up")).not.toContain("new@example.com");
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.email, "new@example.com"));
  const sent = { submission: crypto.randomUUID(), id: String(row?.id), version: String(row?.version) };
  expect((await bookkeeper.post("/newsletter", sent)).status).toBe(403);
  expect((await manager.post("/newsletter", sent)).status).toBe(302);
  expect(await manager.text("/newsletter")).not.toContain("new@example.com");
  expect(await manager.text("/newsletter?view=left")).toContain("new@example.com");
});

test("the export of the newsletter's list asks for a second factor, contains the subscribers, and is logged", async () => {
  await subscribe(shop, "+1@example.com", "footer");
  const member = await testMember(shop, "bookkeeper", "Kim");
  const browser = testBrowser(testBackOffice(shop));
  browser.setCookie(await member.cookie(new Date(Date.now() - 15 * 60_000)));
  expect((await browser.get("/newsletter/list.csv")).headers.get("location")).toContain("/confirm?back=");
  browser.setCookie(await member.cookie());
  const file = await browser.get("/newsletter/list.csv");
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const text = await file.text();
  expect(text).toMatch(/^\uFEFF?E-mail,Source,Since,Agreed to\r\n/);
  expect(text).toContain("'+1@example.com,Foot of the page,");
  expect(text).toContain("Unsubscribe with one click");
  expect(text).not.toContain("new@example.com");
  expect(await manager.text("/log")).toContain("The newsletter's list");
});
