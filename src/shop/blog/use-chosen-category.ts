import { useLocation } from "react-router";
import { useHydrated } from "~/ui/use-hydrated";

/** Category named in the address, else the category of the list from which the shopper came. */
export function useChosenCategory(categories: string[]): string | undefined {
  const { search, state } = useLocation() as { search: string; state: unknown };
  // History state exists only in the browser.
  const isHydrated = useHydrated();
  const wanted = new URLSearchParams(search).get("category") ?? (isHydrated ? categoryIn(state) : undefined);
  return categories.find((name) => name === wanted);
}

const categoryIn = (state: unknown): string | undefined =>
  typeof state === "object" && state !== null && "category" in state && typeof state.category === "string"
    ? state.category
    : undefined;
