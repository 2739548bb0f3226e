import { data, isRouteErrorResponse } from "react-router";
import type { z } from "zod";
import { fieldErrors, formValues } from "./form-values";
import { Refusal, refusalHeaders } from "./refusal";

/** Answer to a form: its success, or the typed values with the words beside each field. */
export type FormResult<T = unknown> =
  | { ok: true; value: T }
  | { ok: false; values: Record<string, string>; errors: Record<string, string>; message: string };

/** The thing a page is about; without it the page answers 404. */
export function orNotFound<T>(thing: T | null | undefined): T {
  if (thing === null || thing === undefined) throw data(null, { status: 404 });
  return thing;
}

/** The complaints of a schema about some values, by the field's name. */
export function errorsBy(schema: z.ZodType, values: Record<string, string>): Record<string, string> {
  const { error } = schema.safeParse(values);
  return error ? fieldErrors(error) : {};
}

/** The browser's check of a form: the complaint of each field, by its name. The schema is loaded when the form is first used. */
export const fieldErrorsBy = (load: () => Promise<z.ZodType>) => async () => {
  const schema = await load();
  return (values: Record<string, string>) => errorsBy(schema, values);
};

/**
 * The fields of a posted form as text, unchecked: actions read a form by `handleForm`. What is no form answers 400: no
 * browser of ours sends it.
 */
export const formOf = async (request: Request): Promise<Record<string, string>> =>
  formValues(await formDataOf(request));

/** As `formOf`, where one name has many values. */
export const formDataOf = (request: Request): Promise<FormData> =>
  request.formData().catch(() => {
    throw data(null, { status: 400 });
  });

/** A NUL is no text, and the database takes none. */
const fieldsWithNul = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value.includes("\0") ? [[name, "Please use plain text."]] : [])),
  );

/**
 * Reads a posted form by its schema and does what it asks for. What does not fit, and what the shop declines, comes back
 * as words beside the fields with everything that was typed; anything else stays thrown.
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
 * Sends a form from its page. When the shop cannot be reached, or stumbles, the page stays as it is and what was typed comes
 * back with words, as from a refusal; what the shop says is not there stays thrown.
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

/** Does what a click asks for; when the shop declines, `sayWhy` gets the words and nothing comes back. */
export async function attempt<T>(act: () => Promise<T> | T, sayWhy: (words: string) => void): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    sayWhy(error.message);
    return undefined;
  }
}
