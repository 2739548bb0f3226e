import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { addressPrefix } from "~/platform/network-address.server";
import type { NodeListener } from "./node-listener";

/** How much of the process its clients may hold. */
export interface ConnectionBounds {
  /** How long a client may take nothing of its answer, and send nothing, in milliseconds. */
  stalledMs?: number;
  headersMs?: number;
  keepAliveMs?: number;
  /** Connections at once: of all, and of one network, which is not counted where a proxy stands before the shop. */
  connections?: number;
  perNetwork?: number;
  requestsPerConnection?: number;
}

/**
 * A server whose clients cannot tie it up: slow and endless requests, and answers that nobody reads, are cut off; no network
 * holds more than its share of the connections.
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
    // Node's own answer to a request without one has no headers of ours; the shop refuses it itself.
    requireHostHeader: false,
    headersTimeout: headersMs,
    // How long a body may take is known where it is read.
    requestTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    // Late requests are looked for as often as the shortest of these may be overdrawn.
    connectionsCheckingInterval: Math.min(headersMs, 10_000),
  });
  // Node counts what the client takes as a sign of life; a socket without any is destroyed.
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

/** Requests of one connection that may wait for their turn, in HTTP pipelining, which browsers do not use. */
const MAX_PIPELINED = 32;

interface Turn {
  /** The response to the latest request. */
  last: ServerResponse;
  waiting: number;
}

/**
 * Takes the requests of each connection one after the other, so that one which sends hundreds at once has no more turns than
 * others; a connection with too many waiting is closed.
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
      // Others have their turn in between.
      setImmediate(() => (socket.destroyed ? undefined : listener(request, response)));
    });
  };
}

/** How a stop goes on, in milliseconds from its beginning. */
export interface StopTimes {
  /** How long requests are still answered, so that whoever passes them on can ask others first. */
  lingerMs: number;
  /** When the last connection is cut. */
  cutMs: number;
}

/** From now on each answer says that its connection ends with it. */
export function endConnections(server: Server): void {
  server.prependListener("request", (_: IncomingMessage, response: ServerResponse) => {
    response.setHeader("connection", "close");
  });
  server.closeIdleConnections();
}

/** Serves on for a while, then takes no more requests and waits until those under way have their answers. */
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
