import { eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";

import { DAY } from "~/platform/durations";
import { cents } from "~/shop/money";
import { executeRefund } from "~/shop/orders/refunds/execute-refund.server";
import { requestRefund } from "~/shop/orders/refunds/request-refund.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { memberAs } from "~/testing/members.server";
import { cards, draftRequestFor, payWith } from "~/testing/riders.server";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { openStripeShop } from "~/testing/stripe-shop.server";
import { noteBalance } from "./note-balance.server";
import { payments, refunds } from "./payments.tables";
import { balanceCursors, balanceEntries, payouts } from "./payouts.tables";
import { balanceByDay, payoutsOf, unmatchedBalance } from "./payouts.server";
import { readBalance } from "./read-balance.server";

const { stripe, atStripe, shop, db, drafted } = await openStripeShop();
const { balance } = stripe.account;
const dana = memberAs("owner", "Dana");
const always = { from: "2020-01-01", to: "2040-01-01" };
const soon = () => new Date(Date.now() + 60_000);
const counted = () => db.$count(balanceEntries);

async function paid(): Promise<{ number: string; id: string; amount: number }> {
  const { id, number, pay, amount } = await drafted();
  await pay();
  await settleOrder(atStripe, id, {});
  return { id, number, amount };
}

async function givenBack(number: string, amount: number): Promise<void> {
  const [payment] = await db.select().from(payments).where(eq(payments.orderNumber, number));
  const asked = { paymentId: payment?.id ?? "", amount: cents(amount), cause: `test ${amount}` };
  const refund = await db.transaction((tx) => requestRefund(tx, atStripe, asked));
  await executeRefund(atStripe, refund?.id ?? "");
}

test("each payment, refund and dispute in the balance is matched to its order, or else listed as unmatched; reading it twice stores it once [B-99]", async () => {
  const [one, other] = [await paid(), await paid()];
  await givenBack(one.number, 10_00);
  balance.add("txn_dispute", "adjustment", -1000, {
    fee: 1500,
    reporting_category: "dispute",
    source: { id: "du_1", object: "dispute", payment_intent: other.id },
  });
  balance.add("txn_foreign", "charge", 77_00, { description: "Somebody else's shop" });
  balance.add("txn_radar", "stripe_fee", -5);

  await readBalance(atStripe, soon());
  const known = await db.select().from(balanceEntries);
  const byId = new Map(known.map((entry) => [entry.id, entry]));
  expect(known).toHaveLength(6);
  expect(byId.get(`txn_${one.id}`)).toMatchObject({ orderNumber: one.number, expected: one.amount, practice: true });
  const [refund] = await db.select().from(refunds);
  expect(known.find(({ kind }) => kind === "refund")).toMatchObject({ refundId: refund?.id, expected: -1000 });
  expect(byId.get("txn_dispute")).toMatchObject({
    kind: "dispute",
    orderNumber: other.number,
    disputeId: "du_1",
    fee: 1500,
  });
  expect((await unmatchedBalance(shop, dana)).map(({ id, words }) => [id, words])).toEqual([
    ["txn_foreign", "Somebody else's shop"],
  ]);

  await Promise.all([readBalance(atStripe, soon()), readBalance(atStripe, soon())]);
  expect(await counted()).toBe(6);
  const [day] = await balanceByDay(shop, dana, always);
  const fees = Math.round(one.amount * 0.029) + Math.round(other.amount * 0.029) + 60 + 1500 + 5;
  expect(day).toMatchObject({ paid: one.amount + other.amount + 7700, back: -2000, fees: -fees });

  const submission = crypto.randomUUID();
  for (const _ of [1, 2]) await noteBalance(shop, dana, { submission, id: "txn_foreign" }, new Date());
  expect(await unmatchedBalance(shop, dana)).toEqual([]);
  await expect(
    noteBalance(shop, memberAs("bookkeeper"), { submission: crypto.randomUUID(), id: "txn_foreign" }, new Date()),
  ).rejects.toMatchObject({ code: "right-missing" });
});

test("a payout that differs from the sum of its movements is listed as unmatched", async () => {
  const { id, amount } = await paid();
  const net = amount - Math.round(amount * 0.029) - 30;
  const arrival_date = Math.floor(Date.parse("2026-11-20T00:00:00Z") / 1000);
  const made = { object: "payout" as const, arrival_date, created: Math.floor(Date.now() / 1000), automatic: true };
  balance.payouts.push({ ...made, id: "po_1", amount: net - 1500, status: "in_transit", entries: [`txn_${id}`] });
  await readBalance(atStripe, soon());
  expect(await payoutsOf(shop, dana, { from: "2026-11-20", to: "2026-11-20" }, { today: "2040-01-01" })).toMatchObject([
    { id: null, state: "waits" },
    { id: "po_1", state: "on-its-way", sent: net - 1500, net, isWhole: true },
  ]);
  expect((await unmatchedBalance(shop, dana)).map(({ kind, id: of }) => [kind, of])).toEqual([["payout", "po_1"]]);

  Object.assign(balance.payouts[0] ?? {}, { amount: net, status: "paid" });
  await readBalance(atStripe, soon());
  expect(await payoutsOf(shop, dana, always, { today: "2040-01-01" })).toMatchObject([
    { id: null },
    { id: "po_1", state: "arrived", sent: net },
  ]);
  expect(await unmatchedBalance(shop, dana)).toEqual([]);
});

test("money that is not paid out yet is listed by the day on which it can be at the bank; of the rest no day is known", async () => {
  await db.update(balanceEntries).set({ payoutId: "po_kept" }).where(isNull(balanceEntries.payoutId));
  const friday = Date.parse("2030-11-29T00:00:00Z") / 1000;
  for (const [place, available_on] of [friday, friday + 86_400, friday + 2 * 86_400, friday - 7 * 86_400].entries())
    balance.add(`txn_held_${place}`, "charge", 10_00 + place, { fee: 1, available_on });
  await readBalance(atStripe, soon());
  const held = await payoutsOf(shop, dana, { from: "2019-01-01", to: "2019-01-01" }, { today: "2030-11-25" });
  const days = held.filter(({ state }) => state === "waits").map(({ arrives, net, sent }) => [arrives, net, sent]);
  expect(days).toEqual([
    ["", 10_02, null],
    ["2030-12-02", 20_01, null],
    ["2030-11-29", 9_99, null],
  ]);
  await db.update(balanceEntries).set({ notedAt: new Date() });
});

test("an outage interrupts the reading, and the next run continues from there", async () => {
  await paid();
  const before = await counted();
  stripe.inject("unreachable", /balance_transactions/);
  await expect(readBalance(atStripe, soon())).rejects.toMatchObject({ code: "gateway-unavailable" });
  expect(await counted()).toBe(before);
  stripe.recover();
  await readBalance(atStripe, soon());
  expect(await counted()).toBe(before + 1);
});

test("a payout about which Stripe does not answer does not hide other payouts", async () => {
  const made = {
    object: "payout" as const,
    arrival_date: 1_763_600_000,
    created: Math.floor(Date.now() / 1000),
    automatic: true,
  };
  const empty = { ...made, amount: 0, status: "paid" as const, entries: [] };
  balance.payouts.push({ ...empty, id: "po_stuck" }, { ...empty, id: "po_later" });
  stripe.inject("error", /payouts\/po_stuck/);
  await expect(readBalance(atStripe, soon())).rejects.toMatchObject({ code: "gateway-unavailable" });
  const [later] = await db.select().from(payouts).where(eq(payouts.id, "po_later"));
  expect(later?.isWhole).toBe(true);
});

test("a payment received a week ago that the gateway's records lack is reported", async () => {
  const { number } = await paid();
  const week = 7 * DAY;
  await db
    .update(payments)
    .set({ receivedAt: new Date(Date.now() - week) })
    .where(eq(payments.orderNumber, number));
  await db.update(balanceCursors).set({ through: soon() });
  expect(await unmatchedBalance(shop, dana)).toMatchObject([{ kind: "lacking", orderNumber: number, amount: null }]);
});

test("the sandbox invents fees, marked as practice; lists of payouts and days lack its entries once there is a live payment", async () => {
  const { id, clientSecret } = await draftOrder(shop, await draftRequestFor(shop, [["Ride Dirty Tee", "L", "Black"]]));
  await payWith(shop, cards.good, clientSecret);
  await settleOrder(shop, id, {});
  await readBalance(shop, new Date(Date.now() + 14 * DAY));
  const rows = (await db.select().from(balanceEntries)).filter(({ gateway }) => gateway === "sandbox");
  expect(rows).toMatchObject([{ practice: true, kind: "payment", fee: expect.any(Number) }]);
  expect(await unmatchedBalance(shop, dana)).toMatchObject([{ kind: "lacking" }]);

  const [real] = await db.select().from(payments).where(eq(payments.gateway, "stripe")).limit(1);
  await db
    .update(payments)
    .set({ live: true })
    .where(eq(payments.id, real?.id ?? ""));
  expect(await payoutsOf(shop, dana, always, { today: "2040-01-01" })).toEqual([]);
  expect(await balanceByDay(shop, dana, always)).toEqual([]);
});
