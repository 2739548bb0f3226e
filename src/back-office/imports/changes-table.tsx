import { type Column, Table } from "../ui/table";
import type { ShownRow } from "./import-screen.server";
import { sharedNotes } from "./shared-notes";
import { SharedNotes } from "./shared-notes-list";

interface Line {
  key: string;
  row: number;
  name: string;
  what: string;
  from: string;
  to: string;
}

const COLUMNS: Column<Line>[] = [
  { label: "Product", place: "lead", cell: ({ name }) => name },
  { label: "What", place: "under", cell: ({ what, row }) => `${what}, row ${row}` },
  { label: "Now", numeric: true, place: "end", cell: ({ from }) => <span className="old import-value">{from}</span> },
  { label: "Then", numeric: true, place: "under-end", cell: ({ to }) => <b className="import-value">{to}</b> },
];

/** Table of rows with the old and the new value of each changed field. */
export const ChangesTable = ({ rows }: { rows: ShownRow[] }) => (
  <Table label="What changes" rows={rows.flatMap(linesOf)} keyOf={({ key }) => key} columns={COLUMNS} />
);

function linesOf({ row, name, state, changes }: ShownRow): Line[] {
  if (changes.length > 0) return changes.map((change, place) => ({ key: `${row} ${place}`, row, name, ...change }));
  return [{ key: `${row}`, row, name, what: state === "new" ? "New" : "The same", from: "", to: "" }];
}

interface Note {
  key: string;
  row: number;
  name: string;
  words: string;
}

const NOTE_COLUMNS: Column<Note>[] = [
  { label: "Product", place: "lead", cell: ({ name }) => name },
  { label: "Row", place: "end", cell: ({ row }) => `Row ${row}` },
  { label: "Note", place: "under", cell: ({ words }) => words },
];

/** Table of notes about rows that are imported in spite of the note. What holds for several of them is said once, above it. */
export function NotesTable({ rows }: { rows: ShownRow[] }) {
  const { shared, lines } = sharedNotes(rows);
  return (
    <>
      <SharedNotes shared={shared} />
      <Table
        label="Notes"
        rows={lines.flatMap(({ row, name, notes }) =>
          notes.map((words, place): Note => ({ key: `${row} ${place}`, row, name, words })),
        )}
        keyOf={({ key }) => key}
        columns={NOTE_COLUMNS}
      />
    </>
  );
}
