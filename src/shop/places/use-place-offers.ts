import { useRef, useState } from "react";
import { limits } from "~/shop/limits";
import type { FoundPlace, PlaceFinder, PlaceSuggestion } from "./place-finder";
import { gazetteer } from "./places.client";

/** State of a search: not started, running, or its suggestions. */
export type SearchState = "idle" | "searching" | PlaceSuggestion[];

/** Looks up places while typing: debounced, from a minimum length, latest query only. */
export function usePlaceOffers(googleMapsKey: string) {
  const finder = useRef<Promise<PlaceFinder>>(undefined);
  const lookup = useRef<AbortController>(undefined);
  const [state, setState] = useState<SearchState>("idle");

  const load = () =>
    (finder.current ??= googleMapsKey
      ? import("./google-places.client").then(({ googlePlaces }) => googlePlaces(googleMapsKey))
      : Promise.resolve(gazetteer()));

  function clear() {
    lookup.current?.abort();
    setState("idle");
  }

  async function search(query: string) {
    clear();
    if (query.trim().length < limits.search.minimumLetters) return;

    const { signal } = (lookup.current = new AbortController());
    try {
      await delay(limits.search.debounce, signal);
      setState("searching");
      const offers = await (await load()).offers(query.trim(), signal);
      if (!signal.aborted) setState(offers);
    } catch (failure) {
      if (signal.aborted) return;
      console.error("Address lookup failed:", failure);
      // Drops the failed finder, so that the next search loads it again.
      finder.current = undefined;
      setState("idle");
    }
  }

  /** Place of a suggestion; undefined when the look-up fails. */
  async function resolve(offer: PlaceSuggestion): Promise<FoundPlace | undefined> {
    try {
      return await (await load()).found(offer);
    } catch (failure) {
      console.error("Address lookup failed:", failure);
      return undefined;
    }
  }

  return { state, search, clear, resolve };
}

const delay = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
