import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { z } from "zod";
import { AnyJson, json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";
import type { ContentImportState, LeftOut } from "./content-import";
import type { TableOutcome } from "./outcome-words";

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

/** Content files that were uploaded, each with a number. */
export const contentImports = pgTable(
  "content_imports",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    file: text().notNull(),
    /** Id of the member; null for an import by the operator's command. */
    memberId: text(),
    state: text().$type<ContentImportState>().notNull().default("reading"),
    head: json(Head).notNull(),
    pictures: integer().notNull().default(0),
    /** Numbers of previewed or written rows, by table. */
    tables: json(Outcomes).notNull().default([]),
    /** Number of existing rows that are overwritten only if the member confirms it. */
    asked: integer().notNull().default(0),
    /** Digest of all previewed changes; it differs if the shop's content has changed since the preview. */
    digest: text().notNull().default(""),
    leftOut: json(Left).notNull().default({ settings: [], numbers: 0 }),
    /** Sentences about rows that taking the import back did not change. */
    stayed: json(z.array(z.string())).notNull().default([]),
    /** Submission id of the act that applied the import, as in the log. */
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
    /** Line number in the file; negative for an existing row that is not in the file. */
    line: integer().notNull(),
    table: text().notNull(),
    row: json(AnyJson).notNull(),
    state: text().$type<"new" | "changed" | "same" | "dropped" | "left-out">().notNull().default("same"),
    /** The shop's row with the same key, before the import. */
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
