import { useEffect } from "react";

/** Runs `again` when the connection comes back, while `isWaiting`: something failed and has to be asked for again. */
export function useOnline(isWaiting: boolean, again: () => void): void {
  useEffect(() => {
    if (!isWaiting) return undefined;
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [isWaiting, again]);
}
