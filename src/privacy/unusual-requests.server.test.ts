import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, test } from "vitest";
import { messages } from "~/shop/contact/contact.tables";
import { jo } from "~/testing/riders.server";
import { columnsWith } from "~/testing/personal-rows.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { posted } from "~/testing/posted-form.server";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";
import { askErasure, beforeErasure, erasePerson } from "./erase-person.server";
import { sendCode } from "./request-letters.server";
import { action } from "./your-data.page";

const { shop, db, bought, seen, tee, ups } = await openBoughtOrders();
const owner = memberAs("owner", "Olga");

interface Reply {
  data: { ok: boolean; value: { by?: string } };
  init: { status?: number } | null;
}
const sent = async (fields: Record<string, string>, from: string): Promise<Reply> =>
  (await posted(action, shop, "/your-data", fields, { from })) as unknown as Reply;
const ask = (email: string, from: string, kind = "copy") => sent({ step: "ask", kind, email }, from);
const lettersTo = (email: string) => shop.letters.filter(({ to }) => to === email);

/** Sends the letters with codes that were asked for. */
async function sendCodes(): Promise<void> {
  const jobs = shop.payloads.filter(({ name }) => name === "send-person-code");
  for (const job of jobs) {
    shop.payloads.splice(shop.payloads.indexOf(job), 1);
    await sendCode(shop, (job.payload as { id: string }).id);
  }
}

test("[B-110] somebody who asks for another's address fifty times a minute sends three letters at most, and stops neither its owner nor others beside", async () => {
  const [victim, honest] = ["victim@example.com", "honest@example.com"];
  const all = await Promise.all([
    ...Array.from({ length: 50 }, () => ask(victim, "198.51.100.9", "erase")),
    ask(honest, "203.0.113.7"),
    ask(victim, "203.0.113.8", "erase"),
  ]);
  expect(all.slice(0, 50).filter(({ init }) => init?.status === 429).length).toBeGreaterThanOrEqual(40);
  expect(all.slice(50).map(({ data }) => data.ok)).toEqual([true, true]);
  await sendCodes();
  expect([lettersTo(victim).length, lettersTo(honest).length]).toEqual([3, 1]);
  // The owner's code is the one of every letter; a stranger's letters are none that the owner needs.
  const codes = new Set(lettersTo(victim).map(({ text }) => /[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(text)?.[0] ?? ""));
  expect(codes.size).toBe(1);
  const [code = ""] = codes;
  expect((await sent({ step: "prove", email: victim, code }, "203.0.113.8")).data.ok).toBe(true);
});

/** Statements that the shop sends meanwhile, without their values. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given as [string | { text: string }];
    statements.push(typeof first === "string" ? first : first.text);
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
}

test("[B-110] for an address that the shop has never heard of it does the same work, and says the same, as for a customer's", async () => {
  const customer = "customer@example.com";
  await bought([[...tee, 1]], { customer: { ...jo, email: customer } });
  await ask("first@example.com", "203.0.113.30");
  const answers: Reply[] = [];
  const done = async (email: string, from: string) => [
    await statementsOf(async () => void answers.push(await ask(email, from))),
    await statementsOf(sendCodes),
    await statementsOf(async () => void answers.push(await sent({ step: "prove", email, code: "AAAA-BBBB" }, from))),
  ];
  await sendCodes();
  const known = await done(customer, "203.0.113.31");
  expect(known.map(({ length }) => length > 0)).toEqual([true, true, true]);
  expect(await done("unheard@example.com", "203.0.113.32")).toEqual(known);
  const words = answers.map((answer) => JSON.stringify(answer).replace(/customer@|unheard@/, ""));
  expect(words.slice(2)).toEqual(words.slice(0, 2));
});

test("an address in other capitals is the same person, one with a tag or dots is another: an erasure takes the one and leaves the other", async () => {
  const buy = async (email: string, name: string) => {
    const number = await bought([[...tee, 1]], { customer: { ...jo, email, name } });
    await shipParcel(shop, await seen(number), ups);
    return number;
  };
  await buy("capital.feather@gmail.com", "Ann Capital");
  // A second person of the same mailbox: who can read it can ask about both.
  await buy("capital.feather@gmail.com", "Bob Capital");
  const tagged = await buy("capitalfeather+shop@gmail.com", "Ann Tagged");
  await db
    .insert(messages)
    .values({ name: "Ann", email: "Capital.Feather@GMail.com", message: "Hello Capital", requestKey: "capital" });
  const id = await askErasure(shop, owner, {
    submission: crypto.randomUUID(),
    email: "capital.feather@gmail.com",
    withWords: true,
  });
  await erasePerson(shop, id, new Date());
  for (const word of ["capital.feather", "ann capital", "bob capital", "hello capital"])
    expect(await columnsWith(db, word)).toEqual([]);
  const { rows } = await db.execute<{ name: string }>(sql`select name from orders where number = ${tagged}`);
  expect(rows).toEqual([{ name: "Ann Tagged" }]);
});

test("an erasure during a refund is refused with the order and the refund as its reason, and done after it", async () => {
  const email = "refunded@example.com";
  const number = await bought([[...tee, 1]], { customer: { ...jo, email } });
  await shipParcel(shop, await seen(number), ups);
  await db.execute(sql`insert into refunds (id, payment_id, amount_cents, cause)
    select gen_random_uuid(), id, 100, 'goodwill' from payments where order_number = ${number}`);
  expect((await beforeErasure(shop, owner, email)).open).toEqual([{ kind: "refund", orderNumber: number }]);
  const wish = { submission: crypto.randomUUID(), email, withWords: false };
  await expect(askErasure(shop, owner, wish)).rejects.toMatchObject({ code: "person-open" });
  await db.execute(sql`update refunds set state = 'done'`);
  await erasePerson(shop, await askErasure(shop, owner, { ...wish, submission: crypto.randomUUID() }), new Date());
  expect(await columnsWith(db, email)).toEqual([]);
});
