import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sealerWith } from "../src/platform/sealing.server.ts";
import { drawnGiftCardCode } from "../src/shop/gift-cards/gift-card-code.ts";

/**
 * Amounts in cents of the test cards of the run, which mostly pay parts of orders: several shoppers want the same one, and each is
 * spent soon.
 */
const AMOUNTS = [12_34, ...Array(20).fill(25_00), ...Array(20).fill(60_00), ...Array(10).fill(110_00), 5_000_00];

/** Makes the gift cards of a run with the shop's secret key; returns their codes. */
export async function openCards(query, dataDirectory) {
  const secret = Buffer.from((await readFile(join(dataDirectory, "secret-key"), "utf8")).trim(), "base64url");
  const sealer = sealerWith(secret);
  const codes = [];
  for (const amount of AMOUNTS) {
    const code = drawnGiftCardCode(randomInt);
    await query(
      `with card as (insert into gift_cards (code_hash, sealed_code, last_four, live, send_on)
        values ($1, $2, $3, false, current_date) returning id)
      insert into gift_card_entries (card_id, kind, amount_cents) select id, 'given', $4 from card`,
      [sealer.sign("gift-card code", code), sealer.seal("gift-card code", code), code.slice(-4), amount],
    );
    codes.push(code);
  }
  return codes;
}

/**
 * Checks that nothing is held of a gift card in the end, that none is worth less than nothing, that its ledger has what paid orders
 * took and their refunds gave back, and that the payments of each paid order began with its total.
 */
export async function checkCards(query, expect) {
  const cards = await query(`select id, last_four as "lastFour", gift_card_left(id)::int as left,
      (select coalesce(sum(amount_cents), 0)::int from gift_card_entries where card_id = gift_cards.id) as sum,
      (select coalesce(sum(amount_cents), 0)::int from gift_card_entries where card_id = gift_cards.id and kind = 'given') as given,
      (select coalesce(sum(amount_cents), 0)::int from payments where gift_card_id = gift_cards.id and state = 'received') as taken,
      (select coalesce(sum(r.amount_cents), 0)::int from payments p join refunds r on r.payment_id = p.id
        where gift_card_id = gift_cards.id and r.state = 'done') as back,
      (select coalesce(sum(r.amount_cents), 0)::int from refunds r join payments p on p.id = r.payment_id
        where r.onto = 'gift-card' and (r.cause, p.order_number) = (select first.cause, paid.order_number from refunds first
          join payments paid on paid.id = first.payment_id where first.id = gift_cards.id and first.onto = 'gift-card')) as credit
    from gift_cards`);
  for (const { lastFour, left, sum, given, taken, back, credit } of cards) {
    expect(left === sum, `of the gift card ${lastFour} ${sum - left} is still held`);
    expect(left >= 0, `the gift card ${lastFour} is worth ${left}`);
    expect(
      sum === given - taken + back + credit,
      `the ledger of the gift card ${lastFour} says ${sum}: ${given} given, ${credit} store credit, ${taken} taken, ${back} back`,
    );
  }
  const stray = await query(`select number from payments join orders on number = order_number
    where kind = 'gift-card' and payments.state = 'received' and paid_at is null`);
  for (const { number } of stray) expect(false, `a gift card paid for the order ${number}, which is not paid`);
  const open = await query(`select r.id from refunds r join payments p on p.id = r.payment_id
    where kind = 'gift-card' and r.state <> 'done'`);
  for (const { id } of open) expect(false, `the refund ${id} is not on its gift card`);
  const credits =
    await query(`select r.id, r.amount_cents as amount, r.state, r.gateway_id as "gatewayId", entry.amount_cents as entry,
      own.order_number as number, card.sent_at is not null as sent, card.refused_at is not null as refused, card.state as "cardState"
    from refunds r join payments own on own.id = r.payment_id
    left join gift_card_entries entry on entry.refund_id = r.id left join gift_cards card on card.id = entry.card_id
    where r.onto = 'gift-card'`);
  for (const { id, amount, state, gatewayId, entry, sent, refused, cardState } of credits) {
    expect(state === "done" && gatewayId === null, `the store credit ${id} is ${state} at a gateway`);
    expect(entry === amount, `the store credit ${id} of ${amount} put ${entry} on its card`);
    expect(sent || refused || cardState === "closed", `no letter left about the store credit ${id}`);
  }
  const both = await query(`select p.id, p.amount_cents as amount, sum(r.amount_cents)::int as back from payments p
    join refunds r on r.payment_id = p.id where r.state <> 'failed' group by p.id having sum(r.amount_cents) > p.amount_cents`);
  for (const { id, amount, back } of both)
    expect(false, `${back} of the payment ${id} of ${amount} went back, store credit included`);
  const beyond = await query(`select p.id from payments p where kind = 'gift-card' and amount_cents <
    (select coalesce(sum(amount_cents), 0) from refunds where payment_id = p.id)`);
  for (const { id } of beyond) expect(false, `more went back onto a gift card than its part ${id}`);
  const [figures] = await query(`select
    (select count(distinct order_number)::int from payments where kind = 'gift-card' and state = 'received') as "orders that gift cards paid in part or whole",
    (select count(*)::int from payments p join orders on number = order_number where kind = 'order' and amount_cents = 0 and total_cents > 0
      and paid_at is not null) as "of those paid by gift cards alone",
    (select count(*)::int from payments where kind = 'gift-card' and state = 'cancelled') as "holds of gift cards that were let go",
    (select coalesce(sum(amount_cents), 0)::int from gift_card_entries where kind = 'used') as "cents that gift cards paid",
    (select coalesce(sum(amount_cents), 0)::int from gift_card_entries where kind = 'given-back') as "cents given back onto gift cards",
    (select count(distinct (cause, p.order_number))::int from refunds r join payments p on p.id = r.payment_id where onto = 'gift-card') as "refunds as store credit",
    (select coalesce(sum(amount_cents), 0)::int from refunds where onto = 'gift-card') as "cents of those"`);
  return figures;
}
