import { log } from "~/platform/log.server";
import { Refusal } from "~/shop/refusal";
import { busyResponse, faultResponse, refusalResponse } from "./error-pages";
import { loggedFaultResponse } from "./fault";
import { RenderQueueFull } from "../rendering/render-queue";

/** Response for an error of a handler; logged unless it is a refusal, a full queue or an aborted request. */
export function errorResponse(error: unknown, path: string, signal: AbortSignal): Response {
  if (error instanceof Refusal) return refusalResponse(path, error);
  if (error instanceof RenderQueueFull) return busyResponse(path);
  if (!signal.aborted || error !== signal.reason) return loggedFaultResponse(error, path, "request");
  log.debug({ path }, "a request was given up");
  return faultResponse(path);
}
