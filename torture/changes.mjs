import { readdir } from "node:fs/promises";

/**
 * Builds a random form with which a member changes an order; first reads the page with the price difference. Undefined if no
 * order can be changed, or the chosen change is impossible.
 */
export async function changeForm({ query, draw, goods, page }) {
  const order = draw.oneOf(
    await query(`select number, version from orders where state in ('paid', 'packed', 'partly-refunded') and paid_at is not null
      and not exists (select from order_changes c where c.order_number = number and c.state = 'waiting') order by number`),
  );
  if (!order) return undefined;
  const lines = await query(
    `select position, quantity, product_id as product, variant_id as variant from standing_lines where order_number = $1 order by position`,
    [order.number],
  );
  const line = draw.oneOf(lines);
  if (!line) return undefined;
  const { wish, reason } = await wished(line, { query, draw, goods });
  const path = `/back-office/orders/${order.number}/change?${wish}`;
  const text = await page(path);
  const [, difference] = /name="difference" value="(-?\d+)"/.exec(text ?? "") ?? [];
  if (difference === undefined) return undefined;
  const [, version = String(order.version)] = /name="version" value="(\d+)"/.exec(text) ?? [];
  const costs = Number(difference);
  return {
    what: costs > 0 ? "ask for a difference" : costs < 0 ? "make an order cheaper" : "swap for the same price",
    path,
    fields: { version, difference, words: "As we said.", reason, ...(costs > 0 && { hours: "24" }) },
  };
}

/** Draws a change of a line: pieces removed, exchanged for another size or other goods, or goods added. */
async function wished({ position, quantity, product, variant }, { query, draw, goods }) {
  const pieces = 1 + draw.below(quantity);
  const other = draw.oneOf(draw.chance(0.2) ? goods.few : goods.plenty);
  const siblings = await query(`select id from variants where product_id = $1 and id <> $2 order by id`, [
    product,
    variant,
  ]);
  const kinds = { gone: 2, added: 3, other: 4, ...(siblings.length > 0 && { swap: 4 }) };
  const wish = {
    gone: () => ({ [`to-${position}`]: "gone", [`n-${position}`]: pieces }),
    added: () => ({ v: other.id, n: 1 + draw.below(2), r: "", p: "" }),
    other: () => ({ v: other.id, n: pieces, r: position, p: "" }),
    swap: () => ({ [`to-${position}`]: draw.oneOf(siblings).id, [`n-${position}`]: pieces }),
  }[draw.weighed(kinds)]();
  const isOurMistake = draw.chance(0.1);
  if (isOurMistake) wish.mistake = "yes";
  if (draw.chance(0.1)) wish.delivery = "yes";
  return { wish: new URLSearchParams(wish), reason: isOurMistake ? "We sent the wrong one" : "" };
}

/** Builds a form about a change that awaits its payment: ends it, or resends its link. */
export async function waitingForm({ query, draw }) {
  const waiting = draw.oneOf(
    await query(`select c.id, number, o.version from order_changes c join orders o on number = order_number
      where c.state = 'waiting' order by c.at, c.id`),
  );
  if (!waiting) return undefined;
  const isEnd = draw.chance(0.5);
  return {
    what: isEnd ? "end a change" : "send the link of a change again",
    path: `/back-office/orders/${waiting.number}`,
    fields: { version: String(waiting.version), step: `${isEnd ? "change-end" : "change-again"} ${waiting.id}` },
  };
}

/** Builds a form about an order by telephone: makes one, resends its link, or ends it. */
export async function madeForm({ query, draw, goods, page }) {
  const open = await query(`select number from orders join made_orders on order_number = number
    where state = 'awaiting-payment' order by number`);
  if (open.length > 0 && draw.chance(0.3)) {
    const { number } = draw.oneOf(open);
    const isEnd = draw.chance(0.6);
    const what = isEnd ? "end an order made here" : "send its link again";
    return { what, path: `/back-office/orders/made/${number}`, fields: { form: isEnd ? "end" : "again" } };
  }
  const wish = draw.oneOf(goods.plenty);
  const isReduced = draw.chance(0.3);
  const path = `/back-office/orders/made/new/shopper?${new URLSearchParams({ v: wish.id, n: 1 + draw.below(2) })}`;
  const fields = {
    email: `caller-${draw.below(1e9)}@example.com`,
    name: "Casey Caller",
    phone: "928 555 0100",
    address: "88 Sandstone Avenue",
    ...(draw.chance(0.5) ? { city: "Flagstaff", postalCode: "86001" } : { city: "Elko", postalCode: "89801" }),
    cameBy: "phone",
    days: "1",
    words: "As we said on the phone.",
    ...(isReduced && { freeDelivery: "yes", reason: "A good shopper" }),
  };
  const [, total] = /name="total" value="(\d+)"/.exec((await page(path, fields)) ?? "") ?? [];
  return total && { what: "make an order for a shopper", path, fields: { ...fields, total } };
}

