import type { IncomingMessage } from "node:http";
import { isLoopback } from "~/platform/network-address.server";
import type { RequestEnds } from "../shop-routes";

/** Switch for the whole back office: false answers nothing under /back-office. */
export const IS_OPEN: boolean = true;

/** Address of the back office. */
export interface BackOfficePlace {
  /** Address of the shop, without a trailing slash. */
  publicUrl: string;
  /** A host of its own, with its port; unset means the shop's. */
  host?: string | undefined;
}

/** Origin whose pages may post to the back office, and whose passkeys it accepts. */
export const backOfficeOrigin = ({ publicUrl, host }: BackOfficePlace): string => {
  const { origin, protocol } = new URL(publicUrl);
  return host === undefined ? origin : `${protocol}//${host}`;
};

/** Whether a request is for the back office: by its own host, or by its path on the shop's host. */
export function isTaken(
  { url = "", headers }: Pick<IncomingMessage, "url" | "headers">,
  { host }: BackOfficePlace,
): boolean {
  if (host !== undefined) return headers.host?.toLowerCase() === host;
  return /^\/back-office(?:[/?]|\.data(?:\?|$)|$)/.test(url);
}

/** Origin of a request: the configured one. For `localhost` any port counts, since ports may be forwarded. */
export function originOf(request: Request, place: BackOfficePlace): string {
  const configured = backOfficeOrigin(place);
  if (!configured.startsWith("http:")) return configured;
  return new URL(request.url).origin;
}

/**
 * Whether a request to `localhost` comes from this machine: by the Host header, which can be forged, and by all addresses of the connection
 * and its forwarding headers, so that undeclared proxies are noticed. Requests made inside the process have no addresses.
 */
export const isLocal = (origin: string, ends?: RequestEnds): boolean =>
  new URL(origin).hostname === "localhost" && (!ends || [ends.connected, ends.client, ...ends.named].every(isLoopback));

/** The loopback name that supports passkeys, for other loopback addresses; undefined for any other host. */
export function canonicalHost(request: Request): string | undefined {
  const { hostname, port } = new URL(request.url);
  return isLoopback(hostname) ? `http://localhost${port && `:${port}`}` : undefined;
}
