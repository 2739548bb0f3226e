import type { Connection } from "./connection";

/**
 * Adds rows that figures show beside orders. For generated payments and refunds, whose gateway ids begin with `prefix`: entries
 * of the balance, and a payout for each day. For each day of two years: searches by their words, and counted steps. Each run
 * adds the same rows.
 */
export async function addManyCounts(connection: Connection, prefix: string): Promise<void> {
  const parts = [movements(prefix), payouts(prefix), WORDS, SEARCHES, STEPS];
  for (const statement of parts) await connection.query(statement);
}

/** Number of searched texts. Every fourth is stored by its hash alone, as a text that too few networks have searched for. */
const WORDS_COUNT = 3_000;
/** Number of texts searched for on each day. */
const A_DAY = 80;
const DAYS = "generate_series(current_date - 730, current_date, interval '1 day') as days (at)";

/** SQL of the entries of payments and refunds; each is paid out two days after its own day, in Denver's time. */
const movements = (prefix: string): string => `insert into balance_entries
    (id, gateway, practice, kind, amount_cents, fee_cents, at, day, available_on, payout_id, order_number, refund_id, expected_cents)
  select id, 'stripe', false, kind, amount, fee, at, day, day + 2, case when day + 2 <= current_date then '${prefix}po-' || day + 2 end, number, refund, amount
  from (
    select '${prefix}txn-' || id as id, 'payment' as kind, amount_cents as amount, amount_cents * 29 / 1000 + 30 as fee, received_at as at,
      order_number as number, null::uuid as refund from payments where gateway_id like '${prefix}%' and state = 'received' and amount_cents > 0
    union all
    select '${prefix}txn-' || refunds.id, 'refund', -refunds.amount_cents, 0, refunds.at, order_number, refunds.id
    from refunds join payments on payments.id = payment_id where payments.gateway_id like '${prefix}%' and refunds.state = 'done'
  ) as booked cross join lateral (select (at at time zone 'America/Denver')::date as day) as own`;

const payouts = (
  prefix: string,
): string => `insert into payouts (id, gateway, practice, amount_cents, arrives, state, at, is_whole)
  select payout_id, 'stripe', false, sum(amount_cents - fee_cents), max(day) + 2, 'arrived', max(at), true
  from balance_entries where payout_id like '${prefix}%' group by payout_id`;

const WORDS = `insert into searched_words (key, words, networks, seen)
  select md5('words ' || n), case when n % 4 > 0 then 'heated gloves ' || n end, case when n % 4 > 0 then 7 else 1 end, current_date
  from generate_series(1, ${WORDS_COUNT}) as n`;

const SEARCHES = `insert into searches_by_day (day, key, found, times)
  select at::date, md5('words ' || 1 + (extract(doy from at)::int * 37 + n * n) % ${WORDS_COUNT}), n % 3 > 0, 1 + n % 9
  from ${DAYS}, generate_series(1, ${A_DAY}) as n on conflict do nothing`;

const STEPS = `insert into step_counts (day, step, times)
  select at::date, step, times from ${DAYS}, (values ('bag', 900), ('checkout', 420)) as counted (step, times) on conflict do nothing`;
