import { isPrivateAddress, isSignedAddress } from "~/shop/private-addresses";

/** Properties of a request that decide whether its response may be cached for others. */
interface Asked {
  url: string;
  method: string;
  headers: Headers;
}

/** Default Retry-After of responses with status 429, in seconds. */
const RETRY_AFTER = "60";

/**
 * Headers that keep the address of a response secret: other sites do not get it as referrer, and search engines do not store it. With
 * `no-referrer` browsers send a form of the page with `Origin: null`, which is refused as a form of another site.
 */
const OF_SECRETS = { "referrer-policy": "same-origin", "x-robots-tag": "noindex" };

/** Path by which a request is routed, which ignores case and encoding; empty for an unreadable address. */
function pathOf(url: string): string {
  if (!URL.canParse(url)) return "";
  const { pathname } = new URL(url);
  try {
    return decodeURIComponent(pathname).toLowerCase();
  } catch {
    return pathname.toLowerCase();
  }
}

const isQuestion = (method: string): boolean => method === "GET" || method === "HEAD";

/**
 * Adds the headers common to all responses, as the outermost layer of the application. Responses to methods other than GET and
 * HEAD, responses to requests with an Authorization header, responses that set cookies, and
 * refusals at private addresses are never cached, whatever the route sets.
 */
export function withSharedHeaders(
  response: Response,
  { url, method, headers: asked }: Asked,
  shared: Record<string, string>,
): Response {
  const { headers, status } = response;
  const path = pathOf(url);
  // A thrown refusal has none of the headers of its page.
  if (isSignedAddress(path)) for (const [name, value] of Object.entries(OF_SECRETS)) headers.set(name, value);
  for (const [name, value] of Object.entries(shared)) if (!headers.has(name)) headers.set(name, value);
  const isPrivateRefusal = status >= 400 && isPrivateAddress(path);
  if (!isQuestion(method) || isPrivateRefusal || asked.has("authorization") || headers.has("set-cookie")) {
    headers.set("cache-control", "private, no-store");
    headers.delete("etag");
    headers.delete("last-modified");
  }
  // Responses about errors must not be cached.
  if (status >= 500 && headers.get("cache-control")?.includes("public")) headers.set("cache-control", "no-store");
  if (status === 429 && !headers.has("retry-after")) headers.set("retry-after", RETRY_AFTER);
  return response;
}
