import { useState, type SubmitEvent } from "react";
import type { z } from "zod";
import { fieldErrors, formValues } from "~/shop/form-values";

/**
 * Checks the form of a dialog before it is sent. An invalid form is not sent: its fields get their errors, and the first invalid
 * field gets the focus. `silent` names the fields that get no error.
 */
export function useCheckedForm<T>(
  schema: () => Promise<z.ZodType<T>>,
  send: (data: T, form: FormData) => void,
  silent: readonly string[] = [],
) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const written = event.currentTarget;
    const form = new FormData(written);
    const parsed = (await schema()).safeParse(formValues(form));
    if (parsed.success) return send(parsed.data, form);
    const wrong = fieldErrors(parsed.error);
    setErrors(Object.fromEntries(Object.entries(wrong).filter(([name]) => !silent.includes(name))));
    const fields = written.querySelectorAll<HTMLInputElement>("[name]");
    [...fields].find(({ name }) => name in wrong)?.focus();
  };
  return { errors, onSubmit: (event: SubmitEvent<HTMLFormElement>) => void submit(event) };
}
