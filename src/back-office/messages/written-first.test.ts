import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sendAnswer } from "~/shop/contact/answer-message.server";
import { messageAnswers, messageMails, messages } from "~/shop/contact/contact.tables";
import { shownNumber } from "~/shop/orders/order-number";
import { dayIn } from "~/shop/shop-time";
import { officeAs, wordsIn } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { linkTo } from "~/testing/html";
import { memberAs } from "~/testing/members.server";
import { jo } from "~/testing/riders.server";
import { fieldIn, testMember } from "~/testing/sign-in.server";

const { shop, db, bought } = await openBoughtOrders();
const dana = officeAs(shop, await testMember(shop, "manager", "Dana"));
const kim = officeAs(shop, memberAs("bookkeeper", "Kim"));
const pat = officeAs(shop, memberAs("packer", "Pat"));
const number = await bought();

/** Opens a page and returns the hidden fields of its form. */
async function opened(path: string, office = dana) {
  const html = await (await office.fetch(path)).text();
  const part = html.slice(Math.max(0, html.indexOf('role="dialog"')));
  return { submission: fieldIn(part, "submission"), version: fieldIn(part, "version") };
}
const pathOf = (response: Response): string => (response.headers.get("location") ?? "").replace("/back-office", "");
const leave = async () => {
  for (const { id } of await db.select({ id: messageAnswers.id }).from(messageAnswers)) await sendAnswer(shop, { id });
};

test("an order's page links to the shopper's page and to the form for a letter, each only for members who may open it", async () => {
  const html = await (await dana.fetch(`/orders/${number}`)).text();
  expect(wordsIn(html)).toMatch(/All of Jo .*Write to Jo/);
  const person = linkTo(html, "All of Jo")?.replace("/back-office", "");
  expect(await dana.text(person ?? "")).toContain(shownNumber(number));

  const seen = await pat.text(`/orders/${number}`);
  expect(seen).not.toMatch(/All of|Write to/);
  expect(await kim.text(`/orders/${number}`)).not.toContain("Write to Jo");
  expect((await pat.fetch(`/orders/${number}/write`)).status).toBe(403);
  const form = await opened(`/orders/${number}/write`);
  expect((await kim.post(`/orders/${number}/write`, { ...form, words: "Hello" })).status).toBe(403);
});

test("a letter by a member begins a thread that needs no answer; a form that is sent twice begins one thread", async () => {
  const path = `/orders/${number}/write`;
  const form = await opened(path);
  expect((await dana.post(path, { ...form, words: "  " })).status).toBe(422);
  const sent = await dana.post(path, { ...form, words: "The gloves come in a week.\n\nIs that fine?" });
  expect(sent.status).toBe(302);
  expect(pathOf(await dana.post(path, { ...form, words: "The gloves come in a week.\n\nIs that fine?" }))).toBe(
    pathOf(sent),
  );
  const threads = await db.select().from(messages).where(eq(messages.orderNumber, number));
  expect(threads).toMatchObject([{ email: jo.email, name: jo.name, source: "shop", state: "answered" }]);

  await leave();
  const [letter] = shop.letters.filter(({ subject }) => subject.startsWith("About your order"));
  expect(letter).toMatchObject({ to: jo.email, subject: `About your order ${shownNumber(number)}`, answers: [] });
  expect(letter?.text).toContain("The gloves come in a week.");
  expect(letter?.text).not.toContain("You wrote");

  const page = await dana.text(pathOf(sent));
  expect(page).toContain("Your letter is stored and on its way.");
  expect(page).toContain(`about ${shownNumber(number)}`);
  expect(page).toMatch(/Dana wrote, .*The gloves come in a week\. Is that fine\? Sent/);
  expect(await dana.text("/messages?view=done&q=gloves%20come")).toContain("The gloves come in a week.");
  expect(await dana.text("/messages")).toContain("Nothing waits for an answer.");
  expect(await dana.text("/log")).toContain("Letter to Jo Delacroix Not written Sent by mail");
});

test("a member adds a shopper's mail to a thread, which then waits for an answer; the entry is logged, quoted in the answer, and can be undone", async () => {
  const [thread] = await db.select().from(messages).where(eq(messages.orderNumber, number));
  const path = `/messages/${thread?.id}`;
  const today = dayIn(new Date(), shop.settings().timeZone);
  const put = async (fields: Record<string, string>, office = dana) =>
    office.post(path, { ...(await opened(path)), form: "mail", cameOn: today, ...fields });

  expect((await put({ words: "Yes." }, kim)).status).toBe(403);
  const empty = await put({ words: "" });
  expect([empty.status, wordsIn(await empty.text())]).toEqual([
    422,
    expect.stringContaining("Put in what they wrote."),
  ]);
  const late = await put({ words: "From tomorrow", cameOn: "2999-01-01" });
  const lateHtml = await late.text();
  expect([late.status, wordsIn(lateHtml)]).toEqual([422, expect.stringContaining("That day has not come yet.")]);
  expect(lateHtml).toMatch(/<textarea[^>]*>From tomorrow<\/textarea>/);

  const before = shop.letters.length;
  const done = await put({ words: "A week is fine.\n<script>alert(1)</script>" });
  const page = await (await dana.fetch(pathOf(done))).text();
  expect(wordsIn(page)).toMatch(/Jo Delacroix wrote by mail, .*Put in by Dana at .* A week is fine\./);
  expect(page).not.toContain("<script>alert");
  expect(wordsIn(page)).toContain("What came by mail is in the thread. Undo");
  expect(shop.letters).toHaveLength(before);
  expect(await dana.text("/messages")).toContain("1 waits for an answer.");
  expect(await dana.text("/log")).toContain("New mail Jo Delacroix and 1 more");

  const act = /done=(.*)$/.exec(pathOf(done))?.[1] ?? "";
  await dana.post(`/log/${act}`, { submission: crypto.randomUUID() });
  expect(await dana.text(path)).not.toContain("A week is fine.");
  expect(await dana.text("/messages")).toContain("Nothing waits for an answer.");
  expect(await db.select().from(messageMails)).toMatchObject([{ removedAt: expect.any(Date) }]);

  await put({ words: "A week is fine." });
  await dana.post(path, { ...(await opened(path)), form: "answer", answer: "Good. Then it is so." });
  await leave();
  const letter = shop.letters.at(-1);
  expect(letter).toMatchObject({ subject: `Re: About your order ${shownNumber(number)}`, to: jo.email });
  expect(letter?.answers).toHaveLength(1);
  expect(letter?.text).toMatch(/Then it is so\.[\s\S]*You wrote[\s\S]*A week is fine\./i);
});
