import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { MINUTE } from "~/platform/durations";
import { products, variants } from "~/shop/catalog/catalog.tables";
import type { Member } from "~/shop/members/member";
import { sessionTimes } from "~/shop/members/session";
import { cents } from "~/shop/money";
import { changeAsMember, endChangeAsMember } from "~/shop/orders/changes/change-as-member.server";
import { previewOfChange } from "~/shop/orders/changes/make-change.server";
import { orderChanges } from "~/shop/orders/changes/order-changes.tables";
import { endMadeOrder } from "~/shop/orders/made/made-order-acts.server";
import { refundAsMember } from "~/shop/orders/refunds/refund-as-member.server";
import { type Picks, openBoughtOrders } from "~/testing/bought-orders.server";
import { openChangePayments } from "~/testing/change-payments.server";
import { made, wishFor } from "~/testing/made-orders.server";
import { memberAs } from "~/testing/members.server";
import { jo, lineOf } from "~/testing/riders.server";
import { receiveAsMember } from "./receive-return.server";
import { returnableOrder, returnByNumber, startReturn } from "./returns.server";
import { settleAsMember } from "./settle-return.server";

const { shop, db, tee, bought, shipped, seen, rowOf, codeOf } = await openBoughtOrders();
await openChangePayments(shop);
const LARGE: Picks[number] = ["Sprocket Tee", "L", "Ash"];

const settings = () => ({ ...shop.settings(), refundLimit: cents(50_00) });
const strict = { ...shop, settings };
/** Whether a member who gives a part of the day's limit is asked for a factor. */
type Give = (member: Member) => Promise<string>;

const formOf = async (number: string) => ({ submission: randomUUID(), number, version: (await rowOf(number)).version });

/** Three ways to give $18.00, with an order each. */
const ways: Record<string, Give> = {
  async refund(member) {
    const number = await bought([[...tee]]);
    const goodwill = { lines: [], goodwill: cents(18_00), restock: false };
    return codeOf(refundAsMember(strict, member, await formOf(number), goodwill));
  },
  async made(member) {
    const wish = await wishFor(shop, 1, { reason: "Club" });
    return codeOf(
      made(strict, member, { ...wish, lines: wish.lines.map((line) => ({ ...line, price: cents(18_00) })) }),
    );
  },
  async change(member) {
    const { product, size, color } = await lineOf(shop, LARGE);
    // Another mailbox for each, because letters sent by hand are limited per mailbox.
    const number = await bought([[...tee]], { customer: { ...jo, email: `jo-${randomUUID()}@example.com` } });
    // Dearer by what comes on top, so that the change itself refunds nothing.
    const comes = [
      { product, size, color, quantity: 1, replaces: 0, price: cents(18_00) },
      { product, size, color, quantity: 1 },
    ];
    const wanted = { goes: [{ position: 0, quantity: 1 }], comes };
    const { difference } = await previewOfChange(shop, number, wanted);
    const more = { ...wanted, difference, reason: "Came with a flaw" };
    return codeOf(changeAsMember(strict, member, await formOf(number), more));
  },
};
/** A manager whose second factor is no longer recent. */
const late = (): Member => ({
  ...memberAs("manager", randomUUID()),
  confirmedAt: new Date(Date.now() - sessionTimes.confirmed - MINUTE),
});

test.each([
  [["refund", "made", "change"]],
  [["made", "change", "refund"]],
  [["change", "refund", "made"]],
  [["change", "change", "change"]],
  [["made", "made", "made"]],
])("what a member gives in 24 hours is one sum, however it is given: %s", async (order) => {
  const [member, said] = [late(), [] as (string | undefined)[]];
  for (const way of order) said.push(await ways[way]?.(member));
  expect(said).toEqual(["done", "done", "factor-missing"]);
  expect(await ways[order[2] ?? ""]?.({ ...member, confirmedAt: new Date() })).toBe("done");
  expect(await ways[order[2] ?? ""]?.(late())).toBe("done");
});

