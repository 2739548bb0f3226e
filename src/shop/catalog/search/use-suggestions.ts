import { useEffect, useRef, useState } from "react";
import { limits } from "~/shop/limits";
import { isSearchable } from "./match-and-rank";
import type { Suggestion } from "./suggested-rows";

/** The rows before an answer, and after a failed one; an answer without suggestions is another array. */
const nothing: Suggestion[] = [];

/** Loads suggestions with a module that is itself loaded at the first search. */
const suggestedRows = async (query: string, signal: AbortSignal): Promise<Suggestion[]> =>
  (await import("./suggested-rows")).suggestedRows(query, signal);

/** Returns suggestions for a keyword: debounced, from the minimum length on, and only for the latest keyword. */
export function useSuggestions() {
  const [rows, setRows] = useState(nothing);
  const [isLoading, setLoading] = useState(false);
  const lookup = useRef<AbortController>(undefined);
  useEffect(() => () => lookup.current?.abort(), []);

  const clear = () => {
    lookup.current?.abort();
    setRows(nothing);
    setLoading(false);
  };
  const load = async (query: string, { signal }: AbortController) => {
    setLoading(true);
    const found = await suggestedRows(query, signal).catch((error: unknown) => {
      // oxlint-disable-next-line no-console -- R-8-02 asks for this line.
      if (!signal.aborted) console.error("Search failed:", error);
      return nothing;
    });
    if (signal.aborted) return;
    setRows(found);
    setLoading(false);
  };
  const search = (keyword: string) => {
    lookup.current?.abort();
    if (!isSearchable(keyword)) return clear();
    const controller = (lookup.current = new AbortController());
    const timer = setTimeout(() => void load(keyword.trim(), controller), limits.search.debounce);
    controller.signal.addEventListener("abort", () => clearTimeout(timer));
  };
  return { rows, isLoading, isAnswered: !isLoading && rows !== nothing, search, clear };
}
