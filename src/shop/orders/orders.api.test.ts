import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { cards, jo, leftOf, sam, draftRequestFor } from "~/testing/riders.server";
import { openTestShop } from "~/testing/test-shop.server";
import { api } from "~/server/api";
import { orderDraftOf } from "~/shop/bag/order-draft";
import { discountCodes } from "~/shop/discounts/discounts.tables";
import { cents, dollars } from "~/shop/money";
import { payments, sandboxRequests } from "~/shop/payments/payments.tables";
import { defaultSettings } from "~/shop/settings";
import { expireDraft } from "./drafting/expire-draft.server";
import { orderEvents, orderLines, orders } from "./orders.tables";

const shop = await openTestShop();
const { db } = shop;
const calls = api(shop);

interface Heard {
  status: number;
  type: string | null;
  // Answers are read as whoever calls the API would: member by member.
  body: Record<string, unknown> & { errors?: { field: string; message: string }[] };
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Heard> {
  const response = await calls.request(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, type: response.headers.get("content-type"), body: await response.json() };
}

const stored = async () =>
  Promise.all([orders, orderLines, orderEvents, payments, sandboxRequests].map((table) => db.$count(table)));

/** A refused call answers a problem document and leaves nothing behind. */
async function refused(path: string, body: unknown): Promise<Heard["body"]> {
  const before = await stored();
  const heard = await post(path, body);
  expect(heard.type).toBe("application/problem+json");
  expect(heard.status).toBeGreaterThanOrEqual(400);
  expect(heard.status).toBeLessThan(500);
  expect(await stored()).toEqual(before);
  return heard.body;
}

async function intent(...picks: Parameters<typeof draftRequestFor>[1]) {
  const wish = await draftRequestFor(shop, picks);
  return {
    amount: wish.amount as number,
    currency: "usd",
    paymentMethod: "Credit Card",
    items: wish.items.map((item) => ({ ...item, price: dollars(item.price) })),
    customer: { ...jo },
  };
}

async function order(paymentIntentId: string, ...picks: Parameters<typeof draftRequestFor>[1]) {
  const { items } = await draftRequestFor(shop, picks);
  const bag = items.map((item) => ({ ...item, name: "Sprocket Tee", image: "" }));
  return {
    customer: { ...jo, paymentDetails: { paymentIntentId, method: "Credit Card" } },
    orderDetails: orderDraftOf(bag, null, shop.settings()),
    isPaid: true,
  };
}

const pay = (clientSecret: unknown, number: string) =>
  post("/sandbox/confirm-card", {
    clientSecret,
    card: { number, expiry: "12/34", code: "123" },
    billing: {
      name: jo.name,
      email: jo.email,
      phone: jo.phone,
      address: { line1: jo.address, city: jo.city, postal_code: jo.postalCode, country: "US" },
    },
  });

const tee = ["Sprocket Tee", "M", "Ash"] as [string, string, string];
const request = await intent(tee);

test("a guest asks for an intent, pays with a card and hears the order's number (R-7-10, R-7-11, R-3-24)", async () => {
  const asked = await post("/pay/create-payment-intent", request);
  expect(asked).toMatchObject({ status: 200, body: { clientSecret: expect.any(String) } });
  const id = String(asked.body.paymentIntentId);

  expect((await pay(asked.body.clientSecret, cards.declined)).body).toEqual({
    status: "declined",
    message: "Your card was declined.",
  });
  expect((await refused("/orders", await order(id, tee))).code).toBe("payment-missing");

  expect((await pay(asked.body.clientSecret, cards.good)).body).toEqual({ status: "succeeded" });
  const placed = await post("/orders", await order(id, tee));
  expect(placed).toMatchObject({
    status: 200,
    body: {
      orderNumber: expect.stringMatching(/^\d{8}$/),
      email: jo.email,
      paymentMethod: "Credit Card",
      estimatedDelivery: "2-3 business days",
      orderSummary: { orderValue: 36, discount: 0, deliveryFee: 3.99, tax: 0, total: 39.99 },
    },
  });

  const again = await post("/orders", { ...(await order(id, tee)), isPaid: false });
  expect(again.body).toEqual(placed.body);
});

test("the specified request of amount, currency and method alone is enough for an intent, and for its order (R-7-09)", async () => {
  const asked = await post("/pay/create-payment-intent", {
    amount: 3999,
    currency: "usd",
    paymentMethod: "Credit Card",
  });
  await pay(asked.body.clientSecret, cards.good);

  const placed = await post("/orders", await order(String(asked.body.paymentIntentId), tee));

  expect(placed).toMatchObject({ status: 200, body: { orderNumber: expect.stringMatching(/^\d{8}$/) } });
});

describe("a payment that was asked for without items", () => {
  const bare = { amount: 3999, currency: "usd", paymentMethod: "Credit Card" };

  async function paidBare(more: object = {}) {
    const { body } = await post("/pay/create-payment-intent", { ...bare, ...more });
    await pay(body.clientSecret, cards.good);
    return { id: String(body.paymentIntentId), clientSecret: String(body.clientSecret) };
  }
  /** An order for it, from whoever says to be this and shows that secret. */
  async function placing(id: string, { email = jo.email, clientSecret }: { email?: string; clientSecret?: string }) {
    const { customer: buyer, ...rest } = await order(id, tee);
    const paymentDetails = { ...buyer.paymentDetails, ...(clientSecret !== undefined && { clientSecret }) };
    return { ...rest, customer: { ...buyer, email, paymentDetails } };
  }

  test("is ordered with its secret, whoever orders; a wrong secret is as unknown as a payment that does not exist", async () => {
    const { id, clientSecret } = await paidBare({ customer: jo });
    for (const wrong of [`${id}_secret_${"0".repeat(32)}`, id, "x"])
      expect((await refused("/orders", await placing(id, { clientSecret: wrong }))).code).toBe("payment-unknown");

    const placed = await post("/orders", await placing(id, { email: sam.email, clientSecret }));
    expect(placed).toMatchObject({ status: 200, body: { email: sam.email } });
  });

  test("is ordered without it by the address it was asked for with, and by no other", async () => {
    const { id } = await paidBare({ customer: jo });

    expect((await refused("/orders", await placing(id, { email: sam.email }))).code).toBe("payment-unknown");
    expect((await post("/orders", await placing(id, {}))).status).toBe(200);
  });

  test("is whose who claims it first where no address was given, also when the order could not be had then", async () => {
    const { id, clientSecret } = await paidBare();
    const jos = await placing(id, {});
    const [item] = jos.orderDetails.items;
    // As much as was paid, and more than there is of it.
    const vests = { ...jos, orderDetails: { ...jos.orderDetails, items: [{ ...item, quantity: 99 }] } };
    expect((await refused("/orders", vests)).code).toBe("amount-mismatch");

    const codes = await Promise.all(
      [jo.email, sam.email].map(async (email) => (await post("/orders", await placing(id, { email }))).status),
    );
    expect(codes.toSorted()).toEqual([200, 404]);

    const winner = codes[0] === 200 ? jo.email : sam.email;
    const placed = await post("/orders", await placing(id, { email: winner }));
    expect(placed).toMatchObject({ status: 200, body: { email: winner } });
    expect((await post("/orders", await placing(id, { email: winner, clientSecret }))).body).toEqual(placed.body);
    const [payment] = await db.select().from(payments).where(eq(payments.gatewayId, id));
    expect(payment?.claimedBy).toBeNull();
  });

  test("that was claimed and could not be had stays the claimer's", async () => {
    const vest = ["Roadhouse Cut Vest", "M", "Black", 2] as [string, string, string, number];
    const wish = await draftRequestFor(shop, [vest]);
    const { id, clientSecret } = await paidBare({ amount: wish.amount });
    const wanted = async (email: string, secret?: string) => {
      const { customer: buyer, ...rest } = await order(id, vest);
      const paymentDetails = { ...buyer.paymentDetails, ...(secret !== undefined && { clientSecret: secret }) };
      return post("/orders", { ...rest, customer: { ...buyer, email, paymentDetails } });
    };

    expect((await wanted(jo.email)).body.code).toBe("sold-out");
    expect((await wanted(sam.email)).body.code).toBe("payment-unknown");
    expect((await wanted(sam.email, clientSecret)).body.code).toBe("sold-out");
  });
});

test("a drafted order is placed with its secret or its address, never with a wrong secret", async () => {
  const asked = await post("/pay/create-payment-intent", request);
  const id = String(asked.body.paymentIntentId);
  await pay(asked.body.clientSecret, cards.good);
  const mine = await order(id, tee);
  const shown = (clientSecret: unknown) => ({
    ...mine,
    customer: { ...mine.customer, paymentDetails: { ...mine.customer.paymentDetails, clientSecret } },
  });

  expect((await refused("/orders", shown(`${id}_secret_guess`))).code).toBe("payment-unknown");
  expect((await post("/orders", shown(asked.body.clientSecret))).status).toBe(200);
});

test("somebody else's draft is neither told nor given up to whoever does not know its key", async () => {
  const draftKey = randomBytes(16).toString("hex");
  const mine = await post("/pay/create-payment-intent", { ...request, draftKey });
  const near = draftKey.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));

