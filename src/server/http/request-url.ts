import type { IncomingMessage } from "node:http";
import { Refusal } from "~/shop/refusal";

const LONGEST_ADDRESS = 4096;

/**
 * Reduces a request target to its path and query: proxies may send the absolute form, whose host and user are not to be trusted.
 */
export function originForm(target: string): string {
  const absolute = target.startsWith("/") ? undefined : URL.parse(target);
  return absolute?.pathname.startsWith("/") ? absolute.pathname + absolute.search : target;
}

/**
 * Path and query of a request, guaranteed to be decodable.
 *
 * @throws {Refusal} `address-malformed`, `address-too-long`, or `input-invalid` for a NUL.
 */
export function parseRequestUrl({ url }: Request, incoming?: IncomingMessage): { pathname: string; search: string } {
  if (incoming && !hasOneHost(incoming)) throw new Refusal("address-malformed");
  if (url.length > LONGEST_ADDRESS) throw new Refusal("address-too-long");
  const { pathname, search } = new URL(url);
  if (decoded(pathname) === undefined) throw new Refusal("address-malformed");
  // A NUL is refused here for pages; calls report the field that contains it. PostgreSQL accepts none.
  if (url.includes("%00") && !pathname.startsWith("/api/")) throw new Refusal("input-invalid");
  return { pathname, search };
}

/** Whether the target of a request has a decodable path of allowed length. */
export const isParsableUrl = (url: string): boolean =>
  url.startsWith("/") && url.length <= LONGEST_ADDRESS && decoded(url.split("?", 1)[0] ?? "") !== undefined;

/** Whether a request has exactly one Host header, as RFC 9112 requires; HTTP/1.0 requests need none. */
export function hasOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  // A plain loop over names and values, because it runs for every request.
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === "host") hosts += 1;
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
}

/** Percent-decoded path; undefined when it is not valid UTF-8. */
export function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
