import type { LoaderFunctionArgs } from "react-router";
import { orNotFound } from "~/shop/form";
import { rejectedRowsCsv } from "~/shop/imports/rejected-rows.server";
import { memberOf, servicesOf } from "../context";
import { csvAnswer } from "../csv-answer";
import { importNumber } from "./import-number";

/** Rows of an import that were left out, as a file with their original columns and a last one with the reason. */
export function loader({ context, params }: LoaderFunctionArgs) {
  const id = importNumber(params);
  return csvAnswer(context, `/imports/${id}`, async () => ({
    name: `import-${id}-left-out`,
    body: orNotFound(await rejectedRowsCsv(servicesOf(context), memberOf(context), id)),
  }));
}
