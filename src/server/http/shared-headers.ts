/** Request of a response: whether it may be shared. */
interface Asked {
  method: string;
  headers: Headers;
}

/** Default Retry-After of a refused request, in seconds. */
const RETRY_AFTER = "60";

const isQuestion = (method: string): boolean => method === "GET" || method === "HEAD";

/**
 * Outermost layer: adds the headers common to all responses. Responses to POST, with credentials or with cookies are never cached, whatever
 * the route sets.
 */
export function withSharedHeaders(
  response: Response,
  { method, headers: asked }: Asked,
  shared: Record<string, string>,
): Response {
  const { headers, status } = response;
  for (const [name, value] of Object.entries(shared)) if (!headers.has(name)) headers.set(name, value);
  if (!isQuestion(method) || asked.has("authorization") || headers.has("set-cookie")) {
    headers.set("cache-control", "private, no-store");
    headers.delete("etag");
    headers.delete("last-modified");
  }
  // Errors must not be cached.
  if (status >= 500 && headers.get("cache-control")?.includes("public")) headers.set("cache-control", "no-store");
  if (status === 429 && !headers.has("retry-after")) headers.set("retry-after", RETRY_AFTER);
  return response;
}
