import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False in the server's page and while the browser takes it over, true once script runs. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Whether hydration is complete; the root sets it. For values that may differ only in elements mounted later. */
export const takeover = { isDone: false };
