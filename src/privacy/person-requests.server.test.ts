import { eq, sql } from "drizzle-orm";
import { inflateRawSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { DAY, HOUR } from "~/platform/durations";
import { messageAnswers, messages } from "~/shop/contact/contact.tables";
import { subscribe } from "~/shop/newsletter/newsletter.server";
import { sendConfirmation } from "~/shop/orders/letters/order-letters.server";
import { answerDelay } from "~/shop/orders/delays/answer-delay.server";
import { lastDelayOf } from "~/shop/orders/delays/order-delays.server";
import { tellDelay } from "~/shop/orders/delays/tell-delay.server";
import { addNote } from "~/shop/orders/order-acts.server";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";
import { dayAfter, dayIn } from "~/shop/shop-time";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { posted } from "~/testing/posted-form.server";
import { jo } from "~/testing/riders.server";
import { askErasure, erasePerson } from "./erase-person.server";
import { copyAddress, copyAt, copyFile, fileAddress, makeCopy } from "./person-copy.server";
import {
  answerWithCopy,
  endRequests,
  listRequests,
  noteRequest,
  refuseRequest,
  waitingRequests,
} from "./person-requests.server";
import { personCopyParts } from "./person-requests.tables";
import { sendCode, tellCopyReady, tellRefused } from "./request-letters.server";
import { action as copyAction } from "./your-copy.page";
import { action as dataAction } from "./your-data.page";

const { shop, db, bought, seen, tee } = await openBoughtOrders();
const owner = memberAs("owner", "Olga");
const packer = memberAs("packer", "Pat");

interface Reply {
  data: { ok: boolean; value: { by?: string; file?: string; isSlow?: boolean }; errors: Record<string, string> };
  init: { status?: number } | null;
}
/** Sends a form of the page for requests. */
const sent = async (fields: Record<string, string>, from?: string): Promise<Reply> =>
  (await posted(dataAction, shop, "/your-data", fields, from ? { from } : {})) as unknown as Reply;
const ask = (email: string, kind = "copy", from?: string) => sent({ step: "ask", kind, email }, from);
const idOf = async (email: string): Promise<string> => {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from person_requests where email = ${email} order by asked_at desc limit 1`,
  );
  return rows[0]?.id ?? "";
};
/** The code in the newest letter to an address. */
async function codeFor(email: string): Promise<string> {
  await sendCode(shop, await idOf(email));
  const letter = shop.letters.findLast(({ to }) => to === email);
  return /[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(letter?.text ?? "")?.[0] ?? "";
}
/** Asks and proves; returns the request's id. */
async function proved(email: string, kind = "copy"): Promise<string> {
  await ask(email, kind);
  const answer = await sent({ step: "prove", email, code: await codeFor(email) });
  expect(answer.data.ok).toBe(true);
  return idOf(email);
}
const form = () => crypto.randomUUID();

/** Files of a ZIP by name, read by its central directory. */
function unzipped(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  let at = zip.readUInt32LE(end + 16);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [size, name, extra, comment] = [20, 28, 30, 32].map((place) =>
      place === 20 ? zip.readUInt32LE(at + place) : zip.readUInt16LE(at + place),
    ) as [number, number, number, number];
    const own = zip.readUInt32LE(at + 42);
    const from = own + 30 + zip.readUInt16LE(own + 26) + zip.readUInt16LE(own + 28);
    files.set(
      zip.subarray(at + 46, at + 46 + name).toString(),
      inflateRawSync(zip.subarray(from, from + size)).toString(),
    );
    at += 46 + name + extra + comment;
  }
  return files;
}
async function fileOf(id: string): Promise<Map<string, string>> {
  const parts: Buffer[] = [];
  const ticket = fileAddress(shop, id, new Date()).split("/").at(-1) ?? "";
  for await (const part of (await copyFile(shop, ticket, new Date())) ?? []) parts.push(part);
  return unzipped(Buffer.concat(parts));
}

test("[B-110] a request runs from the page through the code to an answer by its day; known and unknown addresses get the same words and letters", async () => {
  await bought([[...tee, 1]], { customer: { ...jo, email: "known@example.com" } });
  const answers = await Promise.all(["known@example.com", "unheard@example.com"].map((email) => ask(email)));
  const words = answers.map(({ data }) => JSON.stringify(data).replace(/known@|unheard@/, ""));
  expect(words[0]).toEqual(words[1]);
  const letters: string[] = [];
  for (const email of ["known@example.com", "unheard@example.com"]) {
    const code = await codeFor(email);
    letters.push((shop.letters.findLast(({ to }) => to === email)?.text ?? "").replaceAll(code, ""));
  }
  expect(letters[0]).toBe(letters[1]);
  expect(await waitingRequests(db)).toEqual({ count: 0, due: null });

  const wrong = await sent({ step: "prove", email: "known@example.com", code: "AAAA-BBBB" });
  const never = await sent({ step: "prove", email: "nobody@example.com", code: "AAAA-BBBB" });
  expect([wrong.init?.status, wrong.data.errors]).toEqual([422, never.data.errors]);
  // Small letters and spaces are read as the code.
  const code = (await codeFor("known@example.com")).toLowerCase().replace("-", " ");
  const right = await sent({ step: "prove", email: "KNOWN@example.com", code });
  expect(right.data.value.by).toMatch(/\d{4}/);
  const { count, due } = await waitingRequests(db);
  expect([count, Math.round(((due?.getTime() ?? 0) - Date.now()) / DAY)]).toEqual([1, 45]);
});

test("[B-110] a repeated request is the same one with the same code and at most three letters a day; a stranger's fifty are refused", async () => {
  const email = "again@example.com";
  const before = shop.enqueued.filter((name) => name === "send-person-code").length;
  await ask(email);
  const code = await codeFor(email);
  await Promise.all(Array.from({ length: 5 }, (_, i) => ask(email, "copy", `203.0.113.${i + 20}`)));
  expect(await codeFor(email)).toBe(code);
  expect(shop.enqueued.filter((name) => name === "send-person-code").length - before).toBe(3);
  const { rows } = await db.execute(sql`select from person_requests where email = ${email}`);
  expect(rows).toHaveLength(1);
  const many = await Promise.all(Array.from({ length: 50 }, () => ask("victim@example.com", "erase", "198.51.100.9")));
  expect(many.filter(({ init }) => init?.status === 429).length).toBeGreaterThanOrEqual(40);
});

test("[B-110] fifty networks that ask for an address keep its owner neither from asking nor from the letter with the code", async () => {
  const email = "besieged@example.com";
  const codes = () => shop.enqueued.filter((name) => name === "send-person-code").length;
  const siege = async (address: (network: number) => string) => {
    for (let round = 0; round < 10; round += 1)
      await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          ask(address(20 * round + i), "copy", `192.0.3.${((20 * round + i) % 50) + 1}`),
        ),
      );
  };
  await siege((i) => `besieged+${i}@example.com`);
  const before = codes();
  expect((await ask(email, "copy", "203.0.113.77")).data.ok).toBe(true);
  expect(codes() - before).toBe(1);

  await siege(() => email);
  expect((await ask(email, "copy", "203.0.113.77")).data.ok).toBe(true);
});

test("[B-110] letters of a network that has to wait do not take the place of those that go at once", async () => {
  const email = "patient@example.com";
  for (let other = 0; other < 31; other += 1) await ask(`met${other}@example.com`, "copy", "192.0.4.1");
  const delays = new Map<string, number>();
  const enqueue = vi.spyOn(shop.jobs, "enqueue").mockImplementation(async (_tx, _name, _payload, options = {}) => {
    delays.set(options.key ?? "", options.startAfter ?? 0);
  });
  for (let time = 0; time < 4; time += 1) await ask(email, "copy", "192.0.4.1");
  await ask(email, "copy", "203.0.113.78");
  enqueue.mockRestore();
  expect([...delays.values()].map((delay) => delay > 0)).toEqual([true, false]);
});

test("[B-110] after too many wrong codes from a network no further one is looked at, and the person's own network still proves", async () => {
  const email = "guessed@example.com";
  await ask(email);
  const guesses = await Promise.all(
    Array.from({ length: 15 }, (_, i) =>
      posted(dataAction, shop, "/your-data", { step: "prove", email, code: `AAAA222${i}` }, { from: "192.0.2.66" }),
    ),
  );
  expect((guesses as unknown as Reply[]).filter(({ init }) => init?.status === 429).length).toBeGreaterThan(0);
  expect((await sent({ step: "prove", email, code: await codeFor(email) })).data.ok).toBe(true);
});

test("[B-69] the copy has orders, delays with their answers, letters, messages and lists of its person and of nobody else; members' notes are left out, and it says so", async () => {
  const email = "copied@example.com";
  const number = await bought([[...tee, 2]], { customer: { ...jo, email, name: "Quill Copied <b>" } });
  const others = await bought([[...tee, 1]], {
    customer: { ...jo, email: "other@example.com", name: "Somebody Else" },
  });
  await sendConfirmation(shop, number);
  // A letter that went to a wrong address before it was corrected is not the person's mail.
  await db.execute(sql`insert into letters (order_number, kind, once_key, recipient, subject, text, html)
    values (${number}, 'confirmation', 'wrong-address', 'stranger@example.com', 'Misled', 'misled words', '')`);
  await addNote(shop, owner, { submission: form(), number, version: 0 }, "Difficult on the phone");
  const later = dayAfter(dayIn(new Date(), "UTC"), 20);
  await tellDelay(shop, await seen(number), later);
  await answerDelay(shop, (await lastDelayOf(db, number))?.id ?? "", "wait");
  await shipParcel(shop, await seen(number), { carrier: "UPS", trackingNumber: "1ZCOPIED" });
  const [message] = await db
    .insert(messages)
    .values({ name: "Quill", email: "Copied@Example.com", message: "Where is it?", requestKey: "copied" })
    .returning();
  await db
    .insert(messageAnswers)
    .values({ messageId: message?.id ?? 0, memberId: "m", answer: "On its way", submission: form() });
  await subscribe(shop, email, "footer");

  const id = await proved(email);
  await expect(answerWithCopy(shop, packer, { submission: form(), id })).rejects.toThrow("role does not allow");
  const stale = { ...owner, confirmedAt: new Date(Date.now() - DAY) };
  await expect(answerWithCopy(shop, stale, { submission: form(), id })).rejects.toMatchObject({
    code: "factor-missing",
  });
  await answerWithCopy(shop, owner, { submission: form(), id });
  await expect(answerWithCopy(shop, owner, { submission: form(), id })).rejects.toMatchObject({
    code: "whole-newer",
  });
  // Two processes, and a job that runs again: one copy and one letter.
  await Promise.allSettled([makeCopy(shop, id, new Date()), makeCopy(shop, id, new Date())]);
  await makeCopy(shop, id, new Date());
  expect(shop.enqueued.filter((name) => name === "tell-copy-ready")).toHaveLength(1);

  const files = await fileOf(id);
  expect([...files.keys()]).toEqual(["your-data.html", "your-data.json"]);
  const json = JSON.parse(files.get("your-data.json") ?? "") as Record<string, Record<string, unknown>[]>;
  expect(json["orders"]).toMatchObject([{ number, email, name: "Quill Copied <b>" }]);
  expect(json["order_lines"]).toMatchObject([{ orderNumber: number, quantity: 2 }]);
  expect(json["parcels"]).toMatchObject([{ trackingNumber: "1ZCOPIED" }]);
  expect(json["order_delays"]).toMatchObject([{ orderNumber: number, newDay: later, answer: "wait" }]);
  expect(json["message_answers"]).toMatchObject([{ answer: "On its way" }]);
  expect(json["subscriptions"]).toHaveLength(1);
  const page = files.get("your-data.html") ?? "";
  expect(page).toContain("Quill Copied &lt;b&gt;");
  for (const text of files.values()) {
    expect(text).toContain("Notes that the shop's people wrote for each other");
    for (const foreign of ["Difficult on the phone", others, "Somebody Else", "other@example.com", "misled", "cost"])
      expect(text).not.toContain(foreign);
  }
});

/** The text with another first letter. */
const other = (text: string): string => (text.startsWith("-") ? "A" : "-") + text.slice(1);

test("[B-69] the link of a copy is signed, opens with the code of the mailbox only, and ends after a week with the copy", async () => {
  const email = "linked@example.com";
  const id = await proved(email);
  await answerWithCopy(shop, owner, { submission: form(), id });
  const now = new Date();
  await makeCopy(shop, id, now);
  await tellCopyReady(shop, id);
  const link = copyAddress(shop, id);
  expect(shop.letters.at(-1)).toMatchObject({ to: email, text: expect.stringContaining(link) });
  const [signature = ""] = link.split("/").slice(-1);
  expect(await copyAt(shop, { id, signature }, now)).toMatchObject({ email });
  expect(await copyAt(shop, { id, signature: other(signature) }, now)).toBeUndefined();

  const open = async (code: string) =>
    (await posted(
      copyAction,
      shop,
      "/your-copy",
      { step: "fetch", code },
      {
        params: { id, signature },
      },
    )) as unknown as Reply;
  expect((await open("AAAA-AAAA")).init?.status).toBe(422);
  await posted(copyAction, shop, "/your-copy", { step: "send" }, { params: { id, signature } });
  const opened = await open(await codeFor(email));
  const ticket = opened.data.value.file?.split("/").at(-1) ?? "";
  expect(await copyFile(shop, ticket, now)).toBeDefined();
  expect(await copyFile(shop, ticket, new Date(now.getTime() + HOUR))).toBeUndefined();

  // No backup has copies, so a restored shop knows of one that it has not.
  const kept = await shop.db.delete(personCopyParts).where(eq(personCopyParts.requestId, id)).returning();
  expect([await copyAt(shop, { id, signature }, now), await copyFile(shop, ticket, now)]).toEqual([
    undefined,
    undefined,
  ]);
  await shop.db.insert(personCopyParts).values(kept);

  const later = new Date(now.getTime() + 8 * DAY);
  await endRequests(db, later);
  expect(await copyAt(shop, { id, signature }, later)).toBeUndefined();
  const { rows } = await db.execute(sql`select from person_copy_parts where request_id = ${id}`);
  expect(rows).toEqual([]);
});

test("a request that a member noted counts from its day; refused, it tells the person why, and forgets them two weeks later", async () => {
  const email = "noted@example.com";
  const cameAt = new Date(Date.now() - 10 * DAY);
  await expect(
    noteRequest(shop, packer, { submission: form(), kind: "erase", email, cameAt }, new Date()),
  ).rejects.toThrow("role does not allow");
  const id = await noteRequest(shop, owner, { submission: form(), kind: "erase", email, cameAt }, new Date());
  await expect(refuseRequest(shop, owner, { submission: form(), id, words: "No" }, new Date())).rejects.toMatchObject({
    code: "whole-newer",
  });
  await sent({ step: "prove", email, code: await codeFor(email) });
  const waiting = (await listRequests(shop, owner, { part: "waiting", after: null, most: 200 })).find(
    (request) => request.id === id,
  );
  expect(waiting?.dueAt).toEqual(new Date(cameAt.getTime() + 45 * DAY));
  await refuseRequest(shop, owner, { submission: form(), id, words: "Your parcel is still on its way." }, new Date());
  await tellRefused(shop, id);
  expect(shop.letters.at(-1)).toMatchObject({ to: email, text: expect.stringContaining("still on its way") });
  await endRequests(db, new Date(Date.now() + 15 * DAY));
  const { rows } = await db.execute(sql`select email, words, outcome from person_requests where id = ${id}`);
  expect(rows).toEqual([{ email: null, words: "", outcome: "refused" }]);
  await endRequests(db, new Date(Date.now() + 800 * DAY));
  expect((await db.execute(sql`select from person_requests where id = ${id}`)).rows).toEqual([]);
});

test("a request without a proof ends after two weeks", async () => {
  await ask("silent@example.com");
  await endRequests(db, new Date(Date.now() + 13 * DAY));
  expect(await idOf("silent@example.com")).not.toBe("");
  await endRequests(db, new Date(Date.now() + 15 * DAY));
  expect(await idOf("silent@example.com")).toBe("");
});

test("[B-110] the erasure answers the request of its person, with a last letter, and nothing knows whose it was", async () => {
  const email = "vanishing@example.com";
  const id = await proved(email, "erase");
  const copy = await proved(email);
  await answerWithCopy(shop, owner, { submission: form(), id: copy });
  await makeCopy(shop, copy, new Date());
  const told: string[] = [];
  const mail = {
    ...shop.mail,
    send: async ({ to, subject }: { to: string; subject: string }) => void told.push(`${to} ${subject}`),
  };
  const erasure = await askErasure(shop, owner, { submission: form(), email, withWords: false });
  await erasePerson({ ...shop, mail }, erasure, new Date());
  expect(told).toEqual([`${email} ${shop.settings().shopName} has erased your data`]);
  const { rows } = await db.execute(sql`select outcome, email from person_requests where id in (${id}, ${copy})`);
  expect(rows).toEqual(
    expect.arrayContaining([
      { outcome: "erased", email: null },
      { outcome: "copy", email: null },
    ]),
  );
  expect((await db.execute(sql`select from person_copy_parts where request_id = ${copy}`)).rows).toEqual([]);
});

test("the copy of somebody with 10,000 orders is made in portions", async () => {
  const email = "many@example.com";
  const number = await bought([[...tee, 1]], { customer: { ...jo, email } });
  const { rows: columns } = await db.execute<{ name: string }>(sql`select attname::text as name from pg_attribute
    where attrelid = 'orders'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
      and attname not in ('number', 'draft_key')`);
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  await shop.asOwner(`alter table orders disable trigger user`);
  await shop.asOwner(`insert into orders (number, draft_key, ${names})
    select (50000000 + i)::text, gen_random_uuid()::text, ${names} from orders, generate_series(1, 10000) as i where number = '${number}'`);
  const id = await proved(email);
  await answerWithCopy(shop, owner, { submission: form(), id });
  await makeCopy(shop, id, new Date());
  const json = JSON.parse((await fileOf(id)).get("your-data.json") ?? "") as { orders: unknown[] };
  expect(json.orders).toHaveLength(10_001);
});
