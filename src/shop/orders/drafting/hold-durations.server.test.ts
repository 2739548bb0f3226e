import { eq, isNotNull, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { openDelivery } from "~/shop/delivery-terms.server";
import { priceOf } from "~/shop/price";
import { billing, cards, jo, payWith } from "~/testing/riders.server";
import { productsById } from "~/shop/catalog/catalog.server";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { variantPrice } from "~/shop/catalog/pricing/pricing";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { payments } from "~/shop/payments/payments.tables";
import { answerStep, startPayLater } from "~/shop/payments/sandbox.server";
import { Refusal } from "~/shop/refusal";
import { draftOrder } from "./draft-order.server";
import type { DraftRequest } from "./draft-request.server";
import { expireDraft } from "./expire-draft.server";
import { orderEvents, orders } from "../orders.tables";
import type { RequestedLine } from "./priced-lines.server";
import { reconcilePayments } from "../settling/reconcile-payments.server";
import { settleOrder } from "../settling/settle-order.server";
import { openHeldStock } from "~/testing/held-stock.server";

const { shop, db, after, tee, newNetwork, numberOf, stateOf, drafted, everythingEnds } = await openHeldStock();

describe("the time for which a draft reserves pieces", () => {
  test("is three minutes if nobody tries to pay", async () => {
    const request = await drafted(tee, { network: newNetwork() });
    const number = await numberOf(request.id);

    await expireDraft(shop, number, after(2.9));
    expect(await stateOf(request.id)).toBe("awaiting-payment");
    await expireDraft(shop, number, after(3.1));
    expect(await stateOf(request.id)).toBe("cancelled");
  });

  test.each<[string, DraftRequest["method"], (clientSecret: string) => Promise<unknown>]>([
    ["a bank's page that waits", "Credit Card", (secret) => payWith(shop, cards.asksForConfirmation, secret)],
    ["a card that was declined", "Credit Card", (secret) => payWith(shop, cards.declined, secret)],
    [
      "Klarna's page",
      "Klarna",
      (clientSecret) => startPayLater(shop, { clientSecret, billing, returnUrl: "http://localhost/order-success" }),
    ],
  ])("is extended once, to thirty minutes from drafting, after an attempt to pay: %s", async (_, method, tries) => {
    const request = await drafted(tee, { network: newNetwork(), method });
    const number = await numberOf(request.id);
    await tries(request.clientSecret);

    await expireDraft(shop, number, after(3.1));
    await Promise.all([expireDraft(shop, number, after(10)), reconcilePayments(shop, after(10))]);
    expect(await stateOf(request.id)).toBe("awaiting-payment");
    const [order] = await db.select().from(orders).where(eq(orders.number, number));
    expect(order?.reservedUntil).toEqual(after(30));
    const events = await db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderNumber, number))
      .orderBy(orderEvents.id);
    expect(events.map(({ kind }) => kind)).toEqual(["drafted", "reservation-extended"]);
    const [payment] = await db.select().from(payments).where(eq(payments.orderNumber, number));
    expect(payment?.attemptedAt).toEqual(after(3.1));

    await expireDraft(shop, number, after(30.1));
    expect(await stateOf(request.id)).toBe("cancelled");
  });

  test("is long enough for a bank's page that is answered after ten minutes", async () => {
    const request = await drafted(tee, { network: newNetwork() });
    await payWith(shop, cards.asksForConfirmation, request.clientSecret);
    await reconcilePayments(shop, after(4));
    await reconcilePayments(shop, after(10));

    await answerStep(shop, { clientSecret: request.clientSecret, approved: true });
    expect((await settleOrder(shop, request.id, {}, after(10))).state).toBe("paid");
  });

  test("is not extended by an attempt to pay once thirty minutes are over", async () => {
    const request = await drafted(tee, { network: newNetwork() });
    await payWith(shop, cards.declined, request.clientSecret);

    await expireDraft(shop, await numberOf(request.id), after(31));
    expect(await stateOf(request.id)).toBe("cancelled");
  });

  test("does not end while the gateway cannot be reached; a round for nine drafts asks the gateway at most three times", async () => {
    for (let turn = 0; turn < 9; turn++)
      await drafted(turn % 2 ? tee : [["Sprocket Tee", "M", "Ash"]], { network: newNetwork() });
    let times = 0;
    const unavailable = () => {
      times += 1;
      return Promise.reject(new Refusal("gateway-unavailable"));
    };
    const down = { ...shop, payments: { ...shop.payments, find: unavailable, cancel: unavailable } };

    await reconcilePayments(down, after(45));
    expect(times).toBeLessThanOrEqual(3);
    expect(await db.$count(orders, eq(orders.state, "awaiting-payment"))).toBe(9);

    await reconcilePayments(shop, after(46));
    expect(await db.$count(orders, eq(orders.state, "awaiting-payment"))).toBe(0);
  });
});

