import { createHash } from "node:crypto";

/** How long a browser may use what it has, by how the address changes with the content. */
export const fresh = {
  /** The address names the content: it never changes. */
  forEver: "public, max-age=31536000, immutable",
  /** A stand-in for something better that is being made. */
  shortly: "public, max-age=60",
  hour: "public, max-age=3600",
} as const;

/** Answers with stored bytes: unchanged ones are not sent again, and a film may be asked for in parts. */
export function fileAnswer(
  request: Request,
  { bytes, type, etag = etagOf(bytes) }: { bytes: Buffer; type: string; etag?: string },
  cacheControl: string,
): Response {
  const headers = {
    "content-type": type,
    "cache-control": cacheControl,
    etag,
    "accept-ranges": "bytes",
    // A stored drawing opened by itself may run nothing.
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
  };
  if (request.headers.get("if-none-match")?.split(/,\s*/).includes(etag))
    return new Response(null, { status: 304, headers });

  const part = partOf(request.headers.get("range"), bytes.length);
  if (part === "impossible")
    return new Response(null, { status: 416, headers: { ...headers, "content-range": `bytes */${bytes.length}` } });
  const [from, to] = part ?? [0, bytes.length - 1];
  const body = request.method === "HEAD" ? null : new Uint8Array(bytes.subarray(from, to + 1));
  const length = { "content-length": String(to + 1 - from) };
  if (!part) return new Response(body, { status: 200, headers: { ...headers, ...length } });
  const range = { "content-range": `bytes ${from}-${to}/${bytes.length}` };
  return new Response(body, { status: 206, headers: { ...headers, ...length, ...range } });
}

const etagOf = (bytes: Buffer): string => `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;

/** First and last byte asked for; one range is served, of several the whole file is sent. */
function partOf(range: string | null, length: number): [number, number] | "impossible" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(range ?? "") ?? [];
  if (!first && !last) return undefined;
  const from = first ? Number(first) : Math.max(0, length - Number(last));
  const to = first && last ? Math.min(Number(last), length - 1) : length - 1;
  return from > to || from >= length ? "impossible" : [from, to];
}
