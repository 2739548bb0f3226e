import type { ReactNode } from "react";
import { Link } from "react-router";

/**
 * Position of a cell in the card that shows a row on small screens: first, second or third line, left or right. Cells marked
 * `wide` are hidden there.
 */
type Place = "tick" | "lead" | "end" | "under" | "under-end" | "last" | "last-end" | "wide";

export interface Column<T> {
  /** Heading of the column; visually hidden if the cells need no explanation. */
  label: ReactNode;
  labelHidden?: boolean;
  /** Whether the cells are numbers, which are right-aligned. */
  numeric?: boolean;
  place: Place;
  cell(row: T): ReactNode;
}

interface TableProps<T> {
  /** Accessible name of the table. */
  label: string;
  columns: Column<T>[];
  rows: T[];
  keyOf(row: T): string | number;
  /** Whether rows are links; the row under the pointer is then highlighted. */
  live?: boolean;
}

/**
 * List of records: a table, or on tablets and phones a card per row. ARIA roles keep the semantics of a table in both layouts.
 */
export function Table<T>({ label, columns, rows, keyOf, live = false }: TableProps<T>) {
  const hasTicks = columns.some(({ place }) => place === "tick");
  const face = ["t t--cards", live && "t--live", hasTicks && "t--ticks"].filter(Boolean).join(" ");
  return (
    <table className={face} role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ label: name, labelHidden, numeric }, index) => (
            <th key={index} scope="col" role="columnheader" className={numeric ? "n" : undefined}>
              {labelHidden ? <span className="vh">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row">
            {columns.map(({ place, numeric, cell }, index) => (
              <td key={index} role="cell" className={numeric ? `cell--${place} n` : `cell--${place}`}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Link in a row's first cell that covers the whole row. */
export const RowLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link className="row-link" to={to}>
    {children}
  </Link>
);
