import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import {
  forgetForm,
  forgetGone,
  forgetOtherPages,
  noteTyped,
  noteTypedBefore,
  noUnsentFields,
  type Overtaken,
  typeAgain,
} from "./unsent-fields";

interface OvertakenOnPage {
  fields: Overtaken[];
  path: string;
}

/**
 * Keeps text typed in other forms of a page while one form is sent: the page renders its fields anew, and the text is restored in
 * them. Returns the fields that another member saved meanwhile.
 */
export function useUnsentFields(): Overtaken[] {
  const unsent = useRef(noUnsentFields());
  const { key, pathname } = useLocation();
  const { formMethod } = useNavigation();
  const isSent = useRef(false);
  const keyBefore = useRef(key);
  const [overtaken, setOvertaken] = useState<OvertakenOnPage>();

  useEffect(() => {
    if (formMethod === "POST") isSent.current = true;
  }, [formMethod]);
  useEffect(() => {
    const typed = ({ target }: Event) => noteTyped(unsent.current, target, location.pathname);
    const sent = ({ target }: Event) => forgetForm(unsent.current, target);
    // Records text typed before this script ran.
    noteTypedBefore(unsent.current, location.pathname);
    // Capture phase: runs before React's handlers, which may render the field anew.
    document.addEventListener("input", typed, true);
    // Capture phase: runs before a screen's own handler sends the form.
    document.addEventListener("submit", sent, true);
    document.addEventListener("reset", sent, true);
    return () => {
      document.removeEventListener("input", typed, true);
      document.removeEventListener("submit", sent, true);
      document.removeEventListener("reset", sent, true);
    };
  }, []);
  useLayoutEffect(() => {
    if (keyBefore.current === key) return;
    keyBefore.current = key;
    // When a page is left by a link, its text is dropped: the member was asked before.
    if (!isSent.current) forgetGone(unsent.current);
    forgetOtherPages(unsent.current, location.pathname);
    isSent.current = false;
  }, [key]);
  const drawn = useEffectEvent(() => {
    // Text is stored by `location.pathname`, which includes the base path; the router's pathname does not.
    const fields = typeAgain(unsent.current, location.pathname);
    if (fields.length > 0) setOvertaken({ fields, path: pathname });
  });
  // Runs after every render, because reloading a page's data renders its fields anew. The microtask runs after React's commit,
  // which resets controlled fields.
  useLayoutEffect(() => queueMicrotask(() => drawn()));
  return overtaken?.path === pathname ? overtaken.fields : [];
}
