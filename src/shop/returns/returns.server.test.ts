import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { cards, jo, payWith, draftRequestFor } from "~/testing/riders.server";
import { asDelivered } from "~/shop/texts/letters/letter-words";
import { openTestShop } from "~/testing/test-shop.server";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { orderEvents, orders, parcels } from "~/shop/orders/orders.tables";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { ReturnStarted } from "./return-started.email";
import { linesToChoose } from "./lines-to-choose";
import { approveReturn } from "./approve-return.server";
import { returnableOrder, returnByNumber, startReturn } from "./returns.server";
import { returnLines, returns } from "./returns.tables";
import { renderLetter } from "~/platform/render-letter.server";

const shop = await openTestShop();
const { db } = shop;
const settings = shop.settings();
const now = new Date();
const soon = { now, settings };

/** A shipped order of two tees and a pair of gloves, in one parcel. */
async function bought(): Promise<string> {
  const wish = await draftRequestFor(shop, [
    ["Sprocket Tee", "M", "Ash", 2],
    ["Gauntlet Leather Gloves", "M", "Black"],
  ]);
  const { id, clientSecret } = await draftOrder(shop, wish);
  await payWith(shop, cards.good, clientSecret);
  const { number } = await settleOrder(shop, id);
  const [order] = await db.select({ version: orders.version }).from(orders).where(eq(orders.number, number));
  const change = { number, version: order?.version ?? 0, actor: { kind: "staff" } } as const;
  await shipParcel(shop, change, { carrier: "UPS", trackingNumber: "1Z999" });
  return number;
}

const asked = (order: string, values: Record<string, string>, round = "0") => ({
  order,
  email: jo.email,
  round,
  values,
});
const teeTooSmall = { "quantity-0": "1", "reason-0": "too-small" };

describe("finding an order for a return", () => {
  let number = "";
  beforeAll(async () => void (number = await bought()));

  test("an order is found by its number, in any spelling, and the e-mail address of its shopper", async () => {
    const lookup = { order: `# ${number.slice(0, 4)} ${number.slice(4)}`, email: jo.email.toUpperCase() };

    const { order, sold } = await returnableOrder(db, lookup);

    expect(linesToChoose(order, sold, now, settings)).toMatchObject([
      { name: "Sprocket Tee", choice: "Ash / M", left: 2, note: "" },
      { name: "Gauntlet Leather Gloves", note: "Comes back only if it arrived damaged, faulty or wrong." },
    ]);
    const given = { ...order, lines: order.lines.map((line) => ({ ...line, isPresent: true as const })) };
    expect(linesToChoose(given, sold, now, settings)).toMatchObject([
      { note: "It was a present: no money goes back for it." },
      {
        note: "Comes back only if it arrived damaged, faulty or wrong. It was a present: no money goes back for it.",
      },
    ]);
  });

  test("the setting of the category decides whether goods are returned only when faulty, also for a renamed category and hidden goods", async () => {
    const gloves = async () => (await returnableOrder(db, { order: number, email: jo.email })).sold.lines[1];
    await db.execute(sql`update categories set name = 'Extras' where name = 'Accessories'`);
    await db.execute(sql`update products set published_status = 'draft' where name = 'Gauntlet Leather Gloves'`);
    expect(await gloves()).toMatchObject({ isOnlyFaulty: true });
    await db.execute(sql`update categories set only_faulty_returns = false where name = 'Extras'`);
    expect(await gloves()).toMatchObject({ isOnlyFaulty: false });
    await db.execute(sql`update categories set name = 'Accessories', only_faulty_returns = true where name = 'Extras'`);
    await db.execute(sql`update products set published_status = 'published' where name = 'Gauntlet Leather Gloves'`);
  });

  test("an order is not found with another e-mail address", async () => {
    await expect(returnableOrder(db, { order: number, email: "sam@example.com" })).rejects.toMatchObject({
      code: "order-unknown",
    });
  });

  test("an unpaid order is not found, and a cancelled order cannot be returned", async () => {
    const draft = await draftOrder(shop, await draftRequestFor(shop, [["Sprocket Tee", "M", "Ash"]]));
    expect(draft.id).toBeTruthy();
    const [waiting] = await db.select().from(orders).where(eq(orders.state, "awaiting-payment"));
    await expect(returnableOrder(db, { order: waiting?.number ?? "", email: jo.email })).rejects.toMatchObject({
      code: "order-unknown",
    });

    const cancelled = await bought();
    await db.update(orders).set({ state: "cancelled" }).where(eq(orders.number, cancelled));
    await expect(returnableOrder(db, { order: cancelled, email: jo.email })).rejects.toMatchObject({
      code: "order-cancelled",
    });
  });

  test("a parcel that was sent late and is on its way keeps the return window open, however long ago the order was paid", async () => {
    const slow = await bought();
    const before = (days: number) => new Date(now.getTime() - days * DAY);
    await db
      .update(orders)
      .set({ paidAt: before(60) })
      .where(eq(orders.number, slow));
    const times = { shippedAt: before(55), deliveredAt: before(31) };
    await db.update(parcels).set(times).where(eq(parcels.orderNumber, slow));
    await db.insert(parcels).values({ orderNumber: slow, carrier: "Road Freight", shippedAt: before(2) });

    const { order, sold } = await returnableOrder(db, { order: slow, email: jo.email });

    expect(linesToChoose(order, sold, now, settings)[0]?.reasons).toContain("too-small");
  });

  test("more than thirty days after the last parcel arrived, no return can be started", async () => {
    const late = await bought();
    const arrival = new Date(now.getTime() - 31 * DAY);
    await db.update(parcels).set({ deliveredAt: arrival }).where(eq(parcels.orderNumber, late));

    const { order, sold } = await returnableOrder(db, { order: late, email: jo.email });

    expect(linesToChoose(order, sold, now, settings).flatMap(({ reasons }) => reasons)).toEqual([]);
    await expect(startReturn(shop, asked(late, teeTooSmall), soon)).rejects.toMatchObject({ code: "not-returnable" });
  });
});

