import { csvFile } from "~/platform/csv.server";
import type { Asked } from "./screen";
import { type Sheet, type SheetTable, writtenCell } from "./sheet";

type AskedSheet = Pick<Asked, "period" | "today"> & { sheet: Sheet };

/** CSV file of a table: its name with the days of the figures, and its content. */
export function sheetFile({ period, today, sheet }: AskedSheet, table: SheetTable): { name: string; body: string } {
  const days = sheet.isOfPeriod ? `${period.from}-to-${period.to}` : today;
  return { name: `${table.name}-${days}`, body: csvOf(table) };
}

/** Writes a table as CSV, without the row of sums, so that the sum of a column is not counted twice. */
const csvOf = ({ columns, rows }: SheetTable): string =>
  csvFile(
    columns.map(({ name }) => name),
    rows.map(({ cells }) => columns.map(({ kind }, place) => writtenCell(cells[place] ?? null, kind))),
  );
