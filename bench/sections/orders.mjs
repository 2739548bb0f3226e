import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { figure, heading, percentile, remark } from "../figures.mjs";
import { load } from "../load.mjs";
import { statementsOf } from "../statements.mjs";

const customer = {
  name: "Rider Ash",
  phone: "+19285550100",
  address: "88 Sandstone Avenue",
  city: "Flagstaff",
  postalCode: "86001",
};
const card = { number: "4242424242424242", expiry: "12/40", code: "123" };
let orderNumber = 0;
/** Number of orders whose SQL statements are counted. */
const ORDERS_ASKED = 48;
/** Number of orders that are placed before readers beside orders are measured. */
const WARM_ORDERS = 60;

/**
 * Measures orders a second with 1, 16 and 64 concurrent shoppers, each of whom places one order after the other, and with 16 who all
 * want the same variant, whose lock they wait for.
 */
export async function orders({ shop, seconds }) {
  heading("Orders: intent, payment and order one after the other");
  const goods = await plenty(shop);
  await asked(shop, goods);
  for (const [shoppers, wanted, name] of [
    [1, goods, "1 at once"],
    [16, goods, "16 at once"],
    [64, goods, "64 at once"],
    [16, goods.slice(0, 1), "16 at once, of one variant"],
  ]) {
    const until = performance.now() + seconds * 2000;
    const waits = [];
    const begun = performance.now();
    await Promise.all(
      Array.from({ length: shoppers }, async () => {
        while (performance.now() < until) waits.push(await placeOrder(shop.address, wanted));
      }),
    );
    const perSecond = (waits.length * 1000) / (performance.now() - begun);
    figure(`orders a second, ${name}`, perSecond, "", {}, `p99 ${Math.round(percentile(waits, 0.99))} ms`);
  }
}

/** Counts SQL statements and transactions per order with its letter, for sequential and for concurrent orders. */
async function asked(shop, goods) {
  for (const [shoppers, name] of [
    [1, "one after the other"],
    [16, "16 at once"],
  ]) {
    const { written, statements } = await statementsOf(shop, async () => {
      let left = ORDERS_ASKED;
      await Promise.all(
        Array.from({ length: shoppers }, async () => {
          while (left-- > 0) await placeOrder(shop.address, goods);
        }),
      );
    });
    const all = statements.reduce((sum, { times }) => sum + times, 0);
    figure(`statements an order, ${name}`, all / ORDERS_ASKED, "");
    figure(`transactions that write an order, ${name}`, written / ORDERS_ASKED, "");
    for (const { text, times } of shoppers === 1 ? statements : [])
      if (times >= ORDERS_ASKED / 5) remark(`${(times / ORDERS_ASKED).toFixed(1).padStart(4)} ${text.slice(0, 130)}`);
  }
}

/** Measures requests for a cached listing, alone and while five orders a second are placed. */
export async function besideOrders({ shop, pages, seconds }) {
  heading("Readers of the listing, alone and beside 5 orders a second");
  const goods = await plenty(shop);
  const urls = [shop.address + pages.listing];
  const read = async () => ({
    steady: await load({ urls, seconds: seconds * 2, rate: 1000, connections: 64 }),
    full: await load({ urls, seconds: seconds * 2 }),
  });
  // Warm-up: lets V8 compile the code of pages and of orders, as in a shop that has been running for some time.
  await load({ urls, seconds: 2 });
  for (let placed = 0; placed < WARM_ORDERS; placed += 1) await placeOrder(shop.address, goods);
  const alone = await read();
  const reading = new AbortController();
  const buying = (async () => {
    const placed = [];
    while (!reading.signal.aborted) {
      placed.push(placeOrder(shop.address, goods));
      await pause(200);
    }
    return (await Promise.all(placed)).length;
  })();
  const beside = await read();
  reading.abort();
  const count = await buying;
  figure(
    "1,000 readers a second: p99 over alone",
    beside.steady.p99 / alone.steady.p99,
    "x",
    { most: 2 },
    `${beside.steady.p99.toFixed(1)} and ${alone.steady.p99.toFixed(1)} ms, ${count} orders`,
  );
  figure(
    "full speed over alone",
    beside.full.perSecond / alone.full.perSecond,
    "",
    { least: 0.6 },
    `${Math.round(beside.full.perSecond)} and ${Math.round(alone.full.perSecond)} a second`,
  );
}

/** Adds stock and returns up to 200 variants that the bench cannot sell out. */
export async function plenty(shop) {
  await shop.query(`with more as (
      update variants set stock = stock + 100000 where stock between 10 and 9999 returning id)
    insert into stock_movements (variant_id, quantity, cause, reference, actor)
    select id, 100000, 'import', 'bench', '{"kind":"system"}' from more`);
  return shop.query(`select v.product_id as product, v.size, v.color,
      coalesce(nullif(p.sale_price_cents, 0), v.price_cents, p.price_cents) as price
    from variants v join products p on p.id = v.product_id
    where p.published_status = 'published' and v.stock > 100000 order by v.id limit 200`);
}

/** Places one order by three calls: a payment request, its payment by a test card, and the order. Returns their milliseconds. */
export async function placeOrder(address, goods) {
  orderNumber += 1;
  const number = orderNumber;
  // Each shopper gets an IP network of its own in the header of the trusted proxy, because limits count by network.
  const network = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  const email = `rider-${number}@example.com`;
  const { product, size, color, price } = goods[number % goods.length];
  const item = { product, size, color, price: price / 100, quantity: 1 };
  const amount = price + (price >= 300_00 ? 0 : 399);
  const begun = performance.now();

  const post = async (path, body) => {
    const headers = { "content-type": "application/json", "x-forwarded-for": network };
    const response = await fetch(address + path, { method: "POST", headers, body: JSON.stringify(body) });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${JSON.stringify(answer).slice(0, 200)}`);
    return answer;
  };
  const intent = await post("/api/pay/create-payment-intent", {
    amount,
    currency: "usd",
    paymentMethod: "Credit Card",
    draftKey: randomBytes(16).toString("hex"),
    items: [item],
    customer: { ...customer, email },
  });
  const { clientSecret, paymentIntentId } = intent;
  await post("/api/sandbox/confirm-card", {
    clientSecret,
    card,
    billing: {
      name: customer.name,
      email,
      phone: customer.phone,
      address: { line1: customer.address, city: customer.city, postal_code: customer.postalCode, country: "US" },
    },
  });
  await post("/api/orders", {
    customer: { ...customer, email, paymentDetails: { paymentIntentId, clientSecret, method: "Credit Card" } },
    orderDetails: {
      items: [{ productId: product, name: "", itemTotal: "", size, color, price: price / 100, quantity: 1 }],
      orderSummary: { orderValue: 0, deliveryFee: 0, total: amount / 100 },
    },
    isPaid: true,
  });
  return performance.now() - begun;
}
