import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { isCountedPayment, isCountedSample } from "~/shop/counted.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents } from "~/shop/money";
import { bankHolidays } from "./bank-days";

/** Range of days in the shop's time zone, both inclusive. */
interface Span {
  from: string;
  to: string;
}

/** Sums of movements at the gateway in cents, signed. */
export interface BalanceSums {
  paid: Cents;
  /** Sum of refunds, of refunds that failed later, and of disputes. */
  back: Cents;
  /** Fees that the gateway deducted, in cents. */
  fees: Cents;
  /** Other movements, such as adjustments of the gateway. */
  other: Cents;
  /** Sum of all these amounts. */
  net: Cents;
}

/** A payout with the sums of its movements; without an id, money that is not paid out yet. */
export interface PayoutOfDay extends BalanceSums {
  id: string | null;
  /** Day of arrival at the bank, for money that is not paid out yet the day expected; empty if it is not known. */
  arrives: string;
  state: "on-its-way" | "arrived" | "failed" | "waits";
  /** Amount that the gateway sent; null for money that is not paid out yet. */
  sent: Cents | null;
  /** Days of the payout's first and last movement; null without any. */
  from: string | null;
  to: string | null;
  /** Whether all movements of the payout are known. */
  isWhole: boolean;
  isNoted: boolean;
}

/** SQL condition for entries and payouts that count: practice ones as practice payments do, only until the first real order. */
const isCountedEntry = (alias: SQL): SQL => isCountedSample(sql`${alias}.practice`);

/** Sums over rows of `balance_sums`. float8: whole cents up to 2^53 are exact, and the driver returns numbers. */
const SUMS = sql`
  sum(s.paid)::float8 as paid, sum(s.back)::float8 as back, sum(s.fees)::float8 as fees, sum(s.other)::float8 as other,
  sum(s.paid + s.back + s.fees + s.other)::float8 as net`;

type Row<T> = T & Record<string, unknown>;

/**
 * Payouts that arrive at the bank within a range of days, newest first and at most `most`. With `today` also payouts on their
 * way, preceded by the money that is not paid out yet: what has no known day from today on, then a row for each day expected.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function payoutsOf(
  { db }: Pick<Services, "db">,
  member: Member,
  span: Span,
  { today = null, most }: { today?: string | null; most?: number } = {},
): Promise<PayoutOfDay[]> {
  await requireRight({ db }, member, "money.read");
  const withComing = today !== null;
  const { rows } = await db.execute<Row<PayoutOfDay & { isExpected: boolean }>>(sql`
    with payouts as (select * from payouts where ${isCountedEntry(sql`payouts`)}
      and (arrives between ${span.from} and ${span.to} or (${withComing} and state = 'on-its-way'))
      order by arrives desc, id limit ${most ?? null}::int)
    select payouts.id, coalesce(payouts.arrives::text, '') as arrives, coalesce(payouts.state, 'waits') as state,
      payouts.amount_cents::float8 as sent, coalesce(payouts.is_whole, true) as "isWhole", payouts.noted_at is not null as "isNoted",
      e."from", e."to", coalesce(e.paid, 0) as paid, coalesce(e.back, 0) as back, coalesce(e.fees, 0) as fees, coalesce(e.other, 0) as other,
      coalesce(e.net, 0) as net, false as "isExpected"
    from (select s.payout_id, min(s.day)::text as "from", max(s.day)::text as "to", ${SUMS} from balance_sums s
      where s.payout_id in (select '' where ${withComing} union all select id from payouts) and ${isCountedEntry(sql`s`)} group by s.payout_id) as e
    full join payouts on payouts.id = e.payout_id
    union all
    select null, s.arrives::text, 'waits', null, true, false, min(s.day)::text, max(s.day)::text, ${SUMS}, true
    from (${expectedFrom(today ?? span.to)} and e.available_on >= ${today}::date and ${isCountedEntry(sql`e`)}) as s group by s.arrives
    order by arrives desc, id`);
  const ofKind = (wanted: boolean): PayoutOfDay[] =>
    rows.filter(({ isExpected }) => isExpected === wanted).map(({ isExpected: _, ...row }) => row);
  const [expected, others] = [ofKind(true), ofKind(false)];
  const waits = others.filter(({ state }) => state === "waits").map((row) => without(row, expected));
  return [...waits, ...expected, ...others.filter(({ state }) => state !== "waits")];
}

/** Most days without a bank in a row. */
const CLOSED_IN_A_ROW = 5;

/** Holidays of banks in the year of an ISO day and in the two after it. */
const holidaysFrom = (day: string): string[] =>
  [0, 1, 2].flatMap((years) => bankHolidays(Number(day.slice(0, 4)) + years));

/**
 * SQL query of movements that are not paid out (alias `e`) with the columns of `balance_sums`, by the bank day on which they can be
 * at the bank.
 */
