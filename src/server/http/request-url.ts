import type { IncomingMessage } from "node:http";
import { Refusal } from "~/shop/refusal";

const LONGEST_ADDRESS = 4096;

/** A request target without host or user: proxies may send the absolute form, which could name others. */
export function originForm(target: string): string {
  const absolute = target.startsWith("/") ? undefined : URL.parse(target);
  return absolute?.pathname.startsWith("/") ? absolute.pathname + absolute.search : target;
}

/**
 * The path and the query a request asks for, for sure in letters that can be decoded.
 *
 * @throws {Refusal} `address-malformed`, `address-too-long`, or `input-invalid` for a NUL.
 */
export function parseRequestUrl({ url }: Request, incoming?: IncomingMessage): { pathname: string; search: string } {
  if (incoming && !hasOneHost(incoming)) throw new Refusal("address-malformed");
  if (url.length > LONGEST_ADDRESS) throw new Refusal("address-too-long");
  const { pathname, search } = new URL(url);
  if (decoded(pathname) === undefined) throw new Refusal("address-malformed");
  // No page has a NUL in its address, and the database takes none; a call names the field that holds it.
  if (url.includes("%00") && !pathname.startsWith("/api/")) throw new Refusal("input-invalid");
  return { pathname, search };
}

/** Whether an address as a request writes it names a path that can be decoded, in bounds. */
export const isParsableUrl = (url: string): boolean =>
  url.startsWith("/") && url.length <= LONGEST_ADDRESS && decoded(url.split("?", 1)[0] ?? "") !== undefined;

/** RFC 9112: one host, which only HTTP/1.0 need not name. */
export function hasOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  // Names and values in turn; every request comes by here.
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === "host") hosts += 1;
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
}

/** The percent-decoded path; undefined when its escapes are no valid UTF-8. */
export function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
