import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cards, jo, leftOf, payWith, sam, draftRequestFor } from "~/testing/riders.server";
import { openTestShop } from "~/testing/test-shop.server";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { discountCodes, discountUses } from "~/shop/discounts/discounts.tables";
import { cents } from "~/shop/money";
import type { PaymentRequest } from "~/shop/payments/gateway";
import { payments } from "~/shop/payments/payments.tables";
import { Refusal } from "~/shop/refusal";
import { draftOrder } from "./draft-order.server";
import type { DraftRequest } from "./draft-request.server";
import { expireDraft } from "./expire-draft.server";
import type { Customer } from "../order";
import { orderByNumber } from "../orders.server";
import { orderEvents, orderLines, orders } from "../orders.tables";
import { settleOrder } from "../settling/settle-order.server";

const shop = await openTestShop();
const { db } = shop;

const newKey = () => randomBytes(16).toString("hex");
/** Draft keys of different browsers. */
const keys = { clicks: newKey(), code: newKey(), bag: newKey(), lost: newKey(), cancelled: newKey() };

const orderOf = async (requestId: string) => {
  const [payment] = await db.select().from(payments).where(eq(payments.gatewayId, requestId));
  return orderByNumber(db, payment?.orderNumber ?? "");
};
const everything = async () =>
  Promise.all([orders, orderLines, orderEvents, payments, discountUses].map((table) => db.$count(table)));

/** Drafts an order that must be refused; returns the refusal. */
async function refused(wish: DraftRequest): Promise<Refusal> {
  const before = await everything();
  const refusal = await draftOrder(shop, wish).catch((error: unknown) => error);
  expect(await everything()).toEqual(before);
  expect(refusal).toBeInstanceOf(Refusal);
  return refusal as Refusal;
}

test("a draft stores lines, shopper and catalog prices, and requests a payment of exactly its total", async () => {
  const request = await draftOrder(shop, await draftRequestFor(shop, [["Ride Dirty Tee", "L", "Black", 2]]));

  const order = await orderOf(request.id);
  expect(request).toMatchObject({ amount: 71_99, currency: "usd", status: "open" });
  expect(order).toMatchObject({
    ...jo,
    state: "awaiting-payment",
    region: "AZ",
    summary: { orderValue: 68_00, discount: 0, deliveryFee: 3_99, tax: 0, total: 71_99 },
    lines: [{ name: "Ride Dirty Tee", size: "L", color: "Black", quantity: 2, price: 34_00 }],
  });
  expect(order?.number).toMatch(/^\d{8}$/);
});

test("a draft reserves its stock", async () => {
  const hoodie = ["Longhaul Hoodie", "S", "Black"] as const;
  const before = await leftOf(shop, [...hoodie]);

  await draftOrder(shop, await draftRequestFor(shop, [[...hoodie, 2]]));

  expect(await leftOf(shop, [...hoodie])).toBe((before ?? 0) - 2);
});

test("delivery of a draft above the threshold is free (R-9-02)", async () => {
  const request = await draftOrder(shop, await draftRequestFor(shop, [["Outlaw Leather Jacket", "M", "Black"]]));
  expect(request.amount).toBe(389_00);
});

test("an order line stores cost, tax kind and whether the product was on final sale", async () => {
  const drafted = async () => {
    const request = await draftOrder(shop, await draftRequestFor(shop, [["Mesa Mesh Jacket", "S", "Black"]]));
    const number = (await orderOf(request.id))?.number ?? "";
    const [line] = await db.select().from(orderLines).where(eq(orderLines.orderNumber, number));
    return line;
  };

  const line = await drafted();
  expect(line).toMatchObject({ price: 109_50, finalSale: true, kindForTax: "clothing", cost: expect.any(Number) });
  const variant = eq(variants.id, line?.variantId ?? 0);
  await db
    .update(variants)
    .set({ cost: cents(12_00) })
    .where(variant);
  expect((await drafted())?.cost).toBe(12_00);
  await db.update(variants).set({ cost: null }).where(variant);
  await db
    .update(products)
    .set({ cost: cents(30_00) })
    .where(eq(products.id, line?.productId ?? ""));
  expect((await drafted())?.cost).toBe(30_00);
});

