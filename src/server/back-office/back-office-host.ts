import type { IncomingMessage } from "node:http";
import { isLoopback } from "~/platform/network-address.server";
import type { RequestEnds } from "../shop-routes";

/** Nothing answers under /back-office until this says so: the one switch of the whole door. */
export const IS_OPEN: boolean = true;

/** Where the back office is reached. */
export interface BackOfficePlace {
  /** The shop's address, without a slash at its end. */
  publicUrl: string;
  /** Its own host, with its port; unset means the shop's. */
  host?: string | undefined;
}

/** The origin whose pages may post to the back office, and whose passkeys it takes. */
export const backOfficeOrigin = ({ publicUrl, host }: BackOfficePlace): string => {
  const { origin, protocol } = new URL(publicUrl);
  return host === undefined ? origin : `${protocol}//${host}`;
};

/** Whether the back office answers a request: by its own host, or by its path on the shop's. */
export function isTaken(
  { url = "", headers }: Pick<IncomingMessage, "url" | "headers">,
  { host }: BackOfficePlace,
): boolean {
  if (host !== undefined) return headers.host?.toLowerCase() === host;
  return /^\/back-office(?:[/?]|\.data(?:\?|$)|$)/.test(url);
}

/**
 * The origin that a request was sent to: the configured one. On this machine a port may be passed on from another, so that
 * `localhost` counts with whatever port it was reached by.
 */
export function originOf(request: Request, place: BackOfficePlace): string {
  const configured = backOfficeOrigin(place);
  if (!configured.startsWith("http:")) return configured;
  return new URL(request.url).origin;
}

/**
 * Whether a request was sent to `localhost` from this machine: by its name, which anybody may write, and by the addresses that it
 * comes from, none of a forwarding header's left out: a proxy before ours, or one nobody declared, asks for somebody else. One that
 * was made inside the process has none.
 */
export const isLocal = (origin: string, ends?: RequestEnds): boolean =>
  new URL(origin).hostname === "localhost" && (!ends || [ends.connected, ends.client, ...ends.named].every(isLoopback));

/** The one name of this machine that has passkeys, for a loopback address; nothing for any other host. */
export function canonicalHost(request: Request): string | undefined {
  const { hostname, port } = new URL(request.url);
  return isLoopback(hostname) ? `http://localhost${port && `:${port}`}` : undefined;
}
