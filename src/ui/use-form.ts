import { useState, type FormEvent } from "react";
import { useHydrated } from "./use-hydrated";

/** The complaint of each field that does not fit, by its name. */
export type Check = (values: Record<string, string>) => Record<string, string>;

/** The server's last result for the form. */
type Answered = { ok: boolean; errors?: Record<string, string> } | undefined;

/**
 * Checks a form in the browser before it is sent, so that complaints stand beside their fields; without script the browser's
 * own checks and the server do. A complaint goes away as soon as its field is changed.
 */
export function useForm(check: Check, answer: Answered) {
  const hydrated = useHydrated();
  const [own, setOwn] = useState<{ answer: Answered; errors: Record<string, string | undefined> }>();
  const fromServer: Record<string, string | undefined> = answer?.ok === false ? (answer.errors ?? {}) : {};
  // A new answer of the server is newer than what the browser found before.
  const errors = own && own.answer === answer ? own.errors : fromServer;

  return {
    errors,
    form: {
      noValidate: hydrated,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        const complaints = check(textsOf(event.currentTarget));
        setOwn({ answer, errors: complaints });
        if (Object.keys(complaints).length === 0) return;
        event.preventDefault();
        focusFirst(event.currentTarget, complaints);
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
