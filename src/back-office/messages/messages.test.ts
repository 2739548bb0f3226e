import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { openMailer } from "~/platform/mail.server";
import { openOutgoing } from "~/platform/outgoing.server";
import { contactJobs } from "~/shop/contact/contact.jobs";
import { sendAnswer } from "~/shop/contact/answer-message.server";
import { messageAnswers, messages } from "~/shop/contact/contact.tables";
import { fieldIn } from "~/testing/sign-in.server";
import { memberAs } from "~/testing/members.server";
import { officeAs, wordsIn } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { jo } from "~/testing/riders.server";

const { shop, db, bought } = await openBoughtOrders();
const editor = officeAs(shop, memberAs("editor", "Ines"));
const manager = officeAs(shop, memberAs("manager", "Sam"));
const bookkeeper = officeAs(shop, memberAs("bookkeeper", "Kim"));
const packer = officeAs(shop, memberAs("packer", "Pat"));

let clock = Date.parse("2026-11-01T10:00:00Z");
async function wrote(message: string, more: Partial<typeof messages.$inferInsert> = {}): Promise<number> {
  const from = { name: "Jo Delacroix", email: "jo@example.com", sentAt: new Date((clock += 60_000)) };
  const row = { ...from, message, requestKey: message, ...more };
  const [stored] = await db.insert(messages).values(row).returning({ id: messages.id });
  return stored?.id ?? 0;
}

/** Opens the page of a message as a member; returns it with the fields of its form. */
async function opened(id: number, office = manager) {
  const html = await (await office.fetch(`/messages/${id}`)).text();
  const fields = { submission: fieldIn(html, "submission"), version: fieldIn(html, "version") };
  return {
    words: wordsIn(html),
    send: (more: Record<string, string>, by = office) =>
      by.post(`/messages/${id}`, { ...fields, form: more.state ? "move" : "answer", ...more }),
  };
}
const stored = (id: number) => db.select().from(messageAnswers).where(eq(messageAnswers.messageId, id));
const stateOf = async (id: number) => (await db.select().from(messages).where(eq(messages.id, id)))[0]?.state;

test("the inbox lists waiting messages in pages, the oldest first, and finds messages by words of their text", async () => {
  for (let number = 0; number < 31; number += 1) await wrote(`Waiting ${String(number).padStart(2, "0")}`);
  const first = await editor.text("/messages");
  expect(first).toContain("31 wait for an answer.");
  expect(first.indexOf("Waiting 00")).toBeLessThan(first.indexOf("Waiting 01"));
  expect(first).not.toContain("Waiting 30");
  const html = await (await editor.fetch("/messages")).text();
  const older = /href="\/back-office(\/messages\?after=\d+)"/.exec(html)?.[1] ?? "";
  const second = await editor.text(older);
  expect(second).toContain("Waiting 30");
  expect(second).not.toContain("Waiting 29");

  expect(await editor.text("/messages?q=waiting%2007")).toContain("Waiting 07");
  expect(await editor.text("/messages?q=nothing%25")).toContain('No message has "nothing%"');
  await db.delete(messages);
});

test("a sender's e-mail address and orders are shown only to members who may see people", async () => {
  const number = await bought();
  const id = await wrote("Where is it?", { email: jo.email });
  const order = `#${number.slice(0, 4)} ${number.slice(4)}`;

  expect((await opened(id)).words).toContain(jo.email);
  expect((await opened(id)).words).toContain(order);
  const seen = await (await editor.fetch(`/messages/${id}`)).text();
  expect(seen).not.toContain(jo.email);
  expect(seen).not.toContain(order);
  expect(await editor.text(`/messages?q=${encodeURIComponent(jo.email)}`)).toContain("No message has");
  expect((await packer.fetch("/messages")).status).toBe(403);
});

