import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Compares what Stripe knows with what the shop stored and sent: figures, and everything that is wrong. */
export async function verdict({ ledger: { query }, gateway, shops, stories, leftOver }) {
  const complaints = [...new Set(shops.faults)];
  for (const end of leftOver) complaints.push(`${end} never came to an end`);
  const expect = (isTrue, complaint) => isTrue || complaints.push(complaint);
  const facts = await readFacts(query, gateway.stripe.account);

  const returned = checkPayments(facts, expect);
  checkShoppers(facts, stories, expect);
  await checkStock(query, complaints);
  await checkCodes(query, facts, expect);
  const letters = await checkLetters(facts, shops.outbox, expect);
  await checkHistory(query, complaints);
  await checkJobs(query, expect);

  const { intents, succeeded, orders, paid } = facts;
  const figures = {
    "shoppers who went shopping": stories.length,
    "intents at Stripe": intents.length,
    "intents paid": succeeded.length,
    "orders paid": paid.length,
    "drafts cancelled": orders.length - paid.length,
    "orders that a gift covered": paid.filter(({ total }) => total === 0).length,
    "payments refunded in full": returned,
    "confirmation letters": letters,
    "events of Stripe received": (await query("select from gateway_events")).length,
    "shoppers who received their order number": stories.filter(({ orderNumbers }) => orderNumbers.size > 0).length,
  };
  return { figures, complaints };
}

async function readFacts(query, account) {
  const intents = [...account.intents.values()];
  const orders = await query(
    `select number, state, email, total_cents as total, discount_code as code, draft_key as key from orders`,
  );
  const payments = await query(`select id, order_number as number, gateway_id as request, state, amount_cents as amount
    from payments`);
  return {
    intents,
    succeeded: intents.filter(({ status }) => status === "succeeded"),
    orders,
    payments,
    paid: orders.filter(({ state }) => state === "paid"),
    refundedOf: (id) =>
      account.refunds.filter((refund) => refund.payment_intent === id).reduce((sum, { amount }) => sum + amount, 0),
  };
}

/** Each paid intent has exactly one order, or was refunded in full. How many were refunded. */
function checkPayments({ succeeded, orders, payments, paid, refundedOf }, expect) {
  const byNumber = new Map(orders.map((order) => [order.number, order]));
  const byRequest = new Map(payments.map((payment) => [payment.request, payment]));
  const paidFor = new Map();
  let returned = 0;
  for (const { id, amount } of succeeded) {
    const payment = byRequest.get(id);
    const order = byNumber.get(payment?.number);
    const refunded = refundedOf(id);
    if (refunded > 0) {
      returned += 1;
      expect(refunded === amount && order?.state !== "paid", `${id} was refunded in part, or for a paid order`);
      continue;
    }
    expect(order?.state === "paid", `${id} is paid and its order ${order?.number} is ${order?.state}`);
    expect(payment?.state === "received", `${id} is paid and the payment is ${payment?.state}`);
    expect(amount === order?.total, `${id} brought ${amount}, the order comes to ${order?.total}`);
    if (order) paidFor.set(order.number, [...(paidFor.get(order.number) ?? []), id]);
  }
  for (const { number, total } of paid) {
    const by = paidFor.get(number) ?? [];
    expect(by.length === (total === 0 ? 0 : 1), `the order ${number} of ${total} is paid by ${by.length} intents`);
  }
  for (const { number, state } of orders)
    expect(["paid", "cancelled"].includes(state), `the order ${number} is ${state} in the end`);
  const due = succeeded.reduce((sum, { amount }) => sum + amount, 0);
  const received = payments.filter(({ state }) => state === "received").reduce((sum, { amount }) => sum + amount, 0);
  expect(due === received, `${due} cents arrived at Stripe, the shop knows of ${received}`);
  return returned;
}

