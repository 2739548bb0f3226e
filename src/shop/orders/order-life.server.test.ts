import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { cards, jo, leftOf, payWith, draftRequestFor } from "~/testing/riders.server";
import { openTestShop } from "~/testing/test-shop.server";
import type { Actor } from "~/shop/actor";
import { release, reserve, stockDrift, returnToStock } from "~/shop/catalog/stock.server";
import { discountCodes } from "~/shop/discounts/discounts.tables";
import { cents } from "~/shop/money";
import { paymentOf } from "~/shop/payments/payments.server";
import { refundsOf } from "~/shop/payments/refunds.server";
import { refunds } from "~/shop/payments/payments.tables";
import { Refusal } from "~/shop/refusal";
import {
  receiveReturn,
  sendReceived,
  NOTIFY_RECEIVED,
  type NotifyReceived,
} from "~/shop/returns/receive-return.server";
import { returnableOrder, startReturn } from "~/shop/returns/returns.server";
import { returns } from "~/shop/returns/returns.tables";
import { cancelOrder } from "./cancel-order.server";
import { NOTIFY_CANCELLED } from "./letters/letter-jobs";
import type { Change } from "./change-order.server";
import { deliverParcel } from "./parcels/deliver-parcel.server";
import { draftOrder } from "./drafting/draft-order.server";
import { OrderState, statesBefore } from "./order";
import { ordersToHandle } from "./order-file.server";
import { sendCancelled, sendConfirmation, sendShipped } from "./letters/order-letters.server";
import { executeRefund } from "./refunds/execute-refund.server";
import { orderEvents, orders, parcels, refundLines as refundedLines } from "./orders.tables";
import { packOrder } from "./parcels/pack-order.server";
import { parcelsOf } from "./parcels/parcels.server";
import { pricedLines } from "./drafting/priced-lines.server";
import { refundLines } from "./refunds/refund-lines.server";
import { refundReplacements, sendReplacements } from "./parcels/replacements.server";
import { settleOrder } from "./settling/settle-order.server";
import { shipParcel } from "./parcels/ship-parcel.server";

const shop = await openTestShop();
const { db } = shop;
const staff: Actor = { kind: "staff", name: "Lee" };
const ups = { carrier: "UPS", trackingNumber: "1Z999" };
const tee = ["Sprocket Tee", "M", "Ash"] as const;
type Picks = Parameters<typeof draftRequestFor>[1];
const twoTeesAndGloves: Picks = [
  [...tee, 2],
  ["Gauntlet Leather Gloves", "M", "Black"],
];

// The tests below buy more tees than the demo shop has.
const { items } = await draftRequestFor(shop, [[...tee]]);
const [priced] = await pricedLines(db, items);
await db.transaction((tx) => returnToStock(tx, [{ variantId: priced?.variantId ?? 0, quantity: 500 }], "tests", staff));

/** A paid order. */
async function bought(
  picks: Picks = twoTeesAndGloves,
  more: Parameters<typeof draftRequestFor>[2] = {},
): Promise<string> {
  const { id, clientSecret } = await draftOrder(shop, await draftRequestFor(shop, picks, more));
  await payWith(shop, cards.good, clientSecret);
  return (await settleOrder(shop, id)).number;
}

async function rowOf(number: string) {
  const [order] = await db.select().from(orders).where(eq(orders.number, number));
  if (!order) throw new Error("no order");
  return order;
}
const seen = async (number: string): Promise<Change> => ({
  number,
  version: (await rowOf(number)).version,
  actor: staff,
});
const stateOf = async (number: string) => (await rowOf(number)).state;
const codeOf = (doing: Promise<unknown>) =>
  doing.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const refundJobs = () => shop.payloads.filter(({ name }) => name === "send-refund").length;

async function shipped(picks?: Picks): Promise<string> {
  const number = await bought(picks);
  await shipParcel(shop, await seen(number), ups);
  return number;
}

