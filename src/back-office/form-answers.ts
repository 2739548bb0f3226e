import { data } from "react-router";
import type { z } from "zod";
import { fieldErrors } from "~/shop/form-values";

/** What a form that was not taken gets back: all that was typed, and words for each field or for the whole. */
export interface Declined {
  values: Record<string, string>;
  errors: Record<string, string>;
  message?: string;
}

/** Secrets are typed anew. */
const SECRET = /pass(phrase|word)|^code$/i;

/** Answers a form that was not taken. */
export function declined(
  values: Record<string, string>,
  {
    errors = {},
    message,
    status = 422,
    retryAfter,
  }: { errors?: Record<string, string>; message?: string; status?: number; retryAfter?: number },
) {
  const shown = Object.fromEntries(Object.entries(values).filter(([name]) => !SECRET.test(name)));
  const headers: Record<string, string> = retryAfter ? { "retry-after": String(Math.ceil(retryAfter)) } : {};
  return data<Declined>({ values: shown, errors, ...(message && { message }) }, { status, headers });
}

/** Reads the fields of a form by their schema: what they say, or the words beside those that do not fit. */
export function readFields<S extends z.ZodType>(
  schema: S,
  values: Record<string, string>,
): { fields: z.output<S>; errors?: undefined } | { fields?: undefined; errors: Record<string, string> } {
  const nul = Object.entries(values).find(([, value]) => value.includes("\0"));
  if (nul) return { errors: { [nul[0]]: "Please use plain text." } };
  const { data: fields, error } = schema.safeParse(values);
  return error ? { errors: fieldErrors(error) } : { fields: fields as z.output<S> };
}

/** In how many minutes to try again, in words. */
export const tryAgainIn = (seconds: number): string =>
  seconds <= 10
    ? "Wait a few seconds, then try again."
    : seconds < 90
      ? "Wait a minute, then try again."
      : `Try again in ${Math.ceil(seconds / 60)} minutes.`;
