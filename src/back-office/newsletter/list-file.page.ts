import type { LoaderFunctionArgs } from "react-router";
import { exportSubscribers } from "~/shop/newsletter/subscribers.server";
import { memberOf, requireConfirmed, servicesOf } from "../context";

/** The newsletter's list as a file, after a factor was shown. */
export async function loader({ context }: LoaderFunctionArgs) {
  const member = memberOf(context);
  requireConfirmed(context, "/newsletter");
  const file = await exportSubscribers(servicesOf(context), member);
  return new Response(file, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="newsletter.csv"',
      "cache-control": "no-store",
    },
  });
}
