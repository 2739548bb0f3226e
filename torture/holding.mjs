import { setTimeout as pause } from "node:timers/promises";

const NETWORKS = 50;
const HONEST = 12;
/** Maximum share of all pieces that the crowd may reserve. */
const MOST = 0.15;
/** Minimum share of the attempts in which an honest shopper can buy a dozen of the variant that the crowd targets. */
const DOZEN = 0.5;
const DOZEN_EVERY = 15_000;

/**
 * Fifty networks reserve as much stock as they can for some minutes, with default settings: huge orders, many small ones, drafts
 * that replace each other, and declined cards, which extend a reservation. Meanwhile twelve honest shoppers buy. Returns the
 * reserved amounts as figures, and complaints.
 */
export async function holding({ minutes, draw, shops, gateway: { stripe }, ledger: { query }, say }) {
  const until = Date.now() + minutes * 60_000;
  const goods = await query(`select v.id, v.product_id as product, v.size, v.color, v.stock,
      coalesce(nullif(p.sale_price_cents, 0), v.price_cents, p.price_cents) as price
    from variants v join products p on p.id = v.product_id where p.published_status = 'published' and v.stock > 0`);
  const [{ pieces }] = await query("select sum(stock)::int as pieces from variants");
  const aim = goods.filter(({ stock }) => stock >= 24).toSorted((one, other) => one.stock - other.stock)[0];
  const run = { draw, shops, stripe, query, say, goods, aim, pieces, until, minutes, outcomes: {}, complaints: [] };

  const [mostHeld, dozens, ...placed] = await Promise.all([
    watchHeld(run),
    buyDozens(run),
    ...Array.from({ length: HONEST }, (_, index) => buyHonestly(run, index)),
    ...Array.from({ length: NETWORKS }, (_, index) => holdAll(run, index)),
  ]);
  const { outcomes, complaints } = run;
  const bought = placed.filter((isPlaced) => isPlaced === true).length;
  if (mostHeld > pieces * MOST) complaints.push(`${mostHeld} of ${pieces} pieces were held at a time`);
  if (bought !== HONEST) complaints.push(`${bought} of ${HONEST} honest shoppers have their order`);
  if (dozens.had < dozens.asked * DOZEN)
    complaints.push(`a dozen of one variant could be had ${dozens.had} of ${dozens.asked} times`);
  const drift = await query(`select v.id from variants v left join stock_movements m on m.variant_id = v.id
    where v.stock is not null group by v.id having v.stock <> coalesce(sum(m.quantity), 0)`);
  if (drift.length > 0) complaints.push(`${drift.length} levels of stock are off`);

  const share = `${((mostHeld / pieces) * 100).toFixed(1)} %`;
  return {
    figures: {
      "pieces in the shop": pieces,
      "pieces held at most at a time": mostHeld,
      [`of all pieces (${MOST * 100} % at most)`]: share,
      "honest shoppers who have their order": bought,
      "a dozen of the variant they aim at could be had": `${dozens.had} of ${dozens.asked} times`,
      ...Object.fromEntries(Object.entries(outcomes).map(([outcome, times]) => [`times ${outcome}`, times])),
    },
    complaints,
  };
}

/** One network of the crowd, which reserves all it can. */
async function holdAll({ until, ...run }, index) {
  const { draw, stripe } = run;
  const network = `198.51.100.${index + 1}`;
  let last;
  while (Date.now() < until) {
    const replaces = last && draw.chance(0.1) ? { replaces: last } : {};
    const intent = await createIntent(run, greedyBag(run), network, `crowd-${index}@example.com`, replaces);
    if (intent.status === 200) {
      last = intent.clientSecret;
      if (draw.chance(0.4)) await stripe.confirmCard(intent.clientSecret, "4000000000000002");
    }
    // Slightly slower than the limit on payment intents allows, since otherwise the run would only test that limit.
    await pause(1200 + draw.below(600));
  }
}

function greedyBag({ draw, goods, aim }) {
  switch (draw.weighed({ huge: 1, large: 4, small: 2, aimed: 3 })) {
    case "aimed":
      return bagOf(draw, [aim], 1, draw.oneOf([24, 12, 6, 1]));
    case "huge":
      return bagOf(draw, goods, 20, 99);
    case "large":
      return bagOf(draw, goods, 1 + draw.below(8), 1 + draw.below(3));
    default:
      return bagOf(draw, goods, 1, 1);
  }
}

