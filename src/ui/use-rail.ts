import { useCallback, useEffect, useRef, useState, type RefObject } from "react";

export interface Rail<T extends HTMLElement> {
  ref: RefObject<T | null>;
  atStart: boolean;
  atEnd: boolean;
  previous: () => void;
  next: () => void;
}

/** State of a row that scrolls sideways: whether it is at either end, and functions that scroll by a page. */
export function useRail<T extends HTMLElement = HTMLElement>(): Rail<T> {
  const ref = useRef<T>(null);
  const [ends, setEnds] = useState({ atStart: true, atEnd: false });

  useEffect(() => {
    const row = ref.current;
    if (!row) return;
    const look = () => {
      const atStart = row.scrollLeft <= 2;
      const atEnd = row.scrollLeft + row.clientWidth >= row.scrollWidth - 2;
      setEnds((now) => (now.atStart === atStart && now.atEnd === atEnd ? now : { atStart, atEnd }));
    };
    // The observer also calls `look` once after layout, which sets the initial state.
    const resized = new ResizeObserver(look);
    resized.observe(row);
    for (const item of row.children) resized.observe(item);
    row.addEventListener("scroll", look, { passive: true });
    return () => {
      resized.disconnect();
      row.removeEventListener("scroll", look);
    };
  }, []);

  const scroll = useCallback((pages: number) => {
    const row = ref.current;
    row?.scrollBy({ left: pages * Math.max(row.clientWidth * 0.8, 1) });
  }, []);
  return { ref, ...ends, previous: () => scroll(-1), next: () => scroll(1) };
}
