import type { RouterContextProvider } from "react-router";
import { isPassing, logFault } from "~/platform/database.server";
import { log } from "~/platform/log.server";
import { outage } from "~/rendering/document-context";
import { Refusal } from "~/shop/refusal";
import { RenderQueueFull } from "../rendering/render-queue";
import { busyResponse, faultResponse, refusalResponse } from "./error-pages";

/** Value of Retry-After in seconds while the database is unreachable; such outages are usually short. */
const RETRY_AFTER = "2";

/** Response for an error of a handler; logged unless it is a refusal, a full queue or an aborted request. */
export function errorResponse(error: unknown, path: string, signal: AbortSignal): Response {
  if (error instanceof Refusal) return refusalResponse(path, error);
  if (error instanceof RenderQueueFull) return busyResponse(path);
  if (!signal.aborted || error !== signal.reason) return loggedFaultResponse(error, path, "request");
  log.debug({ path }, "a request was given up");
  return faultResponse(path);
}

/** Logs an error and returns its response: 503 while the database is unreachable or a disk has no room, else 500. */
export function loggedFaultResponse(error: unknown, path: string, words: string): Response {
  logFault(error, { path }, words);
  if (!isPassing(error)) return faultResponse(path);
  return unavailable(
    refusalResponse(path, { status: 503, code: "shop-unreachable", message: "Please try again in a moment." }),
  );
}

/** A rendered error page, with status 503 while the database is unreachable or a disk is full. */
export const withOutageStatus = (response: Response, context: Readonly<RouterContextProvider>): Response =>
  context.get(outage) ? unavailable(response) : response;

function unavailable({ body, headers }: Response): Response {
  const answer = new Response(body, { status: 503, headers });
  answer.headers.set("retry-after", RETRY_AFTER);
  answer.headers.set("cache-control", "no-store");
  return answer;
}
