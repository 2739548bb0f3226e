import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { DAY } from "~/platform/durations";
import { rateLimits } from "~/platform/rate-limit.tables";
import { memberAs } from "~/testing/members.server";
import { renderLetter } from "~/platform/render-letter.server";
import { asDelivered } from "~/shop/texts/letters/letter-words";
import { discountCodes } from "~/shop/discounts/discounts.tables";
import { isSubscriptionToken, subscribe, subscriptionOf, unsubscribe } from "./newsletter.server";
import { newsletterWords, subscriptions } from "./newsletter.tables";
import { signOf } from "~/shop/letter-endings.server";
import { endLettersOf, forgetEnded } from "./ended-letters.server";
import { subscriberBy } from "./subscribers.server";
import { type SubscriptionSource, subscriptionSources } from "./subscription-source";
import { sendWelcome } from "./send-welcome.server";
import { Welcome } from "./welcome.email";

const shop = await openTestShop();
const { db } = shop;
const email = "jo@example.com";

beforeEach(async () => {
  await db.delete(subscriptions);
  await db.delete(newsletterWords);
  await db.delete(rateLimits);
  await db.delete(discountCodes).where(eq(discountCodes.email, email));
  shop.enqueued.length = 0;
});

const codes = () => db.select().from(discountCodes).where(eq(discountCodes.email, email));

test("a subscriber gets one letter and one code of the promised percentage, usable once by that address (R-2.3-16, R-7-16)", async () => {
  await subscribe(shop, email);

  expect(await codes()).toMatchObject([{ kind: "percent", percent: 5, mostUses: 1, email }]);
  expect(shop.enqueued).toEqual(["welcome-subscriber"]);
});

test("twenty simultaneous subscriptions of an address create one subscription, one code and one letter", async () => {
  await Promise.all(Array.from({ length: 20 }, () => subscribe(shop, email)));

  expect(await db.$count(subscriptions)).toBe(1);
  expect(await codes()).toHaveLength(1);
  expect(shop.enqueued).toHaveLength(1);
});

test("a mailbox gets one code, whatever tags its address has and however many subscribe at the same time", async () => {
  const tagged = [
    "rider@example.com",
    "rider+a@example.com",
    "Rider+b@example.com".toLowerCase(),
    "rider+c+d@example.com",
  ];
  await Promise.all(tagged.map((address) => subscribe(shop, address)));

  const rows = await db.select().from(subscriptions);
  expect(rows.map((row) => row.email).toSorted()).toEqual(tagged.toSorted());
  expect(new Set(rows.map(({ code }) => code)).size).toBe(1);
  expect(rows[0]?.code).toMatch(/^RIDE/);
  await subscribe(shop, "other@example.com");
  expect((await subscriptionOf(db, "other@example.com"))?.code).not.toBe(rows[0]?.code);

  // Also after every one of them ended the letters.
  for (const { token } of rows) await unsubscribe(shop, token);
  await subscribe(shop, "rider+e@example.com");
  expect((await subscriptionOf(db, "rider+e@example.com"))?.code).toBe(rows[0]?.code);
});

test("the unsubscribe link in a letter removes its own subscriber and nobody else", async () => {
  await subscribe(shop, email);
  await subscribe(shop, "sam@example.com");
  const token = (await subscriptionOf(db, email))?.token ?? "";

  expect(await unsubscribe(shop, token)).toBe(true);
  expect(await unsubscribe(shop, token)).toBe(true);

  expect(await subscriptionOf(db, email)).toBeUndefined();
  expect(await subscriptionOf(db, "sam@example.com")).toBeDefined();
  expect(await unsubscribe(shop, "made-up")).toBe(false);
  expect(await isSubscriptionToken(db, "made-up")).toBe(false);
});

test("a shopper who subscribes again gets another welcome letter with the same code", async () => {
  await subscribe(shop, email);
  const before = await subscriptionOf(db, email);
  await unsubscribe(shop, before?.token ?? "");

  await subscribe(shop, email);

  expect((await subscriptionOf(db, email))?.code).toBe(before?.code);
  expect(await codes()).toHaveLength(1);
  expect(shop.enqueued).toEqual(["welcome-subscriber", "welcome-subscriber"]);
});

test("the welcome letter contains the code and the unsubscribe link", async () => {
  const leave = "https://shop.example/unsubscribe?token=secret";
  const letter = Welcome({
    code: "RIDEABCD2345",
    words: asDelivered("welcome", shop.settings()),
    settings: shop.settings(),
    address: "https://shop.example",
    newest: "/shop/new-arrivals",
    leave,
  });

  const { text } = await renderLetter(letter);

  expect(text).toContain("RIDEABCD2345");
  expect(text).toContain(leave);
});

test("a live shop without a postal address does not send the welcome letter until it has an address, with which the letter ends", async () => {
  const email = "late@example.com";
  await subscribe(shop, email);
  const live = { ...shop, mode: "live" } as const;
  const sent = () => shop.letters.filter(({ to, key }) => to === email && key?.startsWith("welcome"));
  await sendWelcome(live, { email, since: "today" });
  expect(sent()).toEqual([]);
  const waiting = shop.payloads.findLast(({ name }) => name === "welcome-subscriber");
  expect(waiting?.payload).toEqual({ email, since: "today", waited: 1 });

  const address = "1 Rim Road, Moab, UT 84532";
  const settled = { ...live, settings: () => ({ ...shop.settings(), shopAddress: address }) };
  await sendWelcome(settled, { email, since: "today", waited: 1 });
  expect(sent()).toHaveLength(1);
  expect(sent()[0]?.text).toContain(address);
  // A shop in practice mode sends letters without a postal address.
  await sendWelcome(shop, { email, since: "tomorrow" });
  expect(sent()).toHaveLength(2);
});

