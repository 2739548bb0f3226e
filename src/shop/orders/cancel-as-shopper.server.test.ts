import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { DAY, MINUTE } from "~/platform/durations";
import { settings as settingRows } from "~/shop/settings.tables";
import { discountCodes, discountUses } from "~/shop/discounts/discounts.tables";
import { cents } from "~/shop/money";
import { payments } from "~/shop/payments/payments.tables";
import { refundsOf } from "~/shop/payments/refunds.server";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { jo, leftOf } from "~/testing/riders.server";
import { cancelAsShopper } from "./cancel-as-shopper.server";
import { sendNewOrder } from "./letters/new-orders.server";
import { sendConfirmation } from "./letters/order-letters.server";
import { orderEvents } from "./orders.tables";
import { packOrder, unpackOrder } from "./parcels/pack-order.server";
import { shipParcel } from "./parcels/ship-parcel.server";
import { executeRefund } from "./refunds/execute-refund.server";
import { refundLines } from "./refunds/refund-lines.server";
import { settleOrder } from "./settling/settle-order.server";

const { shop, db, tee, ups, bought, rowOf, seen, stateOf, codeOf } = await openBoughtOrders();

const lookup = (order: string, email = jo.email) => ({ order, email });
const cancel = (number: string, now?: Date) => codeOf(cancelAsShopper(shop, lookup(number), now));
const eventsOf = (number: string) =>
  db.select().from(orderEvents).where(eq(orderEvents.orderNumber, number)).orderBy(asc(orderEvents.id));
const lettersAbout = (key: string) => shop.letters.filter((letter) => letter.key?.includes(key));

async function setMinutes(minutes: number): Promise<void> {
  await db
    .insert(settingRows)
    .values({ name: "cancelMinutes", value: minutes })
    .onConflictDoUpdate({ target: settingRows.name, set: { value: minutes } });
  await shop.reloadSettings();
}

test("a shopper who cancels an order gets the money back, stock and code are released, one letter is sent, and the history names the shopper", async () => {
  await db.insert(discountCodes).values({ code: "THINK5", kind: "amount", amount: cents(5_00) });
  const before = await leftOf(shop, [...tee]);
  const discount = { kind: "amount", code: "THINK5", amount: cents(5_00) } as const;
  const number = await bought([[...tee, 2]], { discount });
  expect(await db.$count(discountUses, eq(discountUses.orderNumber, number))).toBe(1);

  expect(await cancel(`#${number.slice(0, 4)} ${number.slice(4)}`)).toBe("done");
  // A repeated cancellation, even a day later, changes nothing.
  expect(await cancel(number, new Date(Date.now() + DAY))).toBe("done");

  const { total } = await rowOf(number);
  const [refund, ...more] = await refundsOf(db, number);
  expect([await stateOf(number), refund?.amount, refund?.cause, more]).toEqual(["cancelled", total, "cancelled", []]);
  expect(await leftOf(shop, [...tee])).toBe(before);
  expect(await stockDrift(db)).toEqual([]);
  expect(await db.$count(discountUses, eq(discountUses.orderNumber, number))).toBe(0);
  const own = (await eventsOf(number)).filter(({ kind }) => kind === "cancelled");
  expect(own.map(({ actor, details }) => [actor, details.amount])).toEqual([[{ kind: "shopper" }, total]]);

  await executeRefund(shop, refund?.id ?? "");
  await executeRefund(shop, refund?.id ?? "");
  await sendConfirmation(shop, number);
  await sendNewOrder(shop, number);
  expect(lettersAbout(refund?.id ?? "").map(({ subject }) => subject)).toEqual([
    expect.stringContaining("Order cancelled"),
  ]);
  expect(lettersAbout(number)).toEqual([]);
});

test("ten simultaneous cancellations, with repeated webhook events of the payment, cause one cancellation and one refund", async () => {
  const number = await bought();
  const [payment] = await db.select().from(payments).where(eq(payments.orderNumber, number));
  const news = () => codeOf(settleOrder(shop, payment?.gatewayId ?? ""));
  const answers = await Promise.all([...Array.from({ length: 10 }, () => cancel(number)), news(), news()]);
  expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => "done"));
  expect(await news()).toBe("order-cancelled");
  expect(await stateOf(number)).toBe("cancelled");
  expect(await refundsOf(db, number)).toHaveLength(1);
  const kinds = (await eventsOf(number)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "cancelled")).toHaveLength(1);
  expect(await stockDrift(db)).toEqual([]);
});

test("when a member packs and the shopper cancels at the same moment, one succeeds and the other is refused", async () => {
  const outcomes = new Set<string>();
  for (let turn = 0; turn < 8; turn += 1) {
    const number = await bought([[...tee]]);
    const change = await seen(number);
    const pack = () => codeOf(packOrder(shop, change));
    const both = turn % 2 === 0 ? [pack(), cancel(number)] : [cancel(number), pack()].toReversed();
    const [packed, cancelled] = await Promise.all(both);
    const state = await stateOf(number);
    expect([state, packed, cancelled]).toEqual(
      state === "packed" ? ["packed", "done", "cancel-over"] : ["cancelled", "edited-meanwhile", "done"],
    );
    expect(await refundsOf(db, number)).toHaveLength(state === "cancelled" ? 1 : 0);
    outcomes.add(state);
  }
  expect(outcomes.size).toBeGreaterThan(0);
  expect(await stockDrift(db)).toEqual([]);
});

test("a shopper can cancel again after the order was unpacked", async () => {
  const number = await bought([[...tee]]);
  await packOrder(shop, await seen(number));
  expect(await cancel(number)).toBe("cancel-over");
  await unpackOrder(shop, await seen(number));
  expect(await cancel(number)).toBe("done");
});

test("a shopper cannot cancel later than the setting allows, nor an order that was packed, shipped or partly refunded, nor another shopper's order", async () => {
  const number = await bought([[...tee, 2]]);
  const { paidAt } = await rowOf(number);
  const after = (minutes: number) => new Date((paidAt?.getTime() ?? 0) + minutes * MINUTE);
  expect(await codeOf(cancelAsShopper(shop, lookup(number, "sam@example.com")))).toBe("order-unknown");
  expect(await codeOf(cancelAsShopper(shop, lookup("11111111")))).toBe("order-unknown");
  expect(await cancel(number, after(30))).toBe("cancel-over");
  await setMinutes(0);
  expect(await cancel(number, after(1))).toBe("cancel-over");
  await setMinutes(45);
  expect(await stateOf(number)).toBe("paid");
  expect(await cancel(number, after(44.9))).toBe("done");
  await setMinutes(30);

  const gone = await bought([[...tee, 2]]);
  await shipParcel(shop, await seen(gone), { ...ups, lines: [{ position: 0, quantity: 1 }] });
  expect([await stateOf(gone), await cancel(gone)]).toEqual(["paid", "cancel-over"]);
  const part = await bought([[...tee, 2]]);
  const one = [{ position: 0, quantity: 1 }];
  await refundLines(shop, await seen(part), { lines: one, cause: "torn", restock: true });
  expect(await cancel(part)).toBe("cancel-over");
  expect(await refundsOf(db, part)).toHaveLength(1);
});
