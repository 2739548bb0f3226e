import { checkChanges } from "./changes.mjs";
import { checkCards } from "./gift-cards.mjs";
import { checkLetters, checkRefundLetters } from "./letters.mjs";
import { checkLost, checkPacking } from "./lost.mjs";
import { checkReturns } from "./returns.mjs";
import { checkSales } from "./sales.mjs";

/** Compares Stripe's data with what the shop stored and mailed. Returns figures and complaints. */
export async function verdict({ ledger: { query }, gateway, shops, stories, members, leftOver }) {
  const complaints = [...new Set(shops.faults)];
  for (const end of leftOver) complaints.push(`${end} never came to an end`);
  const expect = (isTrue, complaint) => isTrue || complaints.push(complaint);
  const facts = await readFacts(query, gateway.stripe.account);

  const returned = checkPayments(facts, expect);
  checkShoppers(facts, stories, expect);
  await checkStock(query, complaints);
  await checkCodes(query, facts, expect);
  const letters = await checkLetters(facts, shops.outbox, expect);
  const refundLetters = await checkRefundLetters(facts, shops.outbox, expect);
  const returns = await checkReturns(query, shops.outbox, expect);
  const lost = await checkLost(query, expect);
  await checkPacking(query, expect);
  const changes = await checkChanges(query, shops.outbox, expect);
  await checkHistory(query, complaints);
  await checkJobs(query, expect);

  const { intents, succeeded, orders, paid, refunds } = facts;
  const tally = (what) => members.reduce((sum, { done }) => sum + (done.get(what) ?? 0), 0);
  const cents = (rows) => rows.reduce((sum, { amount }) => sum + amount, 0);
  const figures = {
    "shoppers who went shopping": stories.length,
    "intents at Stripe": intents.length,
    "intents paid": succeeded.length,
    "orders paid": paid.length,
    "drafts cancelled": orders.length - paid.length,
    "orders that a gift covered": paid.filter(({ total }) => total === 0).length,
    "payments refunded in full": returned,
    "refunds that members asked for": tally("refund"),
    "parcels that members sent": tally("ship"),
    "orders that members cancelled": tally("cancel"),
    "shoppers who were told that their order is cancelled": stories.filter(({ isCancelled }) => isCancelled).length,
    "returns that shoppers started": stories.filter((story) => story.returned).length,
    ...done(members),
    "pieces lost, in rows": lost.lost,
    "of those sent again": lost.again,
    "of those paid back": lost.refunded,
    "returns that members started": tally("start a return"),
    "returns that members approved": tally("approve a return"),
    "returns that members took in": tally("receive a return"),
    "returns that members settled": tally("settle a return"),
    "returns that are settled, in rows": returns.settled,
    "of those taken in with their refund": returns.atOnce,
    "cents in letters of settled returns": returns.cents,
    "refunds confirmed": refunds.filter(({ state }) => state === "done").length,
    "refunds refused, or failed late": refunds.filter(({ state }) => state === "failed").length,
    "cents given back, in rows": cents(refunds.filter(isBackAtStripe)),
    "cents given back, at Stripe": cents(gateway.stripe.account.refunds.filter(({ status }) => status === "succeeded")),
    ...(await checkSales(query, complaints)),
    ...changes,
    ...(await checkCards(query, expect)),
    "cents in letters of refunds that stand": refundLetters,
    "confirmation letters": letters,
    "events of Stripe received": (await query("select from gateway_events")).length,
    "shoppers who received their order number": stories.filter(({ orderNumbers }) => orderNumbers.size > 0).length,
  };
  return { figures, complaints };
}

/** Whether a refund went back at Stripe, and not onto a gift card that had paid, or that it made as store credit. */
const isBackAtStripe = ({ state, paidBy, onto }) => state === "done" && paidBy !== "gift-card" && onto === "gateway";

/** Names of members' acts, as their forms give them, apart from plain refunds, parcels and returns. */
const ACTS = [
  "pack an order",
  "take packed back",
  "decide about a lost parcel",
  "send again what was lost",
  "refund what was to be sent again",
  "say that a parcel arrived",
  "answer for a parcel that turned up",
  "refund what lies here",
  "try to clear the demo goods",
  "swap for the same price",
  "make an order cheaper",
  "ask for a difference",
  "end a change",
  "send the link of a change again",
  "make an order for a shopper",
  "end an order made here",
  "send its link again",
];

