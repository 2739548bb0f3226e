import { setTimeout as pause } from "node:timers/promises";

const NETWORKS = 50;
const HONEST = 12;
/** How much of all pieces the crowd may hold. */
const MOST = 0.15;

/**
 * Fifty networks ask for all they can get, for minutes, at the default settings: huge orders, many small ones, one replaced by
 * the next, and cards that are declined so that they hold for longer. Twelve honest riders buy meanwhile. The answer is what was
 * held, and whatever is not as it has to be.
 */
export async function holding({ minutes, draw, shops, gateway: { stripe }, ledger: { query }, say }) {
  const until = Date.now() + minutes * 60_000;
  const goods = await query(`select v.product_id as product, v.size, v.color, v.stock,
      coalesce(nullif(p.sale_price_cents, 0), v.price_cents, p.price_cents) as price
    from variants v join products p on p.id = v.product_id where p.published_status = 'published' and v.stock > 0`);
  const [{ pieces }] = await query("select sum(stock)::int as pieces from variants");
  const plenty = goods.filter(({ stock }) => stock >= 20);
  const answers = {};
  const complaints = [];
  let most = 0;
  let bought = 0;

  const bagOf = (count, quantity, from = goods) =>
    Array.from({ length: count }, () => draw.oneOf(from)).map(({ product, size, color, price }) => ({
      product,
      size,
      color,
      quantity,
      price: price / 100,
    }));

  async function call(path, body, network) {
    const headers = { "content-type": "application/json", "x-forwarded-for": network };
    const shop = shops.anyOpen(draw);
    const answer = await fetch(shop.address + path, { method: "POST", headers, body: JSON.stringify(body) });
    const said = await answer.json();
    if (answer.status >= 500) complaints.push(`${path} answered ${answer.status}`);
    return { status: answer.status, ...said };
  }

  async function intent(items, network, email, more = {}) {
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
    const said = await call("/api/pay/create-payment-intent", body, network);
    const word = said.status === 200 ? "drafted" : said.code;
    answers[word] = (answers[word] ?? 0) + 1;
    return { ...said, amount, customer };
  }

  async function crowd(index) {
    const network = `198.51.100.${index + 1}`;
    let last;
    while (Date.now() < until) {
      const items = draw.weighed({ huge: 1, large: 4, small: 2 });
      const bag =
        items === "huge"
          ? bagOf(20, 99)
          : items === "large"
            ? bagOf(1 + draw.below(8), 1 + draw.below(3))
            : bagOf(1, 1);
      const replaces = last && draw.chance(0.1) ? { replaces: last } : {};
      const said = await intent(bag, network, `crowd-${index}@example.com`, replaces);
      if (said.status === 200) {
        last = said.clientSecret;
        if (draw.chance(0.4)) await stripe.confirmCard(said.clientSecret, "4000000000000002");
      }
      // As fast as the limit on intents lets them, and no faster: else it would be the limit that is measured.
      await pause(1200 + draw.below(600));
    }
  }

  async function rider(index) {
    const network = `203.0.113.${index + 1}`;
    await pause(draw.random() * minutes * 60_000 * 0.8);
    const items = bagOf(1 + draw.below(2), 1, plenty);
    const { status, code, clientSecret, paymentIntentId, amount, customer } = await intent(
      items,
      network,
      `honest-${index}@example.com`,
    );
    if (status !== 200) return complaints.push(`an honest rider heard ${code}`);
    await stripe.confirmCard(clientSecret, "4242424242424242");
    const placed = await call(
      "/api/orders",
      {
        customer: { ...customer, paymentDetails: { paymentIntentId, clientSecret, method: "Credit Card" } },
        orderDetails: {
          items: items.map(({ product, ...item }) => ({ productId: product, name: "", itemTotal: "", ...item })),
          orderSummary: { orderValue: 0, deliveryFee: 0, total: amount / 100 },
        },
        isPaid: true,
      },
      network,
    );
    if (placed.orderNumber) bought += 1;
    else complaints.push(`an honest rider paid and heard ${placed.code}`);
  }

  async function look() {
    for (let turn = 0; Date.now() < until; turn += 1) {
      const [{ held }] = await query(`select coalesce(sum(quantity), 0)::int as held
        from order_lines join orders on number = order_number where state = 'awaiting-payment'`);
      most = Math.max(most, held);
      if (turn % 30 === 29) say(`${held} of ${pieces} pieces are held`);
      await pause(1000);
    }
  }

  await Promise.all([
    ...Array.from({ length: NETWORKS }, (_, index) => crowd(index)),
    ...Array.from({ length: HONEST }, (_, index) => rider(index)),
    look(),
  ]);
  if (most > pieces * MOST) complaints.push(`${most} of ${pieces} pieces were held at a time`);
  if (bought !== HONEST) complaints.push(`${bought} of ${HONEST} honest riders have their order`);
  const drift = await query(`select v.id from variants v left join stock_movements m on m.variant_id = v.id
    where v.stock is not null group by v.id having v.stock <> coalesce(sum(m.quantity), 0)`);
  if (drift.length > 0) complaints.push(`${drift.length} levels of stock are off`);

  const share = `${((most / pieces) * 100).toFixed(1)} %`;
  return {
    figures: {
      "pieces in the shop": pieces,
      "pieces held at most at a time": most,
      [`of all pieces (${MOST * 100} % at most)`]: share,
      "honest riders who have their order": bought,
      ...Object.fromEntries(Object.entries(answers).map(([word, times]) => [`times ${word}`, times])),
    },
    complaints,
  };
}
