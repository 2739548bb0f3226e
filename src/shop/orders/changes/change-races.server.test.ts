import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { HOUR } from "~/platform/durations";
import { eventually } from "~/testing/eventually";
import { openBoughtOrders, type Picks } from "~/testing/bought-orders.server";
import { cards, jo, lineOf, payWith } from "~/testing/riders.server";
import { databaseAddresses } from "~/testing/test-database";
import { untilWaiting } from "~/testing/until-waiting.server";
import { shopper } from "~/shop/actor";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { cents, sum } from "~/shop/money";
import { paymentsOfChange, storeChangePayment } from "~/shop/payments/change-payments.server";
import type { PaymentMethod } from "~/shop/payments/gateway";
import { requestPayment } from "~/shop/payments/payments.server";
import { payments } from "~/shop/payments/payments.tables";
import { refundableMoney, refundsOf } from "~/shop/payments/refunds.server";
import { cancelAsShopper } from "../cancel-as-shopper.server";
import { strayReservations } from "../drafting/stray-reservations.server";
import { orderEvents } from "../orders.tables";
import { executeRefund } from "../refunds/execute-refund.server";
import { packOrder } from "../parcels/pack-order.server";
import { refundLines } from "../refunds/refund-lines.server";
import { recordGatewayRefunds } from "../refunds/record-gateway-refunds.server";
import { handleGatewayEvent } from "../settling/handle-gateway-event.server";
import { reconcilePayments, settleIfReceived } from "../settling/reconcile-payments.server";
import { askForChange } from "./ask-for-change.server";
import { ledgerOf } from "./changeable-order.server";
import { endChange, expireChange } from "./end-change.server";
import { makeChange, previewOfChange } from "./make-change.server";
import { changeById, changesOf } from "./open-change.server";
import { settleChange } from "./settle-change.server";

const { shop, db, bought, seen, stateOf, rowOf, codeOf } = await openBoughtOrders();

const TEE: Picks[number] = ["Sprocket Tee", "M", "Ash"];
const GLOVES: Picks[number] = ["Gauntlet Leather Gloves", "M", "Black"];
const IN_4_DAYS = () => new Date(Date.now() + 96 * HOUR);
const news = (requestId: string) => ({
  id: `evt_${randomUUID()}`,
  type: "any",
  requestId,
  kind: "payment-changed" as const,
});

async function wish(number: string, to: Picks[number]) {
  const { product, size, color } = await lineOf(shop, to);
  const wanted = {
    goes: [{ position: 0, quantity: 1 }],
    comes: [{ product, size, color, quantity: 1, replaces: 0 }],
  };
  return { ...wanted, difference: (await previewOfChange(shop, number, wanted)).difference };
}

/** Order of a tee with a change to gloves that waits for the difference. */
async function waiting() {
  const number = await bought([TEE]);
  const { id } = await makeChange(shop, await seen(number), await wish(number, GLOVES));
  return { number, id };
}

/** Invariants of an order: the money kept equals its total minus goodwill, and no piece is lost or reserved without an order. */
async function expectWhole(number: string) {
  const money = await db.transaction((tx) => refundableMoney(tx, number));
  const { captured, refunded, given } = await ledgerOf(db, number, { taken: money?.taken ?? cents(0) });
  expect(captured - refunded).toBe((await rowOf(number)).total - given);
  expect([await stockDrift(db), await strayReservations(db)]).toEqual([[], []]);
}

/** Gives a dollar as goodwill; the gateway then reports that this refund failed. */
async function giveAndFail(number: string) {
  const wanted = { lines: [], goodwill: cents(1_00), cause: randomUUID(), restock: false };
  const { ids } = await refundLines(shop, await seen(number), wanted);
  for (const id of ids) await executeRefund(shop, id);
  expect(await stateOf(number)).toBe("partly-refunded");

  const money = await db.transaction((tx) => refundableMoney(tx, number));
  const payment = money?.payments.first;
  const request = payment?.gatewayId ?? "";
  const made = (await shop.payments.refunds?.(request)) ?? [];
  const failed = made.map((refund) =>
    ids.includes(refund.key ?? "") ? { ...refund, state: "failed" as const, code: "lost_or_stolen_card" } : refund,
  );
  if (!payment) throw new Error("no payment");
  await recordGatewayRefunds(
    { ...shop, payments: { ...shop.payments, refunds: async () => failed } },
    payment,
    request,
  );
}

