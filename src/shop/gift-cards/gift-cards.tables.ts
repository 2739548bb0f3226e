import { sql } from "drizzle-orm";
import { bigint, boolean, check, date, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import type { Cents } from "~/shop/money";
import type { GiftCardEntryKind, PaidOutWay } from "./gift-card-entries";

/**
 * Gift cards. What a card is worth is the sum of its entries less what orders hold of it (`gift_card_left`); nothing is stored beside
 * these. Whoever knows its code may spend it.
 */
export const giftCards = pgTable(
  "gift_cards",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Keyed hash of the code, by which it is found. */
    codeHash: text().notNull().unique("one_gift_card_per_code"),
    /** The code itself, sealed; only the letter's job and the page to print open it. */
    sealedCode: text().notNull(),
    lastFour: text().notNull(),
    /** Number of codes that the card had before this one. */
    codeRound: integer().notNull().default(0),
    /** Whether the card stands for real money. Others pay for test orders only. */
    live: boolean().notNull(),
    state: text().$type<"open" | "closed">().notNull().default("open"),
    /** Reason of the member who gave the card, and of the one who closed it. */
    reason: text().notNull().default(""),
    closedReason: text().notNull().default(""),
    /** Member who gave the card; null for others. */
    memberId: text(),
    /** Recipient of the letter with the code; null if a member hands the card over. */
    email: text(),
    recipient: text().notNull().default(""),
    /** Words of the giver, for the letter. */
    words: text().notNull().default(""),
    /** Day in the shop's time zone on which the letter leaves. */
    sendOn: date({ mode: "string" }).notNull(),
    /** Number of letters with a code that members asked for by hand: each has a key of its own. */
    letters: integer().notNull().default(0),
    /** Time at which the letter with the present code left; null before. */
    sentAt: timestamp({ withTimezone: true }),
    /** Time at which a mail server refused the letter for good, with its words; null before, and once another letter is asked for. */
    refusedAt: timestamp({ withTimezone: true }),
    refusal: text(),
    madeAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    version: integer().notNull().default(1),
  },
  (card) => [
    index().on(card.email),
    index().on(card.lastFour),
    index().on(card.madeAt),
    index("gift_cards_to_send")
      .on(card.sendOn)
      .where(sql`${card.sentAt} is null and ${card.email} is not null`),
    check("gift_card_state_is_known", sql`${card.state} in ('open', 'closed')`),
  ],
);

mark(giftCards, {
  personal: {
    email: "nulled",
    recipient: "emptied",
    words: "emptied",
    refusal: "nulled",
    reason: "note",
    closedReason: "note",
  },
  whose: {
    email: "email",
    copied: { as: "Gift cards", with: "lastFour state live sendOn sentAt madeAt" },
  },
  content: "lastFour live state memberId sendOn sentAt refusedAt madeAt",
  technical: "id codeHash sealedCode codeRound letters version",
});

/**
 * Ledger of gift cards: signed amounts. Append-only; triggers write what an order took of a card, what its refunds gave back and what went back of the
 * card's own price, and refuse an entry by which a card would be worth less than orders hold of it.
 */
export const giftCardEntries = pgTable(
  "gift_card_entries",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    cardId: uuid()
      .notNull()
      .references(() => giftCards.id),
    kind: text().$type<GiftCardEntryKind>().notNull(),
    /** Signed, in cents: what came onto the card is positive. */
    amount: integer("amount_cents").$type<Cents>().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Row of `payments` of an order that took the amount; of the refund that gave it back. */
    paymentId: uuid().unique("one_entry_per_gift_card_payment"),
    refundId: uuid().unique("one_entry_per_gift_card_refund"),
    /** Member who wrote the entry; null for entries of orders. */
    memberId: text(),
    /** Way in which an entry was paid out; null for others. */
    paidBy: text().$type<PaidOutWay>(),
  },
  (entry) => [
    index().on(entry.cardId, entry.id),
    index().on(entry.at),
    check(
      "gift_card_entry_kind_is_known",
      sql`${entry.kind} in ('sold', 'given', 'used', 'given-back', 'refunded', 'paid-out', 'corrected')`,
    ),
    check(
      "gift_card_entry_has_its_sign",
      sql`case when ${entry.kind} in ('used', 'paid-out') then ${entry.amount} < 0
        when ${entry.kind} in ('corrected', 'refunded') then ${entry.amount} <> 0 else ${entry.amount} > 0 end`,
    ),
    check("gift_card_entry_is_paid_out", sql`${entry.paidBy} is null or ${entry.kind} = 'paid-out'`),
    check("gift_card_entry_has_its_payment", sql`(${entry.kind} = 'used') = (${entry.paymentId} is not null)`),
    check("gift_card_entry_has_its_refund", sql`(${entry.kind} = 'given-back') = (${entry.refundId} is not null)`),
  ],
);

mark(giftCardEntries, { content: "cardId kind amount at paymentId refundId memberId paidBy", technical: "id" });
