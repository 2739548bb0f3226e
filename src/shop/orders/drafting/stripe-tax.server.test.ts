import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY, HOUR } from "~/platform/durations";
import { quoteOrder } from "../quoting/quote-order.server";
import { settings } from "~/shop/settings.tables";
import { taxAnswers } from "~/shop/tax/tax-answers.tables";
import { sweepTaxAnswers } from "~/shop/tax/tax-answers.server";
import { cents } from "~/shop/money";
import { payments, refunds } from "~/shop/payments/payments.tables";
import { collectIn, collectNowhere } from "~/testing/collected-tax.server";
import { draftRequestFor, jo } from "~/testing/riders.server";
import { openStripeShop } from "~/testing/stripe-shop.server";
import { executeRefund } from "../refunds/execute-refund.server";
import { requestRefund } from "../refunds/request-refund.server";
import { orderTaxes } from "../order-taxes.tables";
import { refundsToReverseByHand, reportTaxes, untoldTaxes } from "../report-taxes.server";
import { settleOrder } from "../settling/settle-order.server";
import { taxReports } from "../tax-reports.tables";
import { draftOrder } from "./draft-order.server";

const { stripe, atStripe, shop, db } = await openStripeShop();
const { tax } = stripe.account;

const TEE = ["Ride Dirty Tee", "L", "Black", 2] as const;
const ALBANY = { ...jo, address: "1 Eagle Street", city: "Albany", postalCode: "12207" };
const CALCULATIONS = /^POST \/v1\/tax\/calculations/;
const codes = {
  clothing: "txcd_30011000",
  footwear: "txcd_30011000",
  protective: "txcd_30060006",
  accessory: "txcd_99999999",
};

async function switchTo(by: "own" | "stripe") {
  const row = { name: "taxService", value: { by, codes }, version: 1 };
  await db.insert(settings).values(row).onConflictDoUpdate({ target: settings.name, set: row });
  await shop.reloadSettings();
}

beforeEach(async () => {
  await collectIn(shop, "NY", {
    stateRate: 40_000,
    localRate: 40_000,
    delivery: "with-taxed",
    source: "Typed",
    day: "2026-10-01",
  });
  await switchTo("stripe");
  tax.registrations.set("NY", { state: 40_000, local: 45_000 });
  tax.exempt.clear();
  tax.flatFee = 0;
  await db.delete(taxAnswers);
  stripe.requests.length = 0;
});
afterEach(() => collectNowhere(shop));

const asked = () => stripe.requests.filter(({ what }) => CALCULATIONS.test(what));

/** Sums that the checkout shows for two tees to Albany. */
async function quoted(customer = ALBANY, now = new Date(), at = atStripe) {
  const { items } = await draftRequestFor(at, [[...TEE]]);
  const address = { postalCode: customer.postalCode, street: customer.address, city: customer.city };
  return (await quoteOrder(at, { items, address }, now)).summary;
}

/** Drafts an order with the total that the checkout shows. */
async function drafted(now = new Date()) {
  const { total } = await quoted(ALBANY, now);
  const wish = await draftRequestFor(atStripe, [[...TEE]], { customer: ALBANY, amount: total });
  const request = await draftOrder(atStripe, wish, now);
  const [payment] = await db.select().from(payments).where(eq(payments.gatewayId, request.id));
  if (!payment?.orderNumber) throw new Error("No order was drafted.");
  return { ...request, number: payment.orderNumber, payment };
}

async function paid() {
  const own = await drafted();
  await stripe.confirmCard(own.clientSecret, "4242424242424242");
  await settleOrder(atStripe, own.id, { customer: ALBANY });
  return own;
}

const taxesOf = (number: string) => db.select().from(orderTaxes).where(eq(orderTaxes.orderNumber, number));