describe("the state table", () => {
  const doings: [string, OrderState, (change: Change) => Promise<unknown>][] = [
    ["packed", "packed", (change) => packOrder(shop, change)],
    ["shipped", "shipped", (change) => shipParcel(shop, change, ups)],
    ["cancelled", "cancelled", (change) => cancelOrder(shop, change, { reason: "asked" })],
    [
      "refunded in part",
      "partly-refunded",
      (change) => refundLines(shop, change, { lines: [{ position: 0, quantity: 1 }], cause: "torn", restock: false }),
    ],
  ];

  test.each(doings)("lets an order be %s from its states, and from no other", async (_, to, doing) => {
    for (const from of OrderState.options) {
      const number = await bought([[...tee, 2]]);
      await db.update(orders).set({ state: from }).where(eq(orders.number, number));
      const isRefundAgain = from === to && to === "partly-refunded";
      const isDraftCancelled = from === "awaiting-payment" && to === "cancelled";
      const isAllowed = (statesBefore(to).includes(from) || isRefundAgain) && !isDraftCancelled;

      const said = await codeOf(doing(await seen(number)));

      expect([from, said]).toEqual([from, isAllowed ? "done" : "order-state"]);
      expect(await stateOf(number)).toBe(isAllowed ? to : from);
    }
  });

  test("every change stands in the history with who did it", async () => {
    const number = await bought();
    await packOrder(shop, await seen(number));
    await shipParcel(shop, await seen(number), ups);
    const [parcel] = await parcelsOf(db, number);
    await deliverParcel(shop, await seen(number), parcel?.id ?? 0);

    const events = await db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderNumber, number))
      .orderBy(orderEvents.id);
    expect(events.slice(2).map(({ kind, actor }) => [kind, actor])).toEqual([
      ["packed", staff],
      ["parcel-shipped", staff],
      ["parcel-delivered", staff],
    ]);
    expect(await stateOf(number)).toBe("delivered");
  });
});

test("of two who change one version of an order, one does; the other is told, and the same change asked twice is done once", async () => {
  const number = await bought();
  const change = await seen(number);

  const both = [packOrder(shop, change), cancelOrder(shop, change, { reason: "asked" })];
  expect((await Promise.all(both.map(codeOf))).toSorted()).toEqual(["done", "edited-meanwhile"]);

  const second = await seen(await bought());
  const twice = [shipParcel(shop, second, ups), shipParcel(shop, second, ups), shipParcel(shop, second, ups)];
  expect(await Promise.all(twice.map(codeOf))).toEqual(["done", "done", "done"]);
  expect(await db.$count(parcels, eq(parcels.orderNumber, second.number))).toBe(1);
});

test("of two who note different things about one version, a parcel's arrival and its refund, one is told to look again", async () => {
  const number = await shipped([[...tee, 2]]);
  const [parcel] = await parcelsOf(db, number);
  const change = await seen(number);

  const both = [
    deliverParcel(shop, change, parcel?.id ?? 0),
    refundLines(shop, change, { lines: [{ position: 0, quantity: 1 }], cause: "torn", restock: false }),
  ];
  const said = await Promise.all(both.map(codeOf));

  expect(said.toSorted()).toEqual(["done", "edited-meanwhile"]);
  const [row] = await db.select().from(parcels).where(eq(parcels.orderNumber, number));
  expect(row?.deliveredAt !== null).toBe(said[0] === "done");
  expect(await refundsOf(db, number)).toHaveLength(said[1] === "done" ? 1 : 0);
});

test("a parcel arrives once: noted twice at once it is the same, noted later by somebody else it is unknown", async () => {
  const number = await shipped();
  const [parcel] = await parcelsOf(db, number);
  const change = await seen(number);

  const twice = [1, 2].map(() => deliverParcel(shop, change, parcel?.id ?? 0));
  expect(await Promise.all(twice.map(codeOf))).toEqual(["done", "done"]);
  expect(await codeOf(deliverParcel(shop, await seen(number), parcel?.id ?? 0))).toBe("parcel-unknown");
  expect(await codeOf(deliverParcel(shop, { ...change, version: 1 }, parcel?.id ?? 0))).toBe("edited-meanwhile");
  const foreign = await shipped();
  expect(await codeOf(deliverParcel(shop, await seen(foreign), parcel?.id ?? 0))).toBe("parcel-unknown");
});