/** Checks all changes of orders, and returns the number of each kind. */
export async function checkChanges(query, outbox, expect) {
  await checkTotals(query, expect);
  const changes = await changesOf(query);
  const files = await readdir(outbox);
  for (const change of changes) checkChange(change, files, expect);
  const [made] = await query(`select count(*)::int as all, count(*) filter (where paid_at is not null)::int as paid
    from made_orders join orders on number = order_number`);
  const count = (condition) => changes.filter(condition).length;
  const sum = (read) => changes.reduce((total, change) => total + read(change), 0);
  return {
    "changes of orders": changes.length,
    "of those applied": count(({ state }) => state === "applied"),
    "of those applied that cost more": count(({ state, due }) => state === "applied" && due > 0),
    "of those ended": count(({ state }) => state === "ended"),
    "payments of changes that arrived": sum(({ arrived }) => arrived),
    "of those gone back, because the change had ended": sum(({ arrived, kept }) => arrived - kept),
    "orders made by members": made.all,
    "of those paid by their link": made.paid,
  };
}

/**
 * Checks that the payments of each order, minus refunds caused by changes, equal its total; failed refunds may be missing. Also
 * checks that an order's sums are those of its lines.
 */
async function checkTotals(query, expect) {
  const apart =
    await query(`select number, total_cents as total, took.cents as took, coalesce(back.cents, 0)::int as back, coalesce(back.owed, 0)::int as owed
    from orders
    cross join lateral (select coalesce(sum(amount_cents), 0)::int as cents from payments where order_number = number and payments.state = 'received') took
    cross join lateral (select sum(r.amount_cents) filter (where r.state <> 'failed') as cents, sum(r.amount_cents) filter (where r.state = 'failed') as owed
      from payments p join refunds r on r.payment_id = p.id where p.order_number = number and r.cause like 'change:%') back
    where paid_at is not null and not sample
      and took.cents - coalesce(back.cents, 0) - total_cents not between 0 and coalesce(back.owed, 0)`);
  for (const { number, total, took, back, owed } of apart)
    expect(false, `${number} comes to ${total}: ${took} arrived, ${back} went back by its changes, ${owed} could not`);

  const unlike =
    await query(`select number, order_value_cents as value, discount_cents as discount, tax_cents as tax, line.value as "ofLines"
    from orders cross join lateral (select coalesce(sum(price_cents * quantity), 0)::int as value, coalesce(sum(discount_share_cents), 0)::int as discount,
      coalesce(sum(tax_cents), 0)::int as tax from standing_lines where order_number = number) line
    where exists (select from order_changes c where c.order_number = number) and (order_value_cents <> line.value
      or discount_cents <> line.discount or tax_cents - delivery_tax_cents - fee_tax_cents <> line.tax)`);
  for (const { number, value, ofLines } of unlike)
    expect(false, `${number} says that its goods come to ${value}, its lines to ${ofLines}`);
}

/** Reads changes, each with the numbers of its payments, ended pieces and recorded events. */
const changesOf = (query) =>
  query(`select c.id, c.order_number as number, c.state, c.difference_cents as due,
      (select count(*)::int from payments p where p.change_id = c.id and p.state = 'received') as arrived,
      (select count(*)::int from payments p where p.change_id = c.id and p.state = 'received' and p.amount_cents = c.difference_cents
        and not exists (select from refunds r where r.payment_id = p.id and r.cause = 'change:' || c.id || ':late')) as kept,
      (select count(*)::int from payments p join refunds r on r.payment_id = p.id where p.change_id = c.id
        and r.cause = 'change:' || c.id || ':late' and r.amount_cents <> p.amount_cents and r.state <> 'failed') as "inPart",
      (select coalesce(sum(quantity), 0)::int from line_endings e where e.change_id = c.id) as ended,
      (select coalesce(sum((g->>'quantity')::int), 0)::int from jsonb_array_elements(c.plan->'goes') g) as goes,
      (select count(*)::int from order_events e where e.kind = 'order-changed' and e.details->>'changeId' = c.id::text) as changed,
      (select count(*)::int from order_events e where e.kind = 'change-ended' and e.details->>'changeId' = c.id::text) as "changeEnded"
    from order_changes c order by c.at, c.id`);

/**
 * Checks a change: one that costs more was either applied with exactly one payment, or ended and all its payments were refunded.
 * Each change is recorded once and mailed once.
 */
function checkChange(
  { id, number, state, due, arrived, kept, inPart, ended, goes, changed, changeEnded },
  files,
  expect,
) {
  const told = (letter) =>
    files.filter((name) => name.startsWith(`order-change-${letter}-${id}`) && name.endsWith(".eml"));
  const which = `the change ${id} of ${number}, which is ${state},`;
  const isApplied = state === "applied";
  expect(isApplied || state === "ended", `${which} is open in the end`);
  expect(
    kept === (isApplied && due > 0 ? 1 : 0),
    `${which} costs ${due}, and ${kept} of ${arrived} payments of it are kept`,
  );
  expect(inPart === 0, `${inPart} payments of ${which} went back in part only`);
  expect(ended === (isApplied ? goes : 0), `${which} ends ${ended} pieces in place of ${goes}`);
  expect(
    changed === Number(isApplied) && changeEnded === Number(!isApplied),
    `${which} is recorded ${changed} and ${changeEnded} times`,
  );
  const letters = [told("changed").length, told("ended").length];
  expect(
    letters.join() === [Number(isApplied), Number(!isApplied)].join(),
    `${which} is told in ${letters.join(" and ")} letters`,
  );
}
