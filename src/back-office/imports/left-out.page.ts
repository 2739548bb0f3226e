import type { LoaderFunctionArgs } from "react-router";
import { orNotFound } from "~/shop/form";
import { leftOutCsv } from "~/shop/imports/rejected-rows.server";
import { memberOf, servicesOf } from "../context";
import { importNumber } from "./import-number";

/** The rows of an import that stayed out, as a file with the columns it came with and a last one that says why. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const id = importNumber(params);
  const text = orNotFound(await leftOutCsv(servicesOf(context), memberOf(context), id));
  return new Response(text, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="import-${id}-left-out.csv"`,
      "cache-control": "no-store",
    },
  });
}