describe("starting a return", () => {
  test("a started return has a number, is recorded in the order's history, and enqueues one letter (R-7-16, R-2.15-08)", async () => {
    const order = await bought();
    const letters = shop.enqueued.filter((name) => name === "instruct-return").length;

    const number = await startReturn(shop, asked(order, teeTooSmall), soon);

    expect(number).toMatch(/^R\d{7}$/);
    expect(await db.select().from(returnLines).where(eq(returnLines.returnNumber, number))).toMatchObject([
      { position: 0, quantity: 1, reason: "too-small" },
    ]);
    const history = await db.select().from(orderEvents).where(eq(orderEvents.orderNumber, order));
    expect(history).toContainEqual(expect.objectContaining({ kind: "return-started", details: { return: number } }));
    expect(shop.enqueued.filter((name) => name === "instruct-return").length).toBe(letters + 1);
  });

  test("the same form sent twenty times at once starts one return", async () => {
    const order = await bought();

    const numbers = await Promise.all(
      Array.from({ length: 20 }, () => startReturn(shop, asked(order, teeTooSmall), soon)),
    );

    expect(new Set(numbers).size).toBe(1);
    expect(await db.select().from(returns).where(eq(returns.orderNumber, order))).toHaveLength(1);
  });

  test("two different forms at once never return more pieces than were bought", async () => {
    const order = await bought();
    const both = { "quantity-0": "2", "reason-0": "too-small" };

    const answers = await Promise.allSettled([
      startReturn(shop, asked(order, both), soon),
      startReturn(shop, asked(order, { ...both, "reason-0": "too-large" }), soon),
    ]);

    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("a second return of the remaining pieces can be started with the same form fields, and none without pieces left", async () => {
    const order = await bought();
    const first = await startReturn(shop, asked(order, teeTooSmall), soon);

    const { round } = await returnableOrder(db, { order, email: jo.email });
    const second = await startReturn(shop, asked(order, teeTooSmall, String(round)), soon);

    expect(second).not.toBe(first);
    await expect(startReturn(shop, asked(order, teeTooSmall, "2"), soon)).rejects.toMatchObject({
      code: "not-returnable",
    });
  });

  test("the letter names the pieces to put into the box, and the number to write on it", async () => {
    const order = await bought();
    const values = { "quantity-0": "1", "reason-0": "exchange", "exchange-0": "Ash / L" };
    const number = await startReturn(shop, asked(order, values), soon);
    const started = await returnByNumber(db, number);
    if (!started) throw new Error("The return is not there.");

    const lines = started.lines.map((line) => ({ ...line, refunded: "" }));
    const written = {
      ...started,
      lines,
      settings,
      address: "https://shop.example",
      refundedBefore: "",
      words: asDelivered("return-started", settings),
    };
    const { text } = await renderLetter(
      ReturnStarted({ ...written, difference: null, back: null, label: { state: "follows" } }),
    );

    expect(text).toContain(`R-${number.slice(1, 4)} ${number.slice(4)}`);
    expect(text).toContain("Exchange for Ash / L");
    expect(text).not.toContain("Gauntlet");
  });
});

describe("a return that needs a member's approval", () => {
  const byHand = { now, settings: { ...settings, returnApproval: "by-hand" as const } };
  const instructed = (number: string) =>
    shop.payloads.filter(({ name, payload }) => name === "instruct-return" && JSON.stringify(payload).includes(number));

  test("a return is started at once, and its instructions are sent once, after the approval", async () => {
    const number = await startReturn(shop, asked(await bought(), teeTooSmall), byHand);
    expect((await returnByNumber(db, number))?.row).toMatchObject({ state: "started", approvedAt: null });
    expect(instructed(number)).toEqual([]);

    const step = { number, version: 1, actor: { kind: "staff" } } as const;
    await approveReturn(shop, step);
    expect(instructed(number)).toHaveLength(1);
    const approvals = await db.select().from(orderEvents).where(eq(orderEvents.kind, "return-approved"));
    await expect(approveReturn(shop, step)).rejects.toMatchObject({ code: "edited-meanwhile" });
    expect(await db.select().from(orderEvents).where(eq(orderEvents.kind, "return-approved"))).toEqual(approvals);
  });

  test("a return with an unknown number cannot be approved", async () => {
    const step = { number: "R0000000", version: 1, actor: { kind: "staff" } } as const;
    await expect(approveReturn(shop, step)).rejects.toMatchObject({ code: "return-unknown" });
  });
});
