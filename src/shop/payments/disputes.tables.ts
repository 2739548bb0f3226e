import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import type { Cents } from "~/shop/money";
import type { DisputeState } from "./refundable";
import { payments } from "./payments.tables";

/** Disputes of payments as the gateway last reported them when asked. */
export const disputes = pgTable(
  "disputes",
  {
    /** Id assigned by the gateway. */
    id: text().primaryKey(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    /** The gateway's code for the shopper's reason. */
    reason: text().notNull(),
    amount: integer("amount_cents").$type<Cents>().notNull(),
    state: text().$type<DisputeState>().notNull(),
    /** Whether the gateway still refunds the payment, as during an inquiry of the bank that took no money. */
    isRefundable: boolean().notNull(),
    /** Money that the bank took for good; 0 while the dispute is open, and after it was won. */
    lost: integer("lost_cents")
      .$type<Cents>()
      .notNull()
      .default(sql`0`),
    /** Deadline for the merchant's answer; null when the bank accepts none. */
    answerBy: timestamp({ withTimezone: true }),
    openedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Time when the gateway was last asked; null for a dispute known only by an event of an earlier release. */
    readAt: timestamp({ withTimezone: true }),
  },
  (dispute) => [
    index().on(dispute.paymentId),
    index("disputes_undecided")
      .on(dispute.answerBy)
      .where(sql`${dispute.state} in ('to-answer', 'with-bank')`),
    check("dispute_state_is_known", sql`${dispute.state} in ('to-answer', 'with-bank', 'won', 'lost')`),
    check("dispute_amounts_are_not_negative", sql`${dispute.amount} >= 0 and ${dispute.lost} >= 0`),
  ],
);

mark(disputes, {
  whose: {
    payment: "paymentId",
    copied: { as: "Disputes of payments by your bank", with: "reason amount state openedAt" },
  },
  content: "id paymentId reason amount state isRefundable lost answerBy openedAt",
  technical: "readAt",
});
