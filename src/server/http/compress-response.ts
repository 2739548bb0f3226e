import { respondStored, storeResponse } from "../cache/stored-response";

/**
 * Compresses a response that is not cached. Ranges, small bodies and streams pass unchanged; XML is compressed as it streams.
 * Brotli's quality is set in src/server/cache/stored-response.ts.
 */
export async function compressResponse(response: Response, request: Request): Promise<Response> {
  if (!response.body || response.status === 206 || response.headers.has("content-encoding")) return response;
  if (response.headers.get("content-type")?.startsWith("application/xml")) return gzipStream(response, request);
  if (!/^(text\/(html|x-script)|application\/(problem\+)?json)/.test(response.headers.get("content-type") ?? ""))
    return response;
  const cookies = response.headers.getSetCookie();
  const compressed = await respondStored(await storeResponse(response), request);
  compressed.headers.delete("set-cookie");
  for (const cookie of cookies) compressed.headers.append("set-cookie", cookie);
  return compressed;
}

/** Compresses a response as it streams, with gzip only; unchanged for clients that do not accept it. */
function gzipStream(response: Response, request: Request): Response {
  const headers = new Headers(response.headers);
  headers.append("vary", "accept-encoding");
  const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(request.headers.get("accept-encoding") ?? "");
  if (!acceptsGzip) return new Response(response.body, { status: response.status, headers });
  headers.set("content-encoding", "gzip");
  const body = response.body?.pipeThrough(new CompressionStream("gzip")) ?? null;
  return new Response(body, { status: response.status, headers });
}
