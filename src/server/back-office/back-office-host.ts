import type { IncomingMessage } from "node:http";
import { isLoopback } from "~/platform/network-address.server";
import type { RequestEnds } from "../shop-routes";

/** Switch for the whole back office: with false nothing under /back-office is answered. */
export const IS_OPEN: boolean = true;

/** The shop's address, and the back office's host. */
export interface BackOfficePlace {
  /** Address of the shop, without a trailing slash. */
  publicUrl: string;
  /** Host of the back office with its port; unset: the shop's host. */
  host?: string | undefined;
}

/** Origin whose pages may post to the back office, and whose passkeys it accepts. */
export const backOfficeOrigin = ({ publicUrl, host }: BackOfficePlace): string => {
  const { origin, protocol } = new URL(publicUrl);
  return host === undefined ? origin : `${protocol}//${host}`;
};

/** Whether a request is for the back office: sent to its own host, or, if it has none, to its path on the shop's host. */
export function isTaken(
  { url = "", headers }: Pick<IncomingMessage, "url" | "headers">,
  { host }: BackOfficePlace,
): boolean {
  if (host !== undefined) return headers.host?.toLowerCase() === host;
  return /^\/back-office(?:[/?]|\.data(?:\?|$)|$)/.test(url);
}

/** Origin of a request: over https the configured one, over http that of the request's URL, because ports may be forwarded. */
export function originOf(request: Request, place: BackOfficePlace): string {
  const configured = backOfficeOrigin(place);
  if (!configured.startsWith("http:")) return configured;
  return new URL(request.url).origin;
}

/**
 * Whether a request to `localhost` comes from this machine: its Host header, which can be forged, and all addresses of the
 * connection and of its forwarding headers must be loopback. The forwarding headers reveal undeclared proxies. Requests made
 * inside the process have no addresses.
 */
export const isLocal = (origin: string, ends?: RequestEnds): boolean =>
  new URL(origin).hostname === "localhost" && (!ends || [ends.connected, ends.client, ...ends.named].every(isLoopback));

/** The loopback name that supports passkeys, for other loopback addresses; undefined for any other host. */
export function canonicalHost(request: Request): string | undefined {
  const { hostname, port } = new URL(request.url);
  return isLoopback(hostname) ? `http://localhost${port && `:${port}`}` : undefined;
}
