import { startTransition, useEffect, useState, type ReactNode } from "react";
import { useLocation, useNavigationType } from "react-router";
import { useHydrated } from "./use-hydrated";

/**
 * The part of a page that begins below the first screen. A page that a link leads to is painted without it, and it follows at once. The
 * server's page has it, and so has one that is gone back to or entered at an anchor: these are scrolled to where the shopper wants to be.
 */
export function BelowFold({ children }: { children: ReactNode }) {
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
  return isShown ? children : <div className="below-fold" />;
}
