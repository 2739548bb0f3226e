import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isDeepStrictEqual, promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { inChunks } from "~/platform/file-response.server";
import { bodyOf } from "~/shop/written-body";

const ENCODINGS = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A response ready to be sent repeatedly, in each encoding. */
export interface StoredResponse {
  status: number;
  etag: string;
  /** Headers by lower-case name, without those about the encoding. */
  headers: Record<string, string>;
  /** The body in at least one encoding; the other encodings are made from it on request. */
  bodies: Partial<Record<Encoding, Buffer>>;
  /** Whether a client requested the uncompressed body; only then it is kept beside a compressed one. */
  isReadPlain?: boolean;
  /** Called when bodies were added or removed. */
  onResize?: () => void;
  /** Encodings in progress, shared by concurrent requests. */
  encoding: Partial<Record<Encoding, Promise<Buffer>>>;
  /** The Brotli body: when it was made, and by which of `QUALITIES`. Later requests start the next one in the background. */
  brotli?: { since: number; step: number };
  /** Headers as Node's flat arrays of names and values, made once. */
  flat: Partial<Record<Encoding | "unchanged", string[]>>;
  compressible: boolean;
}

const COMPRESSIBLE =
  /^(text\/|image\/svg|application\/(json|[\w.+-]+\+json|javascript|xml|[\w.+-]+\+xml|manifest))|x-script/;
/** Bodies below this many bytes are not compressed, because little would be saved. */
const WORTH_COMPRESSING = 600;

