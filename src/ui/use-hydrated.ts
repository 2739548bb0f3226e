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

/** Whether the server's page has been taken over, for what differs in pages that come later; set by the root. */
export const takeover = { isDone: false };
