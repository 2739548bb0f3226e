import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { addressPrefix } from "~/platform/network-address.server";
import type { NodeListener } from "./node-listener";

/** Limits for connections of clients. */
export interface ConnectionBounds {
  /** Milliseconds after which a client that neither reads nor sends is disconnected. */
  stalledMs?: number;
  headersMs?: number;
  keepAliveMs?: number;
  /** Maximum numbers of connections: in all, and of one network. The latter does not apply behind a proxy. */
  connections?: number;
  perNetwork?: number;
  requestsPerConnection?: number;
}

/**
 * An HTTP server with limits: slow and endless requests and unread responses are cut off, and each network has a limited share of
 * connections.
 */
export function boundedServer({
  stalledMs = 20_000,
  headersMs = 15_000,
  keepAliveMs = 30_000,
  connections = 2_000,
  perNetwork = 400,
  requestsPerConnection = 10_000,
}: ConnectionBounds = {}): Server {
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    // Node's own error response would lack the shop's headers; the shop itself refuses requests without a host.
    requireHostHeader: false,
    headersTimeout: headersMs,
    // Turned off: the shop limits the time of a body while it reads the body.
    requestTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    // Interval at which Node checks for late headers.
    connectionsCheckingInterval: Math.min(headersMs, 10_000),
  });
  // Node renews this time-out at every transfer, and destroys the socket after it.
  server.timeout = stalledMs;
  server.maxConnections = connections;
  server.maxRequestsPerSocket = requestsPerConnection;
  if (Number.isFinite(perNetwork)) shareConnections(server, perNetwork);
  return server;
}

function shareConnections(server: Server, perNetwork: number): void {
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const network = addressPrefix(socket.remoteAddress) ?? "";
    const count = (open.get(network) ?? 0) + 1;
    if (count > perNetwork) return socket.destroy();
    open.set(network, count);
    socket.once("close", () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
    return undefined;
  });
}

/** Maximum number of pipelined requests that wait on one connection; browsers do not pipeline. */
const MAX_PIPELINED = 32;

interface Turn {
  /** Response to the latest request of the connection. */
  last: ServerResponse;
  waiting: number;
}

/**
 * Handles the requests of a connection one at a time, so that a client that pipelines hundreds of them gets no larger share of
 * the server; closes connections with too many waiting requests.
 */
export function oneAtATime(listener: NodeListener): NodeListener {
  const turns = new WeakMap<Socket, Turn>();
  return (request, response) => {
    const { socket } = request;
    const turn = turns.get(socket);
    const previous = turn?.last;
    if (turn) turn.last = response;
    else turns.set(socket, { last: response, waiting: 0 });
    if (!turn || !previous || previous.writableFinished || previous.destroyed) return listener(request, response);
    if (turn.waiting >= MAX_PIPELINED) return void socket.destroy();
    turn.waiting += 1;
    previous.once("close", () => {
      turn.waiting -= 1;
      // Other connections run before the next request of this one.
      setImmediate(() => (socket.destroyed ? undefined : listener(request, response)));
    });
  };
}

/** Times of a shutdown, in milliseconds from its start. */
export interface StopTimes {
  /** Milliseconds in which requests are still accepted, so that load balancers notice the shutdown. */
  lingerMs: number;
  /** Milliseconds after which remaining connections are destroyed. */
  cutMs: number;
}

/** Makes every further response close its connection. Idle connections stay open: a proxy may be sending a request on one. */
function endConnections(server: Server): void {
  server.prependListener("request", (_: IncomingMessage, response: ServerResponse) => {
    response.setHeader("connection", "close");
  });
}

/**
 * Shuts a server down: serves for `lingerMs` or until `hurry` resolves, then refuses requests and waits for those in progress.
 */
export async function drain(server: Server, { lingerMs, cutMs }: StopTimes, hurry: Promise<unknown>): Promise<void> {
  const begun = Date.now();
  endConnections(server);
  await Promise.race([pause(lingerMs), hurry]);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), Math.max(0, cutMs - (Date.now() - begun)));
  await closed;
  clearTimeout(late);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
