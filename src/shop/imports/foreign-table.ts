import { type FieldKey, FIELDS, plain } from "./columns";

/** Another shop's export as a table of our columns. */
export interface ForeignTable {
  headers: string[];
  /** The cells of a row of the file. */
  read(cells: string[]): string[];
}

/** Cell of a row by the lower-case name of its column; empty where it has none. */
export type Says = (name: string) => string;

/** Reads rows of a file by the names of its columns. */
export function bySaid(headers: string[]): (cells: string[]) => Says {
  const places = new Map(headers.map((header, place) => [plain(header), place]));
  return (cells) => (name) => (cells[places.get(name) ?? -1] ?? "").trim();
}

interface Reading<Field extends FieldKey> {
  fields: readonly Field[];
  isRead(name: string): boolean;
  read(says: Says): Partial<Record<Field, string>>;
}

/** Table in our columns, followed by the file's unread columns, which the preview reports as ignored. */
export function foreignTable<Field extends FieldKey>(headers: string[], reading: Reading<Field>): ForeignTable {
  const said = bySaid(headers);
  const others = headers.flatMap((header, place) => (reading.isRead(plain(header)) ? [] : [{ header, place }]));
  return {
    headers: [...reading.fields.map((field) => FIELDS[field].label), ...others.map(({ header }) => header)],
    read(cells) {
      const ours = reading.read(said(cells));
      const row = [
        ...reading.fields.map((field) => ours[field] ?? ""),
        ...others.map(({ place }) => cells[place] ?? ""),
      ];
      // Truncated rows stay truncated, for the reader to report.
      return cells.length < headers.length ? row.slice(0, -1) : row;
    },
  };
}
