import { startTransition, useEffect, useState, type ReactNode } from "react";
import { useLocation, useNavigationType } from "react-router";
import { useHydrated } from "./use-hydrated";

/**
 * Whether to render content below the first screen. After a click on a link it is rendered one frame later than the first screen.
 * It is rendered immediately on the server, after Back or Forward, and for addresses with an anchor, because these restore a
 * scroll position.
 */
export function useFollows(): boolean {
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

/** Content below the first screen; reserves space until it is rendered. */
export function BelowFold({ children }: { children: ReactNode }) {
  return useFollows() ? children : <div className="below-fold" />;
}

/** Content below the first screen that needs no reserved space, such as the end of a column. */
export const EndOfColumn = ({ children }: { children: ReactNode }) => useFollows() && children;
