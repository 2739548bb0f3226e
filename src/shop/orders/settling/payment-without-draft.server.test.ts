import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { HOUR } from "~/platform/durations";
import { cards, leftOf, payWith, sam, draftRequestFor, jo } from "~/testing/riders.server";
import { cents } from "~/shop/money";
import { storePayment, requestPayment } from "~/shop/payments/payments.server";
import { payments, refunds } from "~/shop/payments/payments.tables";
import { draftOrder } from "../drafting/draft-order.server";
import { collectIn, collectNowhere } from "~/testing/collected-tax.server";
import { orderByNumber } from "../orders.server";
import { reconcilePayments } from "./reconcile-payments.server";
import { settleOrder } from "./settle-order.server";
import { openPaidDrafts } from "~/testing/paid-drafts.server";

const { shop, db, tee, claimOf, refused } = await openPaidDrafts();

/** A payment requested with only its amount, and paid. */
async function paidAmount(amount: number) {
  const payment = await storePayment(db, shop, {
    orderNumber: null,
    method: "Credit Card",
    amount: cents(amount),
  });
  const request = await requestPayment(shop, payment);
  await payWith(shop, cards.good, request.clientSecret);
  return request;
}

test("a payment without a draft makes the order whose total equals it, once", async () => {
  const wish = await draftRequestFor(shop, tee);
  const left = await leftOf(shop, ["Sprocket Tee", "M", "Ash"]);
  const request = await paidAmount(wish.amount);

  const heard = await Promise.all([1, 2, 3].map(() => settleOrder(shop, request.id, claimOf(wish))));

  expect(new Set(heard.map(({ number }) => number)).size).toBe(1);
  expect(heard[0]).toMatchObject({ ...jo, state: "paid", summary: { total: wish.amount } });
  expect(await leftOf(shop, ["Sprocket Tee", "M", "Ash"])).toBe((left ?? 0) - 1);
  expect(await refused(request.id, { ...claimOf(wish), customer: sam })).toBe("payment-unknown");
});

test("a payment without a draft makes no order that costs more or less, or is sold out", async () => {
  const wish = await draftRequestFor(shop, tee);
  const less = await paidAmount(wish.amount - 1);
  expect(await refused(less.id, claimOf(wish))).toBe("amount-mismatch");
  const more = await paidAmount(wish.amount + 1);
  expect(await refused(more.id, claimOf(wish))).toBe("amount-mismatch");

  const vests = await draftRequestFor(shop, [["Roadhouse Cut Vest", "M", "Black", 2]]);
  const request = await paidAmount(vests.amount);
  expect(await refused(request.id, claimOf(vests))).toBe("sold-out");
});

test("a payment for which nobody places an order within a day is refunded", async () => {
  const request = await paidAmount(20_00);
  const hours = (count: number) => new Date(Date.now() + count * HOUR);

  await reconcilePayments(shop, hours(1));
  const [waiting] = await db.select().from(payments).where(eq(payments.gatewayId, request.id));
  expect(waiting?.state).toBe("requested");

  await reconcilePayments(shop, hours(25));
  await reconcilePayments(shop, hours(25));
  const given = await db
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, waiting?.id ?? ""));
  expect(given).toMatchObject([{ amount: 20_00, cause: "no-order" }]);
  expect(await refused(request.id, claimOf(await draftRequestFor(shop, tee)))).not.toBe("payment-missing");
});

test("the reconciliation skips payments that cannot have an order yet, so that they delay no others", async () => {
  const { id } = await paidAmount(20_00);
  const draft = await draftOrder(shop, await draftRequestFor(shop, tee));
  const asked: string[] = [];
  const find = (requestId: string) => {
    asked.push(requestId);
    return shop.payments.find(requestId);
  };

  await reconcilePayments({ ...shop, payments: { ...shop.payments, find } }, new Date(Date.now() + 2 * 60_000));

  expect(asked).toContain(draft.id);
  expect(asked).not.toContain(id);
});

describe("a payment without a draft whose order owes sales tax", () => {
  /** Collects 5 % of the goods' price in Arizona: $36.00 of goods and $3.99 delivery. */
  const collect = () => collectIn(shop, "AZ", { stateRate: 50_000, delivery: "not" });
  const tax = 1_80;

  test("a payment of the whole total makes the order, with its tax", async () => {
    await collect();
    const wish = await draftRequestFor(shop, tee);
    const request = await paidAmount(wish.amount + tax);

    const order = await settleOrder(shop, request.id, claimOf(wish));

    expect(order).toMatchObject({ state: "paid", summary: { tax, total: wish.amount + tax } });
    await collectNowhere(shop);
    expect(await orderByNumber(db, order.number)).toMatchObject({ summary: { tax } });
  });

  test("a payment without the tax is refused with the right total before it is paid", async () => {
    await collect();
    const wish = await draftRequestFor(shop, tee);
    const payment = await storePayment(db, shop, { orderNumber: null, method: "Credit Card", amount: wish.amount });
    const request = await requestPayment(shop, payment);

    const refusal = await settleOrder(shop, request.id, claimOf(wish)).catch((error: unknown) => error);

    expect(refusal).toMatchObject({ code: "tax-unpaid", details: { summary: { tax: 1.8, total: 41.79 } } });
    await collectNowhere(shop);
    expect(await refused(request.id, claimOf(wish))).toBe("payment-missing");
  });

  test("a payment without the tax is refunded once, with an explanation, however often its order is requested", async () => {
    await collect();
    const wish = await draftRequestFor(shop, tee);
    const left = await leftOf(shop, ["Sprocket Tee", "M", "Ash"]);
    const request = await paidAmount(wish.amount);

    const heard = await Promise.all(
      [1, 2, 3].map(() => settleOrder(shop, request.id, claimOf(wish)).catch((error: unknown) => error)),
    );

    for (const refusal of heard)
      expect(refusal).toMatchObject({ code: "tax-returned", details: { summary: { total: 41.79 } } });
    const [payment] = await db.select().from(payments).where(eq(payments.gatewayId, request.id));
    const given = () =>
      db
        .select()
        .from(refunds)
        .where(eq(refunds.paymentId, payment?.id ?? ""));
    expect(await given()).toMatchObject([{ amount: wish.amount }]);
    expect(await leftOf(shop, ["Sprocket Tee", "M", "Ash"])).toBe(left);
    await reconcilePayments(shop, new Date(Date.now() + 25 * HOUR));
    expect(await given()).toHaveLength(1);
    // A stranger who has neither the client secret nor the e-mail address cannot trigger a refund.
    const other = await paidAmount(wish.amount);
    await db.update(payments).set({ claimedBy: jo.email }).where(eq(payments.gatewayId, other.id));
    expect(await refused(other.id, { ...claimOf(wish), customer: sam })).toBe("payment-unknown");
    await collectNowhere(shop);
  });
});
