import { setTimeout as pause } from "node:timers/promises";

/** What the shop may say to somebody who buys; anything else is a fault. */
const BOUGHT_AWAY = ["sold-out", "held-by-others", "held-by-network"];
const OVER = ["payment-arrived", "payment-processing", "payment-missing", "payment-returned"];
const CODE = /^code-/;
const cards = {
  good: ["4242424242424242"],
  "declined first": ["4000000000000002", "4242424242424242"],
  "asks for confirmation": ["4000002500003155"],
  "refuses to confirm first": ["4000002500003155", "4242424242424242"],
  "takes its time": ["4000000000010007"],
  "breaks the connection": ["4000000000010015"],
};
const howCards = {
  good: 70,
  "declined first": 8,
  "asks for confirmation": 6,
  "refuses to confirm first": 2,
  "takes its time": 7,
  "breaks the connection": 7,
};

/** One rider from the bag to the order, as a browser goes that way: patient or not, with two tabs, or gone in the middle. */
export async function shopping({ number, draw, shops, gateway: { stripe }, ledger, happening }) {
  const customer = {
    email: `rider-${number}@example.com`,
    name: `Rider ${"abcdefghij"[number % 10]}`,
    phone: "+19285550100",
    address: "88 Sandstone Avenue",
    city: "Flagstaff",
    postalCode: "86001",
  };
  /** Everything this rider was told, for the verdict. */
  const story = { number, email: customer.email, heard: new Set(), isReturned: false };
  const isBare = draw.chance(0.08);
  const method = draw.chance(0.1) ? "Klarna" : "Credit Card";
  /** Another program may do without. */
  const showsSecret = draw.chance(0.7);
  const patience = isBare ? Infinity : draw.below(12);
  const home = `10.${draw.below(250)}.${draw.below(250)}.7`;
  const wish = { ...newBag(), discountCode: !isBare && draw.chance(0.25) ? draw.oneOf(ledger.codes) : undefined };

  let request = await ask();
  if (request && !isBare && draw.chance(0.2)) {
    // Another bag: with the same key, or a new one that names what it replaces.
    const replaces = draw.chance(0.5) ? request.clientSecret : undefined;
    Object.assign(wish, newBag(replaces ? undefined : wish.draftKey), { replaces });
    request = await ask();
  }
  if (!request || (!isBare && draw.chance(0.05))) return story;
  if (draw.chance(0.04)) await pause(40_000 + draw.below(30_000));

  let status = await pay(request);
  if (status === "payment_intent_unexpected_state") {
    // The reservation was over: another click, another draft.
    request = await ask();
    status = request && (await pay(request));
  }
  if (status === "processing") {
    await pause(draw.below(20_000));
    stripe.account.finish(request.paymentIntentId, draw.chance(0.7));
    // Only the browser knows what an intent without items was for: it stays until it is told.
    if (isBare) await order();
    return story;
  }
  if (status !== "succeeded" && status !== "api_connection_error") return story;
  happening.at("paid");
  if (!isBare && draw.chance(0.2)) return story;
  await Promise.all(draw.chance(0.15) ? [order(), order()] : [order()]);
  return story;

  function newBag(draftKey = hex()) {
    const picks = Array.from({ length: 1 + draw.below(3) }, () =>
      draw.oneOf(!isBare && draw.chance(0.25) ? ledger.goods.few : ledger.goods.plenty),
    );
    const items = picks.map(({ product, size, color, price }) => ({
      product,
      size,
      color,
      price: price / 100,
      quantity: 1 + draw.below(2),
    }));
    const value = items.reduce((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0);
    return { items, amount: value + (value >= 300_00 ? 0 : 399), draftKey };
  }

  /** 128 bits, as a browser draws them. */
  function hex() {
    return Array.from({ length: 32 }, () => draw.below(16).toString(16)).join("");
  }

  /** Asks for an intent until there is one, as long as the patience lasts. */
  async function ask() {
    for (;;) {
      const { amount, ...rest } = wish;
      const bare = { amount, currency: "usd", paymentMethod: method };
      const body = isBare ? bare : { ...bare, ...rest, customer };
      const asked = () => call("/api/pay/create-payment-intent", body, "intent");
      const [answer, other] = await Promise.all(!isBare && draw.chance(0.15) ? [asked(), asked()] : [asked()]);
      if (answer?.status === 200) {
        if (other?.status === 200 && other.body.paymentIntentId !== answer.body.paymentIntentId)
          shops.faults.push(`two tabs of ${customer.email} were asked to pay twice`);
        return answer.body;
      }
      const { code, lines, summary } = answer?.body ?? {};
      if (code === "prices-changed") {
        wish.amount = Math.round(summary.total * 100);
        lines.forEach(({ price }, position) => (wish.items[position].price = price));
      } else if (CODE.test(code)) wish.discountCode = undefined;
      else {
        if (code && !BOUGHT_AWAY.includes(code) && !OVER.includes(code)) shops.faults.push(`${code} for an intent`);
        return undefined;
      }
    }
  }

  async function pay({ clientSecret, paymentIntentId: id }) {
    // A gift covers it.
    if (wish.amount === 0) return "succeeded";
    if (method === "Klarna") {
      const started = await stripe.confirmKlarna(clientSecret, "http://shop.invalid/order-success");
      if (started.error) return started.error;
      await pause(draw.below(300));
      return decided(id, draw.chance(0.85));
    }
    const how = draw.weighed(howCards);
    let status;
    for (const [turn, card] of cards[how].entries()) {
      const { status: said, error } = await stripe.confirmCard(clientSecret, card);
      status = error ?? said;
      if (status === "requires_action") status = decided(id, !(how === "refuses to confirm first" && turn === 0));
    }
    return status;
  }

  /** What the rider answers the bank or Klarna; by then the shop may have given up. */
  function decided(id, approved) {
    const { status } = stripe.account.intent(id);
    if (status !== "requires_action") return "payment_intent_unexpected_state";
    stripe.account.answer(id, approved);
    return approved ? "succeeded" : "declined";
  }

  async function order() {
    const { clientSecret, paymentIntentId } = request;
    if (method === "Klarna" && !isBare) {
      const back = { payment_intent: paymentIntentId, payment_intent_client_secret: clientSecret };
      await call(`/order-success?${new URLSearchParams(back)}`, undefined, "order");
      return;
    }
    const items = wish.items.map(({ product, ...item }) => ({ productId: product, name: "", itemTotal: "", ...item }));
    const total = wish.amount / 100;
    const answer = await call(
      "/api/orders",
      {
        customer: { ...customer, paymentDetails: { paymentIntentId, method, ...(showsSecret && { clientSecret }) } },
        orderDetails: { items, orderSummary: { orderValue: 0, deliveryFee: 0, total } },
        isPaid: true,
      },
      "order",
    );
    if (answer?.status === 200) story.heard.add(answer.body.orderNumber);
    else if (answer?.body?.code === "payment-returned") story.isReturned = true;
    else if (answer && !OVER.includes(answer.body.code)) shops.faults.push(`${answer.body.code} for a paid order`);
  }

  /** A call to whichever shop is open, again after each broken connection, as long as the patience lasts. */
  async function call(path, body, step) {
    for (let turn = 0; turn <= patience; turn += 1) {
      let shop = shops.anyOpen(draw);
      while (!shop) {
        await shops.someOpen();
        shop = shops.anyOpen(draw);
      }
      const sent = body ? { method: "POST", body: JSON.stringify(body) } : {};
      const headers = { "content-type": "application/json", "x-forwarded-for": home };
      const asked = fetch(shop.address + path, { ...sent, headers, signal: AbortSignal.timeout(60_000) });
      happening.at(`${step} asked`, shop.name);
      const answer = await asked
        .then(async (heard) => ({ status: heard.status, body: body ? await heard.json() : await heard.text() }))
        .catch(() => undefined);
      if (!answer) {
        await pause(50);
        continue;
      }
      happening.at(`${step} heard`, shop.name);
      // Stripe's wire broke, or the database was killed: both ask for another try.
      const isOutage = answer.status === 502 || answer.status === 503;
      if (answer.status >= 500 && !isOutage)
        shops.faults.push(`${path} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 200)}`);
      if (!isOutage) return answer;
      await pause(200);
    }
    return undefined;
  }
}
