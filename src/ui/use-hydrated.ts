import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Returns false on the server and during hydration, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * Whether hydration is complete; set by the root component. Only for values in elements that are mounted later, since they may
 * differ from the server's.
 */
export const takeover = { isDone: false };