/** Nobody pays twice, and whoever received an order number has that order. */
function checkShoppers({ paid }, stories, expect) {
  for (const { email, orderNumbers, isReturned } of stories) {
    const own = paid.filter((order) => order.email === email);
    expect(own.length <= 1, `${email} has ${own.length} orders`);
    for (const number of orderNumbers)
      expect(own[0]?.number === number, `${email} received ${number} and has ${own[0]?.number}`);
    expect(!isReturned || own.length === 0, `${email} was told of a refund and has an order`);
  }
}

async function checkStock(query, complaints) {
  const drift = await query(`select v.id, v.stock, coalesce(sum(m.quantity), 0)::int as sum from variants v
    left join stock_movements m on m.variant_id = v.id where v.stock is not null group by v.id
    having v.stock <> coalesce(sum(m.quantity), 0)`);
  for (const { id, stock, sum } of drift) complaints.push(`variant ${id} has ${stock} left, its movements say ${sum}`);
  const reserved = await query(`select reference, variant_id as variant, sum(quantity)::int as sum from stock_movements
    where cause in ('reservation', 'release') group by 1, 2 having sum(quantity) <> 0`);
  for (const { reference, variant, sum } of reserved)
    complaints.push(`${-sum} of variant ${variant} are still reserved for ${reference}`);
  const missold = await query(`select coalesce(o.number, s.reference) as number, o.sold as due, s.sold from
      (select number, variant_id, sum(quantity)::int as sold from order_lines join orders on number = order_number
        where state = 'paid' group by 1, 2) o
    full join (select reference, variant_id, -sum(quantity)::int as sold from stock_movements where cause = 'sale'
        group by 1, 2) s on s.reference = o.number and s.variant_id = o.variant_id
    where o.sold is distinct from s.sold`);
  for (const { number, due, sold } of missold) complaints.push(`the order ${number} sold ${sold} in place of ${due}`);
}

async function checkCodes(query, { orders }, expect) {
  const uses = await query(`select order_number as number from discount_uses`);
  const used = new Set(uses.map(({ number }) => number));
  for (const { number, state, code } of orders)
    expect(used.has(number) === (state === "paid" && code !== null), `the code ${code} of ${number} (${state}) is off`);
  const [{ most, times }] = await query(`select most_uses as most, (select count(*)::int from discount_uses u
    where u.code = c.code) as times from discount_codes c where code = 'TORTUREONCE'`);
  expect(times <= most, `a code for ${most} was used ${times} times`);
}

/** Each paid order has one whole confirmation letter, and no other has any. How many there are. */
async function checkLetters({ paid }, outbox, expect) {
  const files = await readdir(outbox);
  const confirmations = files.filter((name) => name.startsWith("order-confirmed-") && name.endsWith(".eml"));
  let letters = 0;
  for (const { number, email } of paid) {
    const [letter, ...more] = confirmations.filter((name) => name.startsWith(`order-confirmed-${number}-`));
    expect(letter && more.length === 0, `there are ${more.length + (letter ? 1 : 0)} letters about ${number}`);
    if (!letter) continue;
    letters += 1;
    const text = await readFile(join(outbox, letter), "utf8");
    expect(text.includes(`To: ${email}\r\n`) && text.trimEnd().endsWith("--"), `the letter ${letter} is not whole`);
  }
  expect(confirmations.length === letters, `${confirmations.length} letters were sent about ${letters} orders`);
  expect(!files.some((name) => name.endsWith(".part")), "a half-written letter was left behind");
  return letters;
}

async function checkHistory(query, complaints) {
  const twice = await query(`select order_number as number, kind from order_events
    where kind in ('paid', 'confirmation-sent', 'drafted') group by 1, 2 having count(*) > 1`);
  for (const { number, kind } of twice) complaints.push(`${kind} was recorded for ${number} more than once`);
}

async function checkJobs(query, expect) {
  const dead = await query(`select name from pgboss.job where name = 'dead-letters' or state = 'failed'`);
  expect(dead.length === 0, `${dead.length} jobs were given up`);
}
