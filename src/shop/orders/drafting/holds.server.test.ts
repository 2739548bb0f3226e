import { eq, isNotNull, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { openDelivery } from "~/shop/delivery-terms.server";
import { priceOf } from "~/shop/price";
import { cards, jo, leftOf, payWith, sam, draftRequestFor } from "~/testing/riders.server";
import { productsById } from "~/shop/catalog/catalog.server";
import { variants } from "~/shop/catalog/catalog.tables";
import { variantPrice } from "~/shop/catalog/pricing/pricing";
import { locked } from "~/shop/catalog/stock/reservations.server";
import { cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { draftOrder } from "./draft-order.server";
import { orders } from "../orders.tables";
import { pricedLines, type RequestedLine } from "./priced-lines.server";
import { reconcilePayments } from "../settling/reconcile-payments.server";
import { settleOrder } from "../settling/settle-order.server";
import { openHeldStock } from "~/testing/held-stock.server";
import { untilWaiting } from "~/testing/until-waiting.server";

const { shop, db, after, tee, vest, newNetwork, numberOf, stateOf, asked, codeOf, drafted, everythingEnds } =
  await openHeldStock();
type Picks = Parameters<typeof draftRequestFor>[1];

const variantIdsOf = async (picks: Picks): Promise<number[]> =>
  (await pricedLines(db, (await draftRequestFor(shop, picks)).items)).map(({ variantId }) => variantId);

describe("the limit of unpaid orders, and of their pieces, that one network may have", () => {
  test("refuses an order above the limit and states the limit, so that thirteen requests cannot empty the shop", async () => {
    const rows = await db.select().from(variants).where(isNotNull(variants.stock)).limit(30);
    const all = await productsById(db, [...new Set(rows.map(({ productId }) => productId))]);
    const items = rows.flatMap(({ productId, size, color }): RequestedLine[] => {
      const product = all.find(({ id }) => id === productId);
      const variant = product?.variants.find((other) => other.size === size && other.color === color);
      if (!product || !variant) return [];
      return [{ product: productId, size, color, quantity: 99, price: variantPrice(product, variant) }];
    });
    const { total } = priceOf(items, null, openDelivery(shop).terms).summary;

    for (let turn = 0; turn < 13; turn++) {
      const wish = { items, customer: jo, method: "Credit Card", amount: total, network: "198.51.100.7" } as const;
      await expect(draftOrder(shop, wish)).rejects.toMatchObject({
        code: "held-too-much",
        details: { most: 24, pieces: items.length * 99 },
      });
    }
    expect(await db.$count(orders)).toBe(0);
  });

  test("refuses a fourth unpaid order until one is paid, and does not affect other networks", async () => {
    const network = newNetwork();
    const first = await drafted(tee, { network });
    expect(await codeOf(tee, { network })).toBe("drafted");
    expect(await codeOf(tee, { network })).toBe("drafted");

    expect(await asked(tee, { network }, after(1))).toMatchObject({
      code: "held-by-network",
      status: 429,
      details: { retryAfter: 120 },
    });
    expect(await codeOf(tee, { network: newNetwork() })).toBe("drafted");

    await payWith(shop, cards.good, first.clientSecret);
    await settleOrder(shop, first.id);
    expect(await codeOf(tee, { network })).toBe("drafted");
    await everythingEnds();
  });

  test("refuses a network at its limit without waiting for locks of other drafts of the same variant", async () => {
    const network = newNetwork();
    for (let draft = 0; draft < 3; draft++) expect(await codeOf(tee, { network })).toBe("drafted");

    const heard = await db.transaction(async (tx) => {
      await locked(tx, await variantIdsOf(tee));
      let code: string | undefined;
      const asking = codeOf(tee, { network }).then((answer) => (code = answer));
      await untilWaiting(db, { orEnded: () => code !== undefined });
      return { code, asking };
    });

    expect(heard.code).toBe("held-by-network");
    await heard.asking;
    await everythingEnds();
  });

  test("is 24 pieces over all unpaid orders", async () => {
    const network = newNetwork();
    const many: Picks = [
      ["Ride Dirty Tee", "L", "Black", 8],
      ["Sprocket Tee", "M", "Ash", 8],
    ];
    expect(await codeOf(many, { network })).toBe("drafted");
    expect(await codeOf(many, { network: newNetwork() })).not.toBe("held-by-network");

    expect(await codeOf([["Camp Joggers", "M", "Ash", 9]], { network })).toBe("held-by-network");
    expect(await codeOf([["Camp Joggers", "M", "Ash", 1]], { network })).toBe("drafted");
    await everythingEnds();
  });

  test("admits three of twelve simultaneous orders", async () => {
    const network = newNetwork();
    const codes = await Promise.all(Array.from({ length: 12 }, () => codeOf(tee, { network })));

    expect(codes.filter((code) => code === "drafted")).toHaveLength(3);
    expect(codes.filter((code) => code === "held-by-network")).toHaveLength(9);
    await everythingEnds();
  });

  test("counts a browser that changes its bag repeatedly as one draft, identified by its key or its secret", async () => {
    const network = newNetwork();
    const draftKey = "0123456789abcdef0123456789abcdef";
    for (const quantity of [1, 2, 3, 4, 5])
      expect(await codeOf([["Sprocket Tee", "M", "Ash", quantity]], { network, draftKey })).toBe("drafted");

    let replaces: string | undefined;
    for (const quantity of [1, 2, 3, 4, 5])
      replaces = (await drafted([["Camp Joggers", "M", "Ash", quantity]], { network, replaces })).clientSecret;
    expect(await db.$count(orders, eq(orders.state, "awaiting-payment"))).toBe(2);
    await everythingEnds();
  });

  test("does not count paid orders, so that a whole office can buy one after the other", async () => {
    const network = newNetwork();
    for (let buyer = 0; buyer < 12; buyer++) {
      const request = await drafted(buyer % 2 ? tee : [["Camp Joggers", "M", "Ash"]], { network });
      await payWith(shop, cards.good, request.clientSecret);
      expect((await settleOrder(shop, request.id)).state).toBe("paid");
    }
  });

  test("is fifty times as high for all unknown networks together", async () => {
    const settings = () => ({ ...shop.settings(), heldDrafts: 1 });
    const wish = await draftRequestFor(shop, [["Sprocket Tee", "M", "Ash"]]);
    const stock = await leftOf(shop, ["Sprocket Tee", "M", "Ash"]);
    await db
      .update(variants)
      .set({ stock: 1000 })
      .where(eq(variants.stock, stock ?? -1));
    for (let turn = 0; turn < 50; turn++) await draftOrder({ ...shop, settings }, wish, after(0));

    await expect(draftOrder({ ...shop, settings }, wish, after(0))).rejects.toMatchObject({ code: "held-by-network" });
    await everythingEnds();
    await db.execute(sql`update variants set stock =
      (select coalesce(sum(quantity), 0) from stock_movements where variant_id = variants.id) where stock is not null`);
  });

  test("may be as high as the settings allow, which for unknown networks is more than SQL can count", async () => {
    const [heldDrafts, heldPieces, heldHalfFrom] = [2_147_483_646, 2_147_483_646, 2_147_483_646];
    const settings = () => ({ ...shop.settings(), heldDrafts, heldPieces, heldHalfFrom });
    const wish = await draftRequestFor(shop, tee);
    for (const network of [newNetwork(), undefined]) {
      const { id } = await draftOrder({ ...shop, settings }, { ...wish, network }, after(0));
      expect(await stateOf(id)).toBe("awaiting-payment");
    }
    await everythingEnds();
  });

  test("stores only a hash of the network, and deletes it when the draft is paid or some minutes after it expired", async () => {
    const network = newNetwork();
    const networkOf = async (requestId: string) => {
      const [order] = await db
        .select({ network: orders.network })
        .from(orders)
        .where(eq(orders.number, await numberOf(requestId)));
      return order?.network;
    };
    const [paid, lapsed] = [await drafted(tee, { network }), await drafted(tee, { network })];
    expect(await networkOf(paid.id)).toMatch(/^[0-9a-f]{32}$/);

    await payWith(shop, cards.good, paid.clientSecret);
    await settleOrder(shop, paid.id);
    expect(await networkOf(paid.id)).toBeNull();

    await reconcilePayments(shop, after(4));
    expect(await networkOf(lapsed.id)).not.toBeNull();
    await reconcilePayments(shop, after(15));
    expect(await networkOf(lapsed.id)).toBeNull();
  });
});

describe("the pieces of one variant that all drafts may reserve", () => {
  const joggers = ["Camp Joggers", "S", "Black"] as const;

  test("simultaneous drafts reserve no more than the available pieces of a variant; paid pieces are no longer reserved", async () => {
    const left = (await leftOf(shop, [...joggers])) ?? 0;
    const all = await Promise.all(
      Array.from({ length: left }, () => asked([[...joggers, 2]], { network: newNetwork() })),
    );

    const requests = all.filter((heard) => !(heard instanceof Refusal));
    expect(requests).toHaveLength(Math.floor(left / 2));
    const [first] = requests;
    if (!first || first instanceof Refusal) throw new Error("Nobody got any.");
    await payWith(shop, cards.good, first.clientSecret);
    await settleOrder(shop, first.id);
    await everythingEnds();
    expect(await codeOf([[...joggers, Math.ceil((left - 2) / 2)]], { network: newNetwork() })).toBe("drafted");
    await everythingEnds();
  });

  const henley = ["Wrench Henley", "M", "Bone"] as const;

  test("while one draft holds half, others get single pieces until none is left; then the refusal says that others hold them", async () => {
    const left = (await leftOf(shop, [...henley])) ?? 0;
    expect(left).toBeGreaterThanOrEqual(5);
    const half = Math.ceil(left / 2);
    expect(await codeOf([[...henley, half]], { network: newNetwork() })).toBe("drafted");

    const singles = await Promise.all(
      Array.from({ length: left }, () => codeOf([[...henley]], { network: newNetwork() })),
    );
    expect(singles.filter((code) => code === "drafted")).toHaveLength(left - half);
    expect(singles.filter((code) => code === "held-by-others")).toHaveLength(half);
    await everythingEnds();
  });

  test("while half of a variant is held, a network that left pieces unpaid gets none of the rest for ten minutes", async () => {
    const half = Math.ceil(((await leftOf(shop, [...henley])) ?? 0) / 2);
    const network = newNetwork();
    await drafted(tee, { network });
    await reconcilePayments(shop, after(3.1));
    await drafted([[...henley, half]], { network: newNetwork() }, after(4));

    expect(await asked([[...henley]], { network }, after(4))).toMatchObject({
      code: "held-and-let-go",
      details: { lines: [{ name: "Wrench Henley", left: 0 }], retryAfter: 546 },
    });
    expect(await codeOf([[...henley]], { network }, after(13.2))).toBe("drafted");
    await everythingEnds();
  });

  test("one draft can hold the last pieces; a network that left them unpaid cannot hold them for ten minutes", async () => {
    const network = newNetwork();
    expect(await leftOf(shop, ["Roadhouse Cut Vest", "M", "Black"])).toBe(1);
    const first = await drafted(vest, { network });
    await reconcilePayments(shop, after(3.1));
    expect(await stateOf(first.id)).toBe("cancelled");

    expect(await asked(vest, { network }, after(4))).toMatchObject({
      code: "held-and-let-go",
      details: { lines: [{ name: "Roadhouse Cut Vest", left: 0 }], retryAfter: 546 },
    });
    const plenty = await drafted(tee, { network }, after(4));
    await payWith(shop, cards.good, plenty.clientSecret);
    const other = await drafted(vest, { network: newNetwork() }, after(4));
    await reconcilePayments(shop, after(8));
    expect(await stateOf(other.id)).toBe("cancelled");

    expect(await codeOf(vest, { network }, after(13.2))).toBe("drafted");
    await everythingEnds();
  });

  test("a draft that is repeated after its time, or replaced again and again, counts as left unpaid", async () => {
    const draftKey = "fedcba9876543210fedcba9876543210";
    const late = newNetwork();
    await drafted(vest, { network: late, draftKey });
    expect(await codeOf(vest, { network: late, draftKey }, after(3.5))).toBe("held-and-let-go");

    const network = newNetwork();
    let replaces = (await drafted(vest, { network })).clientSecret;
    for (let minute = 2.5; minute < 30; minute += 2.5)
      replaces = (await drafted(vest, { network, replaces, customer: minute % 5 ? jo : sam }, after(minute)))
        .clientSecret;
    expect(await codeOf(vest, { network, replaces }, after(31))).toBe("held-and-let-go");
    await everythingEnds();
  });

  test("a refused replacement leaves the earlier draft, its pieces and its time unchanged", async () => {
    const network = newNetwork();
    const draftKey = "00112233445566778899aabbccddeeff";
    const { id, clientSecret } = await drafted(vest, { network, draftKey });
    const replaces = clientSecret;
    const short: Picks = [["Roadhouse Cut Vest", "M", "Black", 2]];

    expect(await codeOf(vest, { network, replaces, amount: cents(100) }, after(0.5))).toBe("prices-changed");
    expect(await codeOf(vest, { network, draftKey, discountCode: "NOSUCH" }, after(1))).toBe("code-unknown");
    expect(await codeOf([["Camp Joggers", "M", "Ash", 99]], { network, replaces }, after(2))).toBe("held-too-much");
    expect(await codeOf(short, { network, draftKey }, after(2.9))).toBe("sold-out");

    expect(await stateOf(id)).toBe("awaiting-payment");
    expect(await leftOf(shop, ["Roadhouse Cut Vest", "M", "Black"])).toBe(0);
    await reconcilePayments(shop, after(3.1));
    expect(await stateOf(id)).toBe("cancelled");
    expect(await codeOf(vest, { network }, after(3.2))).toBe("held-and-let-go");
    await everythingEnds();
  });

  test("giving up the last pieces and asking for them again counts as leaving them unpaid", async () => {
    const network = newNetwork();
    const plenty: Picks = [["Sprocket Tee", "M", "Ash"]];
    for (let minute = 0; minute < 32; minute += 2.9) {
      const { clientSecret } = await drafted(vest, { network }, after(minute));
      const other = await drafted(plenty, { network, replaces: clientSecret }, after(minute + 2.8));
      await payWith(shop, cards.good, other.clientSecret);
      await settleOrder(shop, other.id, {}, after(minute + 2.8));
      if (minute + 2.8 >= 30) break;
    }
    expect(await codeOf(vest, { network }, after(32))).toBe("held-and-let-go");
    expect(await codeOf(vest, { network: newNetwork() }, after(32))).toBe("drafted");
    await everythingEnds();
  });
});
