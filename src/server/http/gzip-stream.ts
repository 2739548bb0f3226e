/** Compresses a response as it streams, with gzip only; unchanged for clients that do not accept it. */
export function gzipStream(response: Response, request: Request): Response {
  const headers = new Headers(response.headers);
  headers.append("vary", "accept-encoding");
  const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(request.headers.get("accept-encoding") ?? "");
  if (!acceptsGzip) return new Response(response.body, { status: response.status, headers });
  headers.set("content-encoding", "gzip");
  const body = response.body?.pipeThrough(new CompressionStream("gzip")) ?? null;
  return new Response(body, { status: response.status, headers });
}
