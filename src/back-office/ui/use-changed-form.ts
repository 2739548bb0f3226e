import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { sentForm } from "./sent-form";

interface ChangedForm {
  element: RefObject<HTMLFormElement | null>;
  /** Returns whether typed text differs from the text shown at first; false while the form is being sent. */
  isChanged(): boolean;
  onSubmit(): void;
  /** Called when the member resets the form: after a refused save it no longer counts as changed. */
  onReset(): void;
}

/**
 * Watches whether a form has unsaved changes. After a refused save, whose answer is `answer`, the form counts as changed.
 * `differsElse` checks fields with React state, whose default value React overwrites.
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

/** Whether the value of a control differs from its default. */
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
