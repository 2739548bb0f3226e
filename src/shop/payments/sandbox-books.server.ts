import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { DAY } from "~/platform/durations";
import { type Cents, cents } from "~/shop/money";
import { dayBefore } from "~/shop/shop-time";
import { bankDayFrom } from "./bank-days";
import type { BalanceBooks, BalanceEntry } from "./balance";

/** Invented fee of a payment: 2.9 % and $0.30, rounded half up. */
const feeOf = (amount: Cents): Cents => cents(Math.floor((amount * 29 + 500) / 1000) + 30);

/** Days from the last day of a week, a Sunday, until its payout arrives at the bank on the Friday. */
const UNTIL_FRIDAY = 5;

/**
 * Invented balance records of the sandbox: a fee for each payment, and a payout for each week, on the Friday after it or, if that is
 * a holiday of banks, on the next bank day.
 */
export const sandboxBooks = (db: Database, now: () => Date = () => new Date()): BalanceBooks => ({
  entries: (from, to) => entriesBetween(db, from, to),
  async payouts(from) {
    const entries = await entriesBetween(db, mondayOf(from), now());
    const weeks = Map.groupBy(entries, ({ at }) => mondayOf(at).toISOString().slice(0, 10));
    return [...weeks].flatMap(([monday, own]) => {
      const arrives = payoutDay(monday);
      const sunday = dayBefore(monday, -6);
      const amount = own.reduce((all, entry) => all + entry.amount - entry.fee, 0);
      const today = now().toISOString().slice(0, 10);
      if (amount <= 0 || today <= sunday) return [];
      const state = arrives <= today ? ("arrived" as const) : ("on-its-way" as const);
      return [{ id: `practice_${monday}`, amount: cents(amount), arrives, state, at: new Date(`${sunday}T23:59:59Z`) }];
    });
  },
  async entriesOf(payoutId) {
    const monday = new Date(`${payoutId.slice("practice_".length)}T00:00:00Z`);
    const entries = await entriesBetween(db, monday, new Date(monday.getTime() + 7 * DAY));
    return entries.map(({ id }) => id);
  },
});

/** Day on which the payout of the week that begins on a Monday arrives at the bank. */
const payoutDay = (monday: string): string => bankDayFrom(dayBefore(monday, -(6 + UNTIL_FRIDAY)));

/** Monday at 00:00 UTC of the week that contains a moment. */
function mondayOf(at: Date): Date {
  const midnight = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
  return new Date(midnight - ((at.getUTCDay() + 6) % 7) * DAY);
}

/** Entries of the sandbox's own payments: generated ones, which pass for live, have their entries from elsewhere. */
async function entriesBetween(db: Database, from: Date, to: Date): Promise<BalanceEntry[]> {
  const [since, before] = [from.toISOString(), to.toISOString()];
  const { rows } = await db.execute<{
    id: string;
    kind: "payment" | "refund";
    amount: Cents;
    at: string;
    request: string;
    refund: string | null;
  }>(sql`
    select 'practice_' || payments.id as id, 'payment' as kind, payments.amount_cents as amount, payments.received_at as at,
      payments.gateway_id as request, null as refund
    from payments join sandbox_requests on sandbox_requests.id = payments.gateway_id
    where payments.gateway = 'sandbox' and payments.live is not true and payments.state = 'received' and payments.received_at >= ${since} and payments.received_at < ${before}
    union all
    select 'practice_' || refunds.id, 'refund', -refunds.amount_cents, refunds.at, payments.gateway_id, refunds.gateway_id
    from refunds join payments on payments.id = refunds.payment_id join sandbox_requests on sandbox_requests.id = payments.gateway_id
    where payments.gateway = 'sandbox' and payments.live is not true and refunds.state = 'done' and refunds.onto = 'gateway' and refunds.at >= ${since} and refunds.at < ${before}
    order by at, id`);
  return rows.map(({ id, kind, amount, at, request, refund }) => ({
    id,
    kind,
    amount: cents(amount),
    fee: kind === "payment" ? feeOf(cents(amount)) : cents(0),
    at: new Date(at),
    availableOn: payoutDay(mondayOf(new Date(at)).toISOString().slice(0, 10)),
    words: "",
    requestId: request,
    ...(refund !== null && { refundId: refund }),
  }));
}