const times = async (number: string, kind: string) =>
  (await db.select().from(orderEvents).where(eq(orderEvents.orderNumber, number))).filter(
    (event) => event.kind === kind,
  ).length;

/** Payment requests of a change that can still be paid. */
async function payable(id: string) {
  const requests = (await paymentsOfChange(db, id)).flatMap(({ gatewayId }) => gatewayId ?? []);
  const found = await Promise.all(requests.map((request) => shop.payments.find(request)));
  return found.filter((request) => request && ["open", "needs-confirmation"].includes(request.status));
}

test("[B-92] a shopper can cancel an order while a member changes it; the change is refused or ends with the order", async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    const number = await bought([TEE]);
    const [change, own] = [await seen(number), await wish(number, GLOVES)];
    const lookup = { order: number, email: jo.email };
    const make = () => codeOf(makeChange(shop, change, own));
    const cancel = () => codeOf(cancelAsShopper(shop, lookup));
    const [made, cancelled] =
      turn % 2 ? await Promise.all([make(), cancel()]) : (await Promise.all([cancel(), make()])).toReversed();
    expect(cancelled).toBe("done");
    expect(["done", "edited-meanwhile"]).toContain(made);
    expect(await stateOf(number)).toBe("cancelled");
    expect((await changesOf(db, number)).map(({ state }) => state)).toEqual(made === "done" ? ["ended"] : []);
    await expectWhole(number);
  }
});

test("[B-92] a change ended at the same moment by its time limit, a member and the shopper ends once, with one letter", async () => {
  const { number, id } = await waiting();
  await askForChange(shop, id, "Credit Card");
  const ends = [
    expireChange(shop, id, IN_4_DAYS()),
    endChange(shop, id, { by: "member" }),
    endChange(shop, id, { by: "shopper", actor: shopper }),
  ];
  expect(await Promise.all(ends.map(codeOf))).toEqual(["done", "done", "done"]);
  expect(await times(number, "change-ended")).toBe(1);
  expect(
    shop.payloads.filter(
      ({ payload }) => JSON.stringify(payload) === JSON.stringify({ changeId: id, letter: "ended" }),
    ),
  ).toHaveLength(1);
  await expectWhole(number);
});

test("[B-92] of the payment requests that several tabs make at once, by any way of paying, at most one can be paid", async () => {
  const { number, id } = await waiting();
  const ways: PaymentMethod[] = ["Credit Card", "Klarna", "Credit Card", "Klarna", "Credit Card", "Klarna"];
  const said = await Promise.all(ways.map((way) => codeOf(askForChange(shop, id, way))));
  for (const code of said) expect(["done", "gateway-unavailable"]).toContain(code);
  expect((await payable(id)).length).toBeLessThanOrEqual(1);

  const request = await askForChange(shop, id, "Credit Card");
  expect(await payable(id)).toMatchObject([{ id: request.id }]);
  await payWith(shop, cards.good, request.clientSecret);
  expect((await settleChange(shop, request.id)).state).toBe("applied");
  await expectWhole(number);
});

test("[B-92] a second tab that chooses another way of paying during the gateway call has its request cancelled", async () => {
  const { id } = await waiting();
  let other: string | undefined;
  const gateway = {
    ...shop.payments,
    async request(...wanted: Parameters<typeof shop.payments.request>) {
      other ??= (await askForChange(shop, id, "Klarna")).id;
      return shop.payments.request(...wanted);
    },
  };
  const mine = await askForChange({ ...shop, payments: gateway }, id, "Credit Card");
  expect(mine.id).not.toBe(other);
  expect(await payable(id)).toMatchObject([{ id: mine.id }]);
});

test("[B-92] a request that another tab notes while this tab cancels its way of paying is cancelled at the gateway, too", async () => {
  const { number, id } = await waiting();
  const change = await changeById(db, id);
  const due = { orderNumber: number, changeId: id, amount: change?.difference ?? cents(0), linkRound: 0 };
  const byCard = await storeChangePayment(db, shop, { ...due, method: "Credit Card" }, new Date());

  const { id: gatewayId } = await requestPayment(shop, byCard);
  const row = eq(payments.id, byCard.id);
  await db.update(payments).set({ gatewayId: null }).where(row);

  // The lock keeps this tab, which has read the payment without its request, from cancelling it before the other tab notes that.
  const [mine] = await db.transaction(async (tx) => {
    await tx.select().from(payments).where(row).for("update");
    const byKlarna = askForChange(shop, id, "Klarna");
    await untilWaiting(db, { statement: "update%payments%" });
    await tx.update(payments).set({ gatewayId }).where(row);
    return [byKlarna];
  });
  const klarna = await mine;
  expect((await shop.payments.find(gatewayId))?.status).toBe("cancelled");
  expect(await payable(id)).toMatchObject([{ id: klarna?.id }]);
});

