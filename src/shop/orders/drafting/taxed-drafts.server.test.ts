import { randomBytes } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { products } from "~/shop/catalog/catalog.tables";
import { cents } from "~/shop/money";
import type { PaymentRequest } from "~/shop/payments/gateway";
import { payments } from "~/shop/payments/payments.tables";
import { Refusal } from "~/shop/refusal";
import { settings } from "~/shop/settings.tables";
import { taxStates } from "~/shop/tax/tax.tables";
import { collectIn, collectNowhere } from "~/testing/collected-tax.server";
import { cards, draftRequestFor, jo, payWith } from "~/testing/riders.server";
import { openTestShop } from "~/testing/test-shop.server";
import { orderByNumber } from "../orders.server";
import { orderLines, orders } from "../orders.tables";
import { orderTaxes } from "../order-taxes.tables";
import { settleOrder } from "../settling/settle-order.server";
import { draftOrder } from "./draft-order.server";
import type { DraftRequest } from "./draft-request.server";

const shop = await openTestShop();
const { db } = shop;

const albany = { ...jo, city: "Albany", postalCode: "12207" };
const range = {
  zipFrom: "12201",
  zipTo: "12288",
  name: "Albany",
  localRate: 40_000,
  source: "ny.csv",
  day: "2026-07-01",
};
const exempt = { treatment: "exempt-below", amount: cents(110_00), part: "state" } as const;
/** $34.00, taxed as clothing; the gloves below cost $89.00, taxed as protective gear. */
const TEE: Picks[number] = ["Ride Dirty Tee", "L", "Black"];
const GLOVES: Picks[number] = ["Gauntlet Leather Gloves", "L", "Black"];
type Picks = Parameters<typeof draftRequestFor>[1];

const collectInNewYork = () =>
  collectIn(
    shop,
    "NY",
    { stateRate: 40_000, delivery: "by-share" },
    { ranges: [range], rules: [{ kind: "clothing", ...exempt }] },
  );

beforeEach(async () => {
  await db.update(products).set({ kindForTax: "protective" }).where(eq(products.name, GLOVES[0]));
  await collectNowhere(shop);
});

/** Draft request with an address in Albany and the total that the browser shows, of which `tax` cents are tax. */
const wishTo = async (picks: Picks, tax = 0, more: Partial<DraftRequest> = {}): Promise<DraftRequest> => {
  const wish = await draftRequestFor(shop, picks, { customer: albany, ...more });
  return { ...wish, amount: cents(wish.amount + tax) };
};

async function storedOf({ id }: Pick<PaymentRequest, "id">) {
  const [payment] = await db.select().from(payments).where(eq(payments.gatewayId, id));
  const number = payment?.orderNumber ?? "";
  const [order] = await db.select().from(orders).where(eq(orders.number, number));
  const of = eq(orderTaxes.orderNumber, number);
  const taxes = await db.select().from(orderTaxes).where(of).orderBy(asc(orderTaxes.part), asc(orderTaxes.position));
  const lines = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderNumber, number))
    .orderBy(asc(orderLines.position));
  return { number, order, lines, taxes };
}

const refusalOf = async (work: Promise<unknown>): Promise<Refusal> => {
  const refusal = await work.catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  return refusal as Refusal;
};

