import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { z } from "zod";
import { json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";
import { type Dialect, fieldKeys, type Mapping } from "./columns";
import {
  type Counts,
  type ImportState,
  OPTION_MEANINGS,
  type Problem,
  type RowState,
  type ShownChange,
  type ShownProduct,
  type StrayPicture,
  type UntoldStock,
} from "./import";

const Texts = z.array(z.string());
const count = z.int().min(0);
const Counted: z.ZodType<Counts> = z.object({
  rows: count,
  fresh: count,
  changed: count,
  same: count,
  bad: count,
  movedOn: count,
  products: count,
  published: count,
  // Imports that were read before it was counted have none.
  untold: count.default(0),
});
const Problems: z.ZodType<Problem> = z.object({
  field: z.enum(fieldKeys),
  words: z.string(),
  isNote: z.literal(true).optional(),
  ofRow: count.optional(),
});
const Stray: z.ZodType<StrayPicture> = z.object({ name: z.string(), nearest: z.string() });
const Changes: z.ZodType<ShownChange> = z.object({ what: z.string(), from: z.string(), to: z.string() });
const Product: z.ZodType<ShownProduct> = z.object({
  name: z.string(),
  price: z.string(),
  salePrice: z.string(),
  sizes: count,
  colors: count,
  pieces: count.nullable(),
  category: z.string(),
  kindForTax: z.enum(["clothing", "footwear", "protective", "accessory"]).optional(),
  isKindOfCategory: z.boolean().optional(),
  status: z.enum(["published", "draft", "archived"]),
  pictures: count,
  missingPictures: count,
  isBack: z.boolean(),
});

/** Files of products that members read into the shop, each by its number. */
export const imports = pgTable(
  "imports",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    file: text().notNull(),
    /** Unset when it was read by the command. */
    memberId: text(),
    state: text().$type<ImportState>().notNull().default("checked"),
    encoding: text().$type<"utf-8" | "windows-1252" | "utf-16le">().notNull().default("utf-8"),
    separator: text().notNull().default(","),
    dialect: text().$type<Dialect>().notNull().default("other"),
    /** The first line of the file. */
    headers: json(Texts).notNull().default([]),
    /** Meaning of each column; a column without a meaning is left out. */
    mapping: json<Mapping>(z.array(z.enum(fieldKeys).nullable()))
      .notNull()
      .default([]),
    /** Key of the file's columns: the next file with the same ones gets the same mapping. */
    headsKey: text().notNull().default(""),
    /** True: a member chose the meanings of the columns. */
    isOwnMapping: boolean().notNull().default(false),
    /** Prices are written with a comma before the cents. */
    commaPrices: boolean().notNull().default(false),
    takesStock: boolean().notNull().default(false),
    untoldStock: text().$type<UntoldStock>().notNull().default("zero"),
    /** The shop's category for each word of the file that names one. */
    categories: json(z.record(z.string(), z.string())).notNull().default({}),
    /** Meanings of other shops' further options, by their names in small letters. */
    options: json(z.record(z.string(), z.enum(OPTION_MEANINGS)))
      .notNull()
      .default({}),
    /** Pictures that were sent and that no row names, each with the nearest name of the file. */
    strayPictures: json(z.array(Stray)).notNull().default([]),
    counts: json(Counted).notNull(),
    /** State of the other imports when the rows were planned last; null for older imports. */
    othersSeen: integer(),
    /** Id under which the log knows its Apply. */
    act: uuid(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    appliedAt: timestamp({ withTimezone: true }),
    takenBackAt: timestamp({ withTimezone: true }),
    version: integer().notNull().default(1),
  },
  (entry) => [
    index().on(entry.createdAt),
    index()
      .on(entry.headsKey)
      .where(sql`${entry.isOwnMapping}`),
    check("import_state_is_known", sql`${entry.state} in ('checked', 'in', 'back', 'dropped')`),
    check("untold_stock_is_known", sql`${entry.untoldStock} in ('zero', 'uncounted')`),
  ],
);

mark(imports, {
  content:
    "file memberId state encoding separator dialect headers mapping headsKey isOwnMapping commaPrices takesStock untoldStock categories options strayPictures counts othersSeen act createdAt appliedAt takenBackAt",
  technical: "id version",
});

/** The rows of a file, beside the goods: nothing of them is in the shop until the import is applied. */
export const importRows = pgTable(
  "import_rows",
  {
    importId: integer().notNull(),
    /** Its number in the file; the first line is 1. */
    row: integer().notNull(),
    cells: json(Texts).notNull(),
    /** Cells that a member wrote anew, by the number of the column. */
    mended: json<Record<number, string>>(z.record(z.string(), z.string())).notNull().default({}),
    state: text().$type<RowState>().notNull().default("same"),
    name: text().notNull().default(""),
    problems: json(z.array(Problems)).notNull().default([]),
    changes: json(z.array(Changes)).notNull().default([]),
    /** New product of the file, stored with the first of its rows that is imported. */
    product: json(Product),
  },
  (line) => [
    primaryKey({ columns: [line.importId, line.row] }),
    foreignKey({ columns: [line.importId], foreignColumns: [imports.id] }).onDelete("cascade"),
    index().on(line.importId, line.state, line.row),
    check("import_row_state_is_known", sql`${line.state} in ('new', 'changed', 'same', 'bad', 'moved-on')`),
  ],
);

mark(importRows, { content: "cells mended state name problems changes product", technical: "importId row" });

/** Pictures named by files, by address or file name, and their state. */
export const importPictures = pgTable(
  "import_pictures",
  {
    importId: integer().notNull(),
    source: text().notNull(),
    state: text().$type<"waiting" | "stored" | "failed">().notNull().default("waiting"),
    /** Path in the shop. */
    path: text(),
    alt: text().notNull().default(""),
    /** Reason of a refusal. */
    reason: text().notNull().default(""),
  },
  (picture) => [
    primaryKey({ columns: [picture.importId, picture.source] }),
    foreignKey({ columns: [picture.importId], foreignColumns: [imports.id] }).onDelete("cascade"),
    index()
      .on(picture.source)
      .where(sql`${picture.state} = 'stored'`),
    check("import_picture_state_is_known", sql`${picture.state} in ('waiting', 'stored', 'failed')`),
  ],
);

mark(importPictures, { content: "source state path alt reason", technical: "importId" });
