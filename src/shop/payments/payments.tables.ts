import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { z } from "zod";
import { json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";
import type { Cents } from "~/shop/money";
import { giftCards } from "~/shop/gift-cards/gift-cards.tables";
import type { PaymentMethod } from "./gateway";
import type { DisputeBehavior, RefundBehavior } from "./sandbox";

const RefundBehaviors: z.ZodType<RefundBehavior> = z.enum(["pending-first", "fails-late", "refused", "silent-first"]);
const DisputeBehaviors: z.ZodType<DisputeBehavior> = z.enum(["lost", "won"]);
const SandboxMemory = z.object({
  billing: z
    .object({ name: z.string(), email: z.string(), phone: z.string(), address: z.record(z.string(), z.string()) })
    .optional(),
  returnUrl: z.string().optional(),
  refunds: z.record(z.string(), z.number()).optional(),
  /**
   * Behavior of this payment's refunds, the request time of each refund (milliseconds since the epoch), and refunds that failed
   * later.
   */
  refundBehavior: RefundBehaviors.optional(),
  refundedAt: z.record(z.string(), z.number()).optional(),
  failedRefunds: z.array(z.string()).optional(),
  /** End of the bank's dispute of this payment, and time when the payment arrived (milliseconds since the epoch). */
  disputeBehavior: DisputeBehaviors.optional(),
  paidAt: z.number().optional(),
  card: z.object({ brand: z.string(), lastFour: z.string() }).optional(),
  cardFingerprint: z.string().optional(),
});

/** Payments. The id is also the gateway's idempotency key. */
export const payments = pgTable(
  "payments",
  {
    id: uuid().primaryKey(),
    /** Order that is paid; unset for a request without items until its order is placed, and for a payment that was replaced. */
    orderNumber: text(),
    /**
     * Purpose of the payment: the order itself, the difference by which a change made it more expensive, or the part of the order that
     * a gift card pays.
     */
    kind: text().$type<"order" | "change" | "gift-card">().notNull().default("order"),
    /** Change of the order that is paid; unset for payments of the kind `order`. */
    changeId: uuid(),
    /** Gift card that pays; set for payments of the kind `gift-card` only, whose state says what of it: held, taken or let go. */
    giftCardId: uuid().references(() => giftCards.id),
    gateway: text().notNull(),
    /** The gateway's id of the request; unset until the gateway has answered. */
    gatewayId: text(),
    method: text().$type<PaymentMethod | "Gift Card">().notNull(),
    amount: integer("amount_cents").$type<Cents>().notNull(),
    currency: text().notNull().default("usd"),
    state: text().$type<"requested" | "received" | "failed" | "cancelled">().notNull().default("requested"),
    requestedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    receivedAt: timestamp({ withTimezone: true }),
    /** Time of the first attempt to pay that the gateway reported, declined attempts included. */
    attemptedAt: timestamp({ withTimezone: true }),
    /** E-mail address that belongs to a request without items: given with the request, or by the first claim. */
    claimedBy: text(),
    /**
     * Charged card: the gateway's code of its brand, and its last four digits. Personal data. Unset for other payment methods and
     * if unknown.
     */
    cardBrand: text(),
    cardLastFour: text(),
    /**
     * Whether the payment moves real money, according to the gateway; with nothing due, whether the shop was live. Unset if
     * unknown, which counts as real.
     */
    live: boolean(),
    /** Round of the pay link by which the payment was requested; 0 for a payment in the checkout. */
    linkRound: integer().notNull().default(0),
  },
  (payment) => [
    uniqueIndex("one_first_payment_per_order")
      .on(payment.orderNumber)
      .where(sql`${payment.kind} = 'order'`),
    index("payments_of_orders").on(payment.orderNumber),
    unique("one_payment_per_request").on(payment.gateway, payment.gatewayId),
    index().on(payment.state, payment.requestedAt),
    index()
      .on(payment.receivedAt)
      .where(sql`${payment.receivedAt} is not null`),
    uniqueIndex("one_payment_per_gift_card_and_order")
      .on(payment.giftCardId, payment.orderNumber)
      .where(sql`${payment.kind} = 'gift-card'`),
    check("payment_kind_is_known", sql`${payment.kind} in ('order', 'change', 'gift-card')`),
    check(
      "payment_of_gift_card_has_its_card",
      sql`(${payment.kind} = 'gift-card') = (${payment.giftCardId} is not null) and (${payment.kind} = 'gift-card') = (${payment.gateway} = 'gift-card')
        and (${payment.kind} <> 'gift-card' or ${payment.amount} > 0 and ${payment.state} <> 'failed')`,
    ),
    check("payment_of_change_has_its_order", sql`${payment.kind} = 'order' or ${payment.orderNumber} is not null`),
    check("payment_is_not_negative", sql`${payment.amount} >= 0`),
    check("payment_state_is_known", sql`${payment.state} in ('requested', 'received', 'failed', 'cancelled')`),
  ],
);

mark(payments, {
  personal: { cardBrand: "nulled", cardLastFour: "nulled", claimedBy: "nulled" },
  whose: {
    order: "orderNumber",
    email: "claimedBy",
    copied: { as: "Payments", with: "orderNumber kind gateway method amount currency state requestedAt receivedAt" },
  },
  content:
    "orderNumber kind changeId giftCardId gateway gatewayId method amount currency state requestedAt receivedAt attemptedAt live",
  technical: "id linkRound",
});

/** Refunds. The id is also the gateway's idempotency key. */
export const refunds = pgTable(
  "refunds",
  {
    id: uuid().primaryKey(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    /** Cause of the refund, such as `return:` with its number; unique for each payment. */
    cause: text().notNull(),
    amount: integer("amount_cents").$type<Cents>().notNull(),
    /**
     * Place to which the money goes: back by the gateway of its payment, or, where the shopper agreed, onto a new gift card as store credit.
     * The latter is made in one transaction with its card, so that it is never `requested`.
     */
    onto: text().$type<"gateway" | "gift-card">().notNull().default("gateway"),
    /** A member's words about what the shopper agreed to, for members; empty without store credit. */
    agreed: text().notNull().default(""),
    gatewayId: text(),
    /** `requested` until the gateway confirms it; `failed` when the gateway refused it or reversed it later. */
    state: text().$type<"requested" | "done" | "failed">().notNull().default("requested"),
    /** Reason as free text, for members; hidden from shoppers. */
    reason: text().notNull().default(""),
    /** The gateway's code for a failure. */
    code: text(),
    /** Time at which a member marked a failed refund as handled. */
    handledAt: timestamp({ withTimezone: true }),
    /** Member who requested it; unset for refunds by the shop, the operator or at the gateway. */
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
    index("refunds_as_store_credit")
      .on(refund.paymentId)
      .where(sql`${refund.onto} = 'gift-card'`),
    check("refund_is_positive", sql`${refund.amount} > 0`),
    check("refund_state_is_known", sql`${refund.state} in ('requested', 'done', 'failed')`),
    check("refund_goes_onto_what_is_known", sql`${refund.onto} in ('gateway', 'gift-card')`),
    check(
      "store_credit_is_done_at_once",
      sql`${refund.onto} = 'gateway' or ${refund.state} = 'done' and ${refund.gatewayId} is null`,
    ),
  ],
);

mark(refunds, {
  personal: { reason: "note", agreed: "note" },
  whose: { payment: "paymentId", copied: { as: "Refunds", with: "cause amount onto state at" } },
  content: "paymentId cause amount onto gatewayId state code handledAt memberId at",
  technical: "id",
});

/** Requests of the sandbox gateway. */
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
    /** Customer, page to which the browser returns, refunds by key, and the card's brand and last four digits only. */
    memory: json(SandboxMemory, "billing"),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (request) => [
    check("sandbox_amount_is_not_negative", sql`${request.amount} >= 0`),
    check("sandbox_refund_is_within", sql`${request.refunded} between 0 and ${request.amount}`),
  ],
);

mark(sandboxRequests, {
  personal: { memory: { without: "billing" } },
  whose: { payment: "key", copied: { not: "Name and address once more, at a payment for practice." } },
  content: "amount currency method status refunded createdAt",
  technical: "id key clientSecret",
});
