/** Cache-Control header for a file, depending on its address. */
export const CACHE_CONTROL = {
  /** For an address that contains a hash of the content. */
  immutable: "public, max-age=31536000, immutable",
  /** For a placeholder that will be replaced soon. */
  minute: "public, max-age=60",
  hour: "public, max-age=3600",
} as const;

/** A stored file that can be read in parts. */
export interface StoredFile {
  type: string;
  /** Size in bytes. */
  size: number;
  /** Reads up to `length` bytes beginning at `from`. May return fewer; an empty result means the end of the file. */
  read(from: number, length: number): Promise<Uint8Array> | Uint8Array;
}

/** Maximum number of bytes buffered for a client that stops reading. */
const PIECE = 64 * 1024;

/** Streams the bytes `from` to `to` (both inclusive) as a response body, as fast as the client reads. */
function partOfFile(file: StoredFile, from: number, to: number): ReadableStream<Uint8Array> {
  let next = from;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await file.read(next, Math.min(PIECE, to + 1 - next));
        if (piece.length === 0) throw new Error("The file is shorter than it was.");
        next += piece.length;
        controller.enqueue(piece);
        if (next > to) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Streams bytes in memory as a response body, without copying them. */
export const inChunks = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  partOfFile(
    { type: "", size: bytes.length, read: (from, length) => bytes.subarray(from, from + length) },
    0,
    bytes.length - 1,
  );

/** Response for a stored file; supports conditional requests (ETag) and byte ranges. */
export function fileResponse(
  request: Request,
  { file, etag }: { file: StoredFile; etag: string },
  cacheControl: string,
): Response {
  const headers = {
    "content-type": file.type,
    "cache-control": cacheControl,
    etag,
    "accept-ranges": "bytes",
    // An SVG that is opened by its own address must not run scripts.
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
  };
  if (request.headers.get("if-none-match")?.split(/,\s*/).includes(etag))
    return new Response(null, { status: 304, headers });

  const part = partOf(request.headers.get("range"), file.size);
  if (part === "impossible")
    return new Response(null, { status: 416, headers: { ...headers, "content-range": `bytes */${file.size}` } });
  const [from, to] = part ?? [0, file.size - 1];
  const length = { "content-length": String(to + 1 - from) };
  const range = part && { "content-range": `bytes ${from}-${to}/${file.size}` };
  const body = request.method === "HEAD" || to < from ? null : partOfFile(file, from, to);
  return new Response(body, { status: part ? 206 : 200, headers: { ...headers, ...length, ...range } });
}

/** First and last byte of a Range header. For several ranges the whole file is sent (undefined). */
function partOf(range: string | null, length: number): [number, number] | "impossible" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(range ?? "") ?? [];
  if (!first && !last) return undefined;
  const from = first ? Number(first) : Math.max(0, length - Number(last));
  const to = first && last ? Math.min(Number(last), length - 1) : length - 1;
  return from > to || from >= length ? "impossible" : [from, to];
}