  const theirs = await post("/pay/create-payment-intent", { ...request, draftKey: near });
  expect(theirs.body.paymentIntentId).not.toBe(mine.body.paymentIntentId);
  await post("/pay/create-payment-intent", { ...request, replaces: `${String(mine.body.paymentIntentId)}_secret_x` });

  const again = await post("/pay/create-payment-intent", { ...request, draftKey });
  expect(again.body).toEqual(mine.body);
});

describe("from one network", () => {
  afterEach(async () => {
    const open = await db.select({ number: orders.number }).from(orders).where(eq(orders.state, "awaiting-payment"));
    for (const { number } of open) await expireDraft(shop, number, new Date(Date.now() + 3_600_000));
  });
  const from = (address: string) => ({ "x-client-address": address });

  test("codes are guessed as often with an intent as in their field, all together; after that none is looked up", async () => {
    await db.insert(discountCodes).values({ code: "FOUND", kind: "percent", percent: 10 });
    const network = from("198.51.100.23");
    const guess = (discountCode: string) => post("/pay/create-payment-intent", { ...request, discountCode }, network);
    const half = defaultSettings.formLimits.perNetwork / 2;
    for (let turn = 0; turn < half; turn++) {
      expect((await guess(`GUESS${turn}`)).body.code).toBe("code-unknown");
      expect((await post("/discounts/check", { code: `TRY${turn}`, orderValue: 50 }, network)).body.code).toBe(
        "code-unknown",
      );
    }

    expect((await guess("FOUND")).body.code).toBe("too-many-requests");
    expect((await post("/discounts/check", { code: "FOUND", orderValue: 50 }, network)).body.code).toBe(
      "too-many-requests",
    );
    expect((await post("/pay/create-payment-intent", request, network)).status).toBe(200);
  });

  test("a fourth unpaid intent is a problem document that says when to try again", async () => {
    const network = from("2001:db8:7::1");
    for (let turn = 0; turn < 3; turn++)
      expect((await post("/pay/create-payment-intent", request, network)).status).toBe(200);

    const heard = await post("/pay/create-payment-intent", request, from("2001:db8:7::2"));
    expect(heard).toMatchObject({ status: 429, type: "application/problem+json", body: { code: "held-by-network" } });
    expect(heard.body.retryAfter).toBeGreaterThan(0);
    expect(heard.body.retryAfter).toBeLessThanOrEqual(180);
  });

  test.each(["127.0.0.1", "::1", "unknown", ""])(
    "%j, behind a proxy that was not named, is many networks",
    async (address) => {
      for (let turn = 0; turn < 4; turn++)
        expect((await post("/pay/create-payment-intent", request, from(address))).status).toBe(200);
    },
  );
});