const expectedFrom = (today: string): SQL => sql`
  select (select min(bank.day)::date from generate_series(e.available_on, e.available_on + ${CLOSED_IN_A_ROW}::int, interval '1 day') as bank (day)
      where extract(isodow from bank.day) < 6 and bank.day::date <> all (${sql.param(holidaysFrom(today))}::date[])) as arrives, e.day,
    case when e.kind = 'payment' then e.amount_cents else 0 end as paid,
    case when e.kind in ('refund', 'refund-failed', 'dispute') then e.amount_cents else 0 end as back,
    case when e.kind = 'fee' then e.amount_cents else 0 end - e.fee_cents as fees,
    case when e.kind = 'other' then e.amount_cents else 0 end as other
  from balance_entries e where e.payout_id is null`;

/** Subtracts from the money that is not paid out yet what is expected on known days; the days of the rest are not known then. */
const without = (all: PayoutOfDay, expected: PayoutOfDay[]): PayoutOfDay => {
  if (expected.length === 0) return all;
  const rest = (name: keyof BalanceSums): Cents =>
    cents(expected.reduce((sum, row) => sum - row[name], Number(all[name])));
  const sums = { paid: rest("paid"), back: rest("back"), fees: rest("fees"), other: rest("other"), net: rest("net") };
  return { ...all, ...sums, from: null, to: null };
};

/**
 * Sums of movements at the gateway by day in the shop's time zone, newest first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function balanceByDay(
  { db }: Pick<Services, "db">,
  member: Member,
  span: Span,
): Promise<(BalanceSums & { day: string; pieces: number })[]> {
  await requireRight({ db }, member, "money.read");
  const { rows } = await db.execute<Row<BalanceSums & { day: string; pieces: number }>>(sql`
    select s.day::text as day, sum(s.pieces)::int as pieces, ${SUMS} from balance_sums s
    where s.day between ${span.from} and ${span.to} and ${isCountedEntry(sql`s`)}
    group by s.day order by s.day desc`);
  return rows;
}

/** A difference between the gateway's records and the shop's. */
export interface Unmatched {
  /** `lacking`: a received payment is missing in the gateway's records. */
  kind: "payment" | "refund" | "refund-failed" | "dispute" | "fee" | "other" | "payout" | "lacking";
  id: string;
  at: string;
  /** Amount booked by the gateway, and amount by this shop's records; null on the side that lacks the movement. */
  amount: Cents | null;
  expected: Cents | null;
  orderNumber: string | null;
  words: string;
}

/** Age in days from which a payment that the gateway's records lack is reported. */
const LATE = 3;
const MOST = 200;

/**
 * Differences, oldest first, at most 200. Unless a member has noted them: movements without a payment, refund or dispute of this
 * shop or with another amount, and payouts that differ from the sum of their movements. In any case: payments between 3 and 60
 * days old that the gateway's records lack.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function unmatchedBalance({ db }: Pick<Services, "db">, member: Member): Promise<Unmatched[]> {
  await requireRight({ db }, member, "money.read");
  return unmatchedIn(db);
}

async function unmatchedIn(db: Database): Promise<Unmatched[]> {
  const { rows } = await db.execute<Row<Unmatched>>(sql`
    select e.kind, e.id, e.at::text as at, e.amount_cents::float8 as amount, e.expected_cents::float8 as expected, e.order_number as "orderNumber", e.words
    from balance_entries e
    where e.expected_cents is distinct from e.amount_cents and e.noted_at is null and ${isCountedEntry(sql`e`)}
    union all
    select 'payout', p.id, p.at::text, p.amount_cents, coalesce(sums.net, 0), null, ''
    from payouts p left join (select s.payout_id, sum(s.paid + s.back + s.fees + s.other)::float8 as net
      from balance_sums s group by s.payout_id) as sums on sums.payout_id = p.id
    where p.is_whole and p.state <> 'failed' and p.amount_cents <> coalesce(sums.net, 0) and p.noted_at is null and ${isCountedEntry(sql`p`)}
    union all
    select 'lacking', payments.id::text, payments.received_at::text, null, payments.amount_cents, payments.order_number, ''
    from payments join balance_cursors on balance_cursors.gateway = payments.gateway
    where payments.state = 'received' and payments.gateway_id is not null and payments.amount_cents > 0
      and payments.received_at < balance_cursors.through - make_interval(days => ${LATE})
      and payments.received_at > balance_cursors.through - interval '60 days'
      and (payments.gateway <> 'sandbox' or payments.live is not true and exists (select from sandbox_requests where sandbox_requests.id = payments.gateway_id))
      and ${isCountedPayment(sql`payments.live`, sql`payments.gateway`)}
      and not exists (select from balance_entries e where e.day > (balance_cursors.through - interval '75 days')::date
        and e.kind = 'payment' and e.order_number = payments.order_number and e.amount_cents = payments.amount_cents)
    order by at, id limit ${MOST}`);
  return rows.map(({ amount, expected, ...own }) => ({
    ...own,
    amount: amount === null ? null : cents(amount),
    expected: expected === null ? null : cents(expected),
  }));
}

/** Time of the last complete reading of the gateway's balance; null before the first. */
export async function balanceReadAt({ db, payments }: Pick<Services, "db" | "payments">): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(
    sql`select read_at::text as at from balance_cursors where gateway = ${payments.name}`,
  );
  return rows[0]?.at ? new Date(rows[0].at) : null;
}