test("what was given and came to nothing does not count: a made order that ended unpaid, and a change that ended", async () => {
  await db.update(orderChanges).set({ state: "applied", closedAt: new Date(), endsAt: null });
  const member = late();
  const wish = await wishFor(shop, 1, { reason: "Club" });
  const lines = wish.lines.map((line) => ({ ...line, price: cents(18_00) }));
  for (let time = 0; time < 3; time += 1) {
    const number = await made(strict, member, { ...wish, customer: (await wishFor(shop)).customer, lines });
    await endMadeOrder(shop, member, { submission: randomUUID(), number });
  }
  for (let time = 0; time < 3; time += 1) {
    expect(await ways.change?.(member)).toBe("done");
    const [change] = await db.select().from(orderChanges).where(eq(orderChanges.state, "waiting"));
    if (!change) throw new Error("no change waits");
    const form = { submission: randomUUID(), number: change.orderNumber };
    await endChangeAsMember(shop, member, form, change.id);
  }
});

test("a member who settles thirty honest returns in an hour is asked once each ten minutes after the limit, and never for less", async () => {
  const [refunded, minutesEach] = [36_00, 2];
  const member = memberAs("manager", "Nell");
  const began = Date.now();
  const [asked, outcomes]: [number[], string[]] = [[], []];
  for (let place = 0; place < 30; place += 1) {
    const number = await shipped([[...tee]]);
    const back = await startReturn(
      shop,
      { order: number, email: jo.email, round: "0", values: { "quantity-0": "1", "reason-0": "too-small" } },
      { now: new Date(), settings: shop.settings() },
    );
    const form = async () => ({
      submission: randomUUID(),
      number: back,
      version: (await returnByNumber(db, back))?.row.version ?? 0,
    });
    await receiveAsMember(shop, member, await form(), { "came-0-as-new": "1" });
    const minute = place * minutesEach;
    // The clock stands still here: a factor that was given minutes ago is given as much earlier.
    const since = (given: number): Member => ({ ...member, confirmedAt: new Date(began - (minute - given) * MINUTE) });
    const settle = async (as: Member) => {
      const { version: orderVersion } = await seen(number);
      const fields = { "refund-0": "1", words: "" };
      return codeOf(settleAsMember(shop, as, { ...(await form()), orderVersion }, fields));
    };
    // Signing in gave the first factor.
    const said = await settle(since(asked.at(-1) ?? -60));
    if (said === "factor-missing") asked.push(minute);
    outcomes.push(said === "factor-missing" ? await settle(since(minute)) : said);
  }
  const allowed = Math.floor(shop.settings().refundLimit / refunded);
  expect(asked).toEqual([0, 10, 20, 30, 40].map((minute) => allowed * minutesEach + minute));
  expect(outcomes).toEqual(Array.from({ length: 30 }, () => "done"));
});

test("goods sent in exchange count by their price on the day they were reserved, not by the price that was paid for the others", async () => {
  const { product, size, color } = await lineOf(shop, LARGE);
  const priced = (price: number) =>
    db
      .update(products)
      .set({ price: cents(price), salePrice: null })
      .where(eq(products.id, product));
  const number = await shipped([[...tee]]);
  await db.update(variants).set({ price: null, salePrice: null }).where(eq(variants.productId, product));
  await priced(90_00);
  try {
    const [line] = (await returnableOrder(db, { order: number, email: jo.email })).sold.lines;
    const choice = line?.variants.find((each) => each.size === size && each.color === color);
    expect(choice?.difference).toBe(0);
    const values = { "quantity-0": "1", "reason-0": "exchange", "exchange-0": `${choice?.id}:0` };
    const wanted = { order: number, email: jo.email, round: "0", values };
    const back = await startReturn(shop, wanted, { now: new Date(), settings: shop.settings() });
    const form = async () => ({
      submission: randomUUID(),
      number: back,
      version: (await returnByNumber(db, back))?.row.version ?? 0,
    });
    const member = late();
    await receiveAsMember(shop, member, await form(), { "came-0-as-new": "1" });
    const { version: orderVersion } = await seen(number);
    const fields = { "refund-0": "0", "exchange-0": "1", "variant-0": String(choice?.id), words: "" };
    const settle = async (as: Member) =>
      codeOf(settleAsMember(strict, as, { ...(await form()), orderVersion }, fields));
    expect(await settle(member)).toBe("factor-missing");
    expect(await settle({ ...member, confirmedAt: new Date() })).toBe("done");
  } finally {
    await priced(36_00);
  }
});