test("changed prices are told line by line in dollars (R-7-23)", async () => {
  const body = await refused("/pay/create-payment-intent", { ...request, amount: 100 });

  expect(body).toMatchObject({
    status: 409,
    code: "prices-changed",
    lines: [{ name: "Sprocket Tee", size: "M", color: "Ash", quantity: 1, price: 36 }],
    summary: { orderValue: 36, deliveryFee: 3.99, total: 39.99 },
  });
});

test("what is sold out is told with how many are left", async () => {
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
  ["an amount beyond all measure", "amount", (body) => ({ ...body, amount: 1e308 })],
  ["a few cents for nothing in particular", "amount", () => ({ amount: 3, currency: "usd", paymentMethod: "Klarna" })],
  ["another currency", "currency", (body) => ({ ...body, currency: "eur" })],
  ["another way to pay", "paymentMethod", (body) => ({ ...body, paymentMethod: "Cash" })],
  ["no lines", "items", (body) => ({ ...body, items: [] })],
  ["too many lines", "items", (body) => ({ ...body, items: Array.from({ length: 51 }, () => body.items[0]) })],
  ["none of a line", "items.0.quantity", firstItem({ quantity: 0 })],
  ["a negative quantity", "items.0.quantity", firstItem({ quantity: -1 })],
  ["half a quantity", "items.0.quantity", firstItem({ quantity: 0.5 })],
  ["too many of a line", "items.0.quantity", firstItem({ quantity: 100 })],
  ["a negative price", "items.0.price", firstItem({ price: -36 })],
  ["a size that is a list", "items.0.size", firstItem({ size: ["M"] })],
  ["a product id that is too long", "items.0.product", firstItem({ product: "a".repeat(65) })],
  ["nobody who buys", "customer", (body) => ({ ...body, customer: undefined })],
  ["a broken e-mail address", "customer.email", customer({ email: "jo" })],
  ["markup for a name", "customer.name", customer({ name: "<script>alert(1)</script>" })],
  ["a statement for an address", "customer.address", customer({ address: "1'; drop table orders;--" })],
  ["a foreign ZIP", "customer.postalCode", customer({ postalCode: "SW1A 1AA" })],
  ["a foreign phone", "customer.phone", customer({ phone: "+441234567890" })],
  ["a code that is too long", "discountCode", (body) => ({ ...body, discountCode: "A".repeat(41) })],
  ["a draft key with blanks", "draftKey", (body) => ({ ...body, draftKey: "not a key at all" })],
  ["a draft key that can be guessed", "draftKey", (body) => ({ ...body, draftKey: "shopper-1" })],
  ["a draft key of fewer than 128 bits", "draftKey", (body) => ({ ...body, draftKey: "0123456789abcdef" })],
])("%s is refused at %s", async (_, field, change) => {
  const body = await refused("/pay/create-payment-intent", change(request));

  expect(body).toMatchObject({ status: 422, code: "input-invalid" });
  expect(body.errors?.map((error) => error.field)).toContain(field);
});

