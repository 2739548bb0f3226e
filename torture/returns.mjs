import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { someCredit } from "./order-forms.mjs";

const REASONS = ["too-small", "changed-mind", "damaged"];
const CONDITIONS = ["as-new", "worn", "damaged"];

/** Builds a random form of a member about returns, with its address; undefined if none applies. */
export async function returnForm({ query, draw }) {
  const open =
    await query(`select number, order_number as "orderNumber", state, version, approved_at is not null as "isApproved"
    from returns where state in ('started', 'received') order by number`);
  if (open.length > 0 && draw.chance(0.7)) return stepOf(draw.oneOf(open), { query, draw });
  const orders = await query(`select distinct order_number as number from parcels order by 1`);
  const order = draw.oneOf(orders);
  if (!order) return undefined;
  const [{ count }] = await query(
    `select count(*)::int as count from returns where order_number = $1 and state <> 'refused'`,
    [order.number],
  );
  const lines = await query(`select position, quantity from standing_lines where order_number = $1 order by position`, [
    order.number,
  ]);
  const line = draw.oneOf(lines);
  if (!line) return undefined;
  return {
    what: "start a return",
    path: `/back-office/returns/new?order=${order.number}`,
    fields: {
      round: String(count),
      [`quantity-${line.position}`]: String(1 + draw.below(line.quantity)),
      [`reason-${line.position}`]: draw.oneOf(REASONS),
      ...(draw.chance(0.4) && { isHere: "yes" }),
    },
  };
}

async function stepOf({ number, orderNumber, state, version, isApproved }, { query, draw }) {
  const form = (step, fields) => ({
    what: `${step} a return`,
    path: `/back-office/returns/${number}/${step}`,
    fields: { version: String(version), ...fields },
  });
  if (state === "received") return form("settle", await settlementOf(number, orderNumber, { query, draw }));
  if (!isApproved && draw.chance(0.7))
    return form("approve", draw.chance(0.3) ? { hasNone: "yes" } : { label: `https://labels.example/${number}` });
  if (draw.chance(0.1)) return form("refuse", { words: "It cannot come back." });
  const lines = await query(`select position, quantity from return_lines where return_number = $1`, [number]);
  const came = lines.map(({ position, quantity }) => [
    `came-${position}-${draw.oneOf(CONDITIONS)}`,
    String(1 + draw.below(quantity)),
  ]);
  return form("receive", Object.fromEntries(came));
}

/** Settles received pieces: some are refunded, sometimes for less than their price, the others are not. */
async function settlementOf(number, orderNumber, { query, draw }) {
  const pieces = await query(
    `select position, condition, quantity from return_pieces where return_number = $1 order by 1, 2`,
    [number],
  );
  const [{ version }] = await query(`select version from orders where number = $1`, [orderNumber]);
  const came = new Map();
  for (const { position, quantity } of pieces) came.set(position, (came.get(position) ?? 0) + quantity);
  const restocked = pieces.filter(({ condition }) => condition === "as-new" && draw.chance(0.8));
  return {
    orderVersion: String(version),
    words: "As we agreed.",
    ...Object.fromEntries(
      [...came].map(([position, quantity]) => [`refund-${position}`, String(draw.below(quantity + 1))]),
    ),
    ...Object.fromEntries(
      [...came.keys()].filter(() => draw.chance(0.2)).map((position) => [`amount-${position}`, "1.00"]),
    ),
    ...Object.fromEntries(restocked.map(({ position, quantity }) => [`restock-${position}-as-new`, String(quantity)])),
    ...(draw.chance(0.1) && { delivery: "yes" }),
    ...someCredit(draw),
  };
}

/** Sum in cents that a settled return's letter names, once each in its text and its HTML; null without one. */
function writtenIn(text) {
  const said = text.matchAll(
    /\$([\d,]+\.\d\d) (?:goes back the way|is yours as store credit|is back on the gift card)/g,
  );
  const sums = new Map(
    [...said].map(([words, dollars]) => [words, Math.round(Number(dollars.replaceAll(",", "")) * 100)]),
  );
  return sums.size === 0 ? null : [...sums.values()].reduce((sum, own) => sum + own, 0);
}

/**
 * Checks returns: no piece was refunded twice, returned without being sent, or settled without having arrived; each settled
 * return has at most one refund per payment, and exactly one letter, with the amount; each arrival was mailed. A return made
 * together with its refund has only the refund's letter. Returns the number of settled returns, how many of them were made with
 * their refund, and the sum in cents that letters about settled returns name.
 */