test("[B-67] answering a message stores the answer, closes the message, and sends the answer as a reply to the shopper's mail", async () => {
  const outbox = await mkdtemp(join(tmpdir(), "answers-"));
  afterAll(() => rm(outbox, { recursive: true, force: true }));
  const mail = openMailer({ outgoing: openOutgoing(), from: "Iron Mesa <shop@ironmesa.example>", outbox });
  const work = new Map<string, (payload: { id: number }) => Promise<void>>();
  const jobs = { ...shop.jobs, work: async (name: string, handler: never) => void work.set(name, handler) };
  await contactJobs({ ...shop, mail, jobs });
  const id = await wrote("Do the boots run small?");
  await work.get("acknowledge-message")?.({ id });

  const page = await opened(id);
  expect(page.words).toContain(`arrives in the mailbox of ${shop.settings().supportEmail}, not here`);
  expect((await page.send({ answer: "They do.\n\nTake half a size more." })).status).toBe(302);
  const again = await opened(id);
  await again.send({ answer: "And one more thing." });
  for (const { id: answer } of await stored(id)) await work.get("send-message-answer")?.({ id: answer });

  const letters = await Promise.all(
    (await readdir(outbox)).filter((name) => name.endsWith(".eml")).map((name) => readFile(join(outbox, name), "utf8")),
  );
  const header = (letter: string, name: string) =>
    new RegExp(`^${name}: ([^\\r]*(?:\\r\\n[ \\t][^\\r]*)*)`, "m").exec(letter)?.[1]?.replace(/\s+/g, " ");
  const [root] = letters.filter((letter) => header(letter, "Subject") === "We have your message");
  const answers = letters.filter((letter) => header(letter, "Subject") === "Re: We have your message");
  const first = answers.find((letter) => letter.includes("They do."));
  const second = answers.find((letter) => letter.includes("one more thing"));
  const rootId = header(root ?? "", "Message-ID");
  expect(header(first ?? "", "In-Reply-To")).toBe(rootId);
  expect(header(first ?? "", "References")).toBe(rootId);
  expect(header(second ?? "", "References")).toBe(`${rootId} ${header(first ?? "", "Message-ID")}`);
  expect(header(first ?? "", "Reply-To")).toBe(shop.settings().supportEmail);
  expect(header(first ?? "", "Auto-Submitted")).toBeUndefined();
  expect(header(root ?? "", "Auto-Submitted")).toBe("auto-generated");
  expect(first).toContain("Do the boots run small?");

  expect(await stored(id)).toMatchObject([{ sentAt: expect.any(Date) }, { sentAt: expect.any(Date) }]);
  expect(await stateOf(id)).toBe("answered");
  expect((await opened(id)).words).toMatch(/They do\. Take half a size more\. Sent/);
  // Without a mail server letters are written to the outbox folder, and pages do not say that they were sent.
  const unmailed = officeAs({ ...shop, mail }, memberAs("manager", "Sam"));
  const unsent = (await opened(id, unmailed)).words;
  expect(unsent).toMatch(/half a size more\. Stored\. It waits in the outbox: no mail server is set up\./);
  expect(unsent).not.toMatch(/half a size more\. Sent/);
});

test("after an answer the page shows a confirmation and the message that has waited longest, after the last one the empty inbox", async () => {
  await db.update(messages).set({ state: "done" });
  const [first, second] = [await wrote("First?"), await wrote("Second?")];
  const sent = await (await opened(second)).send({ answer: "Yes." });
  const to = sent.headers.get("location")?.replace("/back-office", "") ?? "";
  expect(to).toMatch(new RegExp(`^/messages/${first}\\?done=`));
  expect(await manager.text(to)).toContain("Your answer is stored and on its way.");
  const done = await (await opened(first)).send({ state: "done" });
  expect(done.headers.get("location")).toMatch(/^\/back-office\/messages\?done=/);
});

test("[B-67] a form sent three times at once stores one answer, and its job run four times sends one letter", async () => {
  const id = await wrote("Once?");
  const page = await opened(id);
  const sent = await Promise.all([1, 2, 3].map(() => page.send({ answer: "Once." })));
  expect(sent.map(({ status }) => status)).toEqual([302, 302, 302]);
  const [answer, more] = await stored(id);
  expect(more).toBeUndefined();

  const before = shop.letters.length;
  await Promise.allSettled([1, 2, 3].map(() => sendAnswer(shop, { id: answer?.id ?? 0 })));
  await sendAnswer(shop, { id: answer?.id ?? 0 });
  expect(shop.letters.length).toBe(before + 1);
});

