import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
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
import { TAX_KINDS } from "~/shop/catalog/kinds-for-tax";
import { fieldKeys, type Mapping } from "./columns";
import type { Dialect } from "./converted-programs";
import {
  type Counts,
  type ImportState,
  FILE_QUESTIONS,
  OPTION_MEANINGS,
  type OtherMoney,
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
  // Missing in imports stored before these counts existed.
  giftCards: count.default(0),
  untold: count.default(0),
});
const Problems: z.ZodType<Problem> = z.object({
  field: z.enum(fieldKeys),
  words: z.string(),
  isNote: z.literal(true).optional(),
  isUnfit: z.literal(true).optional(),
  asks: z.enum(FILE_QUESTIONS).optional(),
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

/** Product files that members imported; each row has a number. */
export const imports = pgTable(
  "imports",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    file: text().notNull(),
    /** Member who imported the file; null for the operator's command. */
    memberId: text(),
    state: text().$type<ImportState>().notNull().default("checked"),
    encoding: text().$type<"utf-8" | "windows-1252" | "utf-16le" | "utf-16be">().notNull().default("utf-8"),
    separator: text().notNull().default(","),
    dialect: text().$type<Dialect>().notNull().default("other"),
    /** Column names of the file. */
    headers: json(Texts).notNull().default([]),
    /** Number of columns in the file; null if they are those of `headers`. */
    ownColumns: integer(),
    /** Field of each column; null for a column that is ignored. */
    mapping: json<Mapping>(z.array(z.enum(fieldKeys).nullable()))
      .notNull()
      .default([]),
    /** Key of the file's set of columns; the next file with the same key gets this mapping if `isOwnMapping` is true. */
    headsKey: text().notNull().default(""),
    /** True if a member chose the mapping or comma prices, for this file or for an earlier one with the same columns. */
    isOwnMapping: boolean().notNull().default(false),
    /** True if prices have a comma before the cents. */
    commaPrices: boolean().notNull().default(false),
    /** True if a member said that a point before three digits, as in 1.250, is a decimal point. */
    pointPrices: boolean().notNull().default(false),
    /** Treatment of amounts in another currency than US dollars; null until a member says so. */
    otherMoney: text().$type<OtherMoney>(),
    takesStock: boolean().notNull().default(false),
    untoldStock: text().$type<UntoldStock>().notNull().default("zero"),
    /** Category id for each category name in the file. */
    categories: json(z.record(z.string(), z.string())).notNull().default({}),
    /** Tax kind that a member chose for the products of each category name in the file, by the name in lower case. */
    categoryKinds: json(z.record(z.string(), z.enum(TAX_KINDS)))
      .notNull()
      .default({}),
    /** Meaning that a member chose for each option other than size and color, by option name in lower case. */
    options: json(z.record(z.string(), z.enum(OPTION_MEANINGS)))
      .notNull()
      .default({}),
    /** Uploaded pictures that no row names, each with the most similar file name in a row. */
    strayPictures: json(z.array(Stray)).notNull().default([]),
    counts: json(Counted).notNull(),
    /** Result of `othersOf` when the rows were last previewed; null for imports of earlier releases. */
    othersSeen: integer(),
    /** Id of the change-log act that applied the import. */
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
    check("import_has_one_decimal", sql`not (${entry.commaPrices} and ${entry.pointPrices})`),
    check("other_money_is_known", sql`${entry.otherMoney} in ('dollars', 'left-out')`),
    check("untold_stock_is_known", sql`${entry.untoldStock} in ('zero', 'uncounted')`),
  ],
);

mark(imports, {
  content:
    "file memberId state encoding separator dialect headers ownColumns mapping headsKey isOwnMapping commaPrices pointPrices otherMoney takesStock untoldStock categories categoryKinds options strayPictures counts othersSeen act createdAt appliedAt takenBackAt",
  technical: "id version",
});

/** Rows of a file, stored apart from products; they change nothing until the import is applied. */
export const importRows = pgTable(
  "import_rows",
  {
    importId: integer().notNull(),
    /** Row number in the file; the first line is 1. */
    row: integer().notNull(),
    cells: json(Texts).notNull(),
    /** Number of cells in the file, if `cells` were converted from more or fewer than the header has; otherwise null. */
    ownCells: integer(),
    /** Cells that a member corrected, by column index. */
    mended: json<Record<number, string>>(z.record(z.string(), z.string())).notNull().default({}),
    state: text().$type<RowState>().notNull().default("same"),
    name: text().notNull().default(""),
    problems: json(z.array(Problems)).notNull().default([]),
    changes: json(z.array(Changes)).notNull().default([]),
    /** New product of the file, stored with the first of its rows that can be imported. */
    product: json(Product),
  },
  (line) => [
    primaryKey({ columns: [line.importId, line.row] }),
    foreignKey({ columns: [line.importId], foreignColumns: [imports.id] }).onDelete("cascade"),
    index().on(line.importId, line.state, line.row),
    check(
      "import_row_state_is_known",
      sql`${line.state} in ('new', 'changed', 'same', 'bad', 'moved-on', 'gift-card')`,
    ),
  ],
);

mark(importRows, { content: "cells ownCells mended state name problems changes product", technical: "importId row" });

/** Digest of a picture's file name, as the index has it. */
export const digestOfName = ({ fileName }: { fileName: AnyPgColumn }): SQL => sql`md5(${fileName})`;

/** Pictures that files name by URL or file name, with their state. */
export const importPictures = pgTable(
  "import_pictures",
  {
    importId: integer().notNull(),
    source: text().notNull(),
    /** File name at the end of `source`, as names are compared; null for imports of earlier releases. */
    fileName: text(),
    state: text().$type<"waiting" | "stored" | "failed">().notNull().default("waiting"),
    /** Path of the stored picture; null while it is missing. */
    path: text(),
    alt: text().notNull().default(""),
    /** Reason why the picture was rejected. */
    reason: text().notNull().default(""),
  },
  (picture) => [
    primaryKey({ columns: [picture.importId, picture.source] }),
    foreignKey({ columns: [picture.importId], foreignColumns: [imports.id] }).onDelete("cascade"),
    index()
      .on(picture.source)
      .where(sql`${picture.state} = 'stored'`),
    // A digest, because a name can be too long for an index.
    index("import_pictures_by_file_name").on(picture.importId, digestOfName(picture)),
    check("import_picture_state_is_known", sql`${picture.state} in ('waiting', 'stored', 'failed')`),
  ],
);

mark(importPictures, { content: "source fileName state path alt reason", technical: "importId" });
