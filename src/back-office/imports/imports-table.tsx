import { Link } from "react-router";
import type { ImportState } from "~/shop/imports/import";
import { State } from "../ui/state";
import { type Column, RowLink, Table } from "../ui/table";

interface Listed {
  id: number;
  file: string;
  state: ImportState;
  when: string;
  rows: number;
  takenBackAt: string;
}

const COLUMNS: Column<Listed>[] = [
  { label: "File", place: "lead", cell: ({ id, file }) => <RowLink to={`/imports/${id}`}>{file}</RowLink> },
  { label: "When", place: "under", cell: ({ when }) => when },
  { label: "Rows", numeric: true, place: "end", cell: ({ rows }) => rows.toLocaleString("en-US") },
  {
    label: "State",
    place: "last",
    cell: ({ id, state, takenBackAt }) => {
      if (state === "checked") return <State sign="waits">Nothing has changed yet</State>;
      if (state === "back") return <State sign="over">Taken back {takenBackAt}</State>;
      return (
        <Link className="link" to={`/imports/${id}`}>
          Take back
        </Link>
      );
    },
  },
];

/** Table of imports with their state and a link to the page of each. */
export const ImportsTable = ({ imports }: { imports: Listed[] }) => (
  <Table label="Imports" rows={imports} keyOf={({ id }) => id} live columns={COLUMNS} />
);
