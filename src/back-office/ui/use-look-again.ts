import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Milliseconds between two reloads. */
const PAUSE = 3000;

/** Reloads the page's data regularly while something on it is pending, such as an unconfirmed refund. */
export function useLookAgain(waits: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => void revalidate(), PAUSE);
    return () => clearInterval(timer);
  }, [waits, revalidate]);
}
