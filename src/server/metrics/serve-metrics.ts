import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { log } from "~/platform/log.server";
import { type Metrics, openMetrics, type Reading } from "~/platform/metrics.server";
import type { NodeListener } from "../http/node-listener";
import { listening } from "../listening";

/** Metrics that are served on a port of their own. */
interface ServedMetrics {
  /** Address of the metrics server, without a path. */
  address: string;
  /** Returns a listener that calls the given one and times its requests by the pattern of their address. */
  timing(listener: NodeListener, routeOf?: (request: IncomingMessage) => string): NodeListener;
  close(): void;
}

/** Methods with a label of their own; all others share one, because strangers could otherwise create some thirty series per address. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/**
 * Serves `/metrics` on a port of its own; the shop's port does not serve it.
 *
 * @throws {PortUnavailable}
 */
export async function serveMetrics(
  { port, host }: { port: number; host: string },
  readings: Reading[],
): Promise<ServedMetrics> {
  const metrics = openMetrics(readings);
  const server = createServer((request, response) => void respond(metrics, request, response)).unref();
  server.maxConnections = 50;
  const address = await listening(server, { port, host }, "METRICS_PORT");
  return { address, timing: (listener, routeOf) => timing(metrics, listener, routeOf), close: () => server.close() };
}

async function respond(metrics: Metrics, { method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
  if (method !== "GET" || url !== "/metrics") return void response.writeHead(404).end();
  try {
    const text = await metrics.text();
    response.writeHead(200, { "content-type": metrics.contentType, "cache-control": "no-store" }).end(text);
  } catch (error) {
    log.error({ error: String(error) }, "metrics");
    response.writeHead(500).end();
  }
}

function timing(
  metrics: Metrics,
  listener: NodeListener,
  routeOf: (request: IncomingMessage) => string = () => "/*",
): NodeListener {
  return (request, response) => {
    const start = performance.now();
    const method = METHODS.has(request.method ?? "") ? (request.method ?? "") : "other";
    response.once("close", () => {
      const seconds = (performance.now() - start) / 1000;
      metrics.noteRequest({ route: routeOf(request), method, status: response.statusCode, seconds });
    });
    listener(request, response);
  };
}
