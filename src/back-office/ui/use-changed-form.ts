import { type RefObject, useCallback, useEffect, useRef } from "react";
import { useNavigation } from "react-router";

interface ChangedForm {
  element: RefObject<HTMLFormElement | null>;
  /** Whether something else is typed than what was shown; while it is being sent nothing is. */
  isChanged(): boolean;
  onSubmit(): void;
}

/** What tells whether a form may be left. `answer` is what came back for a form that was not saved: it stays changed. */
export function useChangedForm(answer: unknown): ChangedForm {
  const element = useRef<HTMLFormElement>(null);
  const isLeaving = useRef(false);
  const isRefused = useRef(false);
  const isIdle = useNavigation().state === "idle";
  useEffect(() => {
    isRefused.current = Boolean(answer);
    if (answer) isLeaving.current = false;
  }, [answer]);
  useEffect(() => {
    // What was sent is answered: where the form still stands, it may be typed into again.
    if (isIdle) isLeaving.current = false;
  }, [isIdle]);
  const isChanged = useCallback(
    () => !isLeaving.current && (isRefused.current || [...(element.current?.elements ?? [])].some(differs)),
    [],
  );
  const onSubmit = useCallback(() => {
    isLeaving.current = true;
  }, []);
  return { element, isChanged, onSubmit };
}

/** Whether something else stands in the control than it was shown with. */
function differs(control: Element): boolean {
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (control instanceof HTMLSelectElement) {
    const first = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    return control.selectedIndex !== Math.max(0, first);
  }
  if (!(control instanceof HTMLInputElement) || control.type === "hidden") return false;
  const isTick = control.type === "checkbox" || control.type === "radio";
  return isTick ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;
}