/** Number of times that members did each act. */
const done = (members) =>
  Object.fromEntries(
    ACTS.map((act) => [`times: ${act}`, members.reduce((sum, own) => sum + (own.done.get(act) ?? 0), 0)]),
  );

/** Refunds whose state in the shop differs from Stripe's, for example because the shop does not know of a late failure. */
export async function refundsApart({ query }, { stripe: { account } }) {
  const rows = await query(`select id, state from refunds where gateway_id is not null`);
  const atStripe = new Map(account.refunds.map(({ metadata, status }) => [metadata.refund, status]));
  return rows
    .filter(({ id, state }) => atStripe.has(id) && (state === "done") !== (atStripe.get(id) === "succeeded"))
    .map(({ id, state }) => `the refund ${id}, ${state} here and ${atStripe.get(id)} at Stripe,`);
}

async function readFacts(query, account) {
  const intents = [...account.intents.values()];
  const orders = await query(
    `select number, state, email, total_cents as total, discount_code as code, draft_key as key, paid_at as "paidAt"
      from orders`,
  );
  const payments =
    await query(`select id, kind, order_number as number, gateway_id as request, state, amount_cents as amount
    from payments`);
  const refunds =
    await query(`select r.id, r.state, r.cause, r.onto, r.amount_cents as amount, p.gateway_id as request, p.kind as "paidBy",
      p.order_number as number, exists (select from order_events e where e.once_key = 'refunded:' || r.id) as "wasDone"
    from refunds r join payments p on p.id = r.payment_id`);
  return {
    intents,
    succeeded: intents.filter(({ status }) => status === "succeeded"),
    orders,
    payments,
    refunds,
    paid: orders.filter(({ paidAt }) => paidAt !== null),
    atStripe: (id) => account.refunds.filter((refund) => refund.payment_intent === id),
  };
}

const amounts = (rows) => rows.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Checks that each paid intent has exactly one order or was fully refunded, and that its refunds in the shop equal those at
 * Stripe, to the cent, and do not exceed the payment. Returns the number of intents that were fully refunded because they have no
 * order.
 */
function checkPayments({ succeeded, orders, payments, paid, refunds, atStripe }, expect) {
  const byNumber = new Map(orders.map((order) => [order.number, order]));
  const byRequest = new Map(payments.map((payment) => [payment.request, payment]));
  const paidFor = new Map();
  let returned = 0;
  for (const { id, amount } of succeeded) {
    const payment = byRequest.get(id);
    const order = byNumber.get(payment?.number);
    const given = atStripe(id).filter(({ status }) => status === "succeeded");
    const known = refunds.filter((refund) => refund.request === id && isBackAtStripe(refund));
    expect(amounts(given) <= amount, `${amounts(given)} of the ${amount} of ${id} went back`);
    expect(amounts(given) === amounts(known), `${amounts(given)} of ${id} went back, the rows say ${amounts(known)}`);
    expect(
      new Set(given.map(({ metadata }) => metadata.refund)).size === given.length,
      `a refund of ${id} was made twice at Stripe`,
    );
    if (payment?.kind === "change") {
      expect(payment.state === "received", `${id} is paid for a change and the payment is ${payment.state}`);
      expect(amount === payment.amount, `${id} brought ${amount} for a change that costs ${payment.amount}`);
      continue;
    }
    if (!order?.paidAt) {
      returned += 1;
      expect(
        amounts(given) === amount || isRefused(id, refunds),
        `${id} brought no order and ${amounts(given)} went back`,
      );
      continue;
    }
    expect(payment?.state === "received", `${id} is paid and the payment is ${payment?.state}`);
    expect(amount === payment?.amount, `${id} brought ${amount}, the order came to ${payment?.amount}`);
    paidFor.set(order.number, [...(paidFor.get(order.number) ?? []), id]);
  }
  const firstOf = new Map(payments.flatMap((own) => (own.kind === "order" ? [[own.number, own]] : [])));
  for (const order of paid) {
    const by = paidFor.get(order.number) ?? [];
    const due = firstOf.get(order.number)?.amount;
    expect(by.length === (due === 0 ? 0 : 1), `the order ${order.number} of ${due} is paid by ${by.length} intents`);
    const given = refunds.filter(
      ({ number, state, cause }) => number === order.number && state === "done" && !cause.startsWith("change:"),
    );
    checkState(order, amounts(given), expect);
  }
  for (const { number, state, paidAt } of orders)
    expect(paidAt !== null || state === "cancelled", `the order ${number} is ${state} in the end, and was not paid`);
  const due = succeeded.reduce((sum, { amount }) => sum + amount, 0);
  const isOfStripe = ({ state, kind }) => state === "received" && kind !== "gift-card";
  const received = payments.filter(isOfStripe).reduce((sum, { amount }) => sum + amount, 0);
  expect(due === received, `${due} cents arrived at Stripe, the shop knows of ${received}`);
  return returned;
}

