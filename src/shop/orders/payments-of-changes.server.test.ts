import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { openChangePayments } from "~/testing/change-payments.server";
import { gatewayDispute } from "~/testing/disputes.server";
import { memberAs } from "~/testing/members.server";
import { cards, draftRequestFor, payWith } from "~/testing/riders.server";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { cents, sum } from "~/shop/money";
import { paymentsOf } from "~/shop/payments/order-payments.server";
import { payments, refunds } from "~/shop/payments/payments.tables";
import { refundsOf } from "~/shop/payments/refunds.server";
import { cancelOrder } from "./cancel-order.server";
import { draftOrder } from "./drafting/draft-order.server";
import { orderFacts } from "./order-facts.tables";
import { orderByNumber } from "./orders.server";
import { orderEvents, refundLines } from "./orders.tables";
import { packOrder } from "./parcels/pack-order.server";
import { shipParcel } from "./parcels/ship-parcel.server";
import { executeRefund } from "./refunds/execute-refund.server";
import { recordGatewayRefunds } from "./refunds/record-gateway-refunds.server";
import { refundAsMember } from "./refunds/refund-as-member.server";
import { refundLines as refundPart } from "./refunds/refund-lines.server";
import { refundByCause } from "./refunds/refund-parts.server";
import { refundedSent } from "./refunds/refunded-sent.server";
import { handleGatewayEvent } from "./settling/handle-gateway-event.server";
import { reconcilePayments, settleIfReceived } from "./settling/reconcile-payments.server";
import { settleOrder } from "./settling/settle-order.server";

const { shop, db, bought, seen, stateOf, rowOf, codeOf, tee, ups } = await openBoughtOrders();
const { asked, arrived, paidChange } = openChangePayments(shop);
const event = (requestId: string) => ({ id: `evt_${randomUUID()}`, type: "any", requestId });

const paymentRows = (number: string) =>
  db
    .select({ kind: payments.kind, state: payments.state })
    .from(payments)
    .where(eq(payments.orderNumber, number))
    .orderBy(payments.requestedAt);
const kindsOf = async (number: string) =>
  (await db.select().from(orderEvents).where(eq(orderEvents.orderNumber, number)).orderBy(orderEvents.id)).map(
    ({ kind }) => kind,
  );
const factsOf = async (number: string) => {
  const [facts] = await db.select().from(orderFacts).where(eq(orderFacts.number, number));
  return [facts?.money, facts?.kind];
};
/** Amounts of an order's refunds, with their state and the kind of payment that each is taken from. */
const given = async (number: string) => {
  const rows = await db
    .select({ kind: payments.kind, amount: refunds.amount, state: refunds.state })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.orderNumber, number))
    .orderBy(refunds.at, payments.kind);
  return rows.map(({ kind, amount, state }) => [kind, amount, state]);
};
const executeAll = async (number: string) => {
  for (const { id, state } of await refundsOf(db, number)) if (state === "requested") await executeRefund(shop, id);
};

test("a payment for a change neither settles its order again nor is refunded as a second payment", async () => {
  const number = await bought();
  const events = await kindsOf(number);
  const { id, request } = await asked(number, 26);
  await payWith(shop, cards.good, request.clientSecret);

  expect(await codeOf(settleOrder(shop, request.id))).toBe("payment-unknown");
  expect(await codeOf(settleOrder(shop, request.id, { clientSecret: request.clientSecret }))).toBe("payment-unknown");
  await settleIfReceived(shop, request.id);
  await handleGatewayEvent(shop, { ...event(request.id), kind: "payment-changed" });
  await reconcilePayments(shop, new Date(Date.now() + 2 * DAY));

  expect([await stateOf(number), await kindsOf(number), await given(number)]).toEqual(["paid", events, []]);
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  expect(row).toMatchObject({ state: "requested", receivedAt: null, claimedBy: null });
});

test("a payment for a change does not make a cancelled order paid again and takes no stock", async () => {
  const number = await bought();
  const { request } = await asked(number, 26);
  await cancelOrder(shop, await seen(number), { reason: "asked" });
  await payWith(shop, cards.good, request.clientSecret);

  await settleIfReceived(shop, request.id);
  await reconcilePayments(shop, new Date(Date.now() + 2 * DAY));

  expect(await stateOf(number)).toBe("cancelled");
  expect(await stockDrift(db)).toEqual([]);
  expect(await paymentRows(number)).toEqual([
    { kind: "order", state: "received" },
    { kind: "change", state: "requested" },
  ]);
});

