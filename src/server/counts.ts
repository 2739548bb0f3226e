import type { IncomingMessage, ServerResponse } from "node:http";
import { isbot } from "isbot";
import { faultOf, log } from "~/platform/log.server";
import { addressPrefix } from "~/platform/network-address.server";
import type { Services } from "~/services";
import { STEP_HEADER, stepIn } from "~/shop/bag/counted-steps";
import { openStepCounts } from "~/shop/bag/step-counts.server";
import { answerOf } from "~/shop/catalog/search/answered-searches.server";
import { normalizeQuery } from "~/shop/catalog/search/match-and-rank";
import { openSearchCounts } from "~/shop/catalog/search/search-counts.server";
import { clientAddress } from "./http/client-address";

/** Milliseconds between writes to the database. */
const EVERY = 60_000;

/** Counts searches and steps for the shop's figures. */
export interface Counts {
  /** Counts a request when its response ends, whether it came from the page cache or not; runs no SQL. */
  watch(request: IncomingMessage, response: ServerResponse): void;
  /** Writes the counts since the last write to the database. */
  flush(): Promise<void>;
  /** Stops the timer, and writes the remaining counts. */
  close(): Promise<void>;
}

/** Counts of searches and steps, without bots, prefetches and refused requests. */
export function openCounts(
  services: Pick<Services, "db" | "sealer" | "settings">,
  { trustedProxies, now = () => new Date() }: { trustedProxies: number; now?: () => Date },
): Counts {
  const [searches, steps] = [openSearchCounts(services), openStepCounts(services)];
  const flush = async () => {
    const results = await Promise.allSettled([searches.flush(), steps.flush()]);
    for (const result of results)
      if (result.status === "rejected") log.warn({ error: faultOf(result.reason) }, "counts could not be written yet");
  };
  const timer = setInterval(() => void flush(), EVERY).unref();

  function count(request: IncomingMessage): void {
    const step = stepIn(headerOf(request, STEP_HEADER));
    if (step) return steps.add(step, now());
    const query = searchIn(request.url ?? "");
    const found = query === null ? undefined : answerOf(query);
    if (query === null || found === undefined) return;
    const address = clientAddress(
      headerOf(request, "x-forwarded-for") ?? null,
      request.socket.remoteAddress,
      trustedProxies,
    );
    searches.add({ query, found, network: addressPrefix(address) ?? "" }, now());
  }

  return {
    watch(request, response) {
      if (request.method !== "GET" || !isCountable(request)) return;
      response.once("finish", () => {
        if (response.statusCode === 200 || response.statusCode === 304) count(request);
      });
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value.join(",") : value;
};

/**
 * Whether a request counts: a search or a step by its address or header, sent by a browser that shows the response to a person.
 */
function isCountable(request: IncomingMessage): boolean {
  const url = request.url ?? "";
  const isStep = request.headers[STEP_HEADER] !== undefined && url.startsWith("/api/products?");
  if (!isStep && !/^\/search(\.data)?\?/.test(url)) return false;
  const purpose = headerOf(request, "sec-purpose") ?? headerOf(request, "purpose") ?? "";
  const agent = headerOf(request, "user-agent") ?? "";
  return agent !== "" && !purpose.includes("prefetch") && !isbot(agent);
}

/** The normalized query of a first page of results; null for other addresses. */
function searchIn(url: string): string | null {
  const asked = new URLSearchParams(url.slice(url.indexOf("?") + 1));
  return asked.has("shown") ? null : normalizeQuery(asked.get("query")) || null;
}
