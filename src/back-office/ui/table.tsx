import type { ReactNode } from "react";
import { Link } from "react-router";

/** Where a cell stands once a row is a card: first line, second line, third line, each left or right; `wide` is left out then. */
type Place = "tick" | "lead" | "end" | "under" | "under-end" | "last" | "last-end" | "wide";

export interface Column<T> {
  /** The head of the column; hidden where the cells say enough by themselves. */
  label: ReactNode;
  labelHidden?: boolean;
  /** Numbers stand at the right. */
  numeric?: boolean;
  place: Place;
  cell(row: T): ReactNode;
}

interface TableProps<T> {
  /** Name of the table, for screen readers. */
  label: string;
  columns: Column<T>[];
  rows: T[];
  keyOf(row: T): string | number;
  /** Rows lead somewhere: the ground under the pointer changes. */
  live?: boolean;
}

/** A list of records: a table with a head, on a tablet and a phone a card a row. Its roles hold in both shapes. */
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

/** The link of a row, over all of it. */
export const RowLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link className="row-link" to={to}>
    {children}
  </Link>
);
