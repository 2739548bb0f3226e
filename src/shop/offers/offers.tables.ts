import { sql } from "drizzle-orm";
import { boolean, check, integer, pgTable, timestamp, uuid } from "drizzle-orm/pg-core";
import { json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";
import { OfferGoods, OfferRule } from "./offer";

/** Offers, which take off goods by themselves; the one with the lower position takes first. */
export const offers = pgTable(
  "offers",
  {
    id: uuid().primaryKey(),
    rule: json(OfferRule).notNull(),
    goods: json(OfferGoods).notNull(),
    isOn: boolean().notNull().default(true),
    startsAt: timestamp({ withTimezone: true }),
    endsAt: timestamp({ withTimezone: true }),
    isWithoutCodes: boolean().notNull().default(false),
    /** Place in the merchant's order. */
    position: integer().notNull(),
    /** Time of deleting: a deleted offer is in no list and takes nothing, and can be brought back from the log. */
    putAwayAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    version: integer().notNull().default(1),
  },
  (offer) => [check("offer_ends_after_start", sql`${offer.endsAt} > ${offer.startsAt}`)],
);

mark(offers, {
  content: "id rule goods isOn startsAt endsAt isWithoutCodes position putAwayAt createdAt",
  technical: "version",
});
