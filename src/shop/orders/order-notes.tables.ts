import { index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import { orders } from "./orders.tables";

/** Notes of members to each other about an order. No shopper, letter or call shows them. */
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
    /** Time of removal; the audit log stores the member. */
    removedAt: timestamp({ withTimezone: true }),
    version: integer().notNull().default(1),
  },
  (note) => [index().on(note.orderNumber)],
);

mark(orderNotes, { personal: "note", content: "orderNumber memberId at removedAt", technical: "id version" });
