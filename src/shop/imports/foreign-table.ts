import { textOfCell } from "~/platform/csv-cell";
import { type FieldKey, FIELDS, plain } from "./columns";

/** An export of another shop program as a table with our columns. */
export interface ForeignTable {
  headers: string[];
  /** Converts the cells of a file row to cells of our columns. */
  read(cells: string[]): string[];
  /** Whether a row is about no product, such as a second line of headings; it is left out. */
  isNone?(cells: string[]): boolean;
}

/** Table of a program in whose exports a row says something about earlier ones: `note` is given each row before the first is read. */
export interface NotedTable extends ForeignTable {
  note?(cells: string[]): void;
}

/** Returns a row's cell by the lower-case name of its column; an empty string if there is no such column. */
export type Says = (name: string) => string;

/** Returns a function that makes the cells of a row available by column name. */
export function bySaid(headers: string[]): (cells: string[]) => Says {
  const places = new Map(headers.map((header, place) => [plain(header), place]));
  return (cells) => (name) => textOfCell(cells[places.get(name) ?? -1] ?? "").trim();
}

interface Reading<Field extends FieldKey> {
  fields: readonly Field[];
  isRead(name: string): boolean;
  read(says: Says): Partial<Record<Field, string>>;
  isNone?(says: Says): boolean;
}

/** Table with our columns, followed by the file's columns that are not read, which the preview reports as ignored. */
export function foreignTable<Field extends FieldKey>(headers: string[], reading: Reading<Field>): ForeignTable {
  const said = bySaid(headers);
  const others = headers.flatMap((header, place) => (reading.isRead(plain(header)) ? [] : [{ header, place }]));
  const { isNone } = reading;
  return {
    ...(isNone && { isNone: (cells: string[]) => isNone(said(cells)) }),
    headers: [...reading.fields.map((field) => FIELDS[field].label), ...others.map(({ header }) => header)],
    read(cells) {
      const ours = reading.read(said(cells));
      return [...reading.fields.map((field) => ours[field] ?? ""), ...others.map(({ place }) => cells[place] ?? "")];
    },
  };
}

/** Table whose converter sees each row of the file before it reads the first. */
export function notedTable<Field extends FieldKey>(
  headers: string[],
  fields: readonly Field[],
  isRead: RegExp,
  { note, ...reading }: Omit<Reading<Field>, "fields" | "isRead"> & { note(says: Says): void },
): NotedTable {
  const said = bySaid(headers);
  const table = foreignTable(headers, { fields, isRead: (name) => isRead.test(name), ...reading });
  return { ...table, note: (cells) => note(said(cells)) };
}
