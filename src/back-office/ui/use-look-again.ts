import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Milliseconds between two looks. */
const PAUSE = 3000;

/** Reads the page again from time to time as long as something on it waits for others, such as a refund that is not confirmed. */
export function useLookAgain(waits: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => void revalidate(), PAUSE);
    return () => clearInterval(timer);
  }, [waits, revalidate]);
}
