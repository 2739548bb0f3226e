import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Milliseconds between two reloads. */
const PAUSE = 3000;

/** Reloads the page's data at intervals while something on the page is pending, such as a refund that is not confirmed yet. */
export function useLookAgain(waits: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => void revalidate(), PAUSE);
    return () => clearInterval(timer);
  }, [waits, revalidate]);
}
