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
 * Keeps text typed in a page's other forms while one is sent: saving renders fields anew, and the text is restored in them. Returns fields
 * that another member saved in the meantime.
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
    // Text typed before the script ran.
    noteTypedBefore(unsent.current, location.pathname);
    // Capture phase: the value is noted before React's handlers can draw the field anew.
    document.addEventListener("input", typed, true);
    // Capture phase: before a screen's own handler sends the form.
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
    // Text of a page left by a link is dropped: the member was asked before.
    if (!isSent.current) forgetGone(unsent.current);
    forgetOtherPages(unsent.current, location.pathname);
    isSent.current = false;
  }, [key]);
  const drawn = useEffectEvent(() => {
    // Text is kept by `location.pathname`, which has the base path; the router's pathname has not.
    const fields = typeAgain(unsent.current, location.pathname);
    if (fields.length > 0) setOvertaken({ fields, path: pathname });
  });
  // Runs after every render, because loading a page again draws its fields anew. The microtask waits for React, which resets controlled
  // fields during its commit.
  useLayoutEffect(() => queueMicrotask(() => drawn()));
  return overtaken?.path === pathname ? overtaken.fields : [];
}