test("an order leaves in parts: shipped with the last of it, delivered with the last parcel, a letter for each", async () => {
  const number = await bought();
  await shipParcel(shop, await seen(number), { ...ups, lines: [{ position: 0, quantity: 1 }] });
  expect(await stateOf(number)).toBe("paid");
  const [first] = await parcelsOf(db, number);
  await sendShipped(shop, first?.id ?? 0);
  await deliverParcel(shop, await seen(number), first?.id ?? 0);
  expect(await stateOf(number)).toBe("paid");
  const tooMany = shipParcel(shop, await seen(number), { ...ups, lines: [{ position: 0, quantity: 2 }] });
  expect(await codeOf(tooMany)).toBe("more-than-left");
  expect(await codeOf(cancelOrder(shop, await seen(number), { reason: "late" }))).toBe("order-state");

  await shipParcel(shop, await seen(number), { carrier: "Road Freight", trackingNumber: "17" });
  expect(await stateOf(number)).toBe("shipped");
  const [, second] = await parcelsOf(db, number);
  expect(second?.lines).toEqual([
    { position: 0, quantity: 1 },
    { position: 1, quantity: 1 },
  ]);
  await sendShipped(shop, second?.id ?? 0);
  await sendShipped(shop, second?.id ?? 0);
  await deliverParcel(shop, await seen(number), second?.id ?? 0);

  expect(await stateOf(number)).toBe("delivered");
  const letters = shop.letters.filter(
    ({ subject }) => subject.startsWith("On its way") && subject.includes(number.slice(4)),
  );
  expect(letters.map(({ text }) => text.includes("The rest follows"))).toEqual([true, false]);
  expect(letters[0]?.html).toContain("https://www.ups.com/track?tracknum=1Z999");
});

test("an order that is called off gives back all its money, its stock and its code, and says so once", async () => {
  const before = await leftOf(shop, [...tee]);
  const number = await bought([[...tee, 2]]);
  const change = await seen(number);

  await cancelOrder(shop, change, { reason: "asked" });
  await cancelOrder(shop, change, { reason: "asked" });

  const { state, total } = await rowOf(number);
  const [refund, ...more] = await refundsOf(db, number);
  expect([state, refund?.amount, more]).toEqual(["cancelled", total, []]);
  expect(await leftOf(shop, [...tee])).toBe(before);
  expect(await stockDrift(db)).toEqual([]);
  await executeRefund(shop, refund?.id ?? "");
  await executeRefund(shop, refund?.id ?? "");
  const letters = shop.letters.filter(({ key }) => key === `order-refunded-${refund?.id}`);
  expect(letters.map(({ subject }) => subject)).toEqual([expect.stringContaining("Order cancelled")]);
  expect(await stateOf(number)).toBe("cancelled");
});

test("an order that cost nothing and is called off says so, and says nothing of money", async () => {
  await db.insert(discountCodes).values({ code: "GIFTLIFE", kind: "amount", amount: cents(500_00) });
  const discount = { kind: "amount", code: "GIFTLIFE", amount: cents(500_00) } as const;
  const wish = await draftRequestFor(shop, [["Outlaw Leather Jacket", "L", "Black"]], { discount });
  const { number } = await settleOrder(shop, (await draftOrder(shop, wish)).id);
  await cancelOrder(shop, await seen(number), { reason: "asked" });

  expect(shop.payloads.filter(({ name }) => name === NOTIFY_CANCELLED)).toEqual([
    { name: NOTIFY_CANCELLED, payload: { number } },
  ]);
  await sendCancelled(shop, number);
  await sendCancelled(shop, number);

  const letters = shop.letters.filter(({ key }) => key === `order-cancelled-${number}`);
  expect(letters.map(({ subject }) => subject)).toEqual([expect.stringContaining("Order cancelled")]);
  expect(letters[0]?.text).toContain("your order is cancelled");
  expect(letters[0]?.text).not.toMatch(/goes back|GOES BACK|Banks/);
});

test("an order that was called off before its confirmation went out is not confirmed any more", async () => {
  const number = await bought([[...tee]]);
  await cancelOrder(shop, await seen(number), { reason: "asked" });

  await sendConfirmation(shop, number);

  expect(shop.letters.filter(({ key }) => key === `order-confirmed-${number}`)).toEqual([]);
});

