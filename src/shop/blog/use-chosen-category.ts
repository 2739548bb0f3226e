import { useLocation } from "react-router";
import { useHydrated } from "~/ui/use-hydrated";

/** The category that the address names, or else the way here. */
export function useChosenCategory(categories: string[]): string | undefined {
  const { search, state } = useLocation() as { search: string; state: unknown };
  // The server does not know the way here.
  const isHydrated = useHydrated();
  const wanted = new URLSearchParams(search).get("category") ?? (isHydrated ? categoryIn(state) : undefined);
  return categories.find((name) => name === wanted);
}

const categoryIn = (state: unknown): string | undefined =>
  typeof state === "object" && state !== null && "category" in state && typeof state.category === "string"
    ? state.category
    : undefined;
