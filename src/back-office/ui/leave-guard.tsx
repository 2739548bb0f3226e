import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useBlocker } from "react-router";
import type { LeaveWords } from "./leave-dialog";

const LeaveDialog = lazy(() => import("./leave-dialog"));

/** Mark of a form that leads back to its own page: sending it leaves nothing. */
export const LEADS_BACK = { "data-leads-back": "" };

interface Watched {
  /** Whether a part of the page holds something that is not saved. */
  isChanged(): boolean;
  /** Where this part stands on as it is, with all below it; without one on its own page only. */
  stays: string | undefined;
}

const watched = new Set<Watched>();
const isAnyChanged = (): boolean => [...watched].some(({ isChanged }) => isChanged());
const isLost = (to: string): boolean =>
  [...watched].some(({ isChanged, stays }) => !(stays && `${to}/`.startsWith(`${stays}/`)) && isChanged());

/** An act that waits for an answer, with words of its own where it does more than leave. */
interface Asked {
  goOn(): void;
  words?: LeaveWords | undefined;
}

let ask: ((asked: Asked) => void) | undefined;

/**
 * For a form that leads to another page once it is saved: asks first where something else on this page is typed and not saved, and
 * calls `goOn` of `asked` if it may be dropped. False where there is nothing to ask about.
 */
export function askBeforeSending(own: () => boolean, asked: Asked): boolean {
  const isOtherChanged = [...watched].some(({ isChanged }) => isChanged !== own && isChanged());
  if (!isOtherChanged || !ask) return false;
  ask(asked);
  return true;
}

interface LeaveGuardProps {
  isChanged(): boolean;
  /** The address whose dialogs leave this part as it is. */
  stays?: string | undefined;
}

/** Has the frame ask before a page with unsaved changes is left. A page may have several, one a form. */
export function LeaveGuard({ isChanged, stays }: LeaveGuardProps) {
  useEffect(() => {
    const part: Watched = { isChanged, stays };
    watched.add(part);
    return () => void watched.delete(part);
  }, [isChanged, stays]);
  return null;
}

/** Asks before a page with unsaved changes is left, by a link, Back, or closing the window. Once around all screens: the router asks one. */
export function LeaveQuestion() {
  const isComingBack = useRef(false);
  const [asked, setAsked] = useState<Asked>();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && !isComingBack.current && isLost(nextLocation.pathname),
  );
  useEffect(() => {
    ask = setAsked;
    return () => void (ask = undefined);
  }, []);
  useEffect(() => {
    const sending = ({ target }: Event) => {
      isComingBack.current = target instanceof HTMLElement && "leadsBack" in target.dataset;
      // The router asks while the event is handled.
      setTimeout(() => (isComingBack.current = false));
    };
    const closing = (event: BeforeUnloadEvent) => {
      if (isAnyChanged()) event.preventDefault();
    };
    document.addEventListener("submit", sending, true);
    window.addEventListener("beforeunload", closing);
    return () => {
      document.removeEventListener("submit", sending, true);
      window.removeEventListener("beforeunload", closing);
    };
  }, []);
  const isBlocked = blocker.state === "blocked";
  if (!asked && !isBlocked) return null;
  const stay = () => (isBlocked ? blocker.reset() : setAsked(undefined));
  const leave = () => {
    if (isBlocked) return blocker.proceed();
    setAsked(undefined);
    asked?.goOn();
  };
  return (
    <Suspense>
      <LeaveDialog words={isBlocked ? undefined : asked?.words} stay={stay} leave={leave} />
    </Suspense>
  );
}
