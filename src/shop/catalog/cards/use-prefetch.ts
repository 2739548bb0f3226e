import { useEffect, useState, type RefObject } from "react";
import { useLocation } from "react-router";
import { isSavingData, whenIdle } from "~/ui/first-use";

/** Most cards prefetched at once. */
const MOST = 4;

/** Number of prefetched cards on the current page, by its key in the browser's history. */
const chosen = { page: "", count: 0 };

function choose(page: string): boolean {
  if (chosen.page !== page) Object.assign(chosen, { page, count: 0 });
  return chosen.count++ < MOST;
}

/**
 * True for the first cards in view, once the page has loaded and the browser is idle: their pages are prefetched. Never with data saving.
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