describe("a tax calculation by Stripe", () => {
  test("is used line by line for quote and order, and requested once per bag and address [B-89]", async () => {
    const { total, tax: added } = await quoted();
    // 8.5 % of $68.00, and of the delivery fee of $3.99.
    expect([added, total]).toEqual([578 + 34, 6800 + 399 + 612]);
    const { number } = await drafted();

    // The quote asks about the ZIP alone, the draft about the address.
    expect(asked()).toHaveLength(2);
    expect(asked()[0]?.params).toMatchObject({ customer_details: { address: { postal_code: "12207" } } });
    expect(JSON.stringify(asked()[0]?.params)).not.toContain("Eagle Street");
    expect(asked()[1]?.params).toMatchObject({
      line_items: { 0: { amount: "6800", quantity: "2", tax_code: "txcd_30011000", reference: "line-0" } },
      customer_details: { address: { line1: "1 Eagle Street", city: "Albany", state: "NY", postal_code: "12207" } },
    });
    expect(await taxesOf(number)).toMatchObject([
      { part: "delivery", amount: 34, mark: null },
      {
        part: "line",
        stateTax: 272,
        localTax: 306,
        amount: 578,
        stateRate: 40_000,
        localRate: 45_000,
        rule: "standard rated",
      },
    ]);
    expect((await taxesOf(number))[0]?.source).toMatch(/^Stripe Tax taxcalc_\w+, \d{4}-\d\d-\d\d$/);
  });

  test("is kept for the day, so that a rate changed at Stripe after an order was drafted does not change the amount to pay", async () => {
    const before = await quoted();
    await drafted();
    tax.registrations.set("NY", { state: 90_000, local: 0 });
    expect(await quoted()).toEqual(before);
    expect((await drafted()).payment.amount).toBe(before.total);
    expect(await quoted({ ...ALBANY, address: "2 Eagle Street" })).toEqual(before);
    expect((await quoted({ ...ALBANY, postalCode: "12208" })).tax).toBe(612 + 36);
  });

  test("of a draft whose address has another tax than its ZIP is refused with the sum, which the next quote and draft have", async () => {
    await quoted();
    tax.registrations.set("NY", { state: 90_000, local: 0 });
    await expect(drafted()).rejects.toMatchObject({ code: "tax-changed", details: { summary: { tax: 6.48 } } });
    expect((await quoted()).tax).toBe(612 + 36);
    expect((await drafted()).payment.amount).toBe(6800 + 399 + 612 + 36);
  });

  test("is not requested for states that are not ticked, and not while the tax service is off", async () => {
    await quoted({ ...ALBANY, postalCode: "97201" });
    await switchTo("own");
    expect((await quoted()).tax).toBe(544 + 32);
    await switchTo("stripe");
    await collectNowhere(shop);
    expect((await quoted()).tax).toBe(0);
    expect(asked()).toEqual([]);
  });

  test("shows a flat fee of the state as a line of its own", async () => {
    tax.flatFee = 28;
    expect(await quoted()).toMatchObject({
      tax: 612,
      fees: 28,
      namedFees: [{ name: "Retail delivery fee", amount: 28 }],
    });
  });
});

describe("the shop's own rates are used, and the order is marked", () => {
  const own = 544 + 32;

  test.each(["unreachable", "response-late", "error", "forbidden", "rate-limited"] as const)(
    "after %s Stripe is not waited for or called again for a while, and quote and draft have the same sum [B-89]",
    async (kind) => {
      stripe.inject(kind, CALCULATIONS);
      expect((await quoted()).tax).toBe(own);
      stripe.recover();
      const before = asked().length;

      const { number } = await drafted();
      expect(asked()).toHaveLength(before);
      const rows = await taxesOf(number);
      expect(rows.map(({ mark, source }) => [mark, source])).toEqual(
        rows.map(() => ["own-rates", "Typed, 2026-10-01"]),
      );
      const later = new Date(Date.now() + 11 * 60_000);
      expect((await quoted(ALBANY, later)).tax).toBe(612);
    },
  );

  test("the shop's own rates are used if Stripe has no registration for a ticked state, or a kind of goods has no tax code", async () => {
    tax.registrations.delete("NY");
    expect((await quoted()).tax).toBe(own);
    tax.registrations.set("NY", { state: 40_000, local: 45_000 });
    const row = { value: { by: "stripe", codes: { ...codes, clothing: "" } } };
    await db.update(settings).set(row).where(eq(settings.name, "taxService"));
    await shop.reloadSettings();
    expect((await quoted({ ...ALBANY, address: "3 Eagle Street" })).tax).toBe(own);
  });
});

test("the shop's own rates are used for an order with more lines than the service takes, without a request", async () => {
  const service = atStripe.payments.taxService;
  const taxService = { value: service && { ...service, mostLines: 0 } };
  const few = { ...atStripe, payments: Object.create(atStripe.payments, { taxService }) as typeof atStripe.payments };
  expect((await quoted(ALBANY, new Date(), few)).tax).toBe(544 + 32);
  expect(asked()).toEqual([]);
});

