import { useEffect, useState, type RefObject } from "react";
import { useLocation } from "react-router";
import { isSavingData, whenIdle } from "~/ui/first-use";

/** Maximum number of cards that are prefetched on one page. */
const MOST = 4;

/** Number of cards prefetched so far on the current page, which is identified by its key in the browser's history. */
const chosen = { page: "", count: 0 };

function choose(page: string): boolean {
  if (chosen.page !== page) Object.assign(chosen, { page, count: 0 });
  return chosen.count++ < MOST;
}

/**
 * Whether the page of a card should be prefetched: true for the first cards in view, once the page has loaded and the browser is
 * idle. Never true with data saving.
 */
export function usePrefetch(element: RefObject<HTMLElement | null>): boolean {
  const { key } = useLocation();
  const [isSoon, setSoon] = useState(false);
  useEffect(() => {
    const card = element.current;
    if (!card || isSavingData()) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      afterLoad(() => whenIdle(() => card.isConnected && choose(key) && setSoon(true)));
    });
    observer.observe(card);
    return () => observer.disconnect();
  }, [element, key]);
  return isSoon;
}

function afterLoad(act: () => void): void {
  if (document.readyState === "complete") act();
  else window.addEventListener("load", act, { once: true });
}
