import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Moves the focus to the heading of a page that a link, a form or Back has opened without loading a document, as the browser does
 * with a loaded one: screen readers then announce the page, and Tab goes on from its start. A page, dialog or section named by the
 * address that has the focus keeps it. A change of the query alone opens no page, except in a search.
 */
export function usePageFocus(): void {
  const { pathname, search, hash } = useLocation();
  const page = pageOf({ pathname, search });
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    const focused = document.activeElement;
    if (hash || focused?.closest("main, [role=dialog], [role=alertdialog]")) return;
    focusableHeading()?.focus({ preventScroll: true });
  }, [page, hash]);
}

/** The part of an address that makes a page of its own. */
export const pageOf = ({ pathname, search }: { pathname: string; search: string }): string =>
  pathname === "/search" ? pathname + search : pathname;

/** The heading of the page, made able to take the focus. */
export function focusableHeading(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (heading) heading.tabIndex = -1;
  return heading;
}
