import { data } from "react-router";
import { withoutSecrets } from "./forms/form-answer";

/** Answer to a form that was not accepted: all typed values, and words for each field or for the whole. */
export interface Declined {
  values: Record<string, string>;
  errors: Record<string, string>;
  message?: string;
}

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
  const headers: Record<string, string> = retryAfter ? { "retry-after": String(Math.ceil(retryAfter)) } : {};
  return data<Declined>({ values: withoutSecrets(values), errors, ...(message && { message }) }, { status, headers });
}

/** In how many minutes to try again, in words. */
export const tryAgainIn = (seconds: number): string =>
  seconds <= 10
    ? "Wait a few seconds, then try again."
    : seconds < 90
      ? "Wait a minute, then try again."
      : `Try again in ${Math.ceil(seconds / 60)} minutes.`;
