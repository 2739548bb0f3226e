import { glob, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { gt } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { posted } from "~/testing/posted-form.server";
import { openTestShop } from "~/testing/test-shop.server";
import { log } from "~/platform/log.server";
import { rateLimits } from "~/platform/rate-limit.tables";
import { action as askForStock } from "./catalog/back-in-stock/back-in-stock.page";
import { variants } from "./catalog/catalog.tables";
import { action as contact } from "./contact/contact.page";
import { messages } from "./contact/contact.tables";
import { subscriptionOf } from "./newsletter/newsletter.server";
import { action as subscribe } from "./newsletter/newsletter.page";
import { subscriptions } from "./newsletter/newsletter.tables";
import { action as unsubscribe, loader as unsubscribePage } from "./newsletter/unsubscribe.page";
import { settings as settingRows } from "./settings.tables";
import { action as lookUp } from "./returns/order-status.page";

const shop = await openTestShop();
const { db } = shop;
const email = "victim@example.com";

beforeEach(async () => {
  for (const table of [rateLimits, subscriptions, messages]) await db.delete(table);
  shop.enqueued.length = 0;
});
afterEach(() => void vi.restoreAllMocks());

const write = (message: string, to = email, from?: string) =>
  posted(contact, shop, "/contact", { name: "Jo", email: to, message }, from ? { from } : {});
const sentOf = (letter: string) => shop.enqueued.filter((name) => name === letter).length;

describe("letters to an e-mail address typed into a form", () => {
  test("have a daily limit per network, whatever tag the address has, and the form's response does not reveal it", async () => {
    const said = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    const answers: unknown[] = [(await posted(subscribe, shop, "/newsletter", { email })).data];
    for (let time = 0; time < 9; time += 1)
      answers.push((await write(`Hello ${time}`, `victim+${time}@example.com`)).data);

    expect([sentOf("acknowledge-message"), sentOf("welcome-subscriber")]).toEqual([
      shop.settings().formLettersPerDay,
      1,
    ]);
    expect(shop.enqueued.filter((name) => name === "forward-message")).toHaveLength(9);
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"ok":true,"value":{"isSlow":false}}']),
    );
    expect(said).toHaveBeenCalledTimes(4);
    expect(JSON.stringify(said.mock.calls)).not.toMatch(/victim|example/);
  });

  test("requests by strangers do not use up the letters that the owner of the address requests on the same day", async () => {
    vi.spyOn(log, "warn").mockImplementation(() => undefined);
    for (let network = 1; network <= 15; network += 1)
      for (let time = 0; time < 8; time += 1)
        await write(`Hello ${network} ${time}`, `victim+${network}@example.com`, `192.0.2.${network}`);
    const ofStrangers = sentOf("acknowledge-message");

    await write("Do the boots run small?", email, "203.0.113.7");
    await posted(subscribe, shop, "/newsletter", { email }, { from: "203.0.113.7" });
    expect([sentOf("acknowledge-message") - ofStrangers, sentOf("welcome-subscriber")]).toEqual([1, 1]);
    expect((await subscriptionOf(db, email))?.code).toBeTruthy();
  });

  test("of fifty networks do not keep the first letter from the owner of the mailbox, whatever tags they write it with", async () => {
    vi.spyOn(log, "warn").mockImplementation(() => undefined);
    for (let network = 1; network <= 50; network += 1)
      await posted(
        subscribe,
        shop,
        "/newsletter",
        { email: `victim+${network}@example.com` },
        { from: `192.0.2.${network}` },
      );
    const ofStrangers = sentOf("welcome-subscriber");
    expect(ofStrangers).toBeLessThanOrEqual(5 * shop.settings().formLettersPerDay);
    await posted(subscribe, shop, "/newsletter", { email }, { from: "203.0.113.7" });
    expect(sentOf("welcome-subscriber") - ofStrangers).toBe(1);
  });

  test("have a daily limit for all networks together, which does not affect letters to other addresses", async () => {
    vi.spyOn(log, "warn").mockImplementation(() => undefined);
    for (let network = 1; network <= 60; network += 1)
      for (let time = 0; time < 2; time += 1) await write(`Hello ${network} ${time}`, email, `192.0.2.${network}`);
    expect(sentOf("acknowledge-message")).toBeLessThanOrEqual(6 * shop.settings().formLettersPerDay);
    const before = sentOf("acknowledge-message");
    await write("Do the boots run small?", "honest@example.com", "192.0.2.1");
    expect(sentOf("acknowledge-message")).toBe(before + 1);
  });

  test("a shopper whose welcome letter was left out by the limit can subscribe again another day", async () => {
    vi.spyOn(log, "warn").mockImplementation(() => undefined);
    await db.insert(settingRows).values({ name: "formLettersPerDay", value: 0 });
    await shop.reloadSettings();
    await posted(subscribe, shop, "/newsletter", { email });
    expect(await subscriptionOf(db, email)).toBeUndefined();

    await db.delete(settingRows);
    await shop.reloadSettings();
    await db.delete(rateLimits);
    await posted(subscribe, shop, "/newsletter", { email });

    expect((await subscriptionOf(db, email))?.code).toBeTruthy();
    expect(shop.enqueued.filter((name) => name === "welcome-subscriber")).toHaveLength(1);
  });
});

