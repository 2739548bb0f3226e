import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** A value that is read at each scrape, or one value for each value of a label. */
export interface Reading {
  name: string;
  help: string;
  label?: string;
  read(): Promise<number | ReadonlyMap<string, number> | undefined>;
}

/** Metrics of this process in the format of Prometheus. */
export interface Metrics {
  /** Counts an answered request by its route's pattern; `seconds` is the time from its head to the end of the answer. */
  noteRequest(request: { route: string; method: string; status: number; seconds: number }): void;
  contentType: string;
  text(): Promise<string>;
}

const PREFIX = "iron_mesa_";
const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Creates the metrics of this process: memory, event loop, handles, garbage collection, and the given readings. A reading that
 * fails is left out, so that an outage of the database does not hide the others.
 */
export function openMetrics(readings: Reading[]): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: `${PREFIX}request_seconds`,
    help: "Time of requests in seconds, by pattern of the address, method and class of the status",
    labelNames: ["route", "method", "status"],
    buckets: SECONDS,
    registers: [registry],
  });
  for (const reading of readings) registry.registerMetric(gaugeOf(reading));
  return {
    noteRequest: ({ route, method, status, seconds }) =>
      requests.observe({ route, method, status: `${Math.floor(status / 100)}xx` }, seconds),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

const gaugeOf = ({ name, help, label, read }: Reading): Gauge =>
  new Gauge({
    name: PREFIX + name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [],
    async collect() {
      this.reset();
      const value = await read().catch(() => undefined);
      if (typeof value === "number") this.set(value);
      // Otherwise a gauge without labels would report 0 for a value that is missing.
      else if (value === undefined) this.remove({});
      else for (const [of, each] of value) this.set({ [label ?? ""]: of }, each);
    },
  });
