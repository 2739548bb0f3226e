import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { forgetForm, forgetGone, noteTyped, type Overtaken, typeAgain, type UnsentFields } from "./unsent-fields";

/**
 * Keeps what is typed into a page while another form of it is sent: a save draws fields anew, and what stood in those of the other
 * forms is typed into them again. Returns which of them somebody else saved meanwhile.
 */
export function useUnsentFields(): Overtaken[] {
  const unsent = useRef<UnsentFields>(new Map());
  const { key, pathname } = useLocation();
  const { formMethod } = useNavigation();
  const isSent = useRef(false);
  const [overtaken, setOvertaken] = useState<{ fields: Overtaken[]; path: string }>();

  useEffect(() => {
    if (formMethod === "POST") isSent.current = true;
  }, [formMethod]);
  useEffect(() => {
    const typed = ({ target }: Event) => noteTyped(unsent.current, target, location.pathname);
    const sent = ({ target }: Event) => forgetForm(unsent.current, target);
    document.addEventListener("input", typed);
    // Before a screen sends the form in a way of its own.
    document.addEventListener("submit", sent, true);
    document.addEventListener("reset", sent, true);
    return () => {
      document.removeEventListener("input", typed);
      document.removeEventListener("submit", sent, true);
      document.removeEventListener("reset", sent, true);
    };
  }, []);
  useLayoutEffect(() => {
    // What was left by a link is dropped: whoever loses something by that was asked.
    if (!isSent.current) forgetGone(unsent.current);
    isSent.current = false;
    // Each step through the back office has a key of its own.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key]);
  // Each time a page is drawn; it ends, because what was typed again is known no more.
  // oxlint-disable-next-line react/exhaustive-deps
  useLayoutEffect(() => {
    const fields = typeAgain(unsent.current, location.pathname);
    if (fields.length > 0) setOvertaken({ fields, path: pathname });
  });
  return overtaken?.path === pathname ? overtaken.fields : [];
}
