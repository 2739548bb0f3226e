import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { AnyJson, json } from "~/platform/json-column.tables";

/** Each field that a member changed, from what to what; only added to. Shoppers' own words are in `audit_shopper_data`. */
export const audit = pgTable(
  "audit",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** Unset for what the shop did by itself. */
    memberId: text(),
    /** The act that this change belongs to: one form sent once. */
    submission: uuid().notNull(),
    action: text().notNull(),
    /** Kind and id of the record, its version after the change, and the field. */
    kind: text().notNull(),
    record: text().notNull(),
    version: integer().notNull(),
    field: text().notNull(),
    old: json(AnyJson),
    new: json(AnyJson),
    /** Old and new stand in `audit_shopper_data`. */
    isPrivate: boolean().notNull().default(false),
    reason: text().notNull().default(""),
    /** The change that this one took back. */
    undoes: bigint({ mode: "number" }),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (change) => [
    index().on(change.kind, change.record, change.id),
    index().on(change.submission),
    index().on(change.at),
    index().on(change.memberId, change.id),
    index()
      .on(change.undoes)
      .where(sql`${change.undoes} is not null`),
    check(
      "private_change_has_no_text",
      sql`not ${change.isPrivate} or (${change.old} is null and ${change.new} is null)`,
    ),
  ],
);

/** Old and new of what belongs to a shopper; `blank_shopper_data` empties it when that shopper is erased. */
export const auditShopperData = pgTable("audit_shopper_data", {
  auditId: bigint({ mode: "number" })
    .primaryKey()
    .references(() => audit.id),
  old: json(AnyJson),
  new: json(AnyJson),
  blankedAt: timestamp({ withTimezone: true }),
});

/** Forms that were saved, and what they were answered: a repeated POST gets the same answer. Kept for a day. */
export const submissions = pgTable(
  "submissions",
  {
    id: uuid().primaryKey(),
    memberId: text().notNull(),
    kind: text().notNull(),
    record: text().notNull(),
    answer: json(AnyJson).notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (submission) => [index().on(submission.at)],
);

/** Lists that members filtered and gave a name; all members see them. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The screen it belongs to, such as "orders". */
    screen: text().notNull(),
    name: text().notNull(),
    /** The part of the address after the question mark. */
    query: text().notNull(),
    position: integer().notNull().default(0),
    memberId: text().notNull(),
    /** Put away; the log keeps who did it. */
    removedAt: timestamp({ withTimezone: true }),
    version: integer().notNull().default(1),
  },
  (view) => [index().on(view.screen, view.position)],
);
