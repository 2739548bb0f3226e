import type { LoaderFunctionArgs } from "react-router";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { csvDownload } from "../csv-download";
import { askedSheet } from "./asked-sheet.server";
import { figures, pageOf } from "./figures-address";
import { sheetFile } from "./sheet-file.server";

/** Sends a table of figures with all its rows as a CSV file. */
export function loader({ context, request, params }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const [services, member] = [servicesOf(context), memberOf(context)];
  const screen = params["screen"] ?? "";
  return csvDownload(context, figures.addressOf(figures.viewIn(search), pageOf(screen)), async () => {
    await requireRight(services, member, "export");
    const asked = await askedSheet(services, member, { screen, search, now: new Date(), form: "file" });
    const table = asked?.sheet.tables.find(({ name }) => name === params["table"]);
    if (!asked || !table) throw new Response(null, { status: 404 });
    return sheetFile(asked, table);
  });
}
