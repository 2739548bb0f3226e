import { randomUUID } from "node:crypto";
import { inArray, sql } from "drizzle-orm";
import pg from "pg";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { loudHour } from "~/platform/hourly-sum.server";
import type { JobRequest } from "~/platform/jobs.server";
import { rateLimits } from "~/platform/rate-limit.tables";
import { variants } from "~/shop/catalog/catalog.tables";
import { notifyBackInStock, requestBackInStock } from "~/shop/catalog/back-in-stock/back-in-stock.server";
import { storeMessage } from "~/shop/contact/contact.server";
import { subscribe } from "~/shop/newsletter/newsletter.server";
import { invite } from "~/shop/audit/invite-member.server";
import { draftRequestFor, cards, jo, lineOf, payWith } from "~/testing/riders.server";
import { testMember } from "~/testing/sign-in.server";
import { openTestShop } from "~/testing/test-shop.server";
import { draftOrder } from "./orders/drafting/draft-order.server";
import { settleOrder } from "./orders/settling/settle-order.server";
import { FIRST_LETTERS, HOUR_OF_LETTERS, letterPace, noteLook } from "./strangers-letters.server";

const bare = await openTestShop();
const { db } = bare;
const started: Pick<JobRequest, "name" | "startAfter">[] = [];
const shop = {
  ...bare,
  jobs: {
    ...bare.jobs,
    enqueue: async (_tx: unknown, name: string, _payload: object, options: { startAfter?: number } = {}) =>
      void started.push({ name, startAfter: options.startAfter ?? 0 }),
  },
};

const NETWORK = "198.51.100.4";
const DAY = 24 * 3600;
const now = new Date();
const delays = () => started.map(({ startAfter }) => startAfter ?? 0);

beforeEach(async () => {
  started.length = 0;
  await db.delete(rateLimits);
});

/** Loads the hour with letters of others, so that the next first letter is above the shop's sum. */
const fillTheHour = () =>
  db.insert(rateLimits).values({
    key: `hourly ${HOUR_OF_LETTERS.name}`,
    points: HOUR_OF_LETTERS.most,
    expire: new Date(Date.now() + 60_000),
  });

