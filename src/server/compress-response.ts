import { respondStored, storeResponse } from "./stored-response";

/** Compresses a response that is not cached. Streams, ranges and small bodies pass unchanged. */
export async function compressResponse(response: Response, request: Request): Promise<Response> {
  if (!response.body || response.status === 206 || response.headers.has("content-encoding")) return response;
  if (!/^(text\/(html|x-script)|application\/(problem\+)?json)/.test(response.headers.get("content-type") ?? ""))
    return response;
  const cookies = response.headers.getSetCookie();
  const compressed = await respondStored(await storeResponse(response), request);
  compressed.headers.delete("set-cookie");
  for (const cookie of cookies) compressed.headers.append("set-cookie", cookie);
  return compressed;
}
