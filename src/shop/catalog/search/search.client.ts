import { hc } from "hono/client";
import type { PagesApi } from "./search.api";
import type { FoundText } from "./shop-texts";

const api = hc<PagesApi>("/api/pages");

/** Searches pages and answers for typed text; empty if the server answers with an error. Rejects if there is no answer. */
export async function searchPages(query: string, signal: AbortSignal): Promise<FoundText[]> {
  const response = await api.search.$get({ query: { query } }, { init: { signal } });
  return response.status === 200 ? response.json() : [];
}
