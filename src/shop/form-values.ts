import type { z } from "zod";

/** A form's fields as text; of files nothing is read. */
export function formValues(form: FormData): Record<string, string> {
  return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}

/** First complaint of each field, by the field's name. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of error.issues) errors[path.join(".")] ??= message;
  return errors;
}
