import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loudHour } from "~/platform/hourly-sum.server";
import { rateLimits } from "~/platform/rate-limit.tables";
import { Refusal } from "~/shop/refusal";
import { settings } from "~/shop/settings.tables";
import { HOUR_OF_QUESTIONS } from "~/shop/tax/tax-answers.server";
import { taxAnswers } from "~/shop/tax/tax-answers.tables";
import { collectIn, collectNowhere } from "~/testing/collected-tax.server";
import { draftRequestFor, jo, lineOf } from "~/testing/riders.server";
import { openStripeShop } from "~/testing/stripe-shop.server";
import { orderTaxes } from "../order-taxes.tables";
import { quoteOrder } from "../quoting/quote-order.server";
import { settleOrder } from "../settling/settle-order.server";
import { draftOrder } from "./draft-order.server";

const { stripe, shop, atStripe, db, app } = await openStripeShop();
const { tax } = stripe.account;

const TEE = ["Ride Dirty Tee", "L", "Black"] as const;
let tested = 0;
/** An address of its own for each test, because a process remembers networks that are above their limits. */
let office = "";
const CALCULATIONS = /^POST \/v1\/tax\/calculations/;
const codes = {
  clothing: "txcd_30011000",
  footwear: "txcd_30011000",
  protective: "txcd_30060006",
  accessory: "txcd_99999999",
};
const asked = () => stripe.requests.filter(({ what }) => CALCULATIONS.test(what));
const zipOf = (index: number) => String(12_201 + index);

beforeEach(async () => {
  await collectIn(shop, "NY", { stateRate: 40_000, localRate: 40_000, source: "Typed", day: "2026-10-01" });
  const row = { name: "taxService", value: { by: "stripe", codes }, version: 1 };
  await db.insert(settings).values(row).onConflictDoUpdate({ target: settings.name, set: row });
  await shop.reloadSettings();
  tax.registrations.set("NY", { state: 40_000, local: 45_000 });
  await db.delete(taxAnswers);
  await db.delete(rateLimits);
  stripe.requests.length = 0;
  office = `198.51.100.${(tested += 1)}`;
});
afterEach(() => collectNowhere(shop));

/** Quote for tees to an address, asked from a network. */
async function quoted(network: string, postalCode = "12207", street = "1 Eagle Street", quantity = 1, at = atStripe) {
  const { price: _shown, ...item } = await lineOf(at, [...TEE, quantity]);
  const wish = { items: [item], address: { postalCode, street, city: "Albany" } };
  return (await quoteOrder(at, wish, new Date(), network)).summary;
}

async function drafted(network: string, street: string, amount: number, draftKey: string) {
  const customer = { ...jo, address: street, city: "Albany", postalCode: "12207" };
  return draftOrder(
    atStripe,
    await draftRequestFor(atStripe, [[...TEE]], {
      customer,
      amount: amount as never,
      network,
      draftKey: draftKey as never,
    }),
  );
}

describe("questions to the tax service", () => {
  test("are one for a bag and ZIP a day, whatever streets are quoted and however many ask at once", async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => quoted(office, "12207", `${index} Eagle Street`)));
    expect(asked()).toHaveLength(1);
    expect(asked()[0]?.params).toMatchObject({ customer_details: { address: { postal_code: "12207" } } });
    await quoted(office, "12207", "90 Eagle Street", 2);
    expect(asked()).toHaveLength(2);
  });

  test("are one for two processes that ask at once", async () => {
    const other = shop.anotherProcess();
    const [one, two] = await Promise.all([
      quoted(office),
      quoted(office, "12207", "2 Eagle Street", 1, { ...atStripe, db: other.db }),
    ]);
    expect(one).toEqual(two);
    expect(asked()).toHaveLength(1);
  });

  test("of a network end after 20 new ones, also over two processes, and then its quotes are marked estimates", async () => {
    const other = { ...atStripe, db: shop.anotherProcess().db };
    for (let index = 0; index < 24; index += 1) await quoted(office, zipOf(index), "", 1, index % 2 ? other : atStripe);
    expect(asked()).toHaveLength(20);
    expect(await quoted(office, zipOf(30))).toMatchObject({ tax: 272, taxIsEstimate: true });

    // A known answer is no question, and other networks ask on.
    expect(await quoted(office, zipOf(3))).not.toHaveProperty("taxIsEstimate");
    expect(await quoted("203.0.113.1", zipOf(40))).not.toHaveProperty("taxIsEstimate");
    expect(asked()).toHaveLength(21);
  });

  test("of a household count together over its IPv6 addresses", async () => {
    for (let index = 0; index < 21; index += 1) await post(`2001:db8:1:2::${index + 1}`, zipOf(index));
    expect(await post("2001:db8:1:2:ffff::9", zipOf(50))).toMatchObject({
      taxIsEstimate: true,
      taxLines: [{ name: "Estimated sales tax" }],
    });
    expect(await post("2001:db8:1:3::1", zipOf(51))).not.toHaveProperty("taxIsEstimate");
  });

  async function post(network: string, postalCode: string): Promise<object> {
    const { price: _shown, ...item } = await lineOf(shop, [...TEE]);
    const response = await app.request("/pay/quote", {
      method: "POST",
      headers: { "content-type": "application/json", "x-client-address": network },
      body: JSON.stringify({ items: [item], address: { postalCode } }),
    });
    return ((await response.json()) as { summary: object }).summary;
  }

  test("stop nothing by the shop's sum of an hour, which is remembered", async () => {
    await db
      .insert(rateLimits)
      .values({ key: "hourly tax-questions", points: HOUR_OF_QUESTIONS.most, expire: new Date(Date.now() + 60_000) });
    expect(await loudHour(db, HOUR_OF_QUESTIONS, new Date())).toBeUndefined();
    expect(await quoted(office)).not.toHaveProperty("taxIsEstimate");
    expect(await loudHour(db, HOUR_OF_QUESTIONS, new Date())).toMatchObject({ times: HOUR_OF_QUESTIONS.most + 1 });
  });
});

