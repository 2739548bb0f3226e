import type { z } from "zod";

/** Text fields of a form, by name; files are ignored. */
export function formValues(form: FormData): Record<string, string> {
  return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}

/** First validation error of each field, by name. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of error.issues) errors[path.join(".")] ??= message;
  return errors;
}
