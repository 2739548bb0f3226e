/** Properties of a request that decide whether its response may be cached for others. */
interface Asked {
  method: string;
  headers: Headers;
}

/** Default Retry-After of responses with status 429, in seconds. */
const RETRY_AFTER = "60";

const isQuestion = (method: string): boolean => method === "GET" || method === "HEAD";

/**
 * Adds the headers common to all responses, as the outermost layer of the application. Responses to methods other than GET and
 * HEAD, responses to requests with an Authorization header, and responses that set cookies are never cached, whatever the route
 * sets.
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
  // Responses about errors must not be cached.
  if (status >= 500 && headers.get("cache-control")?.includes("public")) headers.set("cache-control", "no-store");
  if (status === 429 && !headers.has("retry-after")) headers.set("retry-after", RETRY_AFTER);
  return response;
}