describe("the delivery address determines the tax", () => {
  test("gloves and a tee to Albany are taxed by line, and so is delivery; rates and sources are stored [B-73]", async () => {
    await collectInNewYork();
    // $89.00 at 8 %, $34.00 at the county's 4 %; the state taxes 89/123 of the $3.99 for delivery, the county all of it.
    const request = await draftOrder(shop, await wishTo([GLOVES, TEE], 7_12 + 1_36 + 28));

    const { order, lines, taxes } = await storedOf(request);
    expect(request.amount).toBe(123_00 + 3_99 + 8_76);
    expect(order).toMatchObject({ tax: 8_76, deliveryTax: 28, fees: 0, feeTax: 0, total: request.amount });
    expect(lines.map(({ tax }) => tax)).toEqual([7_12, 1_36]);
    expect(taxes).toMatchObject([
      { part: "delivery", base: 3_99, stateBase: 2_89, localBase: 3_99, stateTax: 12, localTax: 16, amount: 28 },
      {
        part: "line",
        position: 0,
        name: "Gauntlet Leather Gloves",
        kind: "protective",
        rule: "taxed",
        base: 89_00,
        stateRate: 40_000,
        localRate: 40_000,
        amount: 7_12,
        state: "NY",
        place: "Albany, NY",
        source: "ny.csv, 2026-07-01",
        mark: null,
      },
      {
        part: "line",
        position: 1,
        rule: "exempt below $110.00, state part",
        stateTax: 0,
        localTax: 1_36,
        amount: 1_36,
      },
    ]);
  });

  test("an address in a state that is not ticked has no tax and no tax rows [B-73]", async () => {
    await collectInNewYork();

    const { order, taxes } = await storedOf(await draftOrder(shop, await wishTo([GLOVES], 0, { customer: jo })));

    expect(order).toMatchObject({ region: "AZ", tax: 0, total: 92_99 });
    expect(taxes).toEqual([]);
  });

  test("a ZIP code outside all ranges of rates is taxed at the rate of the state of its first three digits", async () => {
    await collectInNewYork();
    const customer = { ...albany, postalCode: "12299" };

    const { taxes } = await storedOf(await draftOrder(shop, await wishTo([GLOVES], 3_72, { customer })));

    expect(taxes.map(({ place, amount }) => [place, amount])).toEqual([
      ["NY", 16],
      ["NY", 3_56],
    ]);
  });

  test("fees are stored by name, with their tax [B-86]", async () => {
    const fee = { amount: cents(29), fromValue: cents(0), onlyWithTaxed: true };
    const fees = [
      { name: "Retail delivery fee", ...fee },
      { name: "Taxed fee", ...fee, taxed: true, amount: cents(1_00) },
    ];
    await collectIn(shop, "NY", { stateRate: 40_000, delivery: "not" }, { fees });

    const { order, taxes } = await storedOf(await draftOrder(shop, await wishTo([GLOVES], 3_56 + 1_29 + 4)));

    expect(order).toMatchObject({ tax: 3_60, deliveryTax: 0, fees: 1_29, feeTax: 4, total: 89_00 + 3_99 + 4_89 });
    expect(taxes.filter(({ part }) => part === "fee")).toMatchObject([
      { name: "Retail delivery fee", base: 29, amount: 0 },
      { name: "Taxed fee", base: 1_00, amount: 4 },
    ]);
  });

  test("an order to a ticked state without a rate for the address can be paid, and its tax rows are marked [B-87]", async () => {
    await collectIn(
      shop,
      "NY",
      { stateRate: null, delivery: "with-taxed" },
      { ranges: [{ ...range, zipTo: "12206" }] },
    );

    const request = await draftOrder(shop, await wishTo([GLOVES]));
    await payWith(shop, cards.good, request.clientSecret);
    const order = await settleOrder(shop, request.id);

    expect(order).toMatchObject({ state: "paid", summary: { tax: 0, total: 92_99 } });
    const { taxes } = await storedOf(request);
    expect(taxes.map(({ part, mark, amount }) => [part, mark, amount])).toEqual([
      ["delivery", "no-rate", 0],
      ["line", "no-rate", 0],
    ]);
  });
});

