import { respondStored, storeResponse } from "../cache/stored-response";
import { gzipStream } from "./gzip-stream";

/**
 * Compresses a response that is not cached. Ranges, small bodies and streams pass unchanged; XML is compressed as it streams, by gzip-stream.ts.
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
