import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { z } from "zod";
import { AnyJson, json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";
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

/** Uploaded content files, each with a number. */
export const contentImports = pgTable(
  "content_imports",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    file: text().notNull(),
    /** Unset for an import by the command. */
    memberId: text(),
    state: text().$type<ContentImportState>().notNull().default("reading"),
    head: json(Head).notNull(),
    pictures: integer().notNull().default(0),
    /** Effect on each table, planned or done. */
    tables: json(Outcomes).notNull().default([]),
    /** Number of rows that are overwritten only with confirmation. */
    asked: integer().notNull().default(0),
    /** Digest of all changes: a different one means that the shop has changed since the preview. */
    digest: text().notNull().default(""),
    leftOut: json(Left).notNull().default({ settings: [], numbers: 0 }),
    /** Sentences about rows that an undo left unchanged. */
    stayed: json(z.array(z.string())).notNull().default([]),
    /** Id of the act "apply" in the log. */
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

mark(contentImports, {
  content: "file memberId state head pictures tables asked digest leftOut stayed act createdAt appliedAt takenBackAt",
  technical: "id version",
});

/** Rows of a content file, stored apart until the import is applied. */
export const contentImportRows = pgTable(
  "content_import_rows",
  {
    importId: integer().notNull(),
    /** Line number in the file; negative for a row that the file lacks. */
    line: integer().notNull(),
    table: text().notNull(),
    row: json(AnyJson).notNull(),
    state: text().$type<"new" | "changed" | "same" | "dropped" | "left-out">().notNull().default("same"),
    /** The shop's own row with the same key. */
    before: json(AnyJson),
  },
  (line) => [
    primaryKey({ columns: [line.importId, line.line] }),
    foreignKey({ columns: [line.importId], foreignColumns: [contentImports.id] }).onDelete("cascade"),
    index().on(line.importId, line.table, line.state),
    check("content_import_row_state_is_known", sql`${line.state} in ('new', 'changed', 'same', 'dropped', 'left-out')`),
  ],
);

mark(contentImportRows, { content: "row before", technical: "importId line table state" });
