import { and, eq } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { locked, move, stockDrift } from "~/shop/catalog/stock/reservations.server";
import { system } from "~/shop/actor";
import { Refusal } from "~/shop/refusal";
import { cards, leftOf, payWith } from "~/testing/riders.server";
import { openHeldStock } from "~/testing/held-stock.server";
import { reconcilePayments } from "../settling/reconcile-payments.server";
import { settleOrder } from "../settling/settle-order.server";

const { shop, db, after, newNetwork, stateOf, asked, codeOf, drafted, everythingEnds } = await openHeldStock();
const SECOND = 1 / 60;

type Variant = readonly [name: string, size: string, color: string];
const henley: Variant = ["Wrench Henley", "M", "Bone"];
const joggers: Variant = ["Camp Joggers", "S", "Black"];

/** Sets the stock of a variant. */
async function stock([name, size, color]: Variant, pieces: number) {
  const [row] = await db
    .select({ id: variants.id })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(eq(products.name, name), eq(variants.size, size), eq(variants.color, color)));
  const id = row?.id ?? 0;
  await db.transaction(async (tx) => {
    const level = (await locked(tx, [id])).get(id) ?? 0;
    if (level !== pieces)
      await move(tx, "correction", [{ variantId: id, quantity: pieces - level }], "test", system, "counted");
  });
}

/** Orders and pays at once; returns the state of the order, or the code of the refusal. */
async function bought(variant: Variant, quantity: number, now = after(0)) {
  const heard = await asked([[...variant, quantity]], { network: newNetwork() }, now);
  if (heard instanceof Refusal) return heard.code;
  await payWith(shop, cards.good, heard.clientSecret);
  return (await settleOrder(shop, heard.id, {}, now)).state;
}

afterEach(everythingEnds);

describe("an order for more than half of a variant's stock", () => {
  test.each([
    ["half", 23, 12],
    ["more than half", 23, 13],
    ["most", 23, 20],
    ["six of ten", 10, 6],
    ["four of six", 6, 4],
    ["all pieces", 24, 24],
    ["the last piece", 1, 1],
  ])("is paid when nobody else buys: %s (of %i pieces, %i)", async (_, pieces, quantity) => {
    await stock(henley, pieces);
    expect(await bought(henley, quantity)).toBe("paid");
    expect(await leftOf(shop, [...henley])).toBe(pieces - quantity);
  });

  test("can be paid several times in a row, since paid orders do not use up the time for which drafts may reserve more than half", async () => {
    for (let club = 0; club < 5; club++) {
      await stock(henley, 20);
      expect(await bought(henley, 18, after(club * 0.2))).toBe("paid");
    }
  });

  test("is reserved for 90 seconds, even after a declined card, and can be paid later while the pieces are available", async () => {
    await stock(henley, 20);
    const held = await drafted([[...henley, 18]], { network: newNetwork() });
    await payWith(shop, cards.declined, held.clientSecret);
    await reconcilePayments(shop, after(89 * SECOND));
    expect(await leftOf(shop, [...henley])).toBe(2);

    await reconcilePayments(shop, after(91 * SECOND));
    expect(await leftOf(shop, [...henley])).toBe(20);
    expect(await stateOf(held.id)).toBe("awaiting-payment");
    await payWith(shop, cards.good, held.clientSecret);
    expect((await settleOrder(shop, held.id, {}, after(2))).state).toBe("paid");
    expect(await leftOf(shop, [...henley])).toBe(2);
  });

  test("is reserved for four minutes while the gateway waits for the shopper to confirm a payment", async () => {
    await stock(henley, 20);
    const held = await drafted([[...henley, 18]], { network: newNetwork() });
    await payWith(shop, cards.asksForConfirmation, held.clientSecret);
    await reconcilePayments(shop, after(1.6));
    await reconcilePayments(shop, after(3.9));
    expect(await leftOf(shop, [...henley])).toBe(2);

    await reconcilePayments(shop, after(4.1));
    expect(await leftOf(shop, [...henley])).toBe(20);
    expect(await stateOf(held.id)).toBe("awaiting-payment");
  });

  test("goes to the shopper who pays first once the reservation has ended; the other shopper's payment is refunded", async () => {
    await stock(henley, 20);
    const [one, other] = [
      await drafted([[...henley, 18]], { network: newNetwork() }),
      await drafted([[...henley, 1]], { network: newNetwork() }),
    ];
    await reconcilePayments(shop, after(1.6));
    expect(await leftOf(shop, [...henley])).toBe(20);
    const late = await drafted([[...henley, 18]], { network: newNetwork() }, after(1.7));
    expect(await leftOf(shop, [...henley])).toBe(20);
    await payWith(shop, cards.good, late.clientSecret);
    expect((await settleOrder(shop, late.id, {}, after(1.8))).state).toBe("paid");

    await payWith(shop, cards.good, one.clientSecret);
    await expect(settleOrder(shop, one.id, {}, after(1.9))).rejects.toMatchObject({ code: "payment-returned" });
    await expect(settleOrder(shop, one.id, {}, after(1.9))).rejects.toMatchObject({ code: "payment-returned" });
    expect(await stateOf(one.id)).toBe("cancelled");
    await payWith(shop, cards.good, other.clientSecret);
    expect((await settleOrder(shop, other.id, {}, after(1.9))).state).toBe("paid");
    expect(await stockDrift(db)).toEqual([]);
  });

  test("is refused as held by others only while others hold pieces, and as let go for a network that left pieces unpaid", async () => {
    await stock(henley, 20);
    const network = newNetwork();
    await drafted([[...henley, 11]], { network });
    expect(await asked([[...henley, 12]], { network: newNetwork() }, after(1))).toMatchObject({
      code: "held-by-others",
      details: { lines: [{ name: "Wrench Henley", left: 9 }], retryAfter: 30 },
    });
    expect(await asked([[...henley, 12]], { network }, after(1))).toMatchObject({
      code: "sold-out",
      details: { lines: [{ name: "Wrench Henley", left: 9 }] },
    });

    await reconcilePayments(shop, after(1.6));
    expect(await asked([[...henley, 12]], { network }, after(2))).toMatchObject({
      code: "held-and-let-go",
      details: { lines: [{ name: "Wrench Henley", left: 10 }], retryAfter: 576 },
    });
    expect(await codeOf([[...henley, 14]], { network: newNetwork() }, after(2))).toBe("drafted");
  });
});