describe("tax settings that change between quote and payment", () => {
  test("if a state is ticked during a checkout, the draft is refused with the new sum, and accepted with that sum", async () => {
    const wish = await wishTo([GLOVES, TEE]);
    await collectInNewYork();

    const refusal = await refusalOf(draftOrder(shop, wish));

    expect(refusal.code).toBe("tax-changed");
    expect(refusal.details).toMatchObject({
      lines: [{ price: 89 }, { price: 34 }],
      summary: { orderValue: 123, deliveryFee: 3.99, tax: 8.76, total: 135.75 },
    });
    expect((await draftOrder(shop, { ...wish, amount: cents(135_75) })).amount).toBe(135_75);
  });

  test("a changed rate is refused as `tax-changed`, a changed price as `prices-changed`", async () => {
    await collectInNewYork();
    const wish = await wishTo([GLOVES], 7_12 + 32);
    await collectIn(shop, "NY", { stateRate: 50_000, delivery: "not" });

    expect((await refusalOf(draftOrder(shop, wish))).code).toBe("tax-changed");
    const dearer = { ...wish, items: wish.items.map((item) => ({ ...item, price: cents(99_00) })) };
    expect((await refusalOf(draftOrder(shop, dearer))).code).toBe("prices-changed");
  });

  test("a draft keeps the tax it was made with, whatever rates and states change afterwards [B-74]", async () => {
    await collectInNewYork();
    const wish = await wishTo([GLOVES], 7_12 + 32, { draftKey: randomBytes(16).toString("hex") });
    const request = await draftOrder(shop, wish);
    const before = await storedOf(request);
    await collectIn(shop, "NY", { stateRate: 100_000 });

    // A repeated draft key returns the same draft.
    expect((await draftOrder(shop, wish)).id).toBe(request.id);
    await collectNowhere(shop);
    await payWith(shop, cards.good, request.clientSecret);
    const order = await settleOrder(shop, request.id);

    expect(order.summary).toMatchObject({ tax: 7_44, total: 89_00 + 3_99 + 7_44 });
    expect((await storedOf(request)).taxes).toEqual(before.taxes);
    expect(await orderByNumber(db, before.number)).toMatchObject({ state: "paid", summary: { tax: 7_44 } });
  });

  test("when a state is ticked during several drafts, each draft has the amount that its browser showed, or is refused", async () => {
    const wishes = await Promise.all(
      Array.from({ length: 8 }, async (_, rider) => {
        const customer = { ...albany, email: `rider${rider}@example.com` };
        return wishTo([TEE], rider % 2 === 0 ? 0 : 1_36 + 16, { customer });
      }),
    );
    const drafting = wishes.map((wish) => draftOrder(shop, wish).catch((error: unknown) => error));
    await collectInNewYork();
    const outcomes = await Promise.all(drafting);

    for (const [rider, outcome] of outcomes.entries()) {
      const total = outcome instanceof Refusal ? undefined : (outcome as PaymentRequest).amount;
      expect([undefined, wishes[rider]?.amount]).toContain(total);
      expect(outcome instanceof Refusal ? outcome.code : "drafted").toMatch(/^(drafted|tax-changed|prices-changed)$/);
    }
  });
});

describe("a tax rate or price that cannot be read stops the checkout", () => {
  const stopped = async () => (await refusalOf(draftOrder(shop, await wishTo([TEE])))).code;

  test("an unreadable tax rate stops the checkout until it is corrected", async () => {
    await collectInNewYork();
    await shop.asOwner("alter table tax_states drop constraint state_rate_is_a_share");
    await db.update(taxStates).set({ stateRate: 8_000_000 });
    await shop.reloadTaxes();
    expect(await stopped()).toBe("checkout-stopped");

    await collectNowhere(shop);
    expect((await draftOrder(shop, await wishTo([TEE]))).amount).toBe(37_99);
  });

  test.each(["deliveryFee", "freeDeliveryFrom"])(
    "an unreadable setting %s stops the checkout instead of being replaced by its default",
    async (name) => {
      await db.insert(settings).values({ name, value: "four dollars" });
      await shop.reloadSettings();
      expect(shop.unreadable()).toEqual([name]);
      expect(await stopped()).toBe("checkout-stopped");

      await db.delete(settings).where(eq(settings.name, name));
      await shop.reloadSettings();
      expect(shop.unreadable()).toEqual([]);
      await draftOrder(shop, await wishTo([TEE]));
    },
  );

  test("an unreadable setting that does not affect prices does not stop the checkout", async () => {
    await db.insert(settings).values({ name: "returnDays", value: "soon" });
    await shop.reloadSettings();
    expect(shop.unreadable()).toEqual([]);
    await draftOrder(shop, await wishTo([TEE]));
  });
});
