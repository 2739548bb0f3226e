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

/**
 * Validates the text fields of a form: returns the schema's output, or the first error of each field. A NUL, which PostgreSQL's type
 * `text` rejects, is an error also in a field that the schema does not read.
 */
export function readFields<S extends z.ZodType>(
  schema: S,
  values: Record<string, string>,
): { fields: z.output<S>; errors?: undefined } | { fields?: undefined; errors: Record<string, string> } {
  const nul = Object.entries(values).filter(([, value]) => value.includes("\0"));
  const parsed = schema.safeParse(values);
  if (parsed.success && nul.length === 0) return { fields: parsed.data };
  const errors = Object.fromEntries(nul.map(([name]) => [name, "Please use plain text."]));
  return { errors: parsed.error ? { ...errors, ...fieldErrors(parsed.error) } : errors };
}
