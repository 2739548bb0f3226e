import { eq, sql } from "drizzle-orm";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { draftRequestFor } from "~/testing/riders.server";
import { openTestShop } from "~/testing/test-shop.server";
import { whileFailing } from "~/testing/while-failing";
import type { Letter } from "~/platform/mail.server";
import { payments } from "~/shop/payments/payments.tables";
import { draftOrder } from "../drafting/draft-order.server";
import { orderEvents } from "../orders.tables";
import { letterClaims } from "./letter-claims.tables";
import { sendOnce } from "./send-once.server";

const shop = await openTestShop();
const { db } = shop;
const request = await draftOrder(shop, await draftRequestFor(shop, [["Sprocket Tee", "M", "Ash"]]));
const [payment] = await db.select().from(payments).where(eq(payments.gatewayId, request.id));
const orderNumber = payment?.orderNumber ?? "";

const letter = (key: string): Letter => ({ to: "jo@example.com", subject: "", html: "", text: "", key });
const eventOf = (onceKey: string) => ({ orderNumber, kind: "confirmation-sent" as const, onceKey });
const sentOf = (key: string) => shop.letters.filter((sent) => sent.key === key).length;
const recorded = (onceKey: string) => db.$count(orderEvents, eq(orderEvents.onceKey, onceKey));
const send = (key: string, by = shop) => sendOnce(by, eventOf(key), async () => letter(key));

/** Mailer that reports each call and blocks until it is released. */
function slowMailer() {
  const called = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const mail = {
    ...shop.mail,
    send: async (sent: Letter) => {
      called.resolve();
      await released.promise;
      return shop.mail.send(sent);
    },
  };
  return { mail, called: called.promise, release: released.resolve };
}

test("no transaction is open while a letter is being sent", async () => {
  const slow = slowMailer();
  const sending = send("no-transaction", { ...shop, mail: slow.mail });
  await slow.called;

  const { rows } = await db.execute<{ state: string }>(
    sql`select state from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  );
  expect(rows).toEqual([]);
  expect(await recorded("no-transaction")).toBe(0);

  slow.release();
  await sending;
  expect([sentOf("no-transaction"), await recorded("no-transaction")]).toEqual([1, 1]);
});

test("of two processes, one sends the letter and the other waits until it is recorded", async () => {
  const slow = slowMailer();
  const first = send("two-at-once", { ...shop, mail: slow.mail });
  await slow.called;
  const second = send("two-at-once");
  slow.release();
  await Promise.all([first, second]);
  await send("two-at-once");

  expect([sentOf("two-at-once"), await recorded("two-at-once")]).toEqual([1, 1]);
});

test("a letter of a process that died while sending is sent by another process after its claim has expired", async () => {
  const holder = crypto.randomUUID();
  await db.insert(letterClaims).values({ key: "dead", holder, until: sql`now() + interval '1 second'` });

  await send("dead");

  expect([sentOf("dead"), await recorded("dead")]).toEqual([1, 1]);
});

test("a letter that was sent but not recorded is sent again with the same message key, and recorded once", async () => {
  const crashing = {
    ...shop.mail,
    send: async (sent: Letter) => {
      await shop.mail.send(sent);
      throw new Error("the process died");
    },
  };
  await expect(send("crash", { ...shop, mail: crashing })).rejects.toThrow("the process died");
  expect(await recorded("crash")).toBe(0);

  await send("crash");

  expect([sentOf("crash"), await recorded("crash")]).toEqual([2, 1]);
});

test("if the claim cannot be ended, the record is rolled back and the letter is sent again with the same key", async () => {
  await whileFailing(shop, { on: "delete", table: "letter_claims" }, () =>
    expect(send("unreleased")).rejects.toThrow("letter_claims"),
  );
  expect(await recorded("unreleased")).toBe(0);
  await db.update(letterClaims).set({ until: sql`now() - interval '1 second'` });
  await send("unreleased");
  await send("unreleased");

  expect([sentOf("unreleased"), await recorded("unreleased")]).toEqual([2, 1]);
  expect(await db.$count(letterClaims)).toBe(0);
});

test("sending a letter that fails throws the mail server's error, even if the claim could not be released", async () => {
  const mail = { ...shop.mail, send: () => Promise.reject(new Error("the mail server is away")) };
  await whileFailing(shop, { on: "delete", table: "letter_claims" }, () =>
    expect(send("unsent", { ...shop, mail })).rejects.toThrow("the mail server is away"),
  );
  await db.delete(letterClaims);
});

test("a letter without text is neither sent nor recorded, and its claim is released", async () => {
  await sendOnce(shop, eventOf("silent"), async () => undefined);

  expect([await recorded("silent"), await db.$count(letterClaims)]).toEqual([0, 0]);
});

test("letters of a rush are claimed together, by the second statement, and each is sent once", async () => {
  const keys = Array.from({ length: 16 }, (_, place) => `rush-${place}`);
  const asked = vi.spyOn(pg.Client.prototype, "query");
  await Promise.all(keys.map((key) => send(key)));
  const claims = asked.mock.calls.filter(([query]: unknown[]) => JSON.stringify(query).includes("claim_letter"));
  asked.mockRestore();

  expect(claims).toHaveLength(2);
  expect(keys.map(sentOf)).toEqual(keys.map(() => 1));
  expect(await Promise.all(keys.map(recorded))).toEqual(keys.map(() => 1));
  expect(await db.$count(letterClaims)).toBe(0);
});

test("a letter that is claimed twice by one statement is sent once", async () => {
  await Promise.all([send("before"), send("twice"), send("twice")]);

  expect([sentOf("twice"), await recorded("twice")]).toEqual([1, 1]);
});