test("while fifty networks reserve pieces of one variant for ten minutes, twelve pieces can be bought at least half of the time", async () => {
  const pieces = 40;
  await stock(joggers, pieces);
  const crowd = Array.from({ length: 50 }, () => newNetwork());
  const ticks = 12;
  const mayAskFrom = new Map<string, Date>();
  let [had, single, closed] = [0, 0, 0];
  for (let tick = 0; tick < ticks; tick++) {
    const now = after((tick * 50) / 60);
    await reconcilePayments(shop, now);
    // The networks try to block others with all pieces, a dozen, or single pieces, and start to pay each order.
    for (const [place, network] of crowd.entries()) {
      if (place % 3 !== tick % 3) continue;
      const quantity = [24, 12, 1, 1][(place + tick) % 4] ?? 1;
      if ((mayAskFrom.get(network) ?? now) > now) continue;
      const heard = await asked([[...joggers, quantity]], { network }, now);
      if (heard instanceof Refusal) {
        const wait =
          heard.code === "held-by-network" || heard.code === "held-and-let-go" ? heard.details?.retryAfter : 0;
        mayAskFrom.set(network, new Date(now.getTime() + (wait ?? 0) * 1000));
        continue;
      }
      await payWith(shop, place % 5 === 0 ? cards.asksForConfirmation : cards.declined, heard.clientSecret);
    }
    // Put the pieces sold to the honest shopper back, so that each round begins with the same stock.
    const left = (await leftOf(shop, [...joggers])) ?? 0;
    closed += left === 0 ? 1 : 0;
    if ((await bought(joggers, 12, now)) === "paid") {
      had += 1;
      await stock(joggers, left);
    }
    if ((await bought(joggers, 1, now)) === "paid") {
      single += 1;
      await stock(joggers, left);
    }
  }
  expect(had).toBeGreaterThanOrEqual(ticks / 2);
  expect(single).toBeGreaterThanOrEqual(ticks / 2);
  expect(closed).toBeLessThanOrEqual(ticks / 2);
});
