import { useEffect, useState, type ReactNode, type RefObject } from "react";

interface BottomBarProps {
  /** Button of the page, which the bar replaces while that button is out of view. */
  button: RefObject<HTMLButtonElement | null>;
  children: ReactNode;
}

/**
 * Bar at the lower edge of a phone with a copy of the page's main button, shown while that button is out of view. Hidden from
 * keyboard and screen readers, which use the page's own button.
 */
export function BottomBar({ button, children }: BottomBarProps) {
  const isSeen = useIsSeen(button);
  if (isSeen) return null;
  return (
    // Prevents a tap from moving the focus into hidden content.
    <div className="bottombar" aria-hidden="true" onMouseDown={(event) => event.preventDefault()}>
      {children}
    </div>
  );
}

/** Returns whether an element is in view; true until it was first observed. */
function useIsSeen(ref: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(true);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? true));
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return isSeen;
}
