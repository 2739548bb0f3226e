import { CLIENT_ADDRESS } from "~/shop/form-limits.server";
import { clientAddress } from "./client-address";

/** A request without anything about its sender, and not aborted when that one disconnects. */
export const anonymousRequest = (publicUrl: string, address: string): Request =>
  // Not resolved against the origin: an address that begins with two slashes would name another host.
  new Request(new URL(publicUrl).origin + address);

/** Whether another site sent this: browsers name the origin of whatever they post. */
export function isCrossOrigin(request: Request, publicUrl: string): boolean {
  const origin = request.headers.get("origin");
  return origin !== null && origin !== new URL(publicUrl).origin && origin !== new URL(request.url).origin;
}

/**
 * Forms are accepted from the shop's own origin. Behind a proxy that ends TLS the request itself looks like http, so a
 * form that comes from the public address is taken as sent to it.
 */
export function atPublicOrigin(request: Request, publicUrl: string): Request {
  const { origin } = new URL(publicUrl);
  if (request.headers.get("origin") !== origin || request.url.startsWith(`${origin}/`)) return request;
  const { pathname, search } = new URL(request.url);
  return copyOf(request, { url: origin + pathname + search });
}

/**
 * The request with the client's network address, which no request may claim by itself. A POST is never answered from a client's cache,
 * whatever entity tag it sends.
 */
export function withClientAddress(
  request: Request,
  remoteAddress: string | undefined,
  trustedProxies: number,
): { request: Request; address: string } {
  const headers = new Headers(request.headers);
  if (request.method === "POST") headers.delete("if-none-match");
  const address = clientAddress(headers.get("x-forwarded-for"), remoteAddress, trustedProxies);
  headers.set(CLIENT_ADDRESS, address);
  return { request: copyOf(request, { headers }), address };
}

/** The server's own request object is no real Request; whatever is read from it is named here. */
function copyOf(request: Request, { url = request.url, headers = request.headers }): Request {
  const { method, body, signal } = request;
  return new Request(url, { method, headers, signal, ...(body && { body, duplex: "half" }) });
}
