import { Link } from "react-router";
import { Paging } from "../ui/list-tools";
import { Section } from "../ui/section";
import { type Column, Table } from "../ui/table";
import type { variantPage } from "./stock.server";

type Line = NonNullable<Awaited<ReturnType<typeof variantPage>>>["ledger"][number];

const columns: Column<Line>[] = [
  {
    label: "What",
    place: "lead",
    cell: ({ what, way }) =>
      way ? (
        <Link className="link" to={way}>
          {what}
        </Link>
      ) : (
        what
      ),
  },
  { label: "Who", place: "under", cell: ({ who }) => who },
  { label: "When", place: "last", cell: ({ at }) => at },
  { label: "Pieces", numeric: true, place: "end", cell: ({ quantity }) => withSign(quantity) },
  { label: "Then", numeric: true, place: "under-end", cell: ({ level }) => level },
];

/** Formats a number of pieces with its sign: 3 as "+3", -3 as "−3". */
export const withSign = (pieces: number): string => (pieces > 0 ? `+${pieces}` : pieces < 0 ? `−${-pieces}` : "0");

interface LedgerTableProps {
  id: number;
  lines: Line[];
  older: number | null;
  isFirst: boolean;
}

/** Table of a variant's stock movements, newest first, with the level after each. */
export const LedgerTable = ({ id, lines, older, isFirst }: LedgerTableProps) => (
  <Section title="What moved it">
    {lines.length > 0 ? (
      <Table label="Ledger" columns={columns} rows={lines} keyOf={(line) => line.id} />
    ) : (
      <p className="dust">Nothing has moved it yet.</p>
    )}
    <Paging newest={isFirst ? null : `/stock/${id}`} older={older === null ? null : `/stock/${id}?before=${older}`}>
      The newest first
    </Paging>
  </Section>
);