test.each<[string, (wish: DraftRequest) => Partial<DraftRequest>]>([
  ["a lower total than", ({ amount }) => ({ amount: cents(amount - 1) })],
  ["a higher total than", ({ amount }) => ({ amount: cents(amount + 1) })],
  [
    "another price, with the right total, than",
    ({ items }) => ({ items: items.map((item) => ({ ...item, price: cents(1) })) }),
  ],
  [
    "more pieces, with a lower total, than",
    ({ items }) => ({ items: items.map((item) => ({ ...item, quantity: 2 })) }),
  ],
])("a request with %s the catalog is refused with the current prices", async (_, tampered) => {
  const wish = await draftRequestFor(shop, [["Sprocket Tee", "M", "Ash"]]);

  const refusal = await refused({ ...wish, ...tampered(wish) });

  expect(refusal.code).toBe("prices-changed");
  expect(refusal.details).toMatchObject({
    lines: [{ name: "Sprocket Tee", price: 36 }],
    summary: { deliveryFee: 3.99 },
  });
});

test("a price that changed after the bag was filled is refused with the new price and total", async () => {
  const wish = await draftRequestFor(shop, [["Wrench Henley", "M", "Bone"]]);
  await db
    .update(products)
    .set({ salePrice: cents(40_00) })
    .where(eq(products.name, "Wrench Henley"));

  expect((await refused(wish)).details).toMatchObject({ lines: [{ price: 40 }], summary: { total: 43.99 } });
});

test("unknown products, unpublished products and variants that are not sold cannot be bought", async () => {
  const wish = await draftRequestFor(shop, [["Sprocket Tee", "M", "Ash"]]);
  const [unpublished] = await db.select().from(products).where(eq(products.publishedStatus, "draft"));
  const instead = (change: Partial<DraftRequest["items"][number]>): DraftRequest => ({
    ...wish,
    items: wish.items.map((item) => ({ ...item, ...change })),
  });

  expect((await refused(instead({ product: "000000000000000000000000" }))).code).toBe("product-unknown");
  expect((await refused(instead({ product: "'; drop table orders;--" }))).code).toBe("product-unknown");
  expect((await refused(instead({ product: unpublished?.id ?? "" }))).code).toBe("product-unknown");
  const { code, details } = await refused(instead({ color: "Chrome" }));
  expect([code, details]).toEqual([
    "combination-unavailable",
    { product: wish.items[0]?.product, size: "M", color: "Chrome" },
  ]);
});

test("a refusal for sold-out lines names them, with the number of pieces left", async () => {
  const wish = await draftRequestFor(shop, [
    ["Sprocket Tee", "M", "Ash"],
    ["Roadhouse Cut Vest", "M", "Black", 2],
  ]);

  const refusal = await refused(wish);

  expect(refusal.code).toBe("sold-out");
  expect(refusal.details).toMatchObject({
    lines: [{ name: "Roadhouse Cut Vest", size: "M", color: "Black", left: 1 }],
  });
});

test("two lines with the same variant are counted together", async () => {
  const vest = await draftRequestFor(shop, [
    ["Roadhouse Cut Vest", "M", "Black"],
    ["Roadhouse Cut Vest", "M", "Black"],
  ]);
  expect((await refused(vest)).code).toBe("sold-out");
});

test("two simultaneous requests with the same draft key create one draft and get the same payment request", async () => {
  const wish = await draftRequestFor(shop, [["Camp Joggers", "M", "Ash"]], { draftKey: keys.clicks });

  const [first, second] = await Promise.all([draftOrder(shop, wish), draftOrder(shop, wish)]);

  expect(second).toEqual(first);
  expect(await db.$count(orders, eq(orders.draftKey, keys.clicks))).toBe(1);
});

