import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { AnyJson, json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";

/** Settings that a merchant changed, by name; settings without a row have their default. */
export const settings = pgTable("settings", {
  name: text().primaryKey(),
  value: json(AnyJson).notNull(),
  version: integer().notNull().default(1),
  changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

mark(settings, { content: "name value changedAt", technical: "version" });
