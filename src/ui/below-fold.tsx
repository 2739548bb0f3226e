import { startTransition, useEffect, useState, type ReactNode } from "react";
import { useLocation, useNavigationType } from "react-router";
import { useHydrated } from "./use-hydrated";

/**
 * Whether a page may have what begins below its first screen. A page that a link leads to is painted without that, and it follows at
 * once. The server's page has it, and so has one that is gone back to or entered at an anchor: these are scrolled to where the shopper
 * wants to be.
 */
function useFollows(): boolean {
  const isHydrated = useHydrated();
  const isPushed = useNavigationType() !== "POP";
  const { hash } = useLocation();
  const [isShown, setShown] = useState(!isHydrated || !isPushed || hash !== "");
  useEffect(() => {
    if (isShown) return undefined;
    let timer: number | undefined;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => startTransition(() => setShown(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isShown]);
  return isShown;
}

/** The part of a page that begins below the first screen; until it follows, its room is kept, so that the page can be scrolled. */
export function BelowFold({ children }: { children: ReactNode }) {
  return useFollows() ? children : <div className="below-fold" />;
}

/** A smaller part that ends a column of the first screen, or has no box. No room is kept for it. */
export const EndOfColumn = ({ children }: { children: ReactNode }) => useFollows() && children;
