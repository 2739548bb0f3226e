import { connect } from "node:net";
import { LATE_MS } from "./fuzz-complaints.mjs";

/**
 * Opens a connection that sends raw bytes to the shop, for messages that no HTTP client would send. It stays open between
 * requests as long as both sides keep it open.
 */
export function openConnection(port) {
  let socket;
  /** Previous request on this connection. */
  let before;

  function openSocket() {
    if (socket && !socket.destroyed && socket.writable && !socket.readableEnded) return socket;
    before = undefined;
    socket = connect({ port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
    socket.on("error", () => undefined);
    return socket;
  }

  /**
   * Sends a request and reads as many responses as it expects; fewer if the shop closes the connection. `late` says that neither
   * happened in time. Because a server may close an idle connection at any time, a request is sent again if a used connection was
   * closed without a response.
   */
  async function exchange(request) {
    const result = await send(request);
    return result.answers.length === 0 && result.closed && result.before ? send(request) : result;
  }

  async function send(request) {
    const { bytes, methods, after } = request;
    const own = openSocket();
    const earlier = before;
    const received = receive(own, methods);
    own.write(bytes);
    if (after === "half-close") own.end();
    if (after === "abort") setTimeout(() => own.destroy(), 2);
    const result = await received;

    const closes = result.answers.some(closesConnection);
    before = request;
    if (after || closes || result.closed || result.late || result.leftOver) own.destroy();
    return { ...result, before: earlier };
  }

  return { exchange, close: () => socket?.destroy() };
}

/** Reads one response per method; fewer if the connection ends or time runs out. */
async function receive(socket, methods) {
  const { promise, resolve } = Promise.withResolvers();
  const answers = [];
  let received = Buffer.alloc(0);
  let chunks = [];

  const finish = (how) => resolve({ answers, ...how });
  function read(ended) {
    received = chunks.length > 0 ? Buffer.concat([received, ...chunks]) : received;
    chunks = [];
    while (answers.length < methods.length) {
      const answer = answerIn(received, methods[answers.length], ended);
      if (!answer) return;
      received = received.subarray(answer.length);
      if (answer.status >= 200) answers.push(answer);
    }
    finish({ leftOver: received.length });
  }
  const onData = (chunk) => {
    chunks.push(chunk);
    read(false);
  };
  const onEnd = () => {
    read(true);
    finish({ closed: true });
  };
  const late = setTimeout(() => finish({ late: true }), LATE_MS);
  socket.on("data", onData);
  socket.once("end", onEnd);
  socket.once("close", onEnd);
  const result = await promise;
  clearTimeout(late);
  socket.off("data", onData);
  socket.off("end", onEnd);
  socket.off("close", onEnd);
  return result;
}

const closesConnection = ({ headers }) => headers.get("connection")?.toLowerCase() === "close";

/** Parses the first response in the bytes; undefined while it is incomplete. `ended` says that no more bytes will arrive. */
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
