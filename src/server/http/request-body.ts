import type { IncomingMessage } from "node:http";
import { ReadableStream } from "node:stream/web";
import { limits } from "~/shop/limits";
import { Refusal } from "~/shop/refusal";

/** Body limits of some addresses. */
export interface BodyRule {
  address: RegExp;
  /** Maximum number of bytes. */
  most: number;
  /**
   * True: streamed to the handler without a total time limit but with a minimum rate, for bodies too large for memory. False:
   * read in full before the handler, within a time limit.
   */
  streamed?: boolean;
}

/**
 * Time limits in milliseconds: `whole` for a body that is read in full; `piece` between chunks of a streamed body. A streamed
 * body must also keep a rate of `perSecond` bytes, and may be late by at most `ahead`. 16 kB/s is a slow phone connection.
 */
export const BODY_TIMES = { whole: 30_000, piece: 20_000, ahead: 30_000, perSecond: 16_000 };

/** Body limits of addresses; the first rule that matches counts. */
export const bodyRules: BodyRule[] = [
  // Webhook events contain whole objects, and Stripe sends a refused event again for days.
  { address: /^\/api\/stripe\/webhook$/, most: 256 * 1024 },
];

/** Body limit of all other addresses. */
export const everywhere: BodyRule = { address: /^/, most: limits.api.bodyBytes };

export const bodyRuleAt = (path: string, rules: BodyRule[]): BodyRule =>
  rules.find(({ address }) => address.test(path)) ?? everywhere;

/**
 * A copy of the request whose body was read in full, or is read while it arrives. No more than the rule's bytes are accepted,
 * with or without a length.
 *
 * @throws {Refusal} `body-too-large`, `body-encoded`, or `body-malformed` when the connection ends early or is too slow. What is
 * noticed only while a streamed body arrives, reading it throws.
 */
export async function withBoundedBody(
  request: Request,
  { most, streamed = false }: BodyRule,
  incoming?: IncomingMessage,
  times = BODY_TIMES,
): Promise<Request> {
  // The adapter's request object is not an instance of Request, so its properties are copied one by one.
  const { url, method, signal } = request;
  const headers = new Headers(request.headers);
  if (isEncoded(headers)) throw new Refusal("body-encoded");
  if (isTooLong(headers.get("content-length"), most)) throw new Refusal("body-too-large");

  const source = incoming ? incoming.iterator({ destroyOnReturn: false }) : (request.body ?? []);
  // A handler of a streamed body may pause longer than the idle time-out of connections.
  if (streamed) incoming?.socket.setTimeout(0);
  const pieces = bounded(inTime(source, streamed ? paceOf(times) : () => times.whole), most);
  const body = streamed ? (ReadableStream.from(pieces) as BodyInit) : await joined(pieces);
  return new Request(url, { method, headers, signal, body, duplex: "half" } as RequestInit);
}

/** Whether a client that sent `Expect: 100-continue` may send its body: only by POST, and within the address's limit. */
export function maySendBody({ method, headers, url = "" }: IncomingMessage, rules = bodyRules): boolean {
  const { most } = bodyRuleAt(url.split("?")[0] ?? "", rules);
  return method === "POST" && !isTooLong(headers["content-length"], most);
}

const isTooLong = (length: string | null | undefined, most: number): boolean => Number(length ?? 0) > most;

/** Compressed bodies are refused: a few bytes could expand to any size. */
function isEncoded(headers: Headers): boolean {
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() || "identity";
  const transfer = headers.get("transfer-encoding")?.trim().toLowerCase() || "chunked";
  return encoding !== "identity" || transfer !== "chunked";
}

/** Maximum total wait for a body in milliseconds, given the bytes received and the milliseconds waited so far. */
type Patience = (bytes: number, waited: number) => number;

const paceOf =
  ({ piece, ahead, perSecond }: typeof BODY_TIMES): Patience =>
  (bytes, waited) =>
    Math.min(waited + piece, ahead + (bytes * 1000) / perSecond);

/** Passes chunks on, and throws when the next chunk is late. Only the time in which the handler waits for a chunk counts. */
async function* inTime(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, patience: Patience) {
  const pieces = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  let bytes = 0;
  let waited = 0;
  for (;;) {
    const late = Promise.withResolvers<never>();
    const begun = Date.now();
    const left = Math.min(patience(bytes, waited) - waited, 2 ** 31 - 1);
    const timer = setTimeout(() => late.reject(new Refusal("body-malformed")), left);
    const { done, value } = await Promise.race([pieces.next(), late.promise]).finally(() => clearTimeout(timer));
    if (done) return;
    waited += Date.now() - begun;
    bytes += value.length;
    yield value;
  }
}

async function* bounded(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, most: number) {
  let size = 0;
  try {
    for await (const piece of source) {
      size += piece.length;
      if (size > most) throw new Refusal("body-too-large");
      yield piece;
    }
  } catch (error) {
    // The client disconnected, or sent an invalid body.
    throw error instanceof Refusal ? error : new Refusal("body-malformed");
  }
}

async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return new Uint8Array(Buffer.concat(all));
}

/** Limits of discarding an unread body, in bytes and milliseconds. */
const LINGER = { bytes: 16 * 1024 * 1024, milliseconds: 2000 };

/**
 * Discards the rest of a body after its response, so that the connection can be reused. Closing a connection with unread bytes
 * resets it and may lose the response, so a client that keeps sending gets some time to read it first.
 */
export function discardRest(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.destroyed) return;
  let left = LINGER.bytes;
  const close = () => {
    clearTimeout(timer);
    incoming.socket.destroySoon();
  };
  const timer = setTimeout(close, LINGER.milliseconds).unref();
  incoming.once("end", () => clearTimeout(timer));
  incoming.once("close", () => clearTimeout(timer));
  incoming.on("data", (piece: Buffer) => {
    left -= piece.length;
    if (left < 0) close();
  });
  incoming.resume();
}
