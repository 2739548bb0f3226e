import type { LoaderFunctionArgs } from "react-router";
import { exportSubscribers } from "~/shop/newsletter/subscribers.server";
import { memberOf, requireConfirmed, servicesOf } from "../context";
import { csvAnswer } from "../csv-answer";

/** The newsletter's list as a file, after a factor was shown. */
export async function loader({ context }: LoaderFunctionArgs) {
  const member = memberOf(context);
  requireConfirmed(context, "/newsletter");
  return csvAnswer("newsletter", await exportSubscribers(servicesOf(context), member));
}
