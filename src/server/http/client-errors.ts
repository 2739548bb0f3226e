import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { log } from "~/platform/log.server";
import { byName } from "~/platform/by-name";
import { maySendBody } from "./request-body";
import { securityHeaders } from "./security-headers";

const STATUSES = byName<number>({
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
});

/** Milliseconds that a client gets to read the response before the connection is closed. */
const LINGER_MS = 500;

/** Answers errors that Node would answer itself: malformed, slow or unsupported requests, with the shop's own headers. */
export function respondToClientErrors(
  server: Server,
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  publicUrl: string,
): void {
  const shared = { ...securityHeaders(publicUrl), "cache-control": "private, no-store" };
  /** Latest response on each connection, so that an error is not written into the middle of it. */
  const answers = new WeakMap<Duplex, ServerResponse>();

  function close(socket: Duplex, status: number, more: Record<string, string> = {}): void {
    if (!socket.writable) return void socket.destroy();
    const title = STATUS_CODES[status] ?? "";
    const headers = {
      ...shared,
      ...more,
      "content-type": "text/plain; charset=utf-8",
      "content-length": String(title.length),
      connection: "close",
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${title}`, ...lines, "", title].join("\r\n"), "latin1");
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }

  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    answers.set(request.socket, response);
  });

  server.on("clientError", ({ code = "" }: NodeJS.ErrnoException, socket) => {
    // The bytes came after a response that closes the connection; they need no answer.
    if (socket.writableEnded) return;
    log.debug({ code }, "a request could not be read");
    const status = STATUSES[code] ?? 400;
    const answer = answers.get(socket);
    const isUnderWay = answer && !answer.writableFinished;
    if (code === "ECONNRESET" || !socket.writable) socket.destroy();
    // The error belongs to a later, pipelined request; the response in progress is sent first.
    else if (isUnderWay && answer.req.complete) answer.once("close", () => close(socket, status));
    else if (isUnderWay && answer.headersSent) socket.destroy();
    else close(socket, status);
  });

  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    answers.set(request.socket, response);
    if (maySendBody(request)) response.writeContinue();
    listener(request, response);
  });

  server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { ...shared, connection: "close" }).end();
  });

  // CONNECT is refused; without a handler Node would close the connection silently.
  server.on("connect", (_request, socket) => close(socket, 405, { allow: "GET, HEAD, POST" }));
}
