import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { cents } from "~/shop/money";
import { openStripeShop } from "~/testing/stripe-shop.server";
import { sandboxGateway } from "./sandbox.server";
import { unknownPayments } from "./unknown-payments.server";

const { stripe, atStripe, shop, db, drafted } = await openStripeShop();
const before = new Date(Date.now() - 60_000);

const askedByAnother = async (card?: string) => {
  const { id, clientSecret } = await atStripe.payments.request(cents(189_00), "Credit Card", crypto.randomUUID());
  if (card) await stripe.confirmCard(clientSecret, card);
  return id;
};

test("only payments that the database lacks are listed; one whose gateway id was not stored yet is recognized by its key [B-81]", async () => {
  const own = await drafted();
  await own.pay();
  const unnoted = await drafted();
  await db.execute(sql`update payments set gateway_id = null where gateway_id = ${unnoted.id}`);
  const paid = await askedByAnother("4242424242424242");
  await askedByAnother();

  const { paid: found, open } = await unknownPayments(atStripe, before);

  expect(found).toMatchObject([{ id: paid, amount: 189_00, status: "received", at: expect.any(Date) }]);
  expect(open).toBe(1);
});

test("unknown payments are listed over several pages of the gateway; payments created an hour before the given moment are left out", async () => {
  const others = await Promise.all(Array.from({ length: 130 }, () => askedByAnother()));
  for (const id of others.slice(0, 5)) stripe.account.intent(id).created -= 3_600;

  const { open } = await unknownPayments(atStripe, before);

  expect(open).toBe(126);
  const asked = stripe.requests.filter(({ what }) => what === "GET /v1/payment_intents");
  expect(asked.length).toBeGreaterThan(2);
});

test("a failure of the gateway throws a refusal instead of returning an empty list", async () => {
  stripe.inject("forbidden", /^GET \/v1\/payment_intents/, 9);
  await expect(unknownPayments(atStripe, before)).rejects.toMatchObject({ code: "gateway-unavailable" });
});

test("the sandbox lists unknown payments, too", async () => {
  const sandboxed = { db, payments: sandboxGateway(db) };
  await sandboxed.payments.request(cents(50_00), "Credit Card", crypto.randomUUID());
  const request = await sandboxed.payments.request(cents(60_00), "Credit Card", crypto.randomUUID());
  await db.execute(sql`update sandbox_requests set status = 'succeeded' where id = ${request.id}`);
  const { paid, open } = await unknownPayments({ ...shop, ...sandboxed }, before);
  expect(paid).toMatchObject([{ id: request.id, amount: 60_00, status: "received" }]);
  expect(open).toBe(1);
});
