import { index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import { orders } from "./orders.tables";

/** Notes about an order that only members see. */
export const orderNotes = pgTable(
  "order_notes",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderNumber: text()
      .notNull()
      .references(() => orders.number),
    memberId: text().notNull(),
    note: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Time of removal; the change log stores the member. */
    removedAt: timestamp({ withTimezone: true }),
    version: integer().notNull().default(1),
  },
  (note) => [index().on(note.orderNumber)],
);

mark(orderNotes, {
  personal: { note: "note" },
  whose: { order: "orderNumber", copied: { not: "Notes that the shop's people wrote for each other." } },
  content: "orderNumber memberId at removedAt",
  technical: "id version",
});
