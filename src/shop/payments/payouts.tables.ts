import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import type { Cents } from "~/shop/money";
import type { BalanceKind, PayoutState } from "./balance";

/** Movements of the balance at the gateway, as the gateway books them, with what they are for in this shop. */
export const balanceEntries = pgTable(
  "balance_entries",
  {
    /** The gateway's own id. */
    id: text().primaryKey(),
    gateway: text().notNull(),
    /** Whether no real money moves: movements of the sandbox, or of Stripe's test mode. */
    practice: boolean().notNull(),
    kind: text().$type<BalanceKind>().notNull(),
    /** Signed, in cents, before the gateway's fee, which is stored beside it. */
    amount: integer("amount_cents").$type<Cents>().notNull(),
    fee: integer("fee_cents").$type<Cents>().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Day of the shop's calendar. */
    day: date({ mode: "string" }).notNull(),
    payoutId: text(),
    /** The gateway's words for it, where nothing of this shop is named. */
    words: text().notNull().default(""),
    /** Order of the payment that it is about, its refund, and the gateway's id of a dispute. */
    orderNumber: text(),
    refundId: uuid(),
    disputeId: text(),
    /** Amount by this shop's books; null where they have no such movement. */
    expected: integer("expected_cents").$type<Cents>(),
    /** Time at which a member accepted the difference, and that member. */
    notedAt: timestamp({ withTimezone: true }),
    notedBy: text(),
  },
  (entry) => [
    index().on(entry.day),
    index().on(entry.payoutId),
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
    "id gateway practice kind amount fee at day payoutId words orderNumber refundId disputeId expected notedAt notedBy",
});

/** Payouts to the merchant's bank. */
export const payouts = pgTable(
  "payouts",
  {
    /** The gateway's own id. */
    id: text().primaryKey(),
    gateway: text().notNull(),
    practice: boolean().notNull(),
    amount: integer("amount_cents").$type<Cents>().notNull(),
    /** Day on which it is at the bank, as the gateway says. */
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

/** End of what was read of a gateway's balance. */
export const balanceCursors = pgTable("balance_cursors", {
  gateway: text().primaryKey(),
  through: timestamp({ withTimezone: true }).notNull(),
  /** Time when the balance was last read to its end. */
  readAt: timestamp({ withTimezone: true }),
});

mark(balanceCursors, { technical: "gateway through readAt" });
