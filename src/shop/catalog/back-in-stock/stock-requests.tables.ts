import { integer, pgTable, text, timestamp, unique } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import { variants } from "../catalog.tables";

/** Requests of shoppers for a letter when a variant is back in stock. */
export const stockRequests = pgTable(
  "stock_requests",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    variantId: integer()
      .notNull()
      .references(() => variants.id, { onDelete: "cascade" }),
    email: text().notNull(),
    requestedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    toldAt: timestamp({ withTimezone: true }),
  },
  (request) => [unique("one_request_per_pair_and_address").on(request.variantId, request.email)],
);

mark(stockRequests, {
  personal: { email: "row" },
  whose: {
    email: "email",
    copied: { as: "Letters that you wait for about goods", with: "variantId requestedAt toldAt" },
  },
  content: "variantId requestedAt toldAt",
  technical: "id",
});
