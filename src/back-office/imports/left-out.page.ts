import type { LoaderFunctionArgs } from "react-router";
import { orNotFound } from "~/shop/form";
import { rejectedRowsCsv } from "~/shop/imports/rejected-rows.server";
import { memberOf, servicesOf } from "../context";
import { csvAnswer } from "../csv-answer";
import { importNumber } from "./import-number";

/** The rows of an import that stayed out, as a file with the columns it came with and a last one that says why. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const id = importNumber(params);
  const text = orNotFound(await rejectedRowsCsv(servicesOf(context), memberOf(context), id));
  return csvAnswer(`import-${id}-left-out`, text);
}