test("[B-67] when two members answer a message, the second one gets a message and keeps the typed text, and only one answer is stored", async () => {
  const id = await wrote("Two?");
  const [one, other] = [await opened(id), await opened(id, editor)];
  await one.send({ answer: "From Sam." });
  const late = await other.send({ answer: "From Ines." });

  expect(late.status).toBe(409);
  const html = await late.text();
  expect(html).toContain("Somebody dealt with this message after you opened it");
  expect(html).toMatch(/<textarea[^>]*>From Ines\.<\/textarea>/);
  expect(await stored(id)).toHaveLength(1);
});

test("[B-20] an answer that cannot be stored stays in the form; sending it again stores it once", async () => {
  const id = await wrote("Cut off?");
  const page = await opened(id);
  const failing = { ...shop, jobs: { ...shop.jobs, enqueue: () => Promise.reject(new Error("cut off")) } };
  const cut = await page.send({ answer: "Still here." }, officeAs(failing, memberAs("manager", "Sam")));
  expect(cut.status).toBe(500);
  const html = await cut.text();
  expect(html).toContain("Not saved. Try again");
  expect(html).toMatch(/<textarea[^>]*>Still here\.<\/textarea>/);
  expect(await stored(id)).toEqual([]);
  await page.send({ answer: "Still here." });
  await page.send({ answer: "Still here." });
  expect(await stored(id)).toHaveLength(1);
});

test("[B-80] while the mail server is down the page says that the answer waits; the letter is sent once when the server works again", async () => {
  const id = await wrote("Down?");
  await (await opened(id)).send({ answer: "Soon." });
  const [answer] = await stored(id);
  const broken = { ...shop, mail: { ...shop.mail, send: () => Promise.reject(new Error("connect ECONNREFUSED")) } };
  await expect(sendAnswer(broken, { id: answer?.id ?? 0 })).rejects.toThrow("ECONNREFUSED");
  await shop.asOwner(`select pgboss.create_queue('send-message-answer', '{"policy":"standard"}'::jsonb)`);
  await shop.asOwner(
    `insert into pgboss.job (name, state, retry_count, start_after, output) values ('send-message-answer', 'retry', 1, now() + interval '1 hour', '{"error":"Error: connect ECONNREFUSED"}')`,
  );
  expect((await opened(id)).words).toContain("Stored, but not sent: the mail server does not answer.");

  await sendAnswer(shop, { id: answer?.id ?? 0 });
  expect(shop.letters.filter(({ text }) => text.includes("Soon."))).toHaveLength(1);
  expect((await opened(id)).words).toMatch(/Soon\. Sent/);
});

test("[B-22] a member can mark a message as done without an answer, and Undo opens it again", async () => {
  const id = await wrote("Thanks!");
  const done = await (await opened(id)).send({ state: "done" });
  const to = done.headers.get("location") ?? "";
  expect(await stateOf(id)).toBe("done");
  expect(await manager.text(to.replace("/back-office", ""))).toContain("The message is done. Undo");
  const act = /done=(.*)$/.exec(to)?.[1] ?? "";
  await manager.post(`/log/${act}`, { submission: crypto.randomUUID() });
  expect(await stateOf(id)).toBe("waiting");
});

test("[B-12] a member who may only read cannot answer; an empty answer, a NUL and a too long answer get an error", async () => {
  const id = await wrote("Refused?");
  const page = await opened(id);
  expect((await page.send({ answer: "No." }, bookkeeper)).status).toBe(403);
  expect((await page.send({ state: "done" }, bookkeeper)).status).toBe(403);
  for (const answer of ["  ", "a\0b", "x".repeat(5001)]) {
    const refused = await page.send({ answer });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("field__error");
  }
  expect((await manager.fetch("/messages/999999")).status).toBe(404);
  expect((await manager.fetch("/messages/none")).status).toBe(404);
  expect(await stored(id)).toEqual([]);
});

test("[B-63] screen and letter show markup in a message and in its answer as plain text", async () => {
  const evil = `<script>alert(1)</script><img src=x onerror=alert(1)>`;
  const id = await wrote(evil, { name: evil });
  const html = await (await manager.fetch(`/messages/${id}`)).text();
  expect(html).not.toMatch(/<script>alert|<img src=x/);
  await (await opened(id)).send({ answer: evil });
  const [answer] = await stored(id);
  await sendAnswer(shop, { id: answer?.id ?? 0 });
  const letter = shop.letters.at(-1);
  expect(letter?.html).toContain("&lt;script&gt;");
  expect(letter?.html).not.toMatch(/<script>alert|<img src=x/);
});
