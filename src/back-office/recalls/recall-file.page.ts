import type { LoaderFunctionArgs } from "react-router";
import { orNotFound } from "~/shop/form";
import { recallFile } from "~/shop/recalls/recalls.server";
import { memberOf, servicesOf } from "../context";
import { csvDownload } from "../csv-download";

/** Sends the addresses of a recall as a CSV file. */
export const loader = ({ context, params }: LoaderFunctionArgs) =>
  csvDownload(context, `/recalls/${params.id ?? ""}`, async () => ({
    name: "recall",
    body: orNotFound(await recallFile(servicesOf(context), memberOf(context), params.id ?? "")),
  }));