export async function checkReturns(query, outbox, expect) {
  const twice =
    await query(`select p.order_number as number, l.position, coalesce(s.quantity, 0) as quantity, sum(r.quantity)::int as refunded
    from refund_lines r join refunds f on f.id = r.refund_id join payments p on p.id = f.payment_id
    join order_lines l on l.order_number = p.order_number and l.position = r.position
    left join standing_lines s on s.order_number = l.order_number and s.position = l.position
    where f.state <> 'failed' group by 1, 2, 3 having sum(r.quantity) > coalesce(s.quantity, 0)`);
  for (const { number, position, quantity, refunded } of twice)
    expect(false, `${refunded} of the ${quantity} pieces of line ${position} of ${number} were paid back`);
  const early = await query(`select l.order_number as number, l.position, sum(p.quantity)::int as came,
      (select coalesce(sum(quantity), 0)::int from parcel_lines s where s.order_number = l.order_number and s.position = l.position) as sent
    from return_pieces p join return_lines l on l.return_number = p.return_number and l.position = p.position
    group by 1, 2 having sum(p.quantity) > (select coalesce(sum(quantity), 0) from parcel_lines s
      where s.order_number = l.order_number and s.position = l.position)`);
  for (const { number, position, came, sent } of early)
    expect(false, `${came} pieces of line ${position} of ${number} came back, ${sent} had left`);
  const unsound = await query(`select s.return_number as number from return_settled_lines s where
    s.refunded + s.exchanged + s.refunded_before > (select coalesce(sum(quantity), 0) from return_pieces p
      where p.return_number = s.return_number and p.position = s.position)`);
  for (const { number } of unsound) expect(false, `more of the return ${number} is settled than came`);

  const cancelled = await query(`select r.number from returns r join orders o on o.number = r.order_number
    where o.state = 'cancelled' and r.state <> 'refused'`);
  for (const { number } of cancelled) expect(false, `the return ${number} stands open beside a cancelled order`);
  const settled =
    await query(`select r.number, back.amount, back.payments <> back.refunds as "isTwice", r.received_at = r.settled_at as "isAtOnce"
    from returns r cross join lateral (select sum(amount_cents)::int as amount, count(*) as refunds, count(distinct payment_id) as payments
      from refunds where cause = 'return:' || r.number) back where r.state = 'settled' order by 1`);
  for (const { number, isTwice } of settled) expect(!isTwice, `the return ${number} was paid back twice`);
  const files = await readdir(outbox);
  let cents = 0;
  for (const { number, amount, isAtOnce } of settled) {
    const about = (step) =>
      files.filter((name) => name.startsWith(`return-${step}-${number.toLowerCase()}-`) && name.endsWith(".eml"));
    const own = about("settled");
    if (isAtOnce) {
      const letters = [...own, ...about("started"), ...about("received")];
      expect(letters.length === 0, `${letters.join(", ")} went out about ${number}, which came with its refund`);
      expect(amount > 0, `the return ${number} came with its refund and has none`);
      continue;
    }
    expect(own.length === 1, `there are ${own.length} letters about the settled return ${number}`);
    if (own.length !== 1) continue;
    const text = (await readFile(join(outbox, own[0]), "utf8")).replaceAll("=\r\n", "");
    const written = writtenIn(text);
    expect(written === amount, `the letter about the return ${number} says ${written} in place of ${amount}`);
    cents += written ?? 0;
  }
  const untold = await query(`select r.number from returns r where r.state in ('received', 'settled')
    and r.received_at is distinct from r.settled_at and not exists (select from order_events e where e.once_key = 'return-received-sent:' || r.number)`);
  for (const { number } of untold) expect(false, `nobody was written to that the return ${number} came`);
  const unlike = await query(`select r.number from returns r join return_settled_lines s on s.return_number = r.number
    cross join lateral (select coalesce(sum(l.quantity), 0) as quantity from refunds f join refund_lines l on l.refund_id = f.id
      where f.cause = 'return:' || r.number and l.position = s.position) own
    where r.received_at = r.settled_at and (s.refunded > own.quantity or s.refunded <> (select sum(p.quantity)
      from return_pieces p where p.return_number = r.number and p.position = s.position))`);
  for (const { number } of unlike) expect(false, `more of ${number} was taken in with its refund than it pays back`);
  return { settled: settled.length, atOnce: settled.filter(({ isAtOnce }) => isAtOnce).length, cents };
}
