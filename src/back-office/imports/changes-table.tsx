import { type Column, Table } from "../ui/table";
import type { ShownRow } from "./import-screen.server";

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

/** Old and new value of each changed field; new rows list notes only. */
export const ChangesTable = ({ rows }: { rows: ShownRow[] }) => (
  <Table label="What changes" rows={rows.flatMap(linesOf)} keyOf={({ key }) => key} columns={COLUMNS} />
);

function linesOf({ row, name, state, changes, notes }: ShownRow): Line[] {
  const said = notes.map((what, place) => ({ key: `${row} note ${place}`, row, name, what, from: "", to: "" }));
  if (changes.length === 0) {
    const what = state === "new" ? "New" : "The same";
    return said.length > 0 ? said : [{ key: `${row}`, row, name, what, from: "", to: "" }];
  }
  return [...changes.map((change, place) => ({ key: `${row} ${place}`, row, name, ...change })), ...said];
}