test("a payment of a change that was cancelled at the gateway does not withdraw the order, and a declined one stays requested", async () => {
  const number = await bought();
  const ended = await asked(number, 26);
  await shop.payments.cancel(ended.request.id);
  const declined = await asked(number, 12, { minutes: 2 });
  await payWith(shop, cards.declined, declined.request.clientSecret);
  await handleGatewayEvent(shop, { ...event(declined.request.id), kind: "payment-failed", reason: "" });

  await reconcilePayments(shop, new Date(Date.now() + 2 * DAY));

  expect(await stateOf(number)).toBe("paid");
  expect((await kindsOf(number)).at(-1)).toBe("payment-failed");
  expect(await paymentRows(number)).toEqual([
    { kind: "order", state: "received" },
    { kind: "change", state: "requested" },
    { kind: "change", state: "failed" },
  ]);
});

test("a shopper who pays for a change can buy something else in the same browser", async () => {
  const number = await bought();
  const { request } = await asked(number, 26);

  const next = await draftOrder(shop, await draftRequestFor(shop, [[...tee]], { replaces: request.clientSecret }));

  expect(next.id).not.toBe(request.id);
  expect(await stateOf(number)).toBe("paid");
});

test("an order with several payments has the payment method of its purchase", async () => {
  const number = await bought();
  await paidChange(number, 26);
  expect(await orderByNumber(db, number)).toMatchObject({ state: "paid", method: "Credit Card" });
  await packOrder(shop, await seen(number));
  expect(await codeOf(shipParcel(shop, await seen(number), ups))).toBe("done");
});

test("a refund is taken from the newest payment first, never more than the payment's amount, and its parts add up by line", async () => {
  const number = await bought([[...tee, 2]]);
  await paidChange(number, 26);
  const cause = "two torn tees";
  const both = { lines: [{ position: 0, quantity: 2 }], cause, restock: false };
  const told = await refundPart(shop, await seen(number), both);

  expect(told.amount).toBe(72_00);
  expect(await given(number)).toEqual([
    ["change", 26_00, "requested"],
    ["order", 46_00, "requested"],
  ]);
  // A repeated request returns the same refund.
  expect((await refundPart(shop, await seen(number), both)).amount).toBe(72_00);
  await executeAll(number);
  expect((await given(number)).map(([kind, , state]) => [kind, state])).toEqual([
    ["change", "done"],
    ["order", "done"],
  ]);
  const lines = await db.select().from(refundLines).where(eq(refundLines.orderNumber, number));
  expect(lines.reduce((pieces, { quantity }) => pieces + quantity, 0)).toBe(2);
  expect(sum(lines.map(({ amount }) => amount))).toBe(72_00);
  expect(await refundByCause(db, number, cause)).toMatchObject({
    amount: 72_00,
    state: "done",
    lines: [{ position: 0, quantity: 2, amount: 72_00 }],
  });
  expect(shop.letters.filter(({ text }) => text.includes("$26.00") || text.includes("$46.00"))).toHaveLength(2);
});

test("refunds of an order with several payments cannot exceed the sum of the payments", async () => {
  const number = await bought([[...tee]]);
  const { total } = await rowOf(number);
  await paidChange(number, 26);
  const goodwill = (amount: number) => ({ lines: [], goodwill: cents(amount), cause: randomUUID(), restock: false });

  expect(await codeOf(seen(number).then((change) => refundPart(shop, change, goodwill(total + 26_01))))).toBe(
    "more-money-than-left",
  );
  await refundPart(shop, await seen(number), goodwill(20_00));
  await executeAll(number);
  expect([await stateOf(number), (await factsOf(number))[0]]).toEqual(["partly-refunded", "partly-refunded"]);
  await refundPart(shop, await seen(number), goodwill(total + 6_00));
  await executeAll(number);

  expect(await given(number)).toEqual([
    ["change", 20_00, "done"],
    ["change", 6_00, "done"],
    ["order", total, "done"],
  ]);
  expect((await factsOf(number))[0]).toBe("refunded");
});

