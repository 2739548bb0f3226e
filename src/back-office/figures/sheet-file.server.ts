import { csvFile } from "~/platform/csv";
import { type SheetTable, writtenCell } from "./sheet";

/** Writes a table as CSV, without the row of sums, so that the sum of a column is not counted twice. */
export const sheetFile = ({ columns, rows }: SheetTable): string =>
  csvFile(
    columns.map(({ name }) => name),
    rows.map(({ cells }) => columns.map(({ kind }, place) => writtenCell(cells[place] ?? null, kind))),
  );
