import { csvFile } from "~/platform/csv";
import { type SheetTable, writtenCell } from "./sheet";

/** A table as a CSV file, without the row of its sums: whoever adds up a column gets them. */
export const sheetFile = ({ columns, rows }: SheetTable): string =>
  csvFile(
    columns.map(({ name }) => name),
    rows.map(({ cells }) => columns.map(({ kind }, place) => writtenCell(cells[place] ?? null, kind))),
  );