test("if one part of a divided refund fails, exactly this part is requested again, and the order's state follows", async () => {
  const number = await bought([[...tee, 2]]);
  await paidChange(number, 26);
  const two = { lines: [{ position: 0, quantity: 2 }], restock: true };
  await refundPart(shop, await seen(number), { ...two, cause: "first" });
  await executeAll(number);
  const change = (await paymentsOf(db, number))?.changes[0];
  const ofChange = (await refundsOf(db, number)).find(({ paymentId }) => paymentId === change?.id);
  if (!change || !ofChange) throw new Error("no refund");
  const late = {
    id: "re_late",
    key: ofChange.id,
    amount: ofChange.amount,
    state: "failed" as const,
    code: "lost_or_stolen_card",
  };
  const failing = { ...shop, payments: { ...shop.payments, refunds: async () => [late] } };
  await recordGatewayRefunds(failing, change, change.gatewayId ?? "");

  expect(await stateOf(number)).toBe("partly-refunded");
  expect((await factsOf(number))[0]).toBe("refund-refused");
  const again = await refundPart(shop, await seen(number), { ...two, cause: "again" });
  const valid = (await refundsOf(db, number)).filter(({ state }) => state !== "failed");
  expect([again.amount, sum(valid.map(({ amount }) => amount))]).toEqual([26_00, 72_00]);
});

test("cancelling an order refunds all its payments completely", async () => {
  const number = await bought();
  const { total } = await rowOf(number);
  await paidChange(number, 26);
  await asked(number, 40, { minutes: 2 });

  await cancelOrder(shop, await seen(number), { reason: "asked" });
  await executeAll(number);

  expect(await given(number)).toEqual([
    ["change", 26_00, "done"],
    ["order", total, "done"],
  ]);
  expect((await factsOf(number))[0]).toBe("refunded");
});

test("a refund made at the gateway for a change's payment is a partial refund of its order", async () => {
  const number = await bought();
  const { request } = await paidChange(number, 26);
  const change = (await paymentsOf(db, number))?.changes[0];
  if (!change) throw new Error("no payment");
  const made = { id: "re_1", key: undefined, amount: cents(26_00), state: "done" as const };
  const refunding = { ...shop, payments: { ...shop.payments, refunds: async () => [made] } };

  await recordGatewayRefunds(refunding, change, request.id);

  expect([await stateOf(number), (await factsOf(number))[0]]).toEqual(["partly-refunded", "partly-refunded"]);
});

test("a dispute about a change's payment is recorded in its order's history", async () => {
  const number = await bought();
  const { request } = await paidChange(number, 26);
  const change = (await paymentsOf(db, number))?.changes[0];
  if (!change) throw new Error("no payment");
  const dispute = gatewayDispute(change, { state: "to-answer" });
  const disputing = { ...shop, payments: { ...shop.payments, disputes: async () => [dispute] } };
  const told = { ...dispute, answerBy: undefined, outcome: undefined };
  await handleGatewayEvent(disputing, { ...event(request.id), kind: "dispute-changed", told });
  expect((await kindsOf(number)).at(-1)).toBe("disputed");
});

test("an order becomes real when a real payment for a change arrives, not when it is requested", async () => {
  const number = await bought();
  expect((await factsOf(number))[1]).toBe("test");
  const { id } = await asked(number, 26, { live: true });
  expect((await factsOf(number))[1]).toBe("test");
  await arrived(id);
  expect((await factsOf(number))[1]).toBe("real");
  expect((await factsOf(await bought()))[1]).toBe("test");
});

test("a member's refund that is divided over two payments is stored as the member's in both, and is one refund of the order", async () => {
  const number = await bought([[...tee, 2]]);
  await shipParcel(shop, await seen(number), ups);
  await paidChange(number, 26);
  const dana = memberAs("manager", "Dana");
  const { version } = await seen(number);
  const form = { submission: randomUUID(), number, version };
  await refundAsMember(shop, dana, form, { lines: [{ position: 0, quantity: 1 }], restock: false });

  expect((await refundsOf(db, number)).map(({ memberId, amount }) => [memberId, amount])).toEqual([
    [dana.id, expect.any(Number)],
    [dana.id, expect.any(Number)],
  ]);
  expect(await refundedSent(db, number)).toMatchObject([{ position: 0, quantity: 1, amount: 36_00 }]);
});

test("of simultaneous refunds of the same version of an order one is made, and the others are refused", async () => {
  const number = await bought([[...tee, 2]]);
  const { total } = await rowOf(number);
  await paidChange(number, 26);
  const change = await seen(number);
  const said = await Promise.all(
    ["one", "two", "three"].map((cause) =>
      codeOf(refundPart(shop, change, { lines: [], goodwill: cents(total), cause, restock: false })),
    ),
  );
  expect(said.toSorted()).toEqual(["done", "edited-meanwhile", "edited-meanwhile"]);
  await Promise.all((await refundsOf(db, number)).map(({ id }) => executeRefund(shop, id)));
  expect((await given(number)).map(([, amount]) => amount)).toEqual([26_00, total - 26_00]);
});
