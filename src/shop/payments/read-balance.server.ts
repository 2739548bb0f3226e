import { and, eq, isNotNull, lt, min, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { DAY } from "~/platform/durations";
import { eachApart } from "~/platform/each-apart";
import type { Services } from "~/services";
import { dayIn } from "~/shop/shop-time";
import type { BalanceBooks, BalanceEntry } from "./balance";
import { payments } from "./payments.tables";
import { balanceCursors, payouts } from "./payouts.tables";

/** Number of days that are read and stored in one step. */
const STEP = 7;
/** Number of days before each step that are read again, to match entries that the gateway or this shop added late. */
const AGAIN = 3;
/**
 * Version of the reading. Raise it when entries that were dropped are to be stored: then all are read again, once, from the first
 * payment on.
 */
const READING = 2;
/** Age in days up to which payouts may still change. */
const OPEN = 30;

type Reading = Pick<Services, "db" | "payments" | "settings">;

/**
 * Reads the gateway's balance and payouts, and matches them to payments and refunds. After an interruption, the next run
 * continues where the last complete step ended; entries that are read twice are stored once. Does nothing for a gateway without
 * such records, and before the first payment.
 *
 * @throws {Refusal} `gateway-unavailable`.
 */
export async function readBalance(services: Reading, now: Date): Promise<void> {
  const { db, payments: gateway } = services;
  const { books } = gateway;
  if (!books) return;
  const known = await cursorOf(db, gateway.name);
  const isAgain = known !== undefined && known.reading < READING;
  const start = known && !isAgain ? known.through : await firstDay(db, gateway.name);
  if (!start) return;
  for (let from = start.getTime(); from < now.getTime(); from += STEP * DAY) {
    const to = new Date(Math.min(from + STEP * DAY, now.getTime()));
    const entries = await books.entries(new Date(from - AGAIN * DAY), to);
    await db.transaction(async (tx) => {
      await storeEntries(tx, services, entries);
      await tx
        .insert(balanceCursors)
        .values({ gateway: gateway.name, through: to, reading: READING })
        .onConflictDoUpdate({ target: balanceCursors.gateway, set: { through: to } });
    });
  }
  // Payouts consist of entries that an earlier release did not store.
  if (isAgain) await db.update(payouts).set({ isWhole: false }).where(eq(payouts.gateway, gateway.name));
  await readPayouts(services, books, new Date(start.getTime() - OPEN * DAY));
  await db
    .update(balanceCursors)
    .set({ readAt: now, reading: READING })
    .where(eq(balanceCursors.gateway, gateway.name));
}

async function cursorOf(db: Database, gateway: string) {
  const [cursor] = await db.select().from(balanceCursors).where(eq(balanceCursors.gateway, gateway));
  return cursor;
}

/** Day before the first payment through the gateway, from which the balance is read at first; null before that payment. */
async function firstDay(db: Database, gateway: string): Promise<Date | null> {
  const isPaid = and(eq(payments.gateway, gateway), isNotNull(payments.receivedAt));
  const [first] = await db
    .select({ at: min(payments.receivedAt) })
    .from(payments)
    .where(isPaid);
  return first?.at ? new Date(first.at.getTime() - DAY) : null;
}

/** Stores entries together with the payment, refund or dispute that each belongs to. */
async function storeEntries(tx: Transaction, { payments: gateway, settings }: Reading, entries: BalanceEntry[]) {
  if (entries.length === 0) return;
  const zone = settings().timeZone;
  const rows = entries.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString(), day: dayIn(at, zone) }));
  await tx.execute(sql`
    insert into balance_entries (id, gateway, practice, kind, amount_cents, fee_cents, at, day, available_on, words, order_number, refund_id, dispute_id, expected_cents)
    select entry.id, ${gateway.name}, ${!gateway.isLive}, entry.kind, entry.amount, entry.fee, entry.at, entry.day, entry."availableOn", entry.words,
      payment.order_number, refund.id, entry."disputeId",
      case entry.kind
        when 'payment' then case when payment.state = 'received' then payment.amount_cents end
        when 'refund' then case when refund.state = 'done' or refund.state = 'failed' then -refund.amount_cents end
        when 'refund-failed' then case when refund.state = 'failed' then refund.amount_cents end
        when 'dispute' then case when payment.id is not null then entry.amount end
        when 'fee' then entry.amount
        when 'other' then case when entry."isAsSet" then entry.amount end
      end
    from jsonb_to_recordset(${JSON.stringify(rows)}) as entry (id text, kind text, amount bigint, fee bigint, at timestamptz, day date, "availableOn" date, words text,
      "requestId" text, "refundId" text, "disputeId" text, "isAsSet" boolean)
    left join payments payment on payment.gateway = ${gateway.name} and payment.gateway_id = entry."requestId"
    left join refunds refund on refund.payment_id = payment.id and refund.gateway_id = entry."refundId"
    on conflict (id) do update set amount_cents = excluded.amount_cents, fee_cents = excluded.fee_cents,
      available_on = excluded.available_on, order_number = excluded.order_number,
      refund_id = excluded.refund_id, expected_cents = excluded.expected_cents`);
}

/** Stores the current state of payouts at the gateway, and which entries each payout consists of. */
async function readPayouts({ db, payments: gateway }: Reading, books: BalanceBooks, from: Date): Promise<void> {
  const own = { gateway: gateway.name, practice: !gateway.isLive };
  for (const { id, ...payout } of await books.payouts(from)) {
    await db
      .insert(payouts)
      .values({ id, ...own, ...payout })
      .onConflictDoUpdate({ target: payouts.id, set: payout });
  }
  const isOpen = and(eq(payouts.gateway, gateway.name), eq(payouts.isWhole, false), lt(payouts.at, new Date()));
  await eachApart(await db.select({ id: payouts.id }).from(payouts).where(isOpen), async ({ id }) => {
    const ids = await books.entriesOf(id);
    if (!ids) return;
    const known = await db.execute(sql`
      update balance_entries set payout_id = ${id} where id = any (${sql.param(ids)}::text[]) returning id`);
    if (known.rows.length === ids.length) await db.update(payouts).set({ isWhole: true }).where(eq(payouts.id, id));
  });
}