describe("letters to strangers", () => {
  test("of one network: the first 30 of a day go at once, later ones within the day at a slow pace, none is dropped", async () => {
    const answers = [];
    for (let index = 0; index < 60; index += 1)
      answers.push(await subscribe(shop, `stranger${index}@example.com`, "page", NETWORK));

    expect(started).toHaveLength(60);
    expect(delays().slice(0, FIRST_LETTERS)).toEqual(Array.from({ length: FIRST_LETTERS }, () => 0));
    const slow = delays().slice(FIRST_LETTERS);
    expect(new Set(slow).size).toBe(30);
    expect(Math.min(...slow)).toBeGreaterThanOrEqual(60);
    expect(Math.max(...slow)).toBeLessThan(DAY);
    expect(answers.map(({ isSlow }) => isSlow)).toEqual(delays().map((delay) => delay > 0));

    // Other forms of the network count with it; a rider of another network is not slowed.
    const message = { name: "Mo", email: "mo@example.com", message: "Do you ship boots?" };
    expect(await storeMessage(shop, message, now, NETWORK)).toEqual({ isSlow: true });
    expect(await subscribe(shop, "honest@example.com", "page", "203.0.113.5")).toEqual({ isSlow: false });
    expect(started.filter(({ name }) => name !== "forward-message")).toHaveLength(62);
  });

  test("pace the copies of messages for the shop, too: a network fills its mailbox no faster, a rider of another is read at once", async () => {
    const write = (email: string, network: string) =>
      storeMessage(shop, { name: "Mo", email, message: "Do you ship boots?" }, now, network);
    for (let index = 0; index < 60; index += 1) await write(`writer${index}@example.com`, "198.51.100.77");
    const ofShop = () =>
      started.flatMap(({ name, startAfter = 0 }) => (name === "forward-message" ? [startAfter] : []));
    expect(ofShop().filter((delay) => delay === 0)).toHaveLength(FIRST_LETTERS);
    expect(new Set(ofShop().filter((delay) => delay > 0)).size).toBe(30);
    expect(Math.max(...ofShop())).toBeLessThan(DAY);

    await noteLook(db, "203.0.113.77");
    await write("asks@example.com", "203.0.113.77");
    expect(ofShop().at(-1)).toBe(0);
    expect(ofShop()).toHaveLength(61);
  });

  test("count together over two processes and all forms of an IPv6 household, and each still goes within the day", async () => {
    const other = bare.anotherProcess().db;
    const network = "2001:db8:7:7::/64";
    const found = [];
    for (let index = 0; index < 34; index += 1)
      found.push(
        (await letterPace(index % 2 ? other : db, { email: `v6-${index}@example.com`, network }, now)).startAfter,
      );
    expect(found.filter((delay) => delay > 0)).toHaveLength(4);
    await db
      .update(rateLimits)
      .set({ points: 50_000 })
      .where(sql`${rateLimits.key} like 'letter-slots:%'`);
    const { startAfter: late } = await letterPace(db, { email: "very-late@example.com", network }, now);
    expect(late).toBeGreaterThan(0);
    expect(late).toBeLessThan(DAY);
  });

  test("do not wait for a mailbox that has ordered, however many its network or the shop sends", async () => {
    const wish = await draftRequestFor(bare, [["Ride Dirty Tee", "L", "Black"]], {
      customer: { ...jo, email: "buyer@example.com" },
    });
    const { id, clientSecret } = await draftOrder(bare, wish);
    await payWith(bare, cards.good, clientSecret);
    await settleOrder(bare, id);
    await fillTheHour();
    for (let index = 0; index < 40; index += 1) await subscribe(shop, `many${index}@example.com`, "page", "192.0.2.8");

    // The answer is that of the network, so that it does not say whether an address has ordered or is subscribed.
    const sent = started.length;
    expect(await subscribe(shop, "buyer@example.com", "page", "192.0.2.8")).toEqual({ isSlow: true });
    expect(delays().slice(sent)).toEqual([0]);
    expect(await subscribe(shop, "buyer@example.com", "page", "192.0.2.8")).toEqual({ isSlow: true });
  });

  test("above the shop's sum of an hour wait only for networks that have not looked at the shop", async () => {
    await fillTheHour();
    await noteLook(db, "203.0.113.20");
    expect(await loudHour(db, HOUR_OF_LETTERS, now)).toBeUndefined();
    expect(await subscribe(shop, "robot@example.com", "page", "203.0.113.21")).toEqual({ isSlow: true });
    expect(await subscribe(shop, "rider@example.com", "page", "203.0.113.20")).toEqual({ isSlow: false });
    expect(await loudHour(db, HOUR_OF_LETTERS, now)).toMatchObject({ times: HOUR_OF_LETTERS.most + 2 });
  });

  test("know of networks that looked at the same moment by one statement of the process that they looked at", async () => {
    const networks = Array.from({ length: 20 }, (_, place) => `203.0.113.${100 + place}`);
    const asked = vi.spyOn(pg.Client.prototype, "query");
    await Promise.all(networks.map((network) => noteLook(db, network)));
    await Promise.all(networks.map((network) => noteLook(db, network)));
    const stored = asked.mock.calls.filter(([query]: unknown[]) => JSON.stringify(query).includes("rate_limits"));
    asked.mockRestore();
    expect(stored).toHaveLength(1);

    await fillTheHour();
    const other = bare.anotherProcess().db;
    for (const [place, network] of [...networks, "203.0.113.200"].entries()) {
      const { startAfter } = await letterPace(other, { email: `looked${place}@example.com`, network }, now);
      expect([network, startAfter > 0]).toEqual([network, network === "203.0.113.200"]);
    }
  });

  test("above the shop's sum of an hour wait however often their mailbox is named", async () => {
    await fillTheHour();
    const asked = () => letterPace(db, { email: "twice@example.com", network: "203.0.113.31" }, now);
    for (let time = 0; time < 3; time += 1) expect((await asked()).startAfter).toBeGreaterThan(0);
    await noteLook(db, "203.0.113.32");
    const rider = { email: "twice@example.com", network: "203.0.113.32" };
    for (let time = 0; time < 3; time += 1) expect((await letterPace(db, rider, now)).startAfter).toBe(0);
  });

  test("about stock wait from the request on, and go when their time has come", async () => {
    const { product: productId } = await lineOf(bare, ["Ride Dirty Tee", "L", "Black"]);
    const tee = sql`${variants.productId} = ${productId} and ${variants.size} = 'L' and ${variants.color} = 'Black'`;
    await db.update(variants).set({ stock: 0 }).where(tee);
    const ask = (index: number) =>
      requestBackInStock(
        db,
        { productId, size: "L", color: "Black", email: `stock${index}@example.com` },
        now,
        NETWORK,
      );
    for (let index = 0; index < FIRST_LETTERS; index += 1) expect(await ask(index)).toEqual({ isSlow: false });
    expect(await ask(31)).toEqual({ isSlow: true });
    await db.update(variants).set({ stock: 40 }).where(tee);

    await notifyBackInStock(shop, now);
    expect(started).toHaveLength(FIRST_LETTERS);
    await notifyBackInStock(shop, new Date(now.getTime() + DAY * 1000));
    expect(started).toHaveLength(FIRST_LETTERS + 1);
  });

  test("of one member who invites many wait, too", async () => {
    const by = await testMember(bare, "owner");
    for (let index = 0; index < 32; index += 1)
      await invite(
        shop,
        by,
        { submission: randomUUID(), email: `new${index}@example.com`, role: "packer", isMailed: true },
        now,
      );
    expect(delays().filter((delay) => delay > 0)).toHaveLength(2);
    expect(started).toHaveLength(32);
  });
});

test("letters about orders are never counted", async () => {
  const before = await db.$count(rateLimits, inArray(rateLimits.key, ["letter-firsts:198.51.100.99"]));
  const wish = await draftRequestFor(bare, [["Ride Dirty Tee", "M", "Black"]], { network: "198.51.100.99" });
  const { id, clientSecret } = await draftOrder(shop, wish);
  await payWith(bare, cards.good, clientSecret);
  await settleOrder(shop, id);
  expect(await db.$count(rateLimits, inArray(rateLimits.key, ["letter-firsts:198.51.100.99"]))).toBe(before);
  expect(delays().every((delay) => delay === 0)).toBe(true);
});
