import type { LoaderFunctionArgs } from "react-router";
import { memberOf, servicesOf } from "../context";
import { csvAnswer } from "../csv-answer";
import { askedSheet } from "./asked-sheet.server";
import { sheetFile } from "./sheet-file.server";

/** A table of figures as a spreadsheet file, with all its rows. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const asked = await askedSheet(servicesOf(context), memberOf(context), {
    screen: params["screen"] ?? "",
    search,
    now: new Date(),
    isFile: true,
  });
  const table = asked?.sheet.tables.find(({ name }) => name === params["table"]);
  if (!asked || !table) throw new Response(null, { status: 404 });
  const { period, today, sheet } = asked;
  const days = sheet.isOfPeriod ? `${period.from}-to-${period.to}` : today;
  return csvAnswer(`${table.name}-${days}`, sheetFile(table));
}