test("refunds by line add up to what was paid for the lines; the delivery fee stays; one cause is one refund", async () => {
  const number = await bought();
  const { orderValue, discount } = await rowOf(number);
  const give = async (position: number, cause: string) =>
    refundLines(shop, await seen(number), { lines: [{ position, quantity: 1 }], cause, restock: true });
  const left = await leftOf(shop, [...tee]);

  const first = await give(0, "torn");
  const asked = refundJobs();
  expect((await give(0, "torn")).id).toBe(first.id);
  expect(refundJobs()).toBe(asked);
  expect(await leftOf(shop, [...tee])).toBe((left ?? 0) + 1);
  expect(await stateOf(number)).toBe("partly-refunded");

  // What was called off is not sent.
  await shipParcel(shop, await seen(number), ups);
  expect((await parcelsOf(db, number))[0]?.lines).toContainEqual({ position: 0, quantity: 1 });
  await give(0, "torn too");
  expect(await codeOf(give(0, "a third"))).toBe("more-than-left");
  await give(1, "late");

  const given = await refundsOf(db, number);
  expect(given.reduce((total, { amount }) => total + amount, 0)).toBe(orderValue - discount);
  expect(await stateOf(number)).toBe("refunded");
  expect(await leftOf(shop, [...tee])).toBe((left ?? 0) + 1);
  expect(await stockDrift(db)).toEqual([]);
});

