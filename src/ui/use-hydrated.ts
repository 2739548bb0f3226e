import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and during hydration, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Whether hydration is complete; the root sets it. For values that may differ only in elements mounted later. */
export const takeover = { isDone: false };
