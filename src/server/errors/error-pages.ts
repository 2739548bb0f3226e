import { type RefusalCode, refusalHeaders } from "~/shop/refusal";
import { problem } from "~/shop/shop.api";
import { standalonePage } from "./standalone-page";

/** Addresses that programs request, which get problem documents instead of pages. */
const FOR_PROGRAMS = /^\/(api|assets|pictures|healthz|readyz)(\/|$)|\.data$/;

/** Seconds in `Retry-After`, after which a browser may ask a busy shop again. */
const BUSY_FOR = 5;

interface Declined {
  status: number;
  code: RefusalCode | "fault";
  message: string;
  details?: object | undefined;
}

/** Response to a request refused before routing: a problem document for programs, a small page for people. */
export function refusalResponse(path: string, declined: Declined, more: Record<string, string> = {}): Response {
  const answer = FOR_PROGRAMS.test(path) ? problem(declined) : page(path, declined);
  for (const [name, value] of Object.entries({ ...refusalHeaders(declined.details), ...more }))
    answer.headers.set(name, value);
  return answer;
}

/** Response about an internal error, without details. */
export const faultResponse = (path: string): Response =>
  refusalResponse(path, { status: 500, code: "fault", message: "Something went wrong." });

const page = (path: string, { status, message }: Declined): Response =>
  standalonePage({ look: lookAt(path), status, title: message, link: { to: "/", label: "Back to the shop" } });

/**
 * Response to a request for a page while the render queue is full. The request had no effect, so that a form may be sent again.
 */
export const busyResponse = (path: string): Response =>
  standalonePage({
    look: lookAt(path),
    status: 503,
    title: "One moment",
    text: "The shop is full right now. This page tries again by itself in a few seconds.",
    link: { to: "", label: "Try again" },
    retryAfter: BUSY_FOR,
    refreshes: true,
  });

const lookAt = (path: string) => (/^\/back-office(\/|$)/.test(path) ? "workshop" : "shop");
