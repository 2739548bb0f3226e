import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { renderLetter } from "~/platform/render-letter.server";
import { asDelivered } from "~/shop/texts/letters/letter-words";
import { discountCodes } from "~/shop/discounts/discounts.tables";
import { isSubscriptionToken, subscribe, subscriptionOf, unsubscribe } from "./newsletter.server";
import { subscriptions } from "./newsletter.tables";
import { sendWelcome } from "./send-welcome.server";
import { Welcome } from "./welcome.email";

const shop = await openTestShop();
const { db } = shop;
const email = "jo@example.com";

beforeEach(async () => {
  await db.delete(subscriptions);
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
});

test("the unsubscribe link in a letter removes its own subscriber and nobody else", async () => {
  await subscribe(shop, email);
  await subscribe(shop, "sam@example.com");
  const token = (await subscriptionOf(db, email))?.token ?? "";

  expect(await unsubscribe(db, token)).toBe(true);
  expect(await unsubscribe(db, token)).toBe(true);

  expect(await subscriptionOf(db, email)).toBeUndefined();
  expect(await subscriptionOf(db, "sam@example.com")).toBeDefined();
  expect(await unsubscribe(db, "made-up")).toBe(false);
  expect(await isSubscriptionToken(db, "made-up")).toBe(false);
});

test("a shopper who subscribes again gets another welcome letter with the same code", async () => {
  await subscribe(shop, email);
  const before = await subscriptionOf(db, email);
  await unsubscribe(db, before?.token ?? "");

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
