import { eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { rateLimits } from "~/platform/rate-limit.tables";
import { discountCodes } from "~/shop/discounts/discounts.tables";
import { cents } from "~/shop/money";
import { collectIn, collectNowhere } from "~/testing/collected-tax.server";
import { openPayingCalls } from "~/testing/paying-calls.server";
import { cards, jo, leftOf } from "~/testing/riders.server";
import { orderByNumber } from "../orders.server";

const { shop, db, post, refused, stored, intent, order, pay } = await openPayingCalls();

const TEE = ["Ride Dirty Tee", "L", "Black"] as const;
const HELMET = ["Apex Full-Face Helmet", "M", "Matte Black"] as const;
const ALBANY = { postalCode: "12207", state: "NY" };
const PORTLAND = { postalCode: "97201" };

/** Taxes of New York: clothing below $110 is exempt from the state's 4 %; the local rate of Albany is 4 %. */
const newYork = (more: Parameters<typeof collectIn>[3] = {}) =>
  collectIn(
    shop,
    "NY",
    { stateRate: 40_000, localRate: 40_000 },
    {
      rules: [{ kind: "clothing", treatment: "exempt-below", amount: cents(110_00), part: "state" }],
      ranges: [{ zipFrom: "12201", zipTo: "12288", localRate: 40_000, name: "Albany" }],
      ...more,
    },
  );
afterEach(() => collectNowhere(shop));

async function question(picks: Parameters<typeof intent>, more: object = {}) {
  const { items } = await intent(...picks);
  return { items: items.map(({ price: _shown, ...item }) => item), address: ALBANY, ...more };
}
const helmetAndTee = () => question([[...HELMET], [...TEE]]);
const quoted = async (body: object) => (await post("/pay/quote", body)).body;

describe("a quote", () => {
  test("has no tax if no state is ticked, and equals the sums of the bag [B-73]", async () => {
    expect(await post("/pay/quote", await question([[...TEE, 2]]))).toMatchObject({ status: 200 });
    const { summary, lines } = await quoted(await question([[...TEE, 2]]));
    expect(summary).toEqual({ orderValue: 68, discount: 0, deliveryFee: 3.99, tax: 0, total: 71.99 });
    expect(lines).toMatchObject([{ name: "Ride Dirty Tee", size: "L", color: "Black", quantity: 2, price: 34 }]);
  });

  test("a quote to Albany taxes the helmet fully and the tee below $110 only locally; to other states it has no tax [B-73]", async () => {
    await newYork();

    expect((await quoted(await helmetAndTee())).summary).toEqual({
      orderValue: 363,
      discount: 0,
      deliveryFee: 0,
      tax: 27.68,
      total: 390.68,
      taxLines: [{ kind: "tax", name: "Sales tax", amount: 27.68 }],
    });
    const elsewhere = await quoted({ ...(await helmetAndTee()), address: PORTLAND });
    expect(elsewhere.summary).toEqual({ orderValue: 363, discount: 0, deliveryFee: 0, tax: 0, total: 363 });
  });

  test("lists each fee by name, and includes fees in `tax`, so that the amounts add up [B-86]", async () => {
    await newYork({ fees: [{ name: "Retail delivery fee", amount: cents(28), fromValue: cents(0) }], rules: [] });

    expect((await quoted(await question([[...TEE]]))).summary).toEqual({
      orderValue: 34,
      discount: 0,
      deliveryFee: 3.99,
      tax: 3,
      total: 40.99,
      taxLines: [
        { kind: "fee", name: "Retail delivery fee", amount: 0.28 },
        { kind: "tax", name: "Sales tax", amount: 2.72 },
      ],
    });
  });

  test("subtracts a code before tax, if the code is valid for the shopper", async () => {
    await newYork();
    await db.insert(discountCodes).values({ code: "HALF", kind: "percent", percent: 50, email: jo.email });
    const body = { ...(await helmetAndTee()), discountCode: "half" };

    expect((await refused("/pay/quote", { ...body, email: "sam@example.com" })).code).toBe("code-of-another");
    const { summary } = await quoted({ ...body, email: jo.email });
    // Half of the helmet at 8 %, half of the tee at the local 4 % of Albany.
    expect(summary).toMatchObject({ discount: 181.5, tax: 13.84, total: 195.34 });
  });

  test("reserves nothing, and equals the payment intent and the order exactly", async () => {
    await newYork();
    const left = await leftOf(shop, [...TEE]);
    const before = await stored();
    const { summary } = (await quoted(await helmetAndTee())) as { summary: { total: number } };
    expect(await stored()).toEqual(before);
    expect(await leftOf(shop, [...TEE])).toBe(left);

    const wish = await intent([...HELMET], [...TEE]);
    const customer = { ...jo, postalCode: ALBANY.postalCode };
    const asked = await post("/pay/create-payment-intent", {
      ...wish,
      customer,
      amount: Math.round(summary.total * 100),
    });
    expect(asked.status).toBe(200);
    await pay(asked.body.clientSecret, cards.good);
    const bare = await order(String(asked.body.paymentIntentId), [...HELMET], [...TEE]);
    const { customer: buyer, orderDetails } = bare;
    const placed = await post("/orders", {
      ...bare,
      customer: { ...buyer, ...customer },
      orderDetails: { ...orderDetails, orderSummary: { ...orderDetails.orderSummary, total: summary.total } },
    });
    expect(placed.body.orderSummary).toEqual(summary);
    expect((await orderByNumber(db, String(placed.body.orderNumber)))?.summary).toMatchObject({
      tax: 27_68,
      fees: 0,
      total: 390_68,
    });
  });

  test("a quote that changed before payment is refused with the new sum, which the next quote returns, too", async () => {
    await newYork();
    const { summary } = (await quoted(await helmetAndTee())) as { summary: { total: number } };
    await newYork({ rules: [] });

    const wish = { ...(await intent([...HELMET], [...TEE])), amount: Math.round(summary.total * 100) };
    const body = await refused("/pay/create-payment-intent", {
      ...wish,
      customer: { ...jo, postalCode: ALBANY.postalCode },
    });

    expect(body).toMatchObject({ code: "tax-changed", summary: { tax: 29.04, total: 392.04 } });
    expect((await quoted(await helmetAndTee())).summary).toEqual(body.summary);
  });
});

describe("a quote that is refused", () => {
  test.each([
    ["a ZIP of four digits", { address: { postalCode: "1000" } }, "address.postalCode"],
    ["a ZIP outside of the states", { address: { postalCode: "00901" } }, "address.postalCode"],
    ["another state than the ZIP's", { address: { postalCode: "12207", state: "NJ" } }, "address.state"],
    ["a state that is none", { address: { postalCode: "12207", state: "New York" } }, "address.state"],
    ["no goods", { items: [] }, "items"],
    ["no address", { address: undefined }, "address"],
  ])("a quote with %s has an error for that field", async (_, wrong, field) => {
    const body = await refused("/pay/quote", { ...(await helmetAndTee()), ...wrong });
    expect([body.code, body.errors?.map((error) => error.field)]).toEqual(["input-invalid", [field]]);
  });

  test("a quote for an unknown product is refused as product-unknown, and one with an unknown code as code-unknown", async () => {
    const { items, ...rest } = await helmetAndTee();
    const unknown = items.map((item) => ({ ...item, product: "nosuchproduct" }));
    expect((await refused("/pay/quote", { ...rest, items: unknown })).code).toBe("product-unknown");
    expect((await refused("/pay/quote", { ...rest, items, discountCode: "NONE" })).code).toBe("code-unknown");
  });

  test("a network that sends too many requests is refused, while other networks get quotes", async () => {
    const body = await helmetAndTee();
    const from = (network: string) => post("/pay/quote", body, { "x-client-address": network });
    expect((await from("203.0.113.7")).status).toBe(200);
    const key = sql`${rateLimits.key} like 'quotes:203.0.113.%'`;
    await db.update(rateLimits).set({ points: 600 }).where(key);

    expect(await from("203.0.113.7")).toMatchObject({ status: 429, body: { code: "too-many-requests" } });
    expect((await from("198.51.100.9")).status).toBe(200);
  });

  test("tax rates that cannot be read stop the quote with a message, and no tax is assumed", async () => {
    await newYork();
    await shop.asOwner("alter table tax_rules drop constraint treatment_is_known");
    await db.execute(sql`update tax_rules set treatment = 'half', amount_cents = null`);
    await shop.reloadTaxes();
    try {
      expect((await post("/pay/quote", await helmetAndTee())).body).toMatchObject({ code: "checkout-stopped" });
    } finally {
      await db.execute(sql`delete from tax_rules`);
      await shop.reloadTaxes();
    }
    expect((await post("/pay/quote", await helmetAndTee())).status).toBe(200);
  });
});

test("a quote does not count as a use of its code", async () => {
  await db.insert(discountCodes).values({ code: "ONCE", kind: "percent", percent: 10, mostUses: 1 });
  const body = { ...(await helmetAndTee()), discountCode: "ONCE" };
  for (const _ of [1, 2]) expect((await post("/pay/quote", body)).status).toBe(200);
  expect(await db.$count(discountCodes, eq(discountCodes.code, "ONCE"))).toBe(1);
});
