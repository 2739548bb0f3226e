import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/** Marks of a table: names of its columns by kind, separated by spaces. */
export interface Marks {
  /** Columns about a person, or with texts that may be about one: hidden in the log, and erased when the person asks for it. */
  personal?: string;
  /** Columns with records of the shop: products, texts, money, orders. */
  content?: string;
  /** Columns of the program itself: keys, versions, counters, locks. */
  technical?: string;
  /** Reason why backups do not contain the table; unset if they contain all of its columns. */
  leftOut?: string;
}

type Kind = "personal" | "content" | "technical";
type ColumnOf<T extends PgTable> = Extract<keyof T["_"]["columns"], string>;
type Words<Text, Found = never> = Text extends `${infer First} ${infer Rest}`
  ? Words<Rest, Found | First>
  : Found | Text;
type Of<M, K extends Kind> = M extends { [key in K]: infer Text extends string } ? Words<Text> : never;
type Marked<M> = Of<M, "personal"> | Of<M, "content"> | Of<M, "technical">;
/** Type that does not compile, naming the column, if a column has no mark or a mark has no column. */
type Complete<T extends PgTable, M> = [Exclude<ColumnOf<T>, Marked<M>>] extends [never]
  ? [Exclude<Marked<M>, ColumnOf<T>>] extends [never]
    ? unknown
    : { noSuchColumn: Exclude<Marked<M>, ColumnOf<T>> }
  : { columnWithoutMark: Exclude<ColumnOf<T>, Marked<M>> };

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
export function mark<T extends PgTable, const M extends Marks>(table: T, marks: M & Complete<T, M>): void {
  const given = KINDS.flatMap((kind) => namesIn(marks[kind]));
  const columns = Object.keys(getTableColumns(table));
  if (new Set(given).size < given.length || given.length !== columns.length)
    throw new Error(`Each column of ${getTableName(table)} has one mark: ${given.toSorted().join(" ")}`);
  marksByTable.set(table, marks);
  for (const name of namesIn(marks.personal)) personalNames.add(name);
}

/** Marks of a table; undefined if its file does not mark it. */
export const marksOf = (table: PgTable): Marks | undefined => marksByTable.get(table);

/** Property names of a table's columns of one kind. */
export const markedAs = (table: PgTable, kind: Kind): string[] => namesIn(marksOf(table)?.[kind]);

const namesIn = (names: string | undefined): string[] => names?.split(" ") ?? [];
