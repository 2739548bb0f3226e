import { csvFile } from "~/platform/csv.server";
import { textOfCell } from "~/platform/csv-cell";
import type { Database } from "~/platform/database.server";
import type { Member } from "~/shop/members/member";
import { importLimits } from "./import-limits";
import { importById, requireImporter } from "./imports.server";
import { problemWords } from "./preview-row";
import { rowsWithProblems } from "./rows.server";

/**
 * CSV file of the rows that an import rejected, and of those with a text that did not fit, with the reasons in the last column;
 * undefined if there is no such import.
 */
export async function rejectedRowsCsv(
  services: { db: Database },
  member: Member,
  id: number,
): Promise<string | undefined> {
  await requireImporter(services, member);
  const entry = await importById(services.db, id);
  if (!entry) return undefined;
  const rows = await rowsWithProblems(services.db, id, { most: importLimits.rows });
  const lines = rows.map(({ cells, mended, problems, state }) => {
    const why = problems.filter(({ isNote, isUnfit }) => !isNote || isUnfit).map(problemWords);
    const said = entry.headers.map((_, place) => textOfCell(mended[place] ?? cells[place] ?? ""));
    return [...said, state === "moved-on" ? "The shop holds something else by now" : why.join("; ")];
  });
  return csvFile([...entry.headers, "Why it stayed out"], lines, { separator: entry.separator });
}
