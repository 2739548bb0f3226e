import { startTransition, useEffect, useState, type ReactNode } from "react";
import { useLocation, useNavigationType } from "react-router";
import { useHydrated } from "./use-hydrated";

/**
 * Part of a page below the first window. After following a link the page is painted without it first, which is faster; the part is added
 * right afterwards. Server renders, steps back and links to an anchor include it at once, because their scroll position needs its height.
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
