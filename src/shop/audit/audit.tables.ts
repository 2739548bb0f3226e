import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { AnyJson, json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";

/** Kinds of changes of an order, whose record is its number: the words of such acts may name the shopper. */
export const KINDS_OF_ORDERS: readonly string[] = ["order", "order-address", "order-email", "parcels", "made-order"];
/** Kinds of changes whose reasons may name a person, and stand where an erasure finds them. */
export const KINDS_ABOUT_PEOPLE: readonly string[] = [...KINDS_OF_ORDERS, "gift-card"];

/** Log of changes: changed fields with old and new value. Append-only. Personal texts are in `audit_shopper_data`. */
export const audit = pgTable(
  "audit",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** Member who made the change; unset for changes by the shop itself. */
    memberId: text(),
    /** Act to which the change belongs: the id of the submitted form. */
    submission: uuid().notNull(),
    action: text().notNull(),
    /** Kind and id of the record, its version after the change, and the field. */
    kind: text().notNull(),
    record: text().notNull(),
    version: integer().notNull(),
    field: text().notNull(),
    old: json(AnyJson),
    new: json(AnyJson),
    /** Whether the old and new value are in `audit_shopper_data`. */
    isPrivate: boolean().notNull().default(false),
    reason: text().notNull().default(""),
    /** Id of the change that this change undid. */
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

mark(audit, {
  content: "memberId action kind record field old new isPrivate reason at",
  technical: "id submission version undoes",
});

/** Old and new values that contain a shopper's data; `blank_shopper_data` empties them when the shopper's data are erased. */
export const auditShopperData = pgTable("audit_shopper_data", {
  auditId: bigint({ mode: "number" })
    .primaryKey()
    .references(() => audit.id),
  old: json(AnyJson),
  new: json(AnyJson),
  /** Reason of an act on an order or a gift card, in a member's words; null without one. */
  reason: text(),
  blankedAt: timestamp({ withTimezone: true }),
});

mark(auditShopperData, {
  personal: { old: "function", new: "function", reason: "function" },
  whose: { log: "auditId", erasedAt: "blankedAt", copied: { not: "The shop's log of what its people changed." } },
  content: "blankedAt",
  technical: "auditId",
});

/** Saved forms with their answers: a repeated POST gets the same answer. Kept for a day. */
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

mark(submissions, {
  personal: { answer: "ends" },
  whose: { nobody: "Answers to forms of members, deleted after a day." },
  technical: "id memberId kind record at",
});

/** Saved filters of lists, seen by all members. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** List that the saved view belongs to, such as "orders". */
    screen: text().notNull(),
    name: text().notNull(),
    /** Query string of the list's address. */
    query: text().notNull(),
    position: integer().notNull().default(0),
    memberId: text().notNull(),
    /** Time of removal; the log has the member who removed it. */
    removedAt: timestamp({ withTimezone: true }),
    version: integer().notNull().default(1),
  },
  (view) => [index().on(view.screen, view.position)],
);

mark(savedViews, {
  personal: { name: "note", query: "note" },
  whose: { nobody: "Filters of members, whose words may name a shopper." },
  content: "screen position memberId removedAt",
  technical: "id version",
});