test("[B-92] a payment request made while the change ends can no longer be paid", async () => {
  const { number, id } = await waiting();
  await askForChange(shop, id, "Credit Card");
  let other = "";
  // The second tab makes its request right after the first tab's request was cancelled.
  const gateway = {
    ...shop.payments,
    async cancel(request: string) {
      const cancelled = await shop.payments.cancel(request);
      other ||= (await askForChange(shop, id, "Klarna")).id;
      return cancelled;
    },
  };
  expect(await endChange({ ...shop, payments: gateway }, id, { by: "member" })).toBe("ended");
  expect((await shop.payments.find(other))?.status).toBe("cancelled");
  await expectWhole(number);
});

test("[B-92] early, late or repeated webhook events of a difference apply the change once; money that arrives after its end is refunded once", async () => {
  const first = await waiting();
  const request = await askForChange(shop, first.id, "Credit Card");
  await payWith(shop, cards.good, request.clientSecret);
  await handleGatewayEvent(shop, news(request.id));
  expect((await settleChange(shop, request.id)).state).toBe("applied");
  await Promise.all([handleGatewayEvent(shop, news(request.id)), handleGatewayEvent(shop, news(request.id))]);
  expect(await times(first.number, "order-changed")).toBe(1);
  await expectWhole(first.number);

  const second = await waiting();
  const late = await askForChange(shop, second.id, "Credit Card");
  // The shop ends the change without being told of the payment, as after switching gateways back and forth.
  const gone = { ...shop.payments, name: "stripe" as const };
  await payWith(shop, cards.good, late.clientSecret);
  expect(await endChange({ ...shop, payments: gone }, second.id, { by: "time" })).toBe("ended");
  await Promise.all([handleGatewayEvent(shop, news(late.id)), settleIfReceived(shop, late.id)]);
  await reconcilePayments(shop, new Date(Date.now() + HOUR));
  const refunds = await refundsOf(db, second.number);
  expect(refunds.map(({ cause }) => cause)).toEqual([`change:${second.id}:late`]);
  for (const { id } of refunds) await executeRefund(shop, id);
  expect(await changeById(db, second.id)).toMatchObject({ state: "ended" });
  expect(await stateOf(second.number)).toBe("paid");
  await expectWhole(second.number);
});

test("[B-92] no order gets a second payment while a process of an earlier release, which expects one payment per order, is connected", async () => {
  const number = await bought([TEE]);
  const own = await wish(number, GLOVES);
  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`);
  const { url } = databaseAddresses(inject("databaseServer"), rows[0]?.name ?? "", inject("databaseRoles"));
  const former = new pg.Client({ connectionString: url, application_name: "iron-mesa" });
  await former.connect();
  const make = async () => codeOf(makeChange(shop, await seen(number), own));
  expect(await make()).toBe("change-too-early");
  await former.end();
  await eventually(async () => expect(await make()).toBe("done"));
  await expectWhole(number);
});

test("a packed order that was changed must be packed again, even if a refund failed afterwards", async () => {
  const number = await bought([GLOVES, TEE]);
  await packOrder(shop, await seen(number));
  await makeChange(shop, await seen(number), await wish(number, TEE));
  expect([await stateOf(number), await times(number, "unpacked")]).toEqual(["paid", 1]);
  await giveAndFail(number);
  expect(await stateOf(number)).toBe("paid");
});

test("a failed refund returns a changed order to its former state, since the refund by the change does not count as one", async () => {
  const number = await bought([GLOVES, TEE]);
  await makeChange(shop, await seen(number), await wish(number, TEE));
  const [byChange] = await refundsOf(db, number);
  await executeRefund(shop, byChange?.id ?? "");
  expect(await stateOf(number)).toBe("paid");

  await giveAndFail(number);
  expect(await stateOf(number)).toBe("paid");
  expect(sum((await refundsOf(db, number)).filter(({ state }) => state === "done").map(({ amount }) => amount))).toBe(
    byChange?.amount,
  );
});
