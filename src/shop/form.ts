import { data, isRouteErrorResponse } from "react-router";
import type { z } from "zod";
import { fieldErrors, formValues, readFields } from "./form-values";
import { Refusal, refusalHeaders } from "./refusal";

/** Result of a form: the value of its action, or the typed values with errors by field. */
export type FormResult<T = unknown> =
  | { ok: true; value: T }
  | { ok: false; values: Record<string, string>; errors: Record<string, string>; message: string };

/** Returns the record of a page, or throws a 404 response if it is null or undefined. */
export function orNotFound<T>(thing: T | null | undefined): T {
  if (thing === null || thing === undefined) throw data(null, { status: 404 });
  return thing;
}

/** Validation errors of the values, by field. */
export function errorsBy(schema: z.ZodType, values: Record<string, string>): Record<string, string> {
  const { error } = schema.safeParse(values);
  return error ? fieldErrors(error) : {};
}

/** Validation of a form in the browser; returns errors by field. It loads the schema at the first validation. */
export const fieldErrorsBy = (load: () => Promise<z.ZodType>) => async () => {
  const schema = await load();
  return (values: Record<string, string>) => errorsBy(schema, values);
};

/**
 * Fields of a posted form as unvalidated text; actions call `handleForm` instead. Throws a 400 response if the body is no form,
 * which a browser never sends.
 */
export const formOf = async (request: Request): Promise<Record<string, string>> =>
  formValues(await formDataOf(request));

/** Like `formOf`, but returns `FormData`, for forms that repeat a field name. */
export const formDataOf = (request: Request): Promise<FormData> =>
  request.formData().catch(() => {
    throw data(null, { status: 400 });
  });

/**
 * Validates a posted form and runs its action. Returns validation errors and refusals as messages by field, with the typed
 * values; throws all other errors.
 */
export async function handleForm<S extends z.ZodType, T>(
  request: Request,
  schema: S,
  act: (input: z.output<S>) => Promise<T> | T,
) {
  const values = await formOf(request);
  const { fields, errors } = readFields(schema, values);
  if (errors) {
    const refusal = new Refusal("input-invalid", { fields: errors });
    return data(declined(values, refusal), { status: refusal.status });
  }
  try {
    return data<FormResult<T>>({ ok: true, value: await act(fields) });
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
 * Sends a form from its page. If the shop cannot be reached or fails, returns the typed values with a message, so that the page
 * remains; throws 404 and other error responses.
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

/** Runs the action of a click. On a refusal, passes its message to `sayWhy` and returns undefined. */
export async function attempt<T>(act: () => Promise<T> | T, sayWhy: (words: string) => void): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    sayWhy(error.message);
    return undefined;
  }
}
