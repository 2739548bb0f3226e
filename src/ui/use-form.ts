import { useRef, useState, type FormEvent, type SubmitEvent } from "react";
import { useHydrated } from "./use-hydrated";

/** Validates the values of a form; returns errors by field. */
type Check = (values: Record<string, string>) => Record<string, string>;

/** Loads a form's validation when the form is first used. */
export type LoadCheck = () => Promise<Check>;

/** Answer of the server to the submitted form. */
type Answered = { ok: boolean; errors?: Record<string, string> } | undefined;

/** Used when the validation cannot be loaded; the server validates in any case. */
const unchecked: Check = () => ({});

/**
 * Validates a form in the browser before sending. Without script, the browser's own validation and the server do it. An error
 * disappears when its field is changed.
 */
export function useForm(load: LoadCheck, answer: Answered) {
  const hydrated = useHydrated();
  const check = useRef<Check>(undefined);
  const [own, setOwn] = useState<{ answer: Answered; errors: Record<string, string | undefined> }>();
  const fromServer: Record<string, string | undefined> = answer?.ok === false ? (answer.errors ?? {}) : {};
  // A new answer of the server replaces the browser's earlier errors.
  const errors = own && own.answer === answer ? own.errors : fromServer;

  const loaded = async () => (check.current ??= await load().catch(() => unchecked));
  return {
    errors,
    form: {
      noValidate: hydrated,
      onFocus: () => void loaded(),
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        const form = event.currentTarget;
        if (!check.current) {
          event.preventDefault();
          const { submitter } = event.nativeEvent;
          void loaded().then(() => form.requestSubmit(submitter));
          return;
        }
        const complaints = check.current(textsOf(form));
        setOwn({ answer, errors: complaints });
        if (Object.keys(complaints).length === 0) return;
        event.preventDefault();
        focusFirst(form, complaints);
      },
      onInput(event: FormEvent<HTMLFormElement>) {
        const { name } = event.target as HTMLInputElement;
        if (errors[name]) setOwn({ answer, errors: { ...errors, [name]: undefined } });
      },
    },
  };
}

const textsOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );

function focusFirst(form: HTMLFormElement, errors: Record<string, string>): void {
  const wrong = [...form.elements].find(
    (element): element is HTMLInputElement =>
      "name" in element && typeof element.name === "string" && element.name in errors,
  );
  wrong?.focus();
}
