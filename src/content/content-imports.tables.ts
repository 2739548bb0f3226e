import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { z } from "zod";
import { AnyJson, json } from "~/platform/json-column.tables";
import type { ContentImportState, LeftOut } from "./content-import";
import type { TableOutcome } from "./outcome-texts";

const count = z.int().min(0);
const Head = z.object({ version: z.number(), shopName: z.string(), at: z.string() });
const Outcomes: z.ZodType<TableOutcome[]> = z.array(
  z.object({
    words: z.tuple([z.string(), z.string()]),
    added: count,
    changed: count,
    same: count,
    examples: z.array(z.string()),
  }),
);
const Left: z.ZodType<LeftOut> = z.object({ settings: z.array(z.string()), numbers: count });

/** Content files that were read in, each by its number. */
export const contentImports = pgTable(
  "content_imports",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    file: text().notNull(),
    /** Unset when it was read by the command. */
    memberId: text(),
    state: text().$type<ContentImportState>().notNull().default("reading"),
    head: json(Head).notNull(),
    pictures: integer().notNull().default(0),
    /** How each table would change, or was changed. */
    tables: json(Outcomes).notNull().default([]),
    /** How many rows are written over only when that is said. */
    asked: integer().notNull().default(0),
    /** Digest of all changes: with another one the shop has changed since the preview. */
    digest: text().notNull().default(""),
    leftOut: json(Left).notNull().default({ settings: [], numbers: 0 }),
    /** Told when it was taken back: what stays as it is. */
    stayed: json(z.array(z.string())).notNull().default([]),
    /** Id under which the log knows its Apply. */
    act: uuid(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    appliedAt: timestamp({ withTimezone: true }),
    takenBackAt: timestamp({ withTimezone: true }),
    version: integer().notNull().default(1),
  },
  (entry) => [
    index().on(entry.createdAt),
    check("content_import_state_is_known", sql`${entry.state} in ('reading', 'staged', 'in', 'back', 'dropped')`),
  ],
);

/** The rows of a content file, beside the content: nothing of them is in the shop until the import is applied. */
export const contentImportRows = pgTable(
  "content_import_rows",
  {
    importId: integer().notNull(),
    /** The row's number in the file; a number below 0 for a row that the file does not have. */
    line: integer().notNull(),
    table: text().notNull(),
    row: json(AnyJson).notNull(),
    state: text().$type<"new" | "changed" | "same" | "dropped" | "left-out">().notNull().default("same"),
    /** The shop's own row in place of this one. */
    before: json(AnyJson),
  },
  (line) => [
    primaryKey({ columns: [line.importId, line.line] }),
    foreignKey({ columns: [line.importId], foreignColumns: [contentImports.id] }).onDelete("cascade"),
    index().on(line.importId, line.table, line.state),
    check("content_import_row_state_is_known", sql`${line.state} in ('new', 'changed', 'same', 'dropped', 'left-out')`),
  ],
);