test("a shopper who asks to be notified of a variant that is in stock is told so", async () => {
  const [variant] = await db.select().from(variants).where(gt(variants.stock, 0)).limit(1);
  const { productId = "", size = "", color = "" } = variant ?? {};

  const { data, init } = await posted(askForStock, shop, "/back-in-stock", { productId, size, color, email });

  expect([init?.status, data]).toMatchObject([409, { ok: false, message: expect.stringContaining("can be had") }]);
});

test("a stranger who looks up orders of an e-mail address does not lock its owner out", async () => {
  const attempt = (from: string) => posted(lookUp, shop, "/order-status", { order: "11111111", email }, { from });
  const statuses = [];
  for (let time = 0; time < 30; time += 1) statuses.push((await attempt("192.0.2.66")).init?.status);
  expect(statuses.filter((status) => status === 404)).toHaveLength(shop.settings().formLimits.perNetworkAndEmail);
  expect(statuses.at(-1)).toBe(429);

  expect((await attempt("203.0.113.9")).init?.status).toBe(404);
});

describe("the unsubscribe link", () => {
  const addressOf = (token: string) => `/unsubscribe?token=${token}`;
  async function subscribed(): Promise<string> {
    await posted(subscribe, shop, "/newsletter", { email });
    return (await subscriptionOf(db, email))?.token ?? "";
  }

  test("contains a secret of at least 16 bytes, and opening it changes nothing", async () => {
    const token = await subscribed();
    expect(Buffer.from(token, "base64url").length).toBeGreaterThanOrEqual(16);

    const opened = await posted(unsubscribePage, shop, addressOf(token), {});

    expect(opened.data.isKnown).toBe(true);
    expect(await subscriptionOf(db, email)).toBeDefined();
  });

  test("works with one click in a mail program, without a limit per network; guessed tokens are limited", async () => {
    const click = (token: string) =>
      posted(unsubscribe, shop, addressOf(token), { "List-Unsubscribe": "One-Click" }, { from: "192.0.2.25" });
    const token = await subscribed();

    for (let time = 0; time < shop.settings().formLimits.perNetwork + 5; time += 1)
      expect((await click(token)).data).toEqual({ ok: true, value: true });
    expect(await subscriptionOf(db, email)).toBeUndefined();
    for (let time = 0; time < shop.settings().formLimits.perNetwork; time += 1) await click("guessed");
    expect((await click("guessed")).init?.status).toBe(429);
  });
});

/** Paths and source code of all pages with a form, except the sandbox's payment page, which replaces a gateway's page. */
async function formPages(): Promise<{ path: string; source: string }[]> {
  const pages = [];
  for await (const path of glob("src/{shop,privacy}/**/*.page.tsx")) {
    const source = await readFile(path, "utf8");
    if (source.includes("function action(") && !path.endsWith("pay-later.page.tsx")) pages.push({ path, source });
  }
  return pages;
}

describe("every page with a form", async () => {
  const pages = await formPages();

  test("reads it with its schema and not by single fields", () => {
    const raw = pages.filter(({ source }) => /formOf|formData\(|\.text\(\)|\.json\(\)/.test(source));

    expect(pages.length).toBeGreaterThan(9);
    expect(raw.map(({ path }) => path)).toEqual([]);
  });

  test.each(pages)("states how long to wait when there were too many requests: $path", async ({ path }) => {
    const { headers } = (await import(/* @vite-ignore */ resolve(path))) as { headers: (args: object) => object };

    const waiting = new Headers({ "Retry-After": "120" });
    const nothing = new Headers();

    expect(headers({ actionHeaders: waiting, loaderHeaders: nothing })).toMatchObject({ "Retry-After": "120" });
    expect(headers({ actionHeaders: nothing, loaderHeaders: waiting })).toMatchObject({ "Retry-After": "120" });
    expect(headers({ actionHeaders: nothing, loaderHeaders: nothing })).not.toHaveProperty("Retry-After");
  });
});
