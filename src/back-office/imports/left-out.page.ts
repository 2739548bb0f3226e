import type { LoaderFunctionArgs } from "react-router";
import { orNotFound } from "~/shop/form";
import { rejectedRowsCsv } from "~/shop/imports/rejected-rows.server";
import { memberOf, servicesOf } from "../context";
import { csvDownload } from "../csv-download";
import { importNumber } from "./import-number";

/** Sends the skipped rows of an import as a CSV file with their original columns, and a last column with the reason. */
export function loader({ context, params }: LoaderFunctionArgs) {
  const id = importNumber(params);
  return csvDownload(context, `/imports/${id}`, async () => ({
    name: `import-${id}-left-out`,
    body: orNotFound(await rejectedRowsCsv(servicesOf(context), memberOf(context), id)),
  }));
}