describe("the sales reported to Stripe Tax", () => {
  const tomorrow = () => new Date(Date.now() + 2 * DAY);

  /** Refunds a part of a payment at Stripe. */
  async function refunded({ id: paymentId }: { id: string }, amount: number) {
    const wish = { paymentId, amount: cents(amount), cause: "goodwill" };
    const refund = await db.transaction((tx) => requestRefund(tx, atStripe, wish));
    await executeRefund(atStripe, refund?.id ?? "");
  }

  test("the reports contain an order once it is paid and each refund once it is done, each only once however often the job runs [B-89]", async () => {
    const { number, payment } = await paid();
    await drafted();
    await Promise.all([reportTaxes(atStripe), reportTaxes(atStripe)]);
    await reportTaxes(atStripe);
    expect(tax.transactions.map((own) => [own.reference, own.tax])).toEqual([[number, 612]]);

    const ask = (amount: number, cause: string) =>
      db.transaction((tx) => requestRefund(tx, atStripe, { paymentId: payment.id, amount: cents(amount), cause }));
    await ask(2000, "goodwill");
    await reportTaxes(atStripe);
    expect(tax.transactions).toHaveLength(1);
    for (const { id } of await db.select().from(refunds)) await executeRefund(atStripe, id);
    await ask(payment.amount - 2000, "rest");
    for (const { id } of await db.select().from(refunds)) await executeRefund(atStripe, id);
    await reportTaxes(atStripe);
    await reportTaxes(atStripe);

    const [sale, ...back] = tax.transactions;
    expect(back).toHaveLength(2);
    expect(tax.reversed(sale?.id ?? "")).toBe(612);
    expect(await untoldTaxes(db, new Date())).toBe(0);
  });

  test("the reports contain an order once, even if a response was lost or Stripe could not be reached", async () => {
    const { number } = await paid();
    stripe.inject("response-lost", /create_from_calculation/, 1);
    await reportTaxes(atStripe);
    stripe.inject("unreachable", /create_from_calculation/);
    await reportTaxes(atStripe);
    stripe.recover();
    await reportTaxes(atStripe);

    expect(tax.transactions.filter(({ reference }) => reference === number)).toHaveLength(1);
    expect(await db.$count(taxReports, eq(taxReports.orderNumber, number))).toBe(1);
  });

  test("a sale and a refund that Stripe has booked count as reported, even if its answers are lost for good", async () => {
    const { number, payment } = await paid();
    stripe.inject("response-lost", /create_from_calculation/);
    await reportTaxes(atStripe);
    stripe.recover();
    stripe.forgetKeys();
    await reportTaxes(atStripe);
    await reportTaxes(atStripe);
    expect(await untoldTaxes(db, tomorrow())).toBe(0);
    expect(tax.transactions.filter(({ reference }) => reference === number)).toHaveLength(1);

    // Without the id of the sale's transaction, the refund can only be reversed at Stripe; Today lists the order.
    await refunded(payment, 2000);
    await reportTaxes(atStripe);
    expect(await refundsToReverseByHand(db)).toEqual([number]);
    expect(await untoldTaxes(db, tomorrow())).toBe(0);
  });

  test("a refund whose report was executed but answered with an error counts as reported, once", async () => {
    const { number, payment } = await paid();
    await reportTaxes(atStripe);
    await refunded(payment, 2000);
    stripe.inject("error-after", /create_reversal/, 1);
    for (let run = 0; run < 3; run += 1) await reportTaxes(atStripe);

    expect(tax.transactions.filter(({ reference }) => reference.startsWith(`${number}-`))).toHaveLength(1);
    expect(await untoldTaxes(db, tomorrow())).toBe(0);
    expect(await refundsToReverseByHand(db)).not.toContain(number);
  });
});

test("stored tax calculations are deleted after two days", async () => {
  await quoted();
  await sweepTaxAnswers(db, new Date(Date.now() + 47 * HOUR));
  expect(await db.$count(taxAnswers)).toBe(1);
  await sweepTaxAnswers(db, new Date(Date.now() + 49 * HOUR));
  expect(await db.$count(taxAnswers)).toBe(0);
});
