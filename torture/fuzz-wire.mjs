import { connect } from "node:net";

/** Longer than any answer may take. */
const TIMEOUT_MS = 20_000;

/**
 * A line to the shop over which bytes go as they are, for what no client library would send. It stays open between requests as
 * long as both sides wish.
 */
export function openLine(port) {
  let socket;
  /** The last request of this open line. */
  let before;

  function socketNow() {
    if (socket && !socket.destroyed && socket.writable && !socket.readableEnded) return socket;
    before = undefined;
    socket = connect({ port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
    socket.on("error", () => undefined);
    return socket;
  }

  /**
   * Sends a request and reads as many answers as it asks for, fewer when the shop closes the line first; `late` says that neither
   * came in time. A server may close a line between two requests whenever it likes, so what finds a used line closed is sent again.
   */
  async function exchange(request) {
    const result = await sent(request);
    return result.answers.length === 0 && result.closed && result.before ? sent(request) : result;
  }

  async function sent(request) {
    const { bytes, methods, after } = request;
    const own = socketNow();
    const earlier = before;
    const { promise, resolve } = Promise.withResolvers();
    const answers = [];
    let heard = Buffer.alloc(0);
    let chunks = [];

    const finish = (how) => resolve({ answers, ...how });
    function read(ended) {
      heard = chunks.length > 0 ? Buffer.concat([heard, ...chunks]) : heard;
      chunks = [];
      while (answers.length < methods.length) {
        const answer = answerIn(heard, methods[answers.length], ended);
        if (!answer) return;
        heard = heard.subarray(answer.length);
        if (answer.status >= 200) answers.push(answer);
      }
      finish({ leftOver: heard.length });
    }
    const onData = (chunk) => {
      chunks.push(chunk);
      read(false);
    };
    const onEnd = () => {
      read(true);
      finish({ closed: true });
    };
    const late = setTimeout(() => finish({ late: true }), TIMEOUT_MS);
    own.on("data", onData);
    own.once("end", onEnd);
    own.once("close", onEnd);

    own.write(bytes);
    if (after === "half-close") own.end();
    if (after === "abort") setTimeout(() => own.destroy(), 2);
    const result = await promise;

    clearTimeout(late);
    own.off("data", onData);
    own.off("end", onEnd);
    own.off("close", onEnd);
    const closes = answers.some(closesLine);
    before = request;
    if (after || closes || result.closed || result.late || result.leftOver) own.destroy();
    return { ...result, before: earlier };
  }

  return { exchange, close: () => socket?.destroy() };
}

const closesLine = ({ headers }) => headers.get("connection")?.toLowerCase() === "close";

/** The first answer in the bytes, once it is whole; `ended` when no more will come. */
function answerIn(bytes, method, ended) {
  const head = bytes.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const [first = "", ...lines] = bytes.toString("latin1", 0, head).split("\r\n");
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0);
  const headers = new Map();
  for (const line of lines) {
    const colon = line.indexOf(":");
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  const answer = (body, length) => ({ status, headers, body, length });

  const start = head + 4;
  if (method === "HEAD" || status < 200 || status === 204 || status === 304) return answer(Buffer.alloc(0), start);
  if (headers.get("transfer-encoding")) return chunked(bytes, start, answer);
  const length = headers.get("content-length");
  if (length === undefined) return ended ? answer(bytes.subarray(start), bytes.length) : undefined;
  const end = start + Number(length);
  return bytes.length >= end ? answer(bytes.subarray(start, end), end) : undefined;
}

function chunked(bytes, start, answer) {
  const parts = [];
  for (let at = start; ;) {
    const line = bytes.indexOf("\r\n", at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16);
    const from = line + 2;
    if (bytes.length < from + size + 2) return undefined;
    if (size === 0) return answer(Buffer.concat(parts), from + 2);
    parts.push(bytes.subarray(from, from + size));
    at = from + size + 2;
  }
}
