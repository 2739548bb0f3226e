import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/** Marks of a table: its columns by kind, their names separated by spaces. */
export interface Marks {
  /** About a person, or holding words that may be: never logged, and erased when the person asks for it. */
  personal?: string;
  /** Records of the shop: products, texts, money, orders. */
  content?: string;
  /** Columns of the program itself: keys, versions, counts, locks. */
  technical?: string;
  /** Reason why backups leave the whole table out; unset: they hold every column. */
  leftOut?: string;
}

type Kind = "personal" | "content" | "technical";
type ColumnOf<T extends PgTable> = Extract<keyof T["_"]["columns"], string>;
type Words<Text, Found = never> = Text extends `${infer First} ${infer Rest}`
  ? Words<Rest, Found | First>
  : Found | Text;
type Of<M, K extends Kind> = M extends { [key in K]: infer Text extends string } ? Words<Text> : never;
type Marked<M> = Of<M, "personal"> | Of<M, "content"> | Of<M, "technical">;
/** Fails to compile with the name of a column that has no mark, or of a mark without a column. */
type Complete<T extends PgTable, M> = [Exclude<ColumnOf<T>, Marked<M>>] extends [never]
  ? [Exclude<Marked<M>, ColumnOf<T>>] extends [never]
    ? unknown
    : { noSuchColumn: Exclude<Marked<M>, ColumnOf<T>> }
  : { columnWithoutMark: Exclude<ColumnOf<T>, Marked<M>> };

const KINDS: readonly Kind[] = ["personal", "content", "technical"];
const marksByTable = new WeakMap<PgTable, Marks>();

/** Properties of all personal columns of the tables that were loaded. */
export const personalNames = new Set(["email", "phone", "address"]);

/**
 * Marks every column of a table, beside its declaration; a column without a mark does not compile. Logs, exports and backups read the marks.
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

/** Marks of a table; undefined when its file forgot them. */
export const marksOf = (table: PgTable): Marks | undefined => marksByTable.get(table);

/** Columns of one kind, by their properties. */
export const markedAs = (table: PgTable, kind: Kind): string[] => namesIn(marksOf(table)?.[kind]);

const namesIn = (names: string | undefined): string[] => names?.split(" ") ?? [];
