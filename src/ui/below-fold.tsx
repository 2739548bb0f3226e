import { startTransition, useEffect, useState, type ReactNode } from "react";
import { useLocation, useNavigationType } from "react-router";
import { useHydrated } from "./use-hydrated";

/**
 * Whether content below the first screen is rendered. After a click on a link it follows one frame after the first screen. The server's
 * page has it at once, and so has one that is gone back to or entered at an anchor, because its scroll position is restored.
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

/** Content below the first screen; its space is reserved until it is rendered. */
export function BelowFold({ children }: { children: ReactNode }) {
  return useFollows() ? children : <div className="below-fold" />;
}

/** Content at the end of a column of the first screen, or without a box; no space is reserved. */
export const EndOfColumn = ({ children }: { children: ReactNode }) => useFollows() && children;
