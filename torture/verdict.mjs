import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Compares what Stripe knows with what the shop wrote down and sent: figures, and everything that is not as it has to be. */
export async function verdict({ ledger: { query }, gateway, shops, told, leftOver }) {
  const complaints = [...new Set(shops.faults)];
  const expect = (isTrue, words) => isTrue || complaints.push(words);
  for (const end of leftOver) complaints.push(`${end} never came to an end`);

  const { account } = gateway.stripe;
  const intents = [...account.intents.values()];
  const succeeded = intents.filter(({ status }) => status === "succeeded");
  const orders = await query(
    `select number, state, email, total_cents as total, discount_code as code, draft_key as key from orders`,
  );
  const payments = await query(`select id, order_number as number, gateway_id as request, state, amount_cents as amount
    from payments`);
  const paid = orders.filter(({ state }) => state === "paid");
  const byNumber = new Map(orders.map((order) => [order.number, order]));
  const byRequest = new Map(payments.map((payment) => [payment.request, payment]));
  const refunded = (id) =>
    account.refunds.filter((refund) => refund.payment_intent === id).reduce((sum, { amount }) => sum + amount, 0);

  // Each paid intent has exactly one order, or its money went back, all of it.
  const paidFor = new Map();
  let returned = 0;
  for (const { id, amount } of succeeded) {
    const payment = byRequest.get(id);
    const order = byNumber.get(payment?.number);
    if (refunded(id) > 0) {
      returned += 1;
      expect(refunded(id) === amount && order?.state !== "paid", `${id} was refunded in part, or for a paid order`);
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
  // Nobody pays twice, and whoever heard a number has that order.
  for (const { email, heard, isReturned } of told) {
    const own = paid.filter((order) => order.email === email);
    expect(own.length <= 1, `${email} has ${own.length} orders`);
    for (const number of heard) expect(own[0]?.number === number, `${email} heard ${number} and has ${own[0]?.number}`);
    expect(!isReturned || own.length === 0, `${email} heard that the money goes back and has an order`);
  }

  // Stock.
  const drift = await query(`select v.id, v.stock, coalesce(sum(m.quantity), 0)::int as sum from variants v
    left join stock_movements m on m.variant_id = v.id where v.stock is not null group by v.id
    having v.stock <> coalesce(sum(m.quantity), 0)`);
  for (const { id, stock, sum } of drift) complaints.push(`variant ${id} has ${stock} left, its movements say ${sum}`);
  const kept = await query(`select reference, variant_id as variant, sum(quantity)::int as sum from stock_movements
    where cause in ('reservation', 'release') group by 1, 2 having sum(quantity) <> 0`);
  for (const { reference, variant, sum } of kept)
    complaints.push(`${-sum} of variant ${variant} are still kept for ${reference}`);
  const missold = await query(`select coalesce(o.number, s.reference) as number, o.sold as due, s.sold from
      (select number, variant_id, sum(quantity)::int as sold from order_lines join orders on number = order_number
        where state = 'paid' group by 1, 2) o
    full join (select reference, variant_id, -sum(quantity)::int as sold from stock_movements where cause = 'sale'
        group by 1, 2) s on s.reference = o.number and s.variant_id = o.variant_id
    where o.sold is distinct from s.sold`);
  for (const { number, due, sold } of missold) complaints.push(`the order ${number} sold ${sold} in place of ${due}`);

  // Codes.
  const uses = await query(`select order_number as number from discount_uses`);
  const used = new Set(uses.map(({ number }) => number));
  for (const { number, state, code } of orders)
    expect(used.has(number) === (state === "paid" && code !== null), `the code ${code} of ${number} (${state}) is off`);
  const [{ most, times }] = await query(`select most_uses as most, (select count(*)::int from discount_uses u
    where u.code = c.code) as times from discount_codes c where code = 'TORTUREONCE'`);
  expect(times <= most, `a code for ${most} was used ${times} times`);

  // Letters.
  const files = await readdir(shops.outbox);
  const about = (number) =>
    files.filter((name) => name.startsWith(`order-confirmed-${number}-`) && name.endsWith(".eml"));
  let letters = 0;
  for (const { number, email } of paid) {
    const [letter, ...more] = about(number);
    expect(letter && more.length === 0, `there are ${about(number).length} letters about ${number}`);
    if (!letter) continue;
    letters += 1;
    const text = await readFile(join(shops.outbox, letter), "utf8");
    expect(text.includes(`To: ${email}\r\n`) && text.trimEnd().endsWith("--"), `the letter ${letter} is not whole`);
  }
  const confirmations = files.filter((name) => name.startsWith("order-confirmed-") && name.endsWith(".eml"));
  expect(confirmations.length === letters, `${confirmations.length} letters were sent about ${letters} orders`);
  expect(!files.some((name) => name.endsWith(".part")), "a half-written letter was left behind");
  const twice = await query(`select order_number as number, kind from order_events
    where kind in ('paid', 'confirmation-sent', 'drafted') group by 1, 2 having count(*) > 1`);
  for (const { number, kind } of twice) complaints.push(`${kind} recordEvent to ${number} more than once`);

  // Jobs and money.
  const dead = await query(`select name from pgboss.job where name = 'dead-letters' or state = 'failed'`);
  expect(dead.length === 0, `${dead.length} jobs were given up`);
  const due = succeeded.reduce((sum, { amount }) => sum + amount, 0);
  const received = payments.filter(({ state }) => state === "received").reduce((sum, { amount }) => sum + amount, 0);
  expect(due === received, `${due} cents arrived at Stripe, the shop knows of ${received}`);

  const figures = {
    "riders who went shopping": told.length,
    "intents at Stripe": intents.length,
    "intents paid": succeeded.length,
    "orders paid": paid.length,
    "drafts given up": orders.length - paid.length,
    "orders that a gift covered": paid.filter(({ total }) => total === 0).length,
    "payments sent back in full": returned,
    "confirmation letters": letters,
    "messages of Stripe heard": (await query("select from gateway_events")).length,
    "riders who heard their number": told.filter(({ heard }) => heard.size > 0).length,
  };
  return { figures, complaints };
}