/** Sets the stock of all goods; gift cards have none. */
const stockAll = (stock: number) =>
  db.execute(
    sql`update variants set stock = ${stock} where product_id not in (select id from products where kind = 'gift-card')`,
  );

describe("a draft", () => {
  test("is never charged by an estimate, and its answer is the quote's from then on", async () => {
    for (let index = 0; index < 20; index += 1) await quoted(office, zipOf(index + 20), "");
    const { total } = await quoted(office);
    const refusal = await drafted(office, "1 Eagle Street", total, "key-of-one").catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "tax-changed" });
    const now = await quoted(office);
    expect(now).toMatchObject({ tax: 289 + 34 });
    expect(now).not.toHaveProperty("taxIsEstimate");
    await drafted(office, "1 Eagle Street", now.total, "key-of-one");
  });

  test("asks nothing while its holds are not granted", async () => {
    const { total } = await quoted("203.0.113.9");
    stripe.requests.length = 0;
    await stockAll(0);
    const refusal = await drafted("203.0.113.9", "3 Eagle Street", total, "key-of-two").catch(
      (error: unknown) => error,
    );
    await stockAll(500);
    expect(refusal).toMatchObject({ code: "held-by-others" });
    expect(asked()).toEqual([]);
  });

  test("asks no more than 120 times in ten minutes for a network that holds none of its drafts", async () => {
    await db.insert(rateLimits).values({
      key: `draft-tax-questions:203.0.113.77`,
      points: 120,
      expire: new Date(Date.now() + 60_000),
    });
    const refusal = await drafted("203.0.113.77", "3 Eagle Street", 4122, "key-of-three").catch(
      (error: unknown) => error,
    );
    expect(refusal).toMatchObject({ code: "held-by-network" });
    expect(asked()).toEqual([]);
  });
});

test("beside 50 attackers each of 30 riders of one office pays the tax that the service computes", async () => {
  await stockAll(2000);
  const attack = async (index: number) => {
    for (let turn = 0; turn < 4; turn += 1) {
      // Half of them sit in the riders' own office.
      const network = index % 2 ? office : `192.0.2.${index}`;
      await quoted(network, zipOf((index * 4 + turn) % 88), `${turn} Street`, 1 + (index % 3));
    }
  };
  const ride = async (index: number) => {
    const street = `${index} Office Park`;
    const pay = async () => {
      const { total } = await quoted(office, "12207", street);
      return drafted(office, street, total, `office-${index}`);
    };
    const request = await pay().catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== "tax-changed") throw error;
      return pay();
    });
    await stripe.confirmCard(request.clientSecret, "4242424242424242");
    await settleOrder(atStripe, request.id);
  };
  /** Riders of the office one after the other in three rows, because a network holds three unpaid orders at a time. */
  const row = async (first: number) => {
    for (let index = first; index < 30; index += 3) await ride(index);
  };
  await Promise.all([
    ...Array.from({ length: 50 }, (_, index) => attack(index)),
    ...Array.from({ length: 3 }, (_, index) => row(index)),
  ]);
  const { rows } = await db.execute<{ number: string; source: string; mark: string | null }>(sql`
    select distinct orders.number, ${orderTaxes.source} as source, ${orderTaxes.mark} as mark
    from orders join ${orderTaxes} on ${orderTaxes.orderNumber} = orders.number where orders.address like '%Office Park' and orders.state = 'paid'`);
  expect(new Set(rows.map(({ number }) => number)).size).toBe(30);
  for (const { source, mark } of rows) expect([source.startsWith("Stripe Tax "), mark]).toEqual([true, null]);
  // 20 of the office, 4 of each other attacker at most, and at most two drafts of each rider.
  expect(asked().length).toBeLessThanOrEqual(20 + 25 * 4 + 30 * 2);
}, 120_000);
