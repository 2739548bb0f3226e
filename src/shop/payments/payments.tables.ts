import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { z } from "zod";
import { json } from "~/platform/json-column.tables";
import type { Cents } from "~/shop/money";
import type { RefundBehavior } from "./sandbox";

const RefundBehaviors: z.ZodType<RefundBehavior> = z.enum(["pending-first", "fails-late", "refused", "silent-first"]);
const SandboxMemory = z.object({
  billing: z
    .object({ name: z.string(), email: z.string(), phone: z.string(), address: z.record(z.string(), z.string()) })
    .optional(),
  returnUrl: z.string().optional(),
  refunds: z.record(z.string(), z.number()).optional(),
  /** How refunds of this payment end, when each was asked for (milliseconds), and which failed afterwards. */
  refundBehavior: RefundBehaviors.optional(),
  refundedAt: z.record(z.string(), z.number()).optional(),
  failedRefunds: z.array(z.string()).optional(),
  card: z.object({ brand: z.string(), lastFour: z.string() }).optional(),
});

/** Payments. The id is the gateway's idempotency key for ever. */
export const payments = pgTable(
  "payments",
  {
    id: uuid().primaryKey(),
    /** The order it pays; unset for a request made without items until the order is placed. */
    orderNumber: text(),
    gateway: text().notNull(),
    /** The gateway's own id of the request, once it has answered. */
    gatewayId: text(),
    method: text().$type<"Credit Card" | "Klarna">().notNull(),
    amount: integer("amount_cents").$type<Cents>().notNull(),
    currency: text().notNull().default("usd"),
    state: text().$type<"requested" | "received" | "failed" | "cancelled">().notNull().default("requested"),
    requestedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    receivedAt: timestamp({ withTimezone: true }),
    /** When the gateway first reported an attempt to pay, also a declined one. */
    attemptedAt: timestamp({ withTimezone: true }),
    /** E-mail address of a request made without items: the one it came with, else that of whoever claimed it first. */
    claimedBy: text(),
    /** Card that paid it, by the gateway's name of its brand and its last four digits: personal. Unset for any other way, and where nobody knows. */
    cardBrand: text(),
    cardLastFour: text(),
    /** Whether it moves real money, as the gateway says; of nothing, whether the shop was live. Unset where nobody knows: then it counts as real. */
    live: boolean(),
  },
  (payment) => [
    unique("one_order_per_payment").on(payment.orderNumber),
    unique("one_payment_per_request").on(payment.gateway, payment.gatewayId),
    index().on(payment.state, payment.requestedAt),
    check("payment_is_not_negative", sql`${payment.amount} >= 0`),
    check("payment_state_is_known", sql`${payment.state} in ('requested', 'received', 'failed', 'cancelled')`),
  ],
);

/** Refunds. The id is the gateway's idempotency key for ever. */
export const refunds = pgTable(
  "refunds",
  {
    id: uuid().primaryKey(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    /** Why it happens once only: a return's number, a late payment. */
    cause: text().notNull(),
    amount: integer("amount_cents").$type<Cents>().notNull(),
    gatewayId: text(),
    /** `requested` until the gateway has confirmed it, `failed` when it refused it or took it back later. */
    state: text().$type<"requested" | "done" | "failed">().notNull().default("requested"),
    /** Why it is given, in the words of members; shoppers do not see it. */
    reason: text().notNull().default(""),
    /** The gateway's code of why it failed. */
    code: text(),
    /** When a member said that a failed one is dealt with: then it is trouble no more. */
    handledAt: timestamp({ withTimezone: true }),
    /** The member whose act asked for it; unset for what the shop, its command line or somebody at the gateway gave back. */
    memberId: text(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (refund) => [
    unique("one_refund_per_cause").on(refund.paymentId, refund.cause),
    index().on(refund.at),
    index()
      .on(refund.memberId, refund.at)
      .where(sql`${refund.memberId} is not null`),
    index()
      .on(refund.state, refund.at)
      .where(sql`${refund.state} <> 'done'`),
    check("refund_is_positive", sql`${refund.amount} > 0`),
    check("refund_state_is_known", sql`${refund.state} in ('requested', 'done', 'failed')`),
  ],
);

/** Requests of the sandbox gateway, in place of a provider's servers. */
export const sandboxRequests = pgTable(
  "sandbox_requests",
  {
    id: text().primaryKey(),
    key: text().notNull().unique(),
    clientSecret: text().notNull(),
    amount: integer("amount_cents").$type<Cents>().notNull(),
    currency: text().notNull(),
    method: text().notNull(),
    status: text()
      .$type<"requires_payment_method" | "requires_action" | "succeeded" | "canceled">()
      .notNull()
      .default("requires_payment_method"),
    refunded: integer("refunded_cents")
      .$type<Cents>()
      .notNull()
      .default(sql`0`),
    /** Who pays and where to go back, as the browser sent it, refunds by key, the end of a card's number; never all of it. */
    memory: json(SandboxMemory, "billing"),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (request) => [
    check("sandbox_amount_is_not_negative", sql`${request.amount} >= 0`),
    check("sandbox_refund_is_within", sql`${request.refunded} between 0 and ${request.amount}`),
  ],
);
