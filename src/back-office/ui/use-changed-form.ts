import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { sentForm } from "./sent-form";

interface ChangedForm {
  element: RefObject<HTMLFormElement | null>;
  /** Whether typed text differs from the shown one; false while sending. */
  isChanged(): boolean;
  onSubmit(): void;
  /** Form was reset by its member: nothing is kept. */
  onReset(): void;
}

/**
 * Watches whether a form has unsaved changes. `answer` is the answer to a refused save, after which it still counts as changed.
 * `differsElse` covers fields with React state, whose default value React overwrites.
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

/** Whether a control differs from its default value. */
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
