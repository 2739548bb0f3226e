import type { LoaderFunctionArgs } from "react-router";
import { exportSubscribers } from "~/shop/newsletter/subscribers.server";
import { memberOf, servicesOf } from "../context";
import { csvDownload } from "../csv-download";

/** Sends the newsletter's subscribers as a CSV file. */
export const loader = ({ context }: LoaderFunctionArgs) =>
  csvDownload(context, "/newsletter", async () => ({
    name: "newsletter",
    body: await exportSubscribers(servicesOf(context), memberOf(context)),
  }));
