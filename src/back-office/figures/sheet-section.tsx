import type { ReactNode } from "react";
import { Link } from "react-router";
import { Plate } from "../ui/plate";
import { Section } from "../ui/section";
import { type SheetCell, type SheetColumn, type SheetTable, shownCell, shownColumns } from "./sheet";

interface SheetSectionProps {
  table: SheetTable;
  /** Address of the table's CSV file. */
  file: string;
  /** Whether the section is as wide as the page, so that its table may have many columns. */
  isWide: boolean;
}

/** Maximum number of columns of a table that stays a table on a phone. */
const MOST_ON_A_PHONE = 4;

/** Maximum number of columns in the usual font size. */
const MOST_AT_FULL_SIZE = 6;

/** Section with a table of figures, the sentences before it, and links to its file and to the full table. */
export function SheetSection({ table, file, isWide }: SheetSectionProps) {
  const { title, says = [], rows, more, empty } = table;
  const isFolded = isWide || shownColumns(table).length > MOST_ON_A_PHONE;
  return (
    <Section
      title={title}
      note={
        <span className="figures-links">
          {more && (
            <Link className="link" to={more.to}>
              {more.name}
              <span className="vh">: {title}</span>
            </Link>
          )}
          {rows.length > 0 && (
            <Link className="link" to={file} reloadDocument>
              CSV<span className="vh">: {title}</span>
            </Link>
          )}
        </span>
      }
    >
      {says.map(({ lead, words, way }) => (
        <p key={lead} className="figures-says">
          <b>{lead}</b> {words}{" "}
          {way && (
            <Link className="link" to={way.to}>
              {way.name}
            </Link>
          )}
        </p>
      ))}
      {rows.length === 0 ? (
        <p className="dust">{empty}</p>
      ) : (
        <div
          className="figures-scroll"
          tabIndex={isFolded ? 0 : undefined}
          role={isFolded ? "group" : undefined}
          aria-label={isFolded ? title : undefined}
        >
          <SheetRows table={table} isWide={isFolded} hasPictures />
        </div>
      )}
    </Section>
  );
}

interface SheetRowsProps {
  table: SheetTable;
  isWide?: boolean;
  /** Whether rows show pictures of products; the print version does not. */
  hasPictures?: boolean;
}

/** Table of rows; on a phone each row becomes a heading with labeled figures below. */
export function SheetRows({ table, isWide = false, hasPictures = false }: SheetRowsProps) {
  const columns = shownColumns(table);
  const { rows, all, title } = table;
  return (
    <table
      className={["t sheet", isWide && "sheet--wide", columns.length > MOST_AT_FULL_SIZE && "sheet--dense"]
        .filter(Boolean)
        .join(" ")}
      role="table"
      aria-label={title}
    >
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ column: { name, kind } }) => (
            <th key={name} scope="col" role="columnheader" className={kind === "text" ? undefined : "n"}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ key, cells: own, to, note, picture, most }) => (
          <tr key={key} role="row">
            {cellsOf(
              table,
              own,
              <Pictured picture={hasPictures ? picture : undefined}>
                {to ? (
                  <Link className="link" to={to}>
                    {shownCell(own[0] ?? null, "text")}
                  </Link>
                ) : (
                  shownCell(own[0] ?? null, "text")
                )}
                {note && <span className="sub sheet__note">{note}</span>}
              </Pictured>,
              most,
            )}
          </tr>
        ))}
      </tbody>
      {all && (
        <tfoot role="rowgroup">
          <tr role="row">{cellsOf(table, all, shownCell(all[0] ?? null, "text"))}</tr>
        </tfoot>
      )}
    </table>
  );
}

/** Cells of a row: `lead` is the content of the first cell, and the cell in the column `most` is emphasized. */
const cellsOf = (table: SheetTable, own: readonly SheetCell[], lead: ReactNode, most?: number) =>
  shownColumns(table).map(({ column: { name, kind }, place }, index) =>
    index === 0 ? (
      <th key={name} scope="row" role="rowheader">
        {lead}
      </th>
    ) : (
      <td key={name} role="cell" className={faceOf(own[place] ?? null, kind, place === most)} data-name={name}>
        {shownCell(own[place] ?? null, kind)}
      </td>
    ),
  );

/** Class of a cell: numbers are right-aligned, a count of zero is dim, and the cell of the largest count is underlined. */
function faceOf(value: SheetCell, kind: SheetColumn["kind"], isMost: boolean): string | undefined {
  if (kind === "text") return undefined;
  if (isMost) return "n most";
  return kind === "count" && value === 0 ? "n zero" : "n";
}

/** Text of a cell, after the picture of its product if the row has one. */
const Pictured = ({ picture, children }: { picture: string | null | undefined; children: ReactNode }) =>
  picture === undefined ? (
    children
  ) : (
    <span className="thing">
      <Plate small hash={picture} />
      <span>{children}</span>
    </span>
  );
