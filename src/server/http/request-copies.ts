import { CLIENT_ADDRESS } from "~/shop/form-limits.server";
import { clientAddress } from "./client-address";

/** A request without cookies and other data about its sender, which continues when the client disconnects. */
export const anonymousRequest = (publicUrl: string, address: string): Request =>
  // Concatenated, not resolved: an address beginning with two slashes would name another host.
  new Request(new URL(publicUrl).origin + address);

/**
 * The request at the shop's public origin, from which forms are accepted: behind a proxy that terminates TLS, the original URL
 * would begin with http.
 */
export function atPublicOrigin(request: Request, publicUrl: string): Request {
  const { origin } = new URL(publicUrl);
  if (request.headers.get("origin") !== origin || request.url.startsWith(`${origin}/`)) return request;
  const { pathname, search } = new URL(request.url);
  return copyOf(request, { url: origin + pathname + search });
}

/** The request with the client's network address in a header that clients cannot set. If-None-Match of a POST is removed. */
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

/** Copies a request property by property, because the adapter's request object is not an instance of Request. */
function copyOf(request: Request, { url = request.url, headers = request.headers }): Request {
  const { method, body, signal } = request;
  return new Request(url, { method, headers, signal, ...(body && { body, duplex: "half" }) });
}
