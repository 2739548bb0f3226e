import { data, isRouteErrorResponse } from "react-router";
import type { z } from "zod";
import { fieldErrors, formValues } from "./form-values";
import { Refusal, refusalHeaders } from "./refusal";

/** Answer to a form: its result, or the typed values with errors by field. */
export type FormResult<T = unknown> =
  | { ok: true; value: T }
  | { ok: false; values: Record<string, string>; errors: Record<string, string>; message: string };

/** Value of a page's record; throws a 404 response without one. */
export function orNotFound<T>(thing: T | null | undefined): T {
  if (thing === null || thing === undefined) throw data(null, { status: 404 });
  return thing;
}

/** Errors of a schema about values, by field. */
export function errorsBy(schema: z.ZodType, values: Record<string, string>): Record<string, string> {
  const { error } = schema.safeParse(values);
  return error ? fieldErrors(error) : {};
}

/** Validation of a form in the browser: errors by field. The schema is loaded when the form is first used. */
export const fieldErrorsBy = (load: () => Promise<z.ZodType>) => async () => {
  const schema = await load();
  return (values: Record<string, string>) => errorsBy(schema, values);
};

/**
 * Fields of a posted form as unvalidated text; actions use `handleForm`. Throws a 400 response for an invalid body, which no browser sends
 * from our forms.
 */
export const formOf = async (request: Request): Promise<Record<string, string>> =>
  formValues(await formDataOf(request));

/** As `formOf`, for repeated names. */
export const formDataOf = (request: Request): Promise<FormData> =>
  request.formData().catch(() => {
    throw data(null, { status: 400 });
  });

/** PostgreSQL's text type accepts no NUL. */
const fieldsWithNul = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value.includes("\0") ? [[name, "Please use plain text."]] : [])),
  );

/**
 * Validates a posted form and runs its act. Validation errors and refusals are returned as words by field with the typed values; other
 * errors are thrown.
 */
export async function handleForm<S extends z.ZodType, T>(
  request: Request,
  schema: S,
  act: (input: z.output<S>) => Promise<T> | T,
) {
  const values = await formOf(request);
  const parsed = schema.safeParse(values);
  const fields = { ...fieldsWithNul(values), ...(parsed.error && fieldErrors(parsed.error)) };
  if (!parsed.success || Object.keys(fields).length > 0) {
    const refusal = new Refusal("input-invalid", { fields });
    return data(declined(values, refusal), { status: refusal.status });
  }
  try {
    return data<FormResult<T>>({ ok: true, value: await act(parsed.data) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data(declined(values, error), { status: error.status, headers: refusalHeaders(error.details) });
  }
}

const declined = (values: Record<string, string>, refusal: Refusal): FormResult<never> => ({
  ok: false,
  values,
  errors: refusal.fields,
  message: refusal.message,
});

/**
 * Sends a form from its page. When the shop is unreachable or fails, the page stays and the typed values are returned with a message; a 404
 * is thrown.
 */
export async function sendForm<T>({ request, serverAction }: { request: Request; serverAction: () => Promise<T> }) {
  const typed = request.clone();
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    const refusal = new Refusal("shop-unreachable");
    return data(declined(formValues(await typed.formData()), refusal), { status: refusal.status });
  }
}

/** Runs the act of a click; on a refusal `sayWhy` gets its words, and the result is undefined. */
export async function attempt<T>(act: () => Promise<T> | T, sayWhy: (words: string) => void): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    sayWhy(error.message);
    return undefined;
  }
}
