import type { RouterContextProvider } from "react-router";
import { isUnreachable, logFault } from "~/platform/database.server";
import { isDiskFull } from "~/platform/disk-full";
import { outage } from "~/rendering/document-context";
import { faultResponse, refusalResponse } from "./error-pages";

/** Value of Retry-After in seconds while the database is unreachable; such outages are usually short. */
const RETRY_AFTER = "2";

/** Logs an error and returns its response: 503 while the database is unreachable or a disk has no room, else 500. */
export function loggedFaultResponse(error: unknown, path: string, words: string): Response {
  logFault(error, { path }, words);
  if (!isUnreachable(error) && !isDiskFull(error)) return faultResponse(path);
  return unavailable(
    refusalResponse(path, { status: 503, code: "shop-unreachable", message: "Please try again in a moment." }),
  );
}

/** A rendered error page, with status 503 during an outage. */
export const withOutageStatus = (response: Response, context: Readonly<RouterContextProvider>): Response =>
  context.get(outage) ? unavailable(response) : response;

function unavailable({ body, headers }: Response): Response {
  const answer = new Response(body, { status: 503, headers });
  answer.headers.set("retry-after", RETRY_AFTER);
  answer.headers.set("cache-control", "no-store");
  return answer;
}
