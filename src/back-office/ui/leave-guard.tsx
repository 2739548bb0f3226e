import { lazy, Suspense, useEffect } from "react";
import { useBlocker } from "react-router";

const LeaveDialog = lazy(() => import("./leave-dialog"));

/** Asks before a page with unsaved changes is left, by a link, Back, or closing the window. */
export function LeaveGuard({ isChanged }: { isChanged(): boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isChanged(),
  );
  useEffect(() => {
    const closing = (event: BeforeUnloadEvent) => {
      if (isChanged()) event.preventDefault();
    };
    window.addEventListener("beforeunload", closing);
    return () => window.removeEventListener("beforeunload", closing);
  }, [isChanged]);
  if (blocker.state !== "blocked") return null;
  return (
    <Suspense>
      <LeaveDialog stay={() => blocker.reset()} leave={() => blocker.proceed()} />
    </Suspense>
  );
}