/** Variants of published products that have stock, with the price that the browser shows. */
async function variantsWithStock() {
  const published = await db
    .select({ id: products.id })
    .from(products)
    .where(eq(products.publishedStatus, "published"));
  const all = await productsById(
    db,
    published.map(({ id }) => id),
  );
  return all.flatMap((product) =>
    product.variants.flatMap((variant) => {
      const { size, color, stock } = variant;
      return stock ? [{ product: product.id, size, color, stock, price: variantPrice(product, variant) }] : [];
    }),
  );
}

const wishOf = (picks: RequestedLine[], network: string): DraftRequest => {
  const items = picks.map(({ product, size, color, price, quantity }) => ({ product, size, color, price, quantity }));
  const amount = priceOf(items, null, openDelivery(shop).terms).summary.total;
  return { items, customer: jo, method: "Credit Card", amount, network };
};

test("fifty networks that reserve as much as they can for ten minutes hold at most 15 % of the stock, and twelve shoppers buy", async () => {
  const rows = await db.select().from(variants).where(isNotNull(variants.stock));
  const goods = await variantsWithStock();
  const pieces = rows.reduce((sum, { stock }) => sum + (stock ?? 0), 0);
  // Random numbers with a fixed seed, so that each run draws the same.
  let state = 7;
  const below = (end: number) => Math.floor(((state = (state * 48_271) % 2_147_483_647) / 2_147_483_647) * end);
  const picked = (count: number, from = goods) =>
    Array.from({ length: count }, () => from[below(from.length)])
      .filter((line) => line !== undefined)
      .map((line) => ({ ...line, quantity: 1 }));

  const plenty = goods.filter(({ stock }) => stock >= 20);
  const crowd = Array.from({ length: 50 }, () => newNetwork());
  const tried = new Set<string>();
  let most = 0;
  let bought = 0;
  for (let minute = 0; minute < 10; minute += 2) {
    const now = after(minute);
    const due = await db.select({ number: orders.number }).from(orders).where(eq(orders.state, "awaiting-payment"));
    await Promise.all(due.map(({ number }) => expireDraft(shop, number, now)));

    await Promise.all(
      crowd.map(async (network) => {
        for (const size of [8, 8, 8, 4, 1]) {
          const held = await draftOrder(shop, wishOf(picked(size), network), now).catch(() => undefined);
          // Some networks extend their reservations with cards that are declined.
          if (!held || below(3) > 0) continue;
          await payWith(shop, cards.declined, held.clientSecret);
          tried.add(held.id);
        }
      }),
    );
    const [{ held } = { held: 0 }] = (
      await db.execute<{ held: number }>(sql`select coalesce(sum(quantity), 0)::int as held
        from order_lines join orders on number = order_number where state = 'awaiting-payment'`)
    ).rows;
    most = Math.max(most, held);

    const bag = picked(2, plenty);
    for (let rider = 0; rider < (minute < 4 ? 3 : 2); rider++) {
      const request = await draftOrder(shop, wishOf(bag, newNetwork()), now);
      await payWith(shop, cards.good, request.clientSecret);
      if ((await settleOrder(shop, request.id, {}, now)).state === "paid") bought += 1;
    }
  }

  expect(bought).toBe(12);
  expect(tried.size).toBeGreaterThan(50);
  expect(most).toBeGreaterThan(500);
  expect(most / pieces).toBeLessThanOrEqual(0.15);
  await everythingEnds();
  expect(await stockDrift(db)).toEqual([]);
});

test("fifty networks that reserve halves of small variants do not prevent others from buying one piece of twelve random variants", async () => {
  const goods = await variantsWithStock();
  const now = after(100);
  const halves = goods
    .filter(({ stock }) => stock >= 5)
    .toSorted((one, other) => one.stock - other.stock)
    .map((variant) => ({ ...variant, quantity: Math.ceil(variant.stock / 2) }));
  // Each network reserves the halves with the fewest pieces, up to its limit.
  let taken = 0;
  for (let turn = 0; turn < 50; turn++) {
    const bag: RequestedLine[] = [];
    for (let free = 24, next = halves[0]; next && next.quantity <= free; next = halves[0]) {
      bag.push(next);
      free -= next.quantity;
      halves.shift();
    }
    if (bag.length > 0) await draftOrder(shop, wishOf(bag, newNetwork()), now);
    taken += bag.length;
  }
  expect(taken / goods.length).toBeGreaterThan(0.25);

  let state = 7;
  for (let rider = 0; rider < 12; rider++) {
    state = (state * 48_271) % 2_147_483_647;
    const variant = goods[state % goods.length];
    if (!variant) throw new Error("The shop has no stock.");
    const request = await draftOrder(shop, wishOf([{ ...variant, quantity: 1 }], newNetwork()), now);
    await payWith(shop, cards.good, request.clientSecret);
    expect((await settleOrder(shop, request.id, {}, now)).state).toBe("paid");
  }
  await db.update(orders).set({ network: null });
});
