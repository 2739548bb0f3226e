/** For whom an answer was made: whether anybody else may ever see it. */
interface Asked {
  method: string;
  headers: Headers;
}

/** Seconds until a refused request may come again, where nothing says it better. */
const RETRY_AFTER = "60";

const isQuestion = (method: string): boolean => method === "GET" || method === "HEAD";

/**
 * The outermost layer: whatever made an answer, it carries the headers of all answers. Responses to posted
 * requests, with credentials or with cookies are stored by no cache, whatever the route says.
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
  // A fault is over sooner than any cache would forget it.
  if (status >= 500 && headers.get("cache-control")?.includes("public")) headers.set("cache-control", "no-store");
  if (status === 429 && !headers.has("retry-after")) headers.set("retry-after", RETRY_AFTER);
  return response;
}
