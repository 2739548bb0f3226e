import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { inChunks } from "~/platform/file-response.server";

const ENCODINGS = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** An answer that is ready to be sent as often as wanted, in each encoding a browser may ask for. */
export interface StoredResponse {
  status: number;
  etag: string;
  /** Names in lower case; without those of the encoding. */
  headers: Record<string, string>;
  /** At least one; the others are made from it. */
  bodies: Partial<Record<Encoding, Buffer>>;
  /** Whether somebody wanted it uncompressed; else it is held compressed only. */
  isReadPlain?: boolean;
  /** Called when bodies came or went. */
  onResize?: () => void;
  /** Encodings under way; whoever needs one meanwhile waits for the same. */
  encoding: Partial<Record<Encoding, Promise<Buffer>>>;
  /**
   * When the quicker compression made its Brotli body, for the one who waited. Whoever asks for what has stood for a while has the better
   * one made, and does not wait for it.
   */
  quickSince?: number;
  /** Node's flat lists, made once: names and values in turn. */
  flat: Partial<Record<Encoding | "unchanged", string[]>>;
  compressible: boolean;
}

const COMPRESSIBLE =
  /^(text\/|image\/svg|application\/(json|[\w.+-]+\+json|javascript|xml|[\w.+-]+\+xml|manifest))|x-script/;
/** Below this, in bytes, the header of a compressed stream eats what it saves. */
const WORTH_COMPRESSING = 600;

/** Makes an answer ready. Bodies that exist compressed already may be given with it. */
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

/** Reads a response to its end and makes it ready. */
export async function storeResponse(response: Response): Promise<StoredResponse> {
  const body = Buffer.from(await response.arrayBuffer());
  return storedResponse(response.status, Object.fromEntries(response.headers), body);
}

/** Sends it at once; false when the encoding asked for has still to be made. */
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

/** Sends it, the encoding made when it is missing. */
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

/** A stored answer as a Response, its encoding made when it is missing. The body is shared by all, not copied for each. */
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

/** The body in an encoding: made once, however many ask for it at the same time. */
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
  if (encoding === "br") answer.quickSince = Date.now();
  if (answer.isReadPlain) answer.bodies.identity = plain;
  else delete answer.bodies.identity;
  answer.onResize?.();
  return body;
}

/** How long a quick body has to stand before it is made better, in milliseconds: what each order drops is not worth it. */
const STANDS_MS = 1000;

/** Makes the Brotli body anew, an eighth smaller at three times the work: worth it for what stands and is asked for again. */
function improve(answer: StoredResponse): void {
  if (answer.quickSince === undefined || Date.now() - answer.quickSince < STANDS_MS) return;
  delete answer.quickSince;
  // Without memory for the better one the quick one stays.
  replaceQuick(answer).catch(() => undefined);
}

async function replaceQuick(answer: StoredResponse): Promise<void> {
  const plain = answer.bodies.identity ?? (await decompress(answer.bodies));
  answer.bodies.br = await compress(plain, "br", WELL);
  // The header names the length.
  delete answer.flat.br;
  answer.onResize?.();
}

/** The bytes of its bodies. */
export const bytesOf = ({ bodies }: StoredResponse): number =>
  ENCODINGS.reduce((total, encoding) => total + (bodies[encoding]?.byteLength ?? 0), 0);

const isUnchanged = ({ etag, status }: StoredResponse, asked: string | null | undefined): boolean =>
  Boolean(asked) && status === 200 && (asked === etag || asked?.split(/,\s*/).includes(etag) === true);

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

/** Decisions by `Accept-Encoding`: browsers send a handful of them. */
const decided = new LRUCache<string, Encoding>({ max: 200 });

/** The best of our encodings that the browser takes. */
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

/** Qualities of Brotli: while somebody waits, and for those who come after. */
const QUICKLY = 2;
const WELL = 5;

async function compress(body: Buffer, encoding: Exclude<Encoding, "identity">, quality = QUICKLY): Promise<Buffer> {
  if (encoding === "gzip") return exactly(await zip(body, { level: 6 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return exactly(await brotli(body, { params }));
}

async function decompress({ br, gzip: zipped }: StoredResponse["bodies"]): Promise<Buffer> {
  if (br) return exactly(await unbrotli(br));
  if (zipped) return exactly(await unzip(zipped));
  throw new Error("A stored response has no body.");
}

/** The bytes in memory of their own: a small result is a part of a larger buffer, which it would hold on to. */
function exactly(bytes: Buffer): Buffer {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  bytes.copy(own);
  return own;
}