test.each(["{", "[]", "null", '"text"', "1"])("the body %s is refused", async (body) => {
  const known = ["body-malformed", "input-invalid"];
  expect(known).toContain((await refused("/pay/create-payment-intent", body)).code);
  expect(known).toContain((await refused("/orders", body)).code);
});

test.each(["", "a".repeat(101), "pi_unknown", "' or 1=1", "pi_%"])(
  "an order for the intent %j is nobody's",
  async (id) => {
    const body = await refused("/orders", await order(id, tee));
    expect(["payment-unknown", "input-invalid"]).toContain(body.code);
  },
);

test("somebody else's intent is as unknown as one that does not exist", async () => {
  const asked = await post("/pay/create-payment-intent", request);
  await pay(asked.body.clientSecret, cards.good);
  const mine = await order(String(asked.body.paymentIntentId), tee);
  const theirs = { ...mine, customer: { ...mine.customer, email: sam.email } };

  const known = await refused("/orders", theirs);
  const unknown = await refused("/orders", await order("pi_0123456789", tee));

  expect(known).toEqual(unknown);
});

test.each([1e300, -36, 0.1 + 1e12])("an order whose price is %d is no order", async (price) => {
  const asked = await post("/pay/create-payment-intent", request);
  await pay(asked.body.clientSecret, cards.good);
  const mine = await order(String(asked.body.paymentIntentId), tee);
  const { items, orderSummary } = mine.orderDetails;

  const priced = { items: items.map((item) => ({ ...item, price })), orderSummary };
  expect((await refused("/orders", { ...mine, orderDetails: priced })).code).toBe("input-invalid");
  const totalled = { items, orderSummary: { ...orderSummary, total: price } };
  expect((await refused("/orders", { ...mine, orderDetails: totalled })).code).toBe("input-invalid");
});

test("an order is read by nobody who only knows its number", async () => {
  const [some] = await db.select({ number: orders.number }).from(orders);
  const response = await calls.request(`/orders/${some?.number}`);
  expect(response.status).toBe(404);
});

test("a discount code is answered for what it is", async () => {
  const yesterday = new Date(Date.now() - 86_400_000);
  const tomorrow = new Date(Date.now() + 86_400_000);
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
])("a card with a wrong %s is refused at that field", async (field, wrong) => {
  const asked = await post("/pay/create-payment-intent", request);
  const card = { number: "4242 4242 4242 4242", expiry: "12/34", code: "123", ...wrong };
  const address = { line1: jo.address, city: jo.city, postal_code: jo.postalCode, country: "US" };
  const billing = { name: jo.name, email: jo.email, phone: jo.phone, address };

  const body = await refused("/sandbox/confirm-card", { clientSecret: asked.body.clientSecret, card, billing });

  expect(body.errors?.map((error) => error.field)).toEqual([`card.${field}`]);
});

test("no card number is stored anywhere", async () => {
  const everything = await db.select().from(sandboxRequests);
  expect(JSON.stringify(everything)).not.toMatch(/(4242 ?){4}|4000 ?0000 ?0000 ?0002/);
});