describe("a return", () => {
  const start = (number: string, values: Record<string, string>) =>
    startReturn(
      shop,
      { order: number, email: jo.email, round: "0", values },
      { now: new Date(), settings: shop.settings() },
    );

  test("that arrives is back in the stock, paid back, and written about, each once", async () => {
    const left = await leftOf(shop, [...tee]);
    const number = await shipped([[...tee, 2]]);
    const back = await start(number, { "quantity-0": "2", "reason-0": "too-small" });
    const { version } = await seen(number);

    const twice = [1, 2].map(() => receiveReturn(shop, back, { version, actor: staff }));
    expect(await Promise.all(twice.map(codeOf))).toEqual(["done", "done"]);
    await receiveReturn(shop, back, { version: 1, actor: staff });

    expect(await leftOf(shop, [...tee])).toBe(left);
    expect(await stockDrift(db)).toEqual([]);
    const [refund, ...more] = await db
      .select()
      .from(refunds)
      .where(eq(refunds.cause, `return:${back}`));
    expect(more).toEqual([]);
    expect(await stateOf(number)).toBe("refunded");
    const [row] = await db.select().from(returns).where(eq(returns.number, back));
    expect(row?.state).toBe("received");

    const told = shop.payloads.filter(({ name }) => name === "tell-return-received");
    expect(told).toEqual([{ name: "tell-return-received", payload: { number: back, refunded: refund?.amount } }]);
    await sendReceived(shop, { number: back, refunded: refund?.amount ?? 0 });
    await sendReceived(shop, { number: back, refunded: refund?.amount ?? 0 });
    expect(shop.letters.filter(({ key }) => key === `return-received ${back}`)).toHaveLength(1);
  });

  test("of something damaged is paid back but not sold again; an exchange is not paid back", async () => {
    const number = await shipped([[...tee, 2]]);
    const left = (await leftOf(shop, [...tee])) ?? 0;
    const damaged = await start(number, { "quantity-0": "1", "reason-0": "damaged" });
    await receiveReturn(shop, damaged, await seen(number));
    expect([await stateOf(number), await leftOf(shop, [...tee])]).toEqual(["partly-refunded", left]);

    const exchange = await start(number, { "quantity-0": "1", "reason-0": "exchange", "exchange-0": "Ash / L" });
    await receiveReturn(shop, exchange, await seen(number));
    expect([await stateOf(number), await leftOf(shop, [...tee])]).toEqual(["returned", left + 1]);
    expect(await refundsOf(db, number)).toHaveLength(1);
  });

  test("that two people receive at once in two ways is received once; the other is told to look again", async () => {
    const number = await shipped([[...tee, 2]]);
    const left = (await leftOf(shop, [...tee])) ?? 0;
    const back = await start(number, { "quantity-0": "1", "reason-0": "too-small" });
    const change = await seen(number);

    const both = [
      receiveReturn(shop, back, change),
      receiveReturn(shop, back, change, { refundsExchanges: true }),
      deliverParcel(shop, change, (await parcelsOf(db, number))[0]?.id ?? 0),
    ];
    const said = await Promise.all(both.map(codeOf));

    expect(said.toSorted()).toEqual(["done", "edited-meanwhile", "edited-meanwhile"]);
    const isReceived = said[2] !== "done";
    expect(await leftOf(shop, [...tee])).toBe(isReceived ? left + 1 : left);
    expect(await refundsOf(db, number)).toHaveLength(isReceived ? 1 : 0);
    expect(await stockDrift(db)).toEqual([]);
  });

  test("of an order whose money went back at the gateway in part pays back what is left of it, and never more", async () => {
    const number = await shipped([[...tee, 2]]);
    const back = await start(number, { "quantity-0": "2", "reason-0": "too-small" });
    const { total } = await rowOf(number);
    const payment = await paymentOf(db, number);
    const byOthers = { id: randomUUID(), paymentId: payment?.id ?? "", cause: "gateway:re_1" };
    await db.insert(refunds).values({ ...byOthers, amount: cents(50_00), state: "done" });

    await receiveReturn(shop, back, await seen(number));

    const given = await refundsOf(db, number);
    expect(given.map(({ amount }) => amount)).toEqual([50_00, total - 50_00]);
    const rows = await db.select().from(refundedLines).where(eq(refundedLines.orderNumber, number));
    expect(rows.map(({ amount }) => amount)).toEqual([total - 50_00]);
    expect(await stateOf(number)).toBe("refunded");
  });

  describe("for an exchange", () => {
    const forL = { "quantity-0": "1", "reason-0": "exchange", "exchange-0": "Ash / L" };
    const large = ["Sprocket Tee", "L", "Ash"] as const;
    const parcel = { carrier: "UPS", trackingNumber: "1Z111" };

    /** A tee in M that came back to be exchanged for L. */
    async function exchanged() {
      const number = await shipped([[...tee]]);
      const back = await start(number, forL);
      await receiveReturn(shop, back, await seen(number));
      return { number, back };
    }
    const letterAbout = async (back: string) => {
      const told = shop.payloads.findLast(
        ({ name, payload }) => name === NOTIFY_RECEIVED && "number" in payload && payload.number === back,
      );
      await sendReceived(shop, told?.payload as NotifyReceived);
      return shop.letters.find(({ key }) => key === `return-received ${back}`)?.text ?? "";
    };
    const waits = async (number: string) =>
      (await ordersToHandle(db)).some((order) => order.number === number && order.owesReplacement);

    test("keeps what is wanted instead, and it is sent in a parcel of its own", async () => {
      const left = (await leftOf(shop, [...large])) ?? 0;
      const { number, back } = await exchanged();
      expect([await stateOf(number), await leftOf(shop, [...large])]).toEqual(["returned", left - 1]);
      expect(await waits(number)).toBe(true);
      expect(await refundsOf(db, number)).toEqual([]);
      const told = await letterAbout(back);
      expect(told).toContain("kept for you and sent free of charge");
      expect(told).not.toContain("sold out");

      const change = await seen(number);
      const twice = [1, 2].map(() => sendReplacements(shop, change, back, parcel));
      expect(await Promise.all(twice.map(codeOf))).toEqual(["done", "done"]);
      expect([await stateOf(number), await waits(number)]).toEqual(["shipped", false]);
      expect(await codeOf(sendReplacements(shop, await seen(number), back, parcel))).toBe("order-state");
      const [, second, ...more] = await parcelsOf(db, number);
      expect([second?.lines, more]).toEqual([[{ position: 0, quantity: 1, instead: { size: "L", color: "Ash" } }], []]);

      await sendShipped(shop, second?.id ?? 0);
      const letter = shop.letters.find(({ key }) => key === `parcel-shipped-${second?.id}`);
      expect(letter?.text).toContain("what you wanted instead left us");
      expect(letter?.text).toContain("Ash / L");
      await deliverParcel(shop, await seen(number), (await parcelsOf(db, number))[0]?.id ?? 0);
      await deliverParcel(shop, await seen(number), second?.id ?? 0);
      expect(await stateOf(number)).toBe("delivered");
      expect(await stockDrift(db)).toEqual([]);
    });

    test("of all that has left does not end an order of which something has yet to leave", async () => {
      const number = await bought();
      await shipParcel(shop, await seen(number), { ...ups, lines: [{ position: 0, quantity: 1 }] });
      const torn = { lines: [{ position: 0, quantity: 1 }], cause: "torn", restock: false };
      await refundLines(shop, await seen(number), torn);
      const back = await start(number, forL);
      await receiveReturn(shop, back, await seen(number));

      expect(await stateOf(number)).toBe("partly-refunded");
      await shipParcel(shop, await seen(number), ups);
      expect(await stateOf(number)).toBe("shipped");
    });

    test("pays back what is sold out, and says so", async () => {
      const number = await shipped([[...tee]]);
      const back = await start(number, forL);
      const [wanted] = await pricedLines(db, (await draftRequestFor(shop, [[...large]])).items);
      const all = [{ variantId: wanted?.variantId ?? 0, quantity: (await leftOf(shop, [...large])) ?? 0 }];
      await db.transaction((tx) => reserve(tx, all, "somebody else", staff));

      await receiveReturn(shop, back, await seen(number));
      const told = await letterAbout(back);
      await db.transaction((tx) => release(tx, "somebody else", staff));

      expect([await stateOf(number), await waits(number)]).toEqual(["refunded", false]);
      expect((await refundsOf(db, number)).map(({ amount }) => amount)).toEqual([36_00]);
      expect(told).toContain("has sold out meanwhile, so you get its money back");
      expect(told).toContain("$36.00");
      expect(told).not.toContain("free of charge");
    });

    test("M for L and L for M at the same moment: both are kept, nobody waits for ever", async () => {
      const forM = { "quantity-0": "1", "reason-0": "exchange", "exchange-0": "Ash / M" };
      for (let round = 0; round < 3; round++) {
        const [one, other] = [await shipped([[...tee]]), await shipped([[...large]])];
        const first = { back: await start(one, forL), change: await seen(one) };
        const second = { back: await start(other, forM), change: await seen(other) };

        const said = [first, second].map(({ back, change }) => receiveReturn(shop, back, change));

        expect(await Promise.all(said.map(codeOf))).toEqual(["done", "done"]);
      }
      expect(await stockDrift(db)).toEqual([]);
    });

    test("that cannot be sent after all is paid back instead, once; until then its money is not paid back beside it", async () => {
      const left = await leftOf(shop, [...large]);
      const { number, back } = await exchanged();
      const refund = { lines: [{ position: 0, quantity: 1 }], cause: "both", restock: false };
      expect(await codeOf(refundLines(shop, await seen(number), refund))).toBe("more-than-left");

      const change = await seen(number);
      await refundReplacements(shop, change, back);
      await refundReplacements(shop, change, back);

      expect([await stateOf(number), await waits(number), await leftOf(shop, [...large])]).toEqual([
        "refunded",
        false,
        left,
      ]);
      expect((await refundsOf(db, number)).map(({ amount }) => amount)).toEqual([36_00]);
      expect(await codeOf(sendReplacements(shop, await seen(number), back, parcel))).toBe("order-state");
    });

    test("is offered for the pairs that cost the same, and for nothing else", async () => {
      const number = await shipped([[...tee]]);
      const other = { ...forL, "exchange-0": "Pink / L" };
      expect(await codeOf(start(number, other))).toBe("input-invalid");
      const { sold } = await returnableOrder(db, { order: number, email: jo.email });
      expect(sold.lines[0]?.pairs).toContain("Ash / L");
      expect(sold.lines[0]?.pairs).not.toContain("Ash / M");
    });
  });

  test("is not offered for what was paid back before it left", async () => {
    const number = await bought();
    const all = {
      lines: [
        { position: 0, quantity: 1 },
        { position: 1, quantity: 1 },
      ],
      cause: "short of it",
      restock: true,
    };
    await refundLines(shop, await seen(number), all);
    await shipParcel(shop, await seen(number), ups);

    const { sold } = await returnableOrder(db, { order: number, email: jo.email });

    expect(sold.lines.map(({ position, quantity }) => [position, quantity])).toEqual([[0, 1]]);
    expect(await codeOf(start(number, { "quantity-0": "2", "reason-0": "too-small" }))).toBe("input-invalid");
  });

  test("of what never left is refused", async () => {
    const number = await bought([[...tee]]);
    const back = await start(number, { "quantity-0": "1", "reason-0": "too-small" });
    expect(await codeOf(receiveReturn(shop, back, await seen(number)))).toBe("order-state");
  });
});
