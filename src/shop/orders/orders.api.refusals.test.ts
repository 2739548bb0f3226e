import { expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { billing, cards, jo, leftOf, sam } from "~/testing/riders.server";
import { discountCodes } from "~/shop/discounts/discounts.tables";
import { cents } from "~/shop/money";
import { sandboxRequests } from "~/shop/payments/payments.tables";
import { orders } from "./orders.tables";
import { openPayingCalls } from "~/testing/paying-calls.server";

const { shop, db, calls, post, refused, intent, order, pay, tee, request } = await openPayingCalls();

test("a refusal for changed prices lists the lines and totals in dollars (R-7-23)", async () => {
  const body = await refused("/pay/create-payment-intent", { ...request, amount: 100 });

  expect(body).toMatchObject({
    status: 409,
    code: "prices-changed",
    lines: [{ name: "Sprocket Tee", size: "M", color: "Ash", quantity: 1, price: 36 }],
    summary: { orderValue: 36, deliveryFee: 3.99, total: 39.99 },
  });
});

test("a refusal for sold-out lines states how many pieces are left", async () => {
  const vests = ["Roadhouse Cut Vest", "M", "Black", 2] as [string, string, string, number];
  expect(await leftOf(shop, vests)).toBe(1);

  expect(await refused("/pay/create-payment-intent", await intent(vests))).toMatchObject({
    status: 409,
    code: "sold-out",
    lines: [{ name: "Roadhouse Cut Vest", left: 1 }],
  });
});

type Change = (body: typeof request) => object;
const firstItem =
  (change: object): Change =>
  (body) => ({ ...body, items: [{ ...body.items[0], ...change }] });
const customer =
  (change: object): Change =>
  (body) => ({ ...body, customer: { ...body.customer, ...change } });

test.each<[string, string, Change]>([
  ["a negative amount", "amount", (body) => ({ ...body, amount: -1 })],
  ["an amount with half a cent", "amount", (body) => ({ ...body, amount: 3999.5 })],
  ["an amount that is no number", "amount", (body) => ({ ...body, amount: null })],
  ["an amount as text", "amount", (body) => ({ ...body, amount: "3999" })],
  ["an amount that is too large", "amount", (body) => ({ ...body, amount: 1e308 })],
  [
    "an amount below the least payment, without lines",
    "amount",
    () => ({ amount: 3, currency: "usd", paymentMethod: "Klarna" }),
  ],
  ["another currency", "currency", (body) => ({ ...body, currency: "eur" })],
  ["an unknown payment method", "paymentMethod", (body) => ({ ...body, paymentMethod: "Cash" })],
  ["no lines", "items", (body) => ({ ...body, items: [] })],
  ["too many lines", "items", (body) => ({ ...body, items: Array.from({ length: 51 }, () => body.items[0]) })],
  ["a quantity of zero", "items.0.quantity", firstItem({ quantity: 0 })],
  ["a negative quantity", "items.0.quantity", firstItem({ quantity: -1 })],
  ["a fractional quantity", "items.0.quantity", firstItem({ quantity: 0.5 })],
  ["a quantity that is too large", "items.0.quantity", firstItem({ quantity: 100 })],
  ["a negative price", "items.0.price", firstItem({ price: -36 })],
  ["a size that is a list", "items.0.size", firstItem({ size: ["M"] })],
  ["a product id that is too long", "items.0.product", firstItem({ product: "a".repeat(65) })],
  ["a missing customer", "customer", (body) => ({ ...body, customer: undefined })],
  ["a broken e-mail address", "customer.email", customer({ email: "jo" })],
  ["a name with markup", "customer.name", customer({ name: "<script>alert(1)</script>" })],
  ["an address with an SQL statement", "customer.address", customer({ address: "1'; drop table orders;--" })],
  ["a foreign ZIP", "customer.postalCode", customer({ postalCode: "SW1A 1AA" })],
  ["a foreign phone", "customer.phone", customer({ phone: "+441234567890" })],
  ["a code that is too long", "discountCode", (body) => ({ ...body, discountCode: "A".repeat(41) })],
  ["a draft key with blanks", "draftKey", (body) => ({ ...body, draftKey: "not a key at all" })],
  ["a draft key that can be guessed", "draftKey", (body) => ({ ...body, draftKey: "shopper-1" })],
  ["a draft key of fewer than 128 bits", "draftKey", (body) => ({ ...body, draftKey: "0123456789abcdef" })],
])("a request with %s is refused with an error for %s", async (_, field, change) => {
  const body = await refused("/pay/create-payment-intent", change(request));

  expect(body).toMatchObject({ status: 422, code: "input-invalid" });
  expect(body.errors?.map((error) => error.field)).toContain(field);
});

test.each(["{", "[]", "null", '"text"', "1"])("a request with the body %s is refused", async (body) => {
  const known = ["body-malformed", "input-invalid"];
  expect(known).toContain((await refused("/pay/create-payment-intent", body)).code);
  expect(known).toContain((await refused("/orders", body)).code);
});

test.each(["", "a".repeat(101), "pi_unknown", "' or 1=1", "pi_%"])(
  "an order for the payment intent %j is refused",
  async (id) => {
    const body = await refused("/orders", await order(id, tee));
    expect(["payment-unknown", "input-invalid"]).toContain(body.code);
  },
);

test("another shopper's payment intent is refused like an unknown one", async () => {
  const asked = await post("/pay/create-payment-intent", request);
  await pay(asked.body.clientSecret, cards.good);
  const mine = await order(String(asked.body.paymentIntentId), tee);
  const theirs = { ...mine, customer: { ...mine.customer, email: sam.email } };

  const known = await refused("/orders", theirs);
  const unknown = await refused("/orders", await order("pi_0123456789", tee));

  expect(known).toEqual(unknown);
});

test.each([1e300, -36, 0.1 + 1e12])("an order with the price or total %d is refused", async (price) => {
  const asked = await post("/pay/create-payment-intent", request);
  await pay(asked.body.clientSecret, cards.good);
  const mine = await order(String(asked.body.paymentIntentId), tee);
  const { items, orderSummary } = mine.orderDetails;

  const priced = { items: items.map((item) => ({ ...item, price })), orderSummary };
  expect((await refused("/orders", { ...mine, orderDetails: priced })).code).toBe("input-invalid");
  const totalled = { items, orderSummary: { ...orderSummary, total: price } };
  expect((await refused("/orders", { ...mine, orderDetails: totalled })).code).toBe("input-invalid");
});

test("an order cannot be read by its number alone", async () => {
  const [some] = await db.select({ number: orders.number }).from(orders);
  const response = await calls.request(`/orders/${some?.number}`);
  expect(response.status).toBe(404);
});

test("checking a discount code returns its reduction, or why it is not valid", async () => {
  const yesterday = new Date(Date.now() - DAY);
  const tomorrow = new Date(Date.now() + DAY);
  await db.insert(discountCodes).values([
    { code: "DUSK10", kind: "percent", percent: 10 },
    { code: "FIVEOFF", kind: "amount", amount: cents(5_00), minimum: cents(50_00) },
    { code: "SOON", kind: "free-delivery", startsAt: tomorrow },
    { code: "OVER", kind: "free-delivery", endsAt: yesterday },
    { code: "USEDUP", kind: "free-delivery", mostUses: 0 },
    { code: "JOSONLY", kind: "percent", percent: 5, email: jo.email },
  ]);
  const check = (code: string, more: object = {}) => post("/discounts/check", { code, orderValue: 49.99, ...more });

  expect((await check(" dusk 10 ")).body).toEqual({ kind: "percent", code: "DUSK10", percent: 10 });
  expect((await check("FIVEOFF", { orderValue: 50 })).body).toEqual({ kind: "amount", code: "FIVEOFF", amount: 5 });
  expect((await check("JOSONLY", { email: "JO.Delacroix@example.com" })).status).toBe(200);
  const codes = await Promise.all(
    ["FIVEOFF", "SOON", "OVER", "USEDUP", "NOSUCH"].map(async (code) => (await check(code)).body.code),
  );
  expect(codes).toEqual(["code-minimum", "code-not-yet", "code-expired", "code-used", "code-unknown"]);
  expect((await check("JOSONLY", { email: sam.email })).body.code).toBe("code-of-another");
});

test.each([
  ["number", { number: "4242 4242 4242 4241" }],
  ["number", { number: "" }],
  ["expiry", { expiry: "01/20" }],
  ["expiry", { expiry: "13/34" }],
  ["code", { code: "1" }],
])("a card with a wrong %s is refused with an error for that field", async (field, wrong) => {
  const asked = await post("/pay/create-payment-intent", request);
  const card = { number: "4242 4242 4242 4242", expiry: "12/34", code: "123", ...wrong };

  const body = await refused("/sandbox/confirm-card", { clientSecret: asked.body.clientSecret, card, billing });

  expect(body.errors?.map((error) => error.field)).toEqual([`card.${field}`]);
});

test("the sandbox stores no card number", async () => {
  const everything = await db.select().from(sandboxRequests);
  expect(JSON.stringify(everything)).not.toMatch(/(4242 ?){4}|4000 ?0000 ?0000 ?0002/);
});
