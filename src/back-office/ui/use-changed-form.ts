import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { sentForm } from "./sent-form";

interface ChangedForm {
  element: RefObject<HTMLFormElement | null>;
  /** Whether something else is typed than what was shown; while it is being sent nothing is. */
  isChanged(): boolean;
  onSubmit(): void;
  /** Emptied by its member: nothing of it is to be kept. */
  onReset(): void;
}

/**
 * Watches whether a form may be left. `answer` is the answer to a form that was not saved: it stays changed. `differsElse` tells about
 * fields with a state of their own: React writes that into what they were shown with.
 */
export function useChangedForm(answer: unknown, differsElse = nowhere): ChangedForm {
  const element = useRef<HTMLFormElement>(null);
  const [form] = useState(sentForm);
  const isIdle = useNavigation().state === "idle";
  useEffect(() => form.onAnswer(answer), [form, answer]);
  useEffect(() => {
    if (isIdle) form.onIdle();
  }, [form, isIdle]);
  const isChanged = useCallback(
    () => form.isChanged(() => differsElse() || [...(element.current?.elements ?? [])].some(differs)),
    [form, differsElse],
  );
  return { element, isChanged, onSubmit: form.onSubmit, onReset: () => form.onAnswer(undefined) };
}

const nowhere = () => false;

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
