import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useBlocker } from "react-router";
import type { LeaveWords } from "./leave-dialog";

const LeaveDialog = lazy(() => import("./leave-dialog"));

/** Attribute of a form that redirects to its own page, so that sending it does not count as leaving. */
export const LEADS_BACK = { "data-leads-back": "" };

interface Watched {
  /** Whether this form has unsaved changes. */
  isChanged(): boolean;
  /** Path of the page: addresses below it, such as its dialogs, also show this form. Unset: only the page's own path does. */
  stays: string | undefined;
}

const watched = new Set<Watched>();
const isAnyChanged = (): boolean => [...watched].some(({ isChanged }) => isChanged());
const isLost = (to: string): boolean =>
  [...watched].some(({ isChanged, stays }) => !(stays && `${to}/`.startsWith(`${stays}/`)) && isChanged());

/** An act that waits until the member answers the question; it may have its own texts. */
interface Asked {
  goOn(): void;
  words?: LeaveWords | undefined;
}

let ask: ((asked: Asked) => void) | undefined;

/**
 * Asks about unsaved changes in other forms of the page before a form is sent that leaves the page. If the member agrees to drop
 * them, `goOn` of `asked` is called. Returns false, without a question, if there are no such changes.
 */
export function askBeforeSending(own: () => boolean, asked: Asked): boolean {
  const isOtherChanged = [...watched].some(({ isChanged }) => isChanged !== own && isChanged());
  if (!isOtherChanged || !ask) return false;
  ask(asked);
  return true;
}

interface LeaveGuardProps {
  isChanged(): boolean;
  /** Path of the page if addresses below it, such as its dialogs, also show this form. */
  stays?: string | undefined;
}

/**
 * Registers a form's unsaved changes, so that the frame asks before the page is left. A page may have several guards, one for
 * each form.
 */
export function LeaveGuard({ isChanged, stays }: LeaveGuardProps) {
  useEffect(() => {
    const part: Watched = { isChanged, stays };
    watched.add(part);
    return () => void watched.delete(part);
  }, [isChanged, stays]);
  return null;
}

/**
 * Asks before a page with unsaved changes is left by a link, the Back button, or closing the window. It is rendered once for all
 * screens, because the router supports only one blocker.
 */
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
      // Reset after the event, since the router calls its blocker while the event is handled.
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
