import { eq } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { rateLimits } from "~/platform/rate-limit.tables";
import { posted } from "~/testing/posted-form.server";
import { cards, jo, payWith, draftRequestFor } from "~/testing/riders.server";
import { openTestShop } from "~/testing/test-shop.server";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { orders } from "~/shop/orders/orders.tables";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { action as lookUp } from "./order-status.page";
import { action } from "./returns.page";
import { returns } from "./returns.tables";

const shop = await openTestShop();
const { perNetworkAndEmail } = shop.settings().formLimits;

let order = "";
beforeAll(async () => {
  const { id, clientSecret } = await draftOrder(shop, await draftRequestFor(shop, [["Sprocket Tee", "M", "Ash", 2]]));
  await payWith(shop, cards.good, clientSecret);
  order = (await settleOrder(shop, id)).number;
  const [row] = await shop.db.select({ version: orders.version }).from(orders).where(eq(orders.number, order));
  const change = { number: order, version: row?.version ?? 0, actor: { kind: "staff" } } as const;
  await shipParcel(shop, change, { carrier: "UPS", trackingNumber: "1Z999" });
});
afterEach(() => void vi.restoreAllMocks());

const sent = (fields: Record<string, string>, from: string) =>
  posted(action, shop, "/return-or-exchange", fields, { from });
const lookup = () => ({ order, email: jo.email });
const start = () => ({ ...lookup(), step: "start", round: "0", "quantity-0": "1", "reason-0": "too-small" });

/** Uses up the rate limit of one network for one e-mail address. */
async function usedUp(from: string): Promise<void> {
  for (let time = 0; time < perNetworkAndEmail; time += 1) await sent({ ...lookup(), order: "11111111" }, from);
}

describe("a search for an order beyond the rate limit", () => {
  test.each([
    ["finding", lookup, "198.51.100.1"],
    ["starting a return", start, "198.51.100.2"],
  ])("a request beyond the limit, %s, shows no order and reads nothing from the database", async (_, fields, from) => {
    await usedUp(from);
    const select = vi.spyOn(shop.db, "select");
    const transaction = vi.spyOn(shop.db, "transaction");

    const { data, init } = await sent(fields(), from);

    expect(init?.status).toBe(429);
    expect(Number(new Headers(init?.headers).get("retry-after"))).toBeGreaterThan(0);
    expect(data.found).toBeUndefined();
    expect(select).not.toHaveBeenCalled();
    expect(transaction).not.toHaveBeenCalled();
    expect(await shop.db.$count(returns)).toBe(0);
  });

  test("a request beyond the limit keeps the choices of its form", async () => {
    const from = "198.51.100.3";
    await usedUp(from);

    const { data } = await sent(start(), from);

    expect(data.answer).toMatchObject({ ok: false, values: start() });
  });
});

test.each(["order", "email", "round", "quantity-0", "exchange-0"])("a NUL in field %s is refused", async (field) => {
  for (const fields of [lookup(), start()]) {
    const { data, init } = await sent({ ...fields, [field]: "a\0b" }, "198.51.100.4");

    expect(init?.status).toBe(422);
    expect(data).toMatchObject({ answer: { ok: false, errors: { [field]: expect.any(String) } } });
    expect(data.found).toBeUndefined();
  }
});

test("an unknown order and another shopper's order get the same answer", async () => {
  const unknown = await sent({ ...lookup(), order: "11111111" }, "198.51.100.5");
  const foreign = await sent({ ...lookup(), email: "sam@example.com" }, "198.51.100.5");
  const foreignStart = await sent({ ...start(), email: "sam@example.com" }, "198.51.100.5");

  expect(unknown.init).toMatchObject({ status: 404 });
  for (const { data, init } of [foreign, foreignStart]) {
    expect(init).toEqual(unknown.init);
    expect(data.found).toBeUndefined();
    expect(data.answer).toMatchObject({
      ok: false,
      message: unknown.data.answer.ok ? "" : unknown.data.answer.message,
    });
  }
});

test("an invalid choice is answered with its order and the typed values", async () => {
  const { data, init } = await sent({ ...start(), "reason-0": "" }, "198.51.100.6");

  expect(init?.status).toBe(422);
  expect(data).toMatchObject({
    found: { order, lines: [{ name: "Sprocket Tee", left: 2 }] },
    answer: { ok: false, values: { "quantity-0": "1" }, errors: { "reason-0": "Please choose a reason." } },
  });
});

test.each([
  [
    "the status page",
    (fields: Record<string, string>, from: string) => posted(lookUp, shop, "/order-status", fields, { from }),
  ],
  ["the return page", sent],
])("strangers in many networks who guess order numbers on %s do not lock out the owner", async (_, ask) => {
  await shop.db.delete(rateLimits);
  const statuses: (number | undefined)[] = [];
  for (let time = 0; time < 200; time += 1) {
    const { init } = await ask({ ...lookup(), order: String(10_000_000 + time) }, `192.0.2.${time % 40}`);
    statuses.push(init?.status);
  }
  const { perEmail } = shop.settings().formLimits;
  expect(statuses).toEqual(statuses.map((_, time) => (time < perEmail ? 404 : 429)));

  expect((await ask(lookup(), "203.0.113.50")).init?.status).toBeUndefined();
  const wrong = await ask({ ...lookup(), order: "99999999" }, "203.0.113.51");
  expect(wrong.init?.status).toBe(429);
  expect(Number(new Headers(wrong.init?.headers).get("retry-after"))).toBeGreaterThan(0);
  // A search that finds the order is not counted.
  expect((await ask(lookup(), "203.0.113.52")).init?.status).toBeUndefined();
});

test("a valid form gets a return number", async () => {
  expect((await sent(lookup(), "198.51.100.7")).data.found).toMatchObject({ order });

  const { data } = await sent(start(), "198.51.100.7");

  expect(data.number).toMatch(/^R\d{7}$/);
});