const bagOf = (draw, goods, count, quantity) =>
  Array.from({ length: count }, () => draw.oneOf(goods)).map(({ product, size, color, price }) => ({
    product,
    size,
    color,
    quantity,
    price: price / 100,
  }));

/** Buys a dozen of the variant that the crowd targets, each time from another network, and restocks the bought pieces. */
async function buyDozens(run) {
  const { draw, query, aim, until } = run;
  const dozens = { had: 0, asked: 0 };
  while (Date.now() + DOZEN_EVERY < until) {
    await pause(DOZEN_EVERY);
    dozens.asked += 1;
    const network = `203.0.113.${100 + (dozens.asked % 100)}`;
    const intent = await createIntent(run, bagOf(draw, [aim], 1, 12), network, `club-${dozens.asked}@example.com`);
    if (intent.status !== 200 || !(await payFor(run, intent, network))) continue;
    dozens.had += 1;
    await query(
      `with laid as (insert into stock_movements (variant_id, quantity, cause, reference, actor)
        values ($1, 12, 'correction', 'torture', '{"kind":"system"}') returning variant_id)
        update variants set stock = stock + 12 where id in (select variant_id from laid)`,
      [aim.id],
    );
  }
  return dozens;
}

/** One honest shopper who buys; returns whether the order was placed. */
async function buyHonestly(run, index) {
  const { draw, goods, minutes, complaints } = run;
  const network = `203.0.113.${index + 1}`;
  await pause(draw.random() * minutes * 60_000 * 0.8);
  const plenty = goods.filter(({ stock }) => stock >= 20);
  const items = bagOf(draw, plenty, 1 + draw.below(2), 1);
  const intent = await createIntent(run, items, network, `honest-${index}@example.com`);
  if (intent.status !== 200) {
    complaints.push(`an honest shopper received ${intent.code}`);
    return false;
  }
  return payFor(run, intent, network);
}

/** Pays a draft; returns whether the order was placed. */
async function payFor(run, { items, clientSecret, paymentIntentId, amount, customer }, network) {
  const { stripe, complaints } = run;
  await stripe.confirmCard(clientSecret, "4242424242424242");
  const body = {
    customer: { ...customer, paymentDetails: { paymentIntentId, clientSecret, method: "Credit Card" } },
    orderDetails: {
      items: items.map(({ product, ...item }) => ({ productId: product, name: "", itemTotal: "", ...item })),
      orderSummary: { orderValue: 0, deliveryFee: 0, total: amount / 100 },
    },
    isPaid: true,
  };
  const order = await call(run, "/api/orders", body, network);
  if (!order.orderNumber) complaints.push(`an honest shopper paid and received ${order.code}`);
  return Boolean(order.orderNumber);
}

async function createIntent(run, items, network, email, more = {}) {
  const { outcomes } = run;
  const value = items.reduce((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0);
  const customer = {
    email,
    name: "Rider Ash",
    phone: "+19285550100",
    address: "88 Sandstone Avenue",
    city: "Flagstaff",
    postalCode: "86001",
  };
  const amount = value + (value >= 300_00 ? 0 : 399);
  const body = { amount, currency: "usd", paymentMethod: "Credit Card", items, customer, ...more };
  const response = await call(run, "/api/pay/create-payment-intent", body, network);
  const outcome = response.status === 200 ? "drafted" : response.code;
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return { ...response, items, amount, customer };
}

async function call({ shops, draw, complaints }, path, body, network) {
  const headers = { "content-type": "application/json", "x-forwarded-for": network };
  const shop = shops.anyOpen(draw);
  const response = await fetch(shop.address + path, { method: "POST", headers, body: JSON.stringify(body) });
  const result = await response.json();
  if (response.status >= 500) complaints.push(`${path} answered ${response.status}`);
  return { status: response.status, ...result };
}

/** Counts the reserved pieces every second; returns the maximum. */
async function watchHeld({ query, say, pieces, until }) {
  let most = 0;
  for (let turn = 0; Date.now() < until; turn += 1) {
    const [{ held }] = await query(`select coalesce(sum(quantity), 0)::int as held
      from order_lines join orders on number = order_number where state = 'awaiting-payment'`);
    most = Math.max(most, held);
    if (turn % 30 === 29) say(`${held} of ${pieces} pieces are held`);
    await pause(1000);
  }
  return most;
}
