import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import type { Cents } from "~/shop/money";
import type { BalanceKind, PayoutState } from "./balance";

/** Amount in cents that may be a sum of many orders, and so may exceed 32 bits ($21,474,836.47). */
const money = (name: string) => bigint(name, { mode: "number" }).$type<Cents>();

/**
 * Movements of the balance as the gateway booked them, each with the order, refund or dispute of this shop that it belongs to.
 */
export const balanceEntries = pgTable(
  "balance_entries",
  {
    /** Id assigned by the gateway. */
    id: text().primaryKey(),
    gateway: text().notNull(),
    /** True for movements without real money: of the sandbox, or of Stripe's test mode. */
    practice: boolean().notNull(),
    kind: text().$type<BalanceKind>().notNull(),
    /** Signed, in cents, before the gateway's fee, which is stored beside it. */
    amount: money("amount_cents").notNull(),
    fee: money("fee_cents").notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Day of the movement in the shop's time zone. */
    day: date({ mode: "string" }).notNull(),
    /** Day from which the gateway can send the money to the bank; null if it was not told. */
    availableOn: date({ mode: "string" }),
    payoutId: text(),
    /** The gateway's description of the movement. */
    words: text().notNull().default(""),
    /** Order of the payment, the refund, and the gateway's id of the dispute. */
    orderNumber: text(),
    refundId: uuid(),
    disputeId: text(),
    /** Amount by this shop's records; null where they have no such movement. */
    expected: money("expected_cents"),
    /** Time at which a member noted the difference as known, and that member. */
    notedAt: timestamp({ withTimezone: true }),
    notedBy: text(),
  },
  (entry) => [
    index().on(entry.day),
    index().on(entry.payoutId),
    index("held_balance_entries")
      .on(entry.availableOn)
      .where(sql`${entry.payoutId} is null and ${entry.availableOn} is not null`),
    index("unmatched_balance_entries")
      .on(entry.at)
      .where(sql`${entry.expected} is distinct from ${entry.amount} and ${entry.notedAt} is null`),
    check(
      "balance_kind_is_known",
      sql`${entry.kind} in ('payment', 'refund', 'refund-failed', 'dispute', 'fee', 'other')`,
    ),
  ],
);

mark(balanceEntries, {
  content:
    "id gateway practice kind amount fee at day availableOn payoutId words orderNumber refundId disputeId expected notedAt notedBy",
});

const cents = () => bigint({ mode: "number" }).notNull();

/** Sums of the movements above by day and payout, in cents, signed; written by triggers. */
export const balanceSums = pgTable(
  "balance_sums",
  {
    day: date({ mode: "string" }).notNull(),
    /** Id of the payout; empty for movements that are not paid out yet. */
    payoutId: text().notNull(),
    practice: boolean().notNull(),
    /** Number of movements; a sum of none is deleted. */
    pieces: integer().notNull(),
    paid: cents(),
    /** Refunds, refunds that failed later, and disputes. */
    back: cents(),
    /** Fees of the movements, and movements that are fees. */
    fees: cents(),
    other: cents(),
  },
  (sum) => [primaryKey({ columns: [sum.payoutId, sum.day, sum.practice] }), index().on(sum.day)],
);

mark(balanceSums, { content: "day payoutId practice pieces paid back fees other" });

/** Payouts to the merchant's bank. */
export const payouts = pgTable(
  "payouts",
  {
    /** Id assigned by the gateway. */
    id: text().primaryKey(),
    gateway: text().notNull(),
    practice: boolean().notNull(),
    amount: money("amount_cents").notNull(),
    /** Day of arrival at the bank, as reported by the gateway. */
    arrives: date({ mode: "string" }).notNull(),
    state: text().$type<PayoutState>().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Whether all entries of the payout are known. */
    isWhole: boolean().notNull().default(false),
    notedAt: timestamp({ withTimezone: true }),
    notedBy: text(),
  },
  (payout) => [
    index().on(payout.arrives),
    check("payout_state_is_known", sql`${payout.state} in ('on-its-way', 'arrived', 'failed')`),
  ],
);

mark(payouts, { content: "id gateway practice amount arrives state at isWhole notedAt notedBy" });

/** Progress of reading a gateway's balance. */
export const balanceCursors = pgTable("balance_cursors", {
  gateway: text().primaryKey(),
  through: timestamp({ withTimezone: true }).notNull(),
  /** Version of the reading by which all entries before were read. */
  reading: integer().notNull().default(1),
  /** Time of the last complete reading. */
  readAt: timestamp({ withTimezone: true }),
});

mark(balanceCursors, { technical: "gateway through reading readAt" });