test("two simultaneous requests with the same draft key use a code that is limited to one use only once", async () => {
  await db.insert(discountCodes).values({ code: "ONCE", kind: "percent", percent: 10, mostUses: 1 });
  const discount = { kind: "percent", code: "ONCE", percent: 10 } as const;
  const wish = await draftRequestFor(shop, [["Camp Joggers", "M", "Ash"]], { discount, draftKey: keys.code });

  const [first, second] = await Promise.all([draftOrder(shop, wish), draftOrder(shop, wish)]);

  expect(second).toEqual(first);
});

test("a shopper who returns with another bag gets a new draft; the earlier draft is withdrawn, its stock and code are released", async () => {
  await db.insert(discountCodes).values({ code: "MINE", kind: "amount", amount: cents(5_00), mostUses: 1 });
  const discount = { kind: "amount", code: "MINE", amount: cents(5_00) } as const;
  const joggers = ["Camp Joggers", "S", "Ash"] as const;
  const before = await leftOf(shop, [...joggers]);
  const more = { discount, draftKey: keys.bag };
  const first = await draftOrder(shop, await draftRequestFor(shop, [[...joggers, 2]], more));

  const second = await draftOrder(shop, await draftRequestFor(shop, [[...joggers, 1]], more));

  expect(await leftOf(shop, [...joggers])).toBe((before ?? 0) - 1);
  expect((await orderOf(first.id))?.state).toBe("cancelled");
  expect(await shop.payments.find(first.id)).toMatchObject({ status: "cancelled" });
  expect((await orderOf(second.id))?.discountCode).toBe("MINE");
});

test("the client secret of a draft allows replacing it; a guessed secret replaces nothing", async () => {
  const first = await draftOrder(shop, await draftRequestFor(shop, [["Camp Joggers", "M", "Ash"]]));
  const wish = await draftRequestFor(shop, [["Camp Joggers", "M", "Ash"]], { customer: sam });

  await draftOrder(shop, { ...wish, replaces: `${first.id}_secret_guess` });
  expect((await orderOf(first.id))?.state).toBe("awaiting-payment");

  await draftOrder(shop, { ...wish, replaces: first.clientSecret });
  expect((await orderOf(first.id))?.state).toBe("cancelled");
});

test("an expired draft releases its stock and code, and can no longer be paid", async () => {
  await db.insert(discountCodes).values({ code: "AGAIN", kind: "percent", percent: 10, mostUses: 1 });
  const discount = { kind: "percent", code: "AGAIN", percent: 10 } as const;
  const top = ["Baseline Thermal Top", "M", "Black"] as const;
  const before = await leftOf(shop, [...top]);
  const request = await draftOrder(shop, await draftRequestFor(shop, [[...top]], { discount }));
  const number = (await orderOf(request.id))?.number ?? "";

  const inTime = new Date(Date.now() + 2 * 60_000);
  await expireDraft(shop, number, inTime);
  expect((await orderOf(request.id))?.state).toBe("awaiting-payment");

  const over = new Date(Date.now() + 4 * 60_000);
  await expireDraft(shop, number, over);
  await expireDraft(shop, number, over);
  expect((await orderOf(request.id))?.state).toBe("cancelled");
  expect(await leftOf(shop, [...top])).toBe(before);
  expect(await db.$count(discountUses, eq(discountUses.code, "AGAIN"))).toBe(0);
  expect(await shop.payments.find(request.id)).toMatchObject({ status: "cancelled" });
});

test("when the gateway is unreachable, a draft without a key keeps nothing reserved", async () => {
  const top = ["Baseline Thermal Top", "L", "Black"] as const;
  const before = await leftOf(shop, [...top]);
  const unreachable = { ...shop.payments, request: () => Promise.reject(new Refusal("gateway-unavailable")) };

  const failed = draftOrder({ ...shop, payments: unreachable }, await draftRequestFor(shop, [[...top]]));

  await expect(failed).rejects.toMatchObject({ code: "gateway-unavailable", status: 502 });
  expect(await leftOf(shop, [...top])).toBe(before);
});

