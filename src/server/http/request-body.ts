import type { IncomingMessage } from "node:http";
import { ReadableStream } from "node:stream/web";
import { limits } from "~/shop/limits";
import { Refusal } from "~/shop/refusal";

/** Body limits of some addresses. */
export interface BodyRule {
  address: RegExp;
  /** In bytes. */
  most: number;
  /**
   * True: streamed to the handler without a total time limit but with a minimum rate, for bodies too large for memory. False: read in full
   * before the handler, within a time limit.
   */
  streamed?: boolean;
}

/**
 * Milliseconds: `whole` for a body read in full; `piece` between chunks of a streamed one, which may lag `ahead` behind a rate of
 * `perSecond` bytes. 16 kB/s is a bad phone connection.
 */
export const BODY_TIMES = { whole: 30_000, piece: 20_000, ahead: 30_000, perSecond: 16_000 };

/** Addresses with limits of their own; the first match counts. */
export const bodyRules: BodyRule[] = [
  // Webhook events contain whole objects, and Stripe repeats refused ones for days.
  { address: /^\/api\/stripe\/webhook$/, most: 256 * 1024 },
];

const everywhere: BodyRule = { address: /^/, most: limits.api.bodyBytes };

export const bodyRuleAt = (path: string, rules: BodyRule[]): BodyRule =>
  rules.find(({ address }) => address.test(path)) ?? everywhere;

/**
 * A request whose body can be read repeatedly, or once while it arrives. No more than the rule's bytes are read, with or without a length.
 *
 * @throws {Refusal} `body-too-large`, `body-encoded`, or `body-malformed` when it breaks off. A streamed body fails with the same while it
 * is read.
 */
export async function withBoundedBody(
  request: Request,
  { most, streamed = false }: BodyRule,
  incoming?: IncomingMessage,
  times = BODY_TIMES,
): Promise<Request> {
  // The server's own request object is no real Request; whatever is read from it is named here.
  const { url, method, signal } = request;
  const headers = new Headers(request.headers);
  if (isEncoded(headers)) throw new Refusal("body-encoded");
  if (isTooLong(headers.get("content-length"), most)) throw new Refusal("body-too-large");

  const source = incoming ? incoming.iterator({ destroyOnReturn: false }) : (request.body ?? []);
  // The reader of a streamed body may work on it for longer than a connection is otherwise silent.
  if (streamed) incoming?.socket.setTimeout(0);
  const pieces = bounded(inTime(source, streamed ? paceOf(times) : () => times.whole), most);
  const body = streamed ? (ReadableStream.from(pieces) as BodyInit) : await joined(pieces);
  return new Request(url, { method, headers, signal, body, duplex: "half" } as RequestInit);
}

/** Whether a client that waits with its body may send it. */
export function maySendBody({ method, headers, url = "" }: IncomingMessage, rules = bodyRules): boolean {
  const { most } = bodyRuleAt(url.split("?")[0] ?? "", rules);
  return method === "POST" && !isTooLong(headers["content-length"], most);
}

const isTooLong = (length: string | null | undefined, most: number): boolean => Number(length ?? 0) > most;

/** Nothing is unpacked: a few bytes could become any number of them. */
function isEncoded(headers: Headers): boolean {
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() || "identity";
  const transfer = headers.get("transfer-encoding")?.trim().toLowerCase() || "chunked";
  return encoding !== "identity" || transfer !== "chunked";
}

/** How long all waiting for a body may have taken, when so many bytes came in so many milliseconds of it. */
type Patience = (bytes: number, waited: number) => number;

const paceOf =
  ({ piece, ahead, perSecond }: typeof BODY_TIMES): Patience =>
  (bytes, waited) =>
    Math.min(waited + piece, ahead + (bytes * 1000) / perSecond);

/** Passes the pieces on; fails when the next one does not come in time. No time runs while none is asked for. */
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
    // The sender is gone, or sent bytes that are no body.
    throw error instanceof Refusal ? error : new Refusal("body-malformed");
  }
}

async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return new Uint8Array(Buffer.concat(all));
}

/** Bounds of an unwanted body that is still read, in bytes and milliseconds. */
const LINGER = { bytes: 16 * 1024 * 1024, milliseconds: 2000 };

/**
 * Throws away what is left of a body after its answer, so that the connection can be used again. A connection that is closed
 * with bytes in it is reset, and the answer may be lost with it: so whoever sends on and on has some time to read it first.
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
