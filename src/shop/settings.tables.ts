import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { AnyJson, json } from "~/platform/json-column.tables";

/** What a merchant changed, by the name of the setting; what is not here has its default. */
export const settings = pgTable("settings", {
  name: text().primaryKey(),
  value: json(AnyJson).notNull(),
  version: integer().notNull().default(1),
  changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
