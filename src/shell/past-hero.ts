import { useSyncExternalStore } from "react";

/** The sticky header appears this many pixels before the end of the hero. */
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

/** Whether the home page is scrolled past its hero; always true on other pages. */
export const usePastHero = (isHome: boolean): boolean =>
  useSyncExternalStore(
    subscribe,
    () => !isHome || isPast(),
    () => !isHome,
  );
