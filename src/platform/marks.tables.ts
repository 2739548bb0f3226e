import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/**
 * Fate of a personal column when its person is erased:
 * - `emptied`: an empty text; `nulled`: null.
 * - `row`: the row is deleted, with those that refer to it.
 * - `zip`: the first three digits stay, for figures of regions.
 * - `note`: a text of members that may name the person: emptied, at a request only after a member has read it.
 * - `author`: the name under which the person published something; others read another name instead.
 * - `public`: what was published under that name: it stays, or the row is deleted if the person wants it.
 * - `follows`: the database derives it from another column that is erased.
 * - `function`: emptied by a function of the database, because the shop's role may not change the table.
 * - `ends`: deleted by itself within days, or together with the account of a member.
 * - `{ without }`: JSON without this key; `{ becomes }`: this text, which stands on screens.
 */
export type Erased =
  | "emptied"
  | "nulled"
  | "row"
  | "zip"
  | "note"
  | "author"
  | "public"
  | "follows"
  | "function"
  | "ends"
  | { without: string }
  | { becomes: string };

/**
 * Owner of a row with personal columns: the shopper with the e-mail address in the column `email`, or the shopper of the order,
 * return, message, payment or log entry to which the named column refers. With several names each of them tells it.
 * `nobody`: why the row is about no shopper, or cannot be found by one.
 */
export type Whose<Name extends string = string> =
  | {
      email?: Name;
      order?: Name;
      return?: Name;
      message?: Name;
      payment?: Name;
      log?: Name;
      /** Column with the time of the erasure. */
      erasedAt?: Name;
      /** Column with the address that a row was sent to: a copy has only rows that were sent to its person. */
      sentTo?: Name;
      copied: Copied;
      nobody?: never;
    }
  | { nobody: string };

/**
 * Place of the rows in the copy that a person gets of their data: a heading, and the content columns of the copy besides all personal
 * ones. Not among them are columns that become `note`, `follows` or `function`. With `not`: why no row is copied.
 */
export type Copied =
  | {
      as: string;
      /** Names of content columns, separated by spaces. */
      with?: string;
      /** Personal columns that are not copied, each with the reason, which the copy says. */
      without?: Readonly<Record<string, string>>;
      not?: never;
    }
  | { not: string };

/** Marks of a table: names of its columns by kind, separated by spaces. */
export interface Marks<Name extends string = string> {
  /**
   * Columns about a person, or with texts that may be about one, and what becomes of each: hidden in the log, and erased when the
   * person asks for it or their time is over.
   */
  personal?: Readonly<Record<string, Erased>>;
  /** Owner of the rows; required with personal columns. */
  whose?: Whose<Name>;
  /** Columns with records of the shop: products, texts, money, orders. */
  content?: string;
  /** Columns of the program itself: keys, versions, counters, locks. */
  technical?: string;
  /** Reason why backups do not contain the table; unset if they contain all of its columns. */
  leftOut?: string;
}

type Kind = "personal" | "content" | "technical";
type Columns<T extends PgTable> = T["_"]["columns"];
type ColumnOf<T extends PgTable> = Extract<keyof Columns<T>, string>;
type Words<Text, Found = never> = Text extends `${infer First} ${infer Rest}`
  ? Words<Rest, Found | First>
  : Found | Text;
type Of<M, K extends "content" | "technical"> = M extends { [key in K]: infer Text extends string }
  ? Words<Text>
  : never;
type Personal<M> = M extends { personal: infer Named } ? Extract<keyof Named, string> : never;
type Marked<M> = Personal<M> | Of<M, "content"> | Of<M, "technical">;
/** Type that does not compile, naming the column, if a column has no mark or a mark has no column. */
type Complete<T extends PgTable, M> = [Exclude<ColumnOf<T>, Marked<M>>] extends [never]
  ? [Exclude<Marked<M>, ColumnOf<T>>] extends [never]
    ? unknown
    : { noSuchColumn: Exclude<Marked<M>, ColumnOf<T>> }
  : { columnWithoutMark: Exclude<ColumnOf<T>, Marked<M>> };
type NotNull<T extends PgTable> = {
  [Name in ColumnOf<T>]: Columns<T>[Name]["_"]["notNull"] extends true ? Name : never;
}[ColumnOf<T>];
type NulledOf<M> = M extends { personal: infer Named }
  ? { [Name in keyof Named]: Named[Name] extends "nulled" ? Name : never }[keyof Named]
  : never;
type CopiedWith<M> = M extends { whose: { copied: { with: infer Text extends string } } } ? Words<Text> : never;
/** Type that does not compile if the copy of a person names a column that is no content. */
type Copiable<M> = [Exclude<CopiedWith<M>, Of<M, "content">>] extends [never]
  ? unknown
  : { noContent: Exclude<CopiedWith<M>, Of<M, "content">> };
/**
 * Type that does not compile without the owner of personal columns, or if one becomes null that may not. Rows without personal columns
 * may have an owner, in whose copy they are.
 */
type Erasable<T extends PgTable, M> = [Personal<M>] extends [never]
  ? { whose?: Whose<ColumnOf<T>> }
  : { whose: Whose<ColumnOf<T>> } & ([Extract<NulledOf<M>, NotNull<T>>] extends [never]
      ? unknown
      : { neverNull: Extract<NulledOf<M>, NotNull<T>> });

const KINDS: readonly Kind[] = ["personal", "content", "technical"];
const marksByTable = new WeakMap<PgTable, Marks>();

/** Property names of all personal columns of loaded tables. */
export const personalNames = new Set(["email", "phone", "address"]);

/**
 * Marks all columns of a table, beside its declaration; a column without a mark does not compile. Logs, exports and backups read
 * the marks.
 *
 * @throws {Error} for a column with two marks.
 */
export function mark<T extends PgTable, const M extends Marks>(
  table: T,
  marks: M & Complete<T, M> & Erasable<T, M> & Copiable<M>,
): void {
  const given = KINDS.flatMap((kind) => namesOf(marks, kind));
  const columns = Object.keys(getTableColumns(table));
  if (new Set(given).size < given.length || given.length !== columns.length)
    throw new Error(`Each column of ${getTableName(table)} has one mark: ${given.toSorted().join(" ")}`);
  marksByTable.set(table, marks);
  for (const name of namesOf(marks, "personal")) personalNames.add(name);
}

/** Marks of a table; undefined if its file does not mark it. */
export const marksOf = (table: PgTable): Marks | undefined => marksByTable.get(table);

/** Property names of a table's columns of one kind. */
export const markedAs = (table: PgTable, kind: Kind): string[] => namesOf(marksOf(table) ?? {}, kind);

function namesOf(marks: Marks, kind: Kind): string[] {
  if (kind === "personal") return Object.keys(marks.personal ?? {});
  return marks[kind]?.split(" ") ?? [];
}
