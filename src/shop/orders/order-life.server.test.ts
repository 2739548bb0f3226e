import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { leftOf, draftRequestFor } from "~/testing/riders.server";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { discountCodes } from "~/shop/discounts/discounts.tables";
import { cents } from "~/shop/money";
import { refundsOf } from "~/shop/payments/refunds.server";
import { cancelOrder } from "./cancel-order.server";
import { NOTIFY_CANCELLED } from "./letters/letter-jobs";
import type { Change } from "./change-order.server";
import { deliverParcel } from "./parcels/deliver-parcel.server";
import { draftOrder } from "./drafting/draft-order.server";
import { OrderState, statesBefore } from "./order";
import { type OrderEventKind, orderEventKinds } from "./order-event";
import { orderLife } from "./order-life.server";
import { sendCancelled, sendConfirmation, sendShipped } from "./letters/order-letters.server";
import { executeRefund } from "./refunds/execute-refund.server";
import { orderEvents, orders, parcels } from "./orders.tables";
import { packOrder } from "./parcels/pack-order.server";
import { parcelsOf } from "./parcels/parcels.server";
import { refundLines } from "./refunds/refund-lines.server";
import { settleOrder } from "./settling/settle-order.server";
import { shipParcel } from "./parcels/ship-parcel.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";

const { shop, db, staff, ups, bought, rowOf, seen, stateOf, codeOf, refundJobs, shipped, tee } =
  await openBoughtOrders();

describe("changes of an order's state", () => {
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

  test.each(doings)("an order can be %s only from the states that the state table allows", async (_, to, doing) => {
    for (const from of OrderState.options) {
      const number = await bought([[...tee, 2]]);
      await db.update(orders).set({ state: from }).where(eq(orders.number, number));
      const isRefundAgain = from === to && to === "partly-refunded";
      const isDraftCancelled = from === "awaiting-payment" && to === "cancelled";
      // Money that is left can be refunded in any state, even after earlier refunds.
      const isRefundedOnly = to === "partly-refunded" && ["cancelled", "refunded"].includes(from);
      const isMoved = (statesBefore(to).includes(from) || isRefundAgain) && !isDraftCancelled;

      const said = await codeOf(doing(await seen(number)));

      expect([from, said]).toEqual([from, isMoved || isRefundedOnly ? "done" : "order-state"]);
      expect(await stateOf(number)).toBe(isMoved ? to : from);
    }
  });

  test("every change is recorded in the history with its actor", async () => {
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

test("of two members who change the same version of an order one is refused, and a repeated change is made once", async () => {
  const number = await bought();
  const change = await seen(number);

  const both = [packOrder(shop, change), cancelOrder(shop, change, { reason: "asked" })];
  expect((await Promise.all(both.map(codeOf))).toSorted()).toEqual(["done", "edited-meanwhile"]);

  const second = await seen(await bought());
  const twice = [shipParcel(shop, second, ups), shipParcel(shop, second, ups), shipParcel(shop, second, ups)];
  expect(await Promise.all(twice.map(codeOf))).toEqual(["done", "done", "done"]);
  expect(await db.$count(parcels, eq(parcels.orderNumber, second.number))).toBe(1);
});

test("of two different acts on the same version, a delivery and a refund, one is refused", async () => {
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

test("a repeated delivery of a parcel is recorded once, and a later one is refused as unknown", async () => {
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

test("an order shipped in parts is shipped with its last pieces, delivered with its last parcel, and sends a letter per parcel", async () => {
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

test("cancelling an order refunds all its money, returns its pieces to stock, and sends one letter", async () => {
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

test("the letter about a cancelled order that cost nothing does not mention money", async () => {
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

test("an order cancelled before its confirmation was sent is not confirmed", async () => {
  const number = await bought([[...tee]]);
  await cancelOrder(shop, await seen(number), { reason: "asked" });

  await sendConfirmation(shop, number);

  expect(shop.letters.filter(({ key }) => key === `order-confirmed-${number}`)).toEqual([]);
});

test("refunds by line add up to the lines' price without the delivery fee, and a repeated cause gives one refund", async () => {
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

  // Pieces that were called off are not shipped.
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

describe("the list of all that can happen with an order", async () => {
  const textOf = (file: string) => readFileSync(`src/shop/${file}`, "utf8");
  const imports = textOf("orders/order-life.server.ts").matchAll(/import \{([^}]+)\} from "\.\/(.+)";/g);
  const fileOf = new Map(
    [...imports].flatMap(([, names = "", file = ""]) =>
      (names.match(/\w+/g) ?? []).map((name) => [name, `orders/${file}.ts`]),
    ),
  );
  const filesOf = (kind: OrderEventKind): string[] =>
    orderLife[kind].map((source) => (typeof source === "string" ? source : (fileOf.get(source.name) ?? source.name)));

  test.each(orderEventKinds)("names for %s only functions of files that know this event", (kind) => {
    for (const file of filesOf(kind)) expect([file, textOf(file).includes(`"${kind}"`)]).toEqual([file, true]);
  });

  test("names every file that records an event itself", async () => {
    const missing: string[] = [];
    let seenCount = 0;
    for await (const path of glob("src/shop/{orders,returns}/**/*.server.ts")) {
      const file = path.replaceAll("\\", "/").replace("src/shop/", "");
      for (const [, kind = ""] of textOf(file).matchAll(/\b(?:changeOrder|recordEvent)\([^;"]*"([a-z-]+)"/g)) {
        seenCount += 1;
        if (!filesOf(kind as OrderEventKind).includes(file)) missing.push(`${kind}: ${file}`);
      }
    }
    expect(missing).toEqual([]);
    expect(seenCount).toBeGreaterThan(30);
  });
});
