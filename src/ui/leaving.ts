import { useEffect, useRef, type MouseEvent } from "react";
import { useLocation } from "react-router";

/** Whether a click follows a link in the same window. */
export function leavesPage(event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  const here = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  return link !== null && link.getAttribute("target") !== "_blank" && here;
}

/** Closes a layer when the URL changes, for example by Back or by a form. */
export function ClosesElsewhere({ close }: { close: () => void }) {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const openedAt = useRef(address);
  useEffect(() => {
    if (openedAt.current === address) return;
    openedAt.current = address;
    close();
  });
  return null;
}
