import { useSyncExternalStore } from "react";

/** How many pixels before the end of home's hero the sticky header appears. */
const BEFORE_END = 100;

function subscribe(changed: () => void): () => void {
  window.addEventListener("scroll", changed, { passive: true });
  window.addEventListener("resize", changed);
  return () => {
    window.removeEventListener("scroll", changed);
    window.removeEventListener("resize", changed);
  };
}

function isPast(): boolean {
  const hero = document.querySelector<HTMLElement>(".hero");
  return hero !== null && window.scrollY > hero.offsetHeight - BEFORE_END;
}

/** Whether home is scrolled past its hero, but for its last 100 pixels; on other pages there is none to pass. */
export const usePastHero = (isHome: boolean): boolean =>
  useSyncExternalStore(
    subscribe,
    () => !isHome || isPast(),
    () => !isHome,
  );
