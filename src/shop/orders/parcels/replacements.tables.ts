import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, primaryKey, text, timestamp, unique } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import type { Cents } from "~/shop/money";
import { orderLines, parcels } from "../orders.tables";
import type { ReplacementCause, ReplacementState } from "./pieces";

/**
 * Replacements for returned, lost or exchanged pieces of an order, which are sent separately. Their stock is reserved at first,
 * and sold when they wait to be sent. Until the next release, `replacements` is a view of this table for processes of the
 * previous release.
 */
export const replacements = pgTable(
  "order_replacements",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderNumber: text().notNull(),
    position: integer().notNull(),
    cause: text().$type<ReplacementCause>().notNull(),
    /** Return or lost parcel whose pieces are replaced, depending on `cause`; both are null for a change of the order. */
    returnNumber: text(),
    lostParcelId: integer().references(() => parcels.id),
    productId: text().notNull(),
    variantId: integer().notNull(),
    /** Name of another product; empty for the product of the line. */
    name: text().notNull().default(""),
    size: text().notNull(),
    color: text().notNull(),
    quantity: integer().notNull(),
    /**
     * Difference between all pieces of the replacement and the replaced ones, including tax, in cents; positive if the
     * replacement costs more. `fee` is the part of a higher price without tax.
     */
    difference: integer("difference_cents")
      .$type<Cents>()
      .notNull()
      .default(sql`0`),
    fee: integer("fee_cents")
      .$type<Cents>()
      .notNull()
      .default(sql`0`),
    /**
     * Price of one piece in cents on the day on which it was reserved for an exchange; null for other replacements, and in rows of
     * an earlier release.
     */
    listed: integer("listed_cents").$type<Cents>(),
    /** Time when the difference was paid. */
    paidAt: timestamp({ withTimezone: true }),
    state: text().$type<ReplacementState>().notNull().default("waiting"),
    /** Parcel in which the replacement was sent. */
    parcelId: integer().references(() => parcels.id),
    /** End of the reservation, or time when the replacement was ended. */
    endsAt: timestamp({ withTimezone: true }),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (replacement) => [
    foreignKey({
      columns: [replacement.orderNumber, replacement.position],
      foreignColumns: [orderLines.orderNumber, orderLines.position],
    }),
    unique("one_replacement_per_returned_line").on(replacement.returnNumber, replacement.position),
    index().on(replacement.orderNumber),
    index().on(replacement.state),
    check("replacement_quantity_is_above_zero", sql`${replacement.quantity} > 0`),
    check("replacement_cause_is_known", sql`${replacement.cause} in ('return', 'lost', 'change')`),
    check(
      "replacement_names_its_return",
      sql`(${replacement.cause} = 'return') = (${replacement.returnNumber} is not null)`,
    ),
    check(
      "replacement_names_its_lost_parcel",
      sql`(${replacement.cause} = 'lost') = (${replacement.lostParcelId} is not null)`,
    ),
    check("replacement_is_at_a_known_stage", sql`${replacement.state} in ('reserved', 'waiting', 'sent', 'ended')`),
    check(
      "sent_replacement_has_its_parcel",
      sql`(${replacement.state} = 'sent') = (${replacement.parcelId} is not null)`,
    ),
    check("replacement_fee_is_within", sql`${replacement.fee} between 0 and greatest(0, ${replacement.difference})`),
    check("paid_replacement_costs_more", sql`${replacement.paidAt} is null or ${replacement.difference} > 0`),
    check(
      "replacement_has_its_end",
      sql`(${replacement.state} in ('reserved', 'ended')) = (${replacement.endsAt} is not null)`,
    ),
  ],
);

mark(replacements, {
  whose: {
    order: "orderNumber",
    copied: { as: "Pieces sent in place of others", with: "orderNumber cause name size color quantity difference at" },
  },
  content:
    "orderNumber position cause returnNumber lostParcelId productId variantId name size color quantity difference fee listed paidAt state parcelId endsAt at",
  technical: "id",
});

/** Stored replacement for pieces of a line. */
export type Replacement = typeof replacements.$inferSelect;

/**
 * Pieces in lost parcels. Each piece is sent again or refunded, never both, so both numbers together do not exceed `quantity`.
 */
export const lostPieces = pgTable(
  "lost_pieces",
  {
    parcelId: integer()
      .notNull()
      .references(() => parcels.id),
    orderNumber: text().notNull(),
    position: integer().notNull(),
    variantId: integer().notNull(),
    size: text().notNull(),
    color: text().notNull(),
    quantity: integer().notNull(),
    sentAgain: integer().notNull().default(0),
    /** Number of pieces that were refunded, without failed refunds. */
    refunded: integer().notNull().default(0),
  },
  (lost) => [
    primaryKey({ columns: [lost.parcelId, lost.position] }),
    foreignKey({
      columns: [lost.orderNumber, lost.position],
      foreignColumns: [orderLines.orderNumber, orderLines.position],
    }),
    index().on(lost.orderNumber),
    check("lost_quantity_is_positive", sql`${lost.quantity} > 0`),
    check(
      "lost_piece_is_sent_again_or_refunded",
      sql`least(${lost.sentAgain}, ${lost.refunded}) >= 0 and ${lost.sentAgain} + ${lost.refunded} <= ${lost.quantity}`,
    ),
  ],
);

mark(lostPieces, { content: "parcelId orderNumber position variantId size color quantity sentAgain refunded" });