const sources = Object.keys(subscriptionSources) as SubscriptionSource[];
const owner = memberAs("owner", "Olga");
/** Agrees to the newsletter at each place; returns what is kept of it, by place. */
async function consents(tag: string) {
  for (const source of sources) await subscribe(shop, `${source}.${tag}@example.com`, source);
  const kept = await Promise.all(sources.map((source) => subscriberBy(shop, owner, `${source}.${tag}@example.com`)));
  return new Map(kept.map((row) => [row?.source, row]));
}

test("each place that takes a consent keeps its moment, the place and the words that stood there, also when the words change later", async () => {
  const before = Date.now();
  const first = await consents("first");
  for (const source of sources) {
    const row = first.get(source);
    expect(row?.subscribedAt.getTime()).toBeGreaterThanOrEqual(before - 1000);
    expect(row?.agreedTo).toContain("Subscribe");
  }
  expect(first.get("pop-up")?.agreedTo).not.toBe(first.get("footer")?.agreedTo);
  expect(await db.$count(newsletterWords)).toBe(2);

  const settled = { ...shop, settings: () => ({ ...shop.settings(), newsletterPercent: 12 }) };
  await subscribe(settled, "later@example.com", "pop-up");
  expect((await subscriberBy(shop, owner, "later@example.com"))?.agreedTo).toContain("12%");
  expect((await subscriberBy(shop, owner, "pop-up.first@example.com"))?.agreedTo).toBe(first.get("pop-up")?.agreedTo);
});

test("who subscribes twice has agreed once; who comes back agrees anew, to the words of the new place", async () => {
  await subscribe(shop, email, "footer");
  const once = await subscriberBy(shop, owner, email);
  await subscribe(shop, email, "pop-up");
  expect(await subscriberBy(shop, owner, email)).toEqual(once);
  await unsubscribe(shop, (await subscriptionOf(db, email))?.token ?? "");
  await subscribe(shop, email, "pop-up");
  expect(await subscriberBy(shop, owner, email)).toMatchObject({ source: "pop-up", leftAt: null });
});

const rowsWith = async (text: string) =>
  (await db.execute(sql`select from subscriptions where strpos(to_jsonb(subscriptions)::text, ${text}) > 0`)).rows;

test("who ended the letters is kept as a hash: no column has the address, and asking with the address still tells", async () => {
  await subscribe(shop, email, "footer");
  const token = (await subscriptionOf(db, email))?.token ?? "";
  await Promise.all(Array.from({ length: 5 }, () => unsubscribe(shop, token)));
  expect(await rowsWith("jo@")).toEqual([]);
  expect(await subscriberBy(shop, owner, email)).toMatchObject({
    email: null,
    source: "footer",
    leftAt: expect.any(Date),
  });
  expect(await subscriberBy(shop, owner, "joe@example.com")).toBeUndefined();
  // Another key knows nobody.
  const stranger = { ...shop, sealer: { ...shop.sealer, sign: (_: string, text: string) => `x${text}` } };
  expect(await subscriberBy(stranger, owner, email)).toBeUndefined();
});

test("addresses of ended subscriptions of earlier releases become hashes, those that a member ended when it cannot be undone any more", async () => {
  for (const name of ["left", "ended", "stays"]) await subscribe(shop, `${name}@example.com`);
  const now = new Date();
  await db.execute(
    sql`update subscriptions set unsubscribed_at = now() where email in ('left@example.com', 'ended@example.com')`,
  );
  await db.execute(sql`update subscriptions set version = 2 where email = 'ended@example.com'`);
  await forgetEnded(shop, now);
  expect([await rowsWith("left@"), (await rowsWith("ended@")).length]).toEqual([[], 1]);
  await forgetEnded(shop, new Date(now.getTime() + 91 * DAY));
  expect([await rowsWith("ended@"), (await rowsWith("stays@")).length]).toEqual([[], 1]);
  expect(await subscriberBy(shop, owner, "ended@example.com")).toMatchObject({ leftAt: expect.any(Date) });
});

test("an erasure leaves only the hash that no letter goes to; by the form the person may agree again, with a code that works", async () => {
  await subscribe(shop, email, "footer");
  const before = (await subscriptionOf(db, email))?.code;
  await endLettersOf(db, signOf(shop), email);
  await db.execute(sql`update discount_codes set email = '' where email = ${email}`);
  expect(await rowsWith("jo@")).toEqual([]);
  expect(await subscriberBy(shop, owner, email)).toMatchObject({
    source: null,
    agreedTo: null,
    leftAt: expect.any(Date),
  });
  await subscribe(shop, email, "footer");
  const after = (await subscriptionOf(db, email))?.code;
  expect(after).not.toBe(before);
  expect(await codes()).toMatchObject([{ code: after, email }]);
});