test("after a lost response of the gateway, a repeated request gets the same payment request and creates no second draft", async () => {
  const lost = {
    ...shop.payments,
    request: async (...wanted: Parameters<typeof shop.payments.request>) => {
      await shop.payments.request(...wanted);
      throw new Refusal("gateway-unavailable");
    },
  };
  const wish = await draftRequestFor(shop, [["Baseline Thermal Top", "S", "Black"]], { draftKey: keys.lost });
  await draftOrder({ ...shop, payments: lost }, wish).catch(() => undefined);

  const request = await draftOrder(shop, wish);

  expect((await orderOf(request.id))?.state).toBe("awaiting-payment");
  expect(await db.$count(orders, eq(orders.draftKey, keys.lost))).toBe(1);
});

test("if the payment request was cancelled at the gateway, its draft is replaced by a new one", async () => {
  const wish = await draftRequestFor(shop, [["Baseline Thermal Top", "S", "Black"]], { draftKey: keys.cancelled });
  const first = await draftOrder(shop, wish);
  await shop.payments.cancel(first.id);

  const second = await draftOrder(shop, wish);

  expect(second.status).toBe("open");
  expect((await orderOf(first.id))?.state).toBe("cancelled");
  expect((await orderOf(second.id))?.state).toBe("awaiting-payment");
});

test("an order fully covered by a code has a total of zero; one with a total of a few cents is refused", async () => {
  await db.insert(discountCodes).values([
    { code: "FREEBIE", kind: "amount", amount: cents(500_00) },
    { code: "ALMOST", kind: "amount", amount: cents(388_80) },
    { code: "NEARLY", kind: "amount", amount: cents(388_20) },
  ]);
  const jacket: Parameters<typeof draftRequestFor>[1] = [["Outlaw Leather Jacket", "L", "Black"]];

  const free = { kind: "amount", code: "FREEBIE", amount: cents(500_00) } as const;
  const request = await draftOrder(shop, await draftRequestFor(shop, jacket, { discount: free }));
  expect(request).toMatchObject({ amount: 0, status: "received" });

  const almost = { kind: "amount", code: "ALMOST", amount: cents(388_80) } as const;
  expect((await refused(await draftRequestFor(shop, jacket, { discount: almost }))).code).toBe("payment-too-small");

  const nearly = { kind: "amount", code: "NEARLY", amount: cents(388_20) } as const;
  const byKlarna = await draftRequestFor(shop, jacket, { discount: nearly, method: "Klarna" });
  expect(byKlarna.amount).toBe(80);
  expect((await refused(byKlarna)).code).toBe("payment-too-small");
  expect(await draftOrder(shop, { ...byKlarna, method: "Credit Card" })).toMatchObject({ amount: 80 });
});

test("fifty shoppers order the last five pieces at once: five buy, forty-five are refused, nothing is left (R-7-23)", async () => {
  const last = ["Camp Joggers", "S", "Black"] as const;
  expect(await leftOf(shop, [...last])).toBe(5);
  const wish = await draftRequestFor(shop, [[...last]]);
  const shoppers = Array.from({ length: 50 }, (_, position) => ({ ...jo, email: `rider${position}@example.com` }));

  // At most half of the pieces is held at a time, so a shopper who is told to try again does so until the piece is bought or
  // gone.
  const buying = async (customer: Customer): Promise<string> => {
    const asked = await draftOrder(shop, { ...wish, customer }).catch((error: unknown) => error);
    if (asked instanceof Refusal) return asked.code === "held-by-others" ? buying(customer) : asked.code;
    const { id, clientSecret } = asked as PaymentRequest;
    await payWith(shop, cards.good, clientSecret);
    return (await settleOrder(shop, id)).state;
  };
  const outcomes = await Promise.all(shoppers.map(buying));

  expect(outcomes.filter((outcome) => outcome === "paid")).toHaveLength(5);
  expect(outcomes.filter((outcome) => outcome === "sold-out")).toHaveLength(45);
  expect(await leftOf(shop, [...last])).toBe(0);
  expect(await stockDrift(db)).toEqual([]);
});