/** Whether Stripe refused or reversed the refund of a payment without an order, which a member then has to handle. */
const isRefused = (id, refunds) => refunds.some(({ request, state }) => request === id && state === "failed");

/** Checks that an order's state agrees with its refunds. */
function checkState({ number, state, total }, given, expect) {
  if (state === "refunded" || state === "partly-refunded")
    expect(given > 0, `${number} is ${state} and nothing went back`);
  if (given === 0) return;
  if (state === "paid" || state === "packed")
    expect(false, `${number} is ${state} and ${given} of its ${total} went back`);
}

/** Checks that no shopper paid twice, and that each order number that a shopper received is that shopper's order. */
function checkShoppers({ paid }, stories, expect) {
  for (const { email, orderNumbers, isReturned, isCancelled } of stories) {
    const own = paid.filter((order) => order.email === email);
    expect(own.length <= 1, `${email} has ${own.length} orders`);
    for (const number of orderNumbers)
      expect(own[0]?.number === number, `${email} received ${number} and has ${own[0]?.number}`);
    expect(!isReturned || own.length === 0, `${email} was told of a refund and has an order`);
    expect(
      !isCancelled || own[0]?.state === "cancelled",
      `${email} was told that the order is cancelled: ${own[0]?.state}`,
    );
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
        where paid_at is not null group by 1, 2) o
    full join (select reference, variant_id, -sum(quantity)::int as sold from stock_movements where cause = 'sale'
        group by 1, 2) s on s.reference = o.number and s.variant_id = o.variant_id
    where o.sold is distinct from s.sold`);
  for (const { number, due, sold } of missold) complaints.push(`the order ${number} sold ${sold} in place of ${due}`);
  // Exactly these pieces must be back in stock: pieces of cancelled orders, pieces removed by changes, pieces that members
  // cancelled and restocked, and restocked pieces of returns.
  const misplaced = await query(`with due as (
      select order_number as number, sum(quantity - (select coalesce(sum(called_off), 0) from refund_lines off
          where off.order_number = number and off.position = standing_lines.position))::int as pieces
        from standing_lines join orders on number = order_number
        where state = 'cancelled' and paid_at is not null group by 1 having count(*) > 0
      union all
      select order_number, sum(quantity)::int from line_endings group by 1
      union all
      select order_number, sum((called->>'quantity')::int)::int from order_events,
        jsonb_array_elements(details->'calledOff') called
        where kind = 'refund-asked' and (details->>'restock')::boolean group by 1
      union all
      select order_number, sum(restocked)::int from return_pieces join returns on number = return_number group by 1
        having sum(restocked) > 0)
    select coalesce(d.number, m.reference) as number, d.pieces as due, m.pieces as back from
      (select number, sum(pieces)::int as pieces from due group by 1) d
    full join (select reference, sum(quantity)::int as pieces from stock_movements where cause = 'return' group by 1) m
      on m.reference = d.number where coalesce(d.pieces, 0) is distinct from coalesce(m.pieces, 0)`);
  for (const { number, due, back } of misplaced)
    complaints.push(`${back} pieces of the order ${number} are back in stock in place of ${due}`);
}

async function checkCodes(query, { orders }, expect) {
  const uses = await query(`select order_number as number from discount_uses`);
  const used = new Set(uses.map(({ number }) => number));
  for (const { number, state, code, paidAt } of orders) {
    const isUsed = paidAt !== null && state !== "cancelled" && code !== null;
    expect(used.has(number) === isUsed, `the code ${code} of ${number} (${state}) is off`);
  }
  const [{ most, times }] = await query(`select most_uses as most, (select count(*)::int from discount_uses u
    where u.code = c.code) as times from discount_codes c where code = 'TORTUREONCE'`);
  expect(times <= most, `a code for ${most} was used ${times} times`);
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