/** Makes a response reusable; bodies that are already compressed may be passed. */
export function storedResponse(
  status: number,
  headers: Record<string, string>,
  identity: Buffer,
  compressed: Partial<Record<Encoding, Buffer>> = {},
): StoredResponse {
  const compressible = identity.length >= WORTH_COMPRESSING && COMPRESSIBLE.test(headers["content-type"] ?? "");
  const etag = headers.etag ?? `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  return {
    status,
    etag,
    headers: { ...headers, etag, ...(compressible && { vary: "accept-encoding" }) },
    bodies: { ...compressed, identity },
    encoding: {},
    flat: {},
    compressible,
  };
}

/** Reads a response to its end and makes it reusable. */
export async function storeResponse(response: Response): Promise<StoredResponse> {
  return storedResponse(response.status, Object.fromEntries(response.headers), await bodyOf(response));
}

/** Sends a response at once; returns false, and sends nothing, if its body has yet to be encoded. */
export function sendStored(answer: StoredResponse, request: IncomingMessage, response: ServerResponse): boolean {
  const asked = request.headers;
  if (isUnchanged(answer, asked["if-none-match"])) {
    answer.flat.unchanged ??= flatHeaders(answer, "unchanged");
    response.writeHead(304, answer.flat.unchanged).end();
    return true;
  }
  const encoding = answer.compressible ? encodingFor(asked["accept-encoding"]) : "identity";
  if (!answer.bodies[encoding]) return false;
  if (encoding === "br") improve(answer);
  sendBody(answer, encoding, response);
  return true;
}

function sendBody(answer: StoredResponse, encoding: Encoding, response: ServerResponse): void {
  answer.flat[encoding] ??= flatHeaders(answer, encoding);
  response.writeHead(answer.status, answer.flat[encoding]).end(answer.bodies[encoding]);
}

/** Encodes the body as the client accepts it, then sends the response. */
export async function encodeAndSend(
  answer: StoredResponse,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (sendStored(answer, request, response)) return;
  const encoding = encodingFor(request.headers["accept-encoding"]);
  await encoded(answer, encoding);
  sendBody(answer, encoding, response);
}

/** A stored response as a `Response`, encoded if needed. The body is shared, not copied. */
export async function respondStored(answer: StoredResponse, request: Request): Promise<Response> {
  if (isUnchanged(answer, request.headers.get("if-none-match")))
    return new Response(null, { status: 304, headers: headersFor(answer, "unchanged") });
  const encoding = answer.compressible ? encodingFor(request.headers.get("accept-encoding")) : "identity";
  const body = await encoded(answer, encoding);
  const isEmpty = request.method === "HEAD" || body.length === 0;
  return new Response(isEmpty ? null : inChunks(body), {
    status: answer.status,
    headers: headersFor(answer, encoding),
  });
}

/** Body in an encoding: made once for concurrent requests. */
async function encoded(answer: StoredResponse, encoding: Encoding): Promise<Buffer> {
  if (encoding === "identity") answer.isReadPlain = true;
  const known = answer.bodies[encoding];
  if (known && encoding === "br") improve(answer);
  if (known) return known;
  try {
    answer.encoding[encoding] ??= encode(answer, encoding);
    return await answer.encoding[encoding];
  } finally {
    delete answer.encoding[encoding];
  }
}

async function encode(answer: StoredResponse, encoding: Encoding): Promise<Buffer> {
  const plain = answer.bodies.identity ?? (await decompress(answer.bodies));
  const body = encoding === "identity" ? plain : await compress(plain, encoding);
  answer.bodies[encoding] = body;
  if (encoding === "br") answer.brotli = { since: Date.now(), step: 0 };
  if (answer.isReadPlain) answer.bodies.identity = plain;
  else delete answer.bodies.identity;
  answer.onResize?.();
  return body;
}

/** Starts the next Brotli quality if the body is old enough and this process does not pause that quality. */
function improve(answer: StoredResponse): void {
  const { brotli: made } = answer;
  const next = made && QUALITIES[made.step + 1];
  if (!made || !next || Date.now() - made.since < next.afterMs) return;
  if (next.pauseMs > 0) {
    if (Date.now() < dearAgainAt) return;
    dearAgainAt = Date.now() + next.pauseMs;
  }
  answer.brotli = { since: Date.now(), step: made.step + 1 };
  // On failure the earlier body stays in use.
  replaceBrotli(answer, next.quality).catch(() => undefined);
}

async function replaceBrotli(answer: StoredResponse, quality: number): Promise<void> {
  const { brotli: begun } = answer;
  const plain = answer.bodies.identity ?? (await decompress(answer.bodies));
  const body = await compress(plain, "br", quality);
  // Drops this body if a better one was started meanwhile, or if the response was encoded anew.
  if (answer.brotli !== begun || body.length >= (answer.bodies.br?.length ?? Infinity)) return;
  answer.bodies.br = body;
  // The flat headers contain the old body's length.
  delete answer.flat.br;
  answer.onResize?.();
}

/** Bytes of a response's bodies in all encodings. */
export const bytesOf = ({ bodies }: StoredResponse): number =>
  ENCODINGS.reduce((total, encoding) => total + (bodies[encoding]?.byteLength ?? 0), 0);

const isUnchanged = ({ etag, status }: StoredResponse, asked: string | null | undefined): boolean =>
  Boolean(asked) && status === 200 && (asked === etag || asked?.split(/,\s*/).includes(etag) === true);

/** Whether two responses have the same status, headers and body, so that one can take over the compressed bodies of the other. */
export const isSameResponse = (a: StoredResponse, b: StoredResponse): boolean =>
  a.etag === b.etag && a.status === b.status && isDeepStrictEqual(a.headers, b.headers);

function headersFor(answer: StoredResponse, encoding: Encoding | "unchanged"): Record<string, string> {
  if (encoding === "unchanged") {
    const { "content-type": _type, "content-length": _length, ...headers } = answer.headers;
    return headers;
  }
  const length = { "content-length": String(answer.bodies[encoding]?.length ?? 0) };
  return { ...answer.headers, ...length, ...(encoding !== "identity" && { "content-encoding": encoding }) };
}

const flatHeaders = (answer: StoredResponse, encoding: Encoding | "unchanged"): string[] =>
  Object.entries(headersFor(answer, encoding)).flat();

/** Cache of the chosen encoding by `Accept-Encoding` value: browsers send only few different values. */
const decided = new LRUCache<string, Encoding>({ max: 200 });

/** Best supported encoding that the browser accepts. */
function encodingFor(accepted: string | null | undefined): Encoding {
  if (!accepted) return "identity";
  const known = decided.get(accepted);
  if (known) return known;

  const taken = accepted
    .split(",")
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(";")[0]?.trim().toLowerCase());
  const best = ENCODINGS.find((encoding) => taken.includes(encoding)) ?? "identity";
  decided.set(accepted, best);
  return best;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const unbrotli = promisify(brotliDecompress);
const unzip = promisify(gunzip);

/**
 * Brotli qualities in the order in which they are made. Measured with a document of 180 kB: quality 2 takes 1 ms; 5 takes 3 ms
 * and saves an eighth; 10 takes 70 ms and saves another tenth. `afterMs`: minimum age of the previous body, because entries that
 * change sooner are not worth the work. `pauseMs`: minimum pause between two compressions of that quality in this process, so
 * that they take at most a fiftieth of a processor.
 */
const QUALITIES = [
  { quality: 2, afterMs: 0, pauseMs: 0 },
  { quality: 5, afterMs: 1_000, pauseMs: 0 },
  { quality: 10, afterMs: 20_000, pauseMs: 4_000 },
] as const;
/** Earliest time of the next compression at quality 10, in milliseconds since 1970. */
let dearAgainAt = 0;

async function compress(
  body: Buffer,
  encoding: Exclude<Encoding, "identity">,
  quality: number = QUALITIES[0].quality,
): Promise<Buffer> {
  if (encoding === "gzip") return exactly(await zip(body, { level: 6 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return exactly(await brotli(body, { params }));
}

async function decompress({ br, gzip: zipped }: StoredResponse["bodies"]): Promise<Buffer> {
  if (br) return exactly(await unbrotli(br));
  if (zipped) return exactly(await unzip(zipped));
  throw new Error("A stored response has no body.");
}

/** Copies a result that is part of a larger buffer into a buffer of its own, so that the larger one can be freed. */
function exactly(bytes: Buffer): Buffer {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  bytes.copy(own);
  return own;
}
