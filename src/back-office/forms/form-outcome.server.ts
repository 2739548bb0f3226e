import { randomUUID } from "node:crypto";
import { data, isRouteErrorResponse, redirect } from "react-router";
import type { z } from "zod";
import { DISK_FULL, isDiskFull } from "~/platform/disk-full";
import { faultStatus } from "~/platform/database.server";
import { fieldErrors } from "~/shop/form-values";
import { Refusal, refusalHeaders } from "~/shop/refusal";
import type { StaleRecord } from "../stale-record.server";
import { type FormAnswer, NOT_SENT, withoutSecrets } from "./form-answer";

/** Results that an act of a form may return. */
export type FormOutcome =
  /** Saved: redirects to `to`, where a message tells of the act. Without an act nothing had changed. */
  | { to: string; act?: string | null | undefined }
  /** Not saved: errors by field or words about the whole form; `retryAfter` in seconds. */
  | { errors?: Record<string, string>; message?: string; status?: number; retryAfter?: number }
  /** Not saved, since another member was first: the form is shown again over the current record, with the typed text. */
  | { late: string }
  /**
   * Not saved, since both members changed the same fields. A form over several records returns the versions for the next attempt in
   * `opened`.
   */
  | { conflict: StaleRecord; opened?: Record<string, string> }
  /** Saved in part: the rest stays typed with errors at its fields, in a form with a new submission id. */
  | { rest: Record<string, string>; errors: Record<string, string>; message: string }
  /** Not done yet: the page asks a question first; `instead` replaces the text of fields. */
  | {
      asks: unknown;
      instead?: Record<string, string>;
      errors?: Record<string, string>;
      message?: string;
      status?: number;
    }
  /** Done; the value (a link, recovery codes) is shown only once. */
  | { shown: unknown }
  /** A response of its own, such as one with a cookie. */
  | Response;

interface Taken {
  request: Request;
  /** All sent fields as text. */
  typed: Record<string, string>;
}

/** Validates a form by its schema, runs its act and returns the answer. */
export async function answerTo<S extends z.ZodType>(
  { request, typed }: Taken,
  schema: S,
  act: (fields: z.output<S>) => Promise<FormOutcome>,
) {
  const { fields, errors } = readFields(schema, typed);
  if (errors) return refused(typed, { errors });
  return answerOf(await act(fields).catch((error: unknown) => wordsOf(error, request)), typed);
}

/** Validated fields of a form, or error words by field name. */
export function readFields<S extends z.ZodType>(
  schema: S,
  values: Record<string, string>,
): { fields: z.output<S>; errors?: undefined } | { fields?: undefined; errors: Record<string, string> } {
  // PostgreSQL's text type takes no NUL character.
  const nul = Object.keys(values).filter((name) => values[name]?.includes("\0"));
  if (nul.length > 0) return { errors: Object.fromEntries(nul.map((name) => [name, "Please use plain text."])) };
  const parsed = schema.safeParse(values);
  return parsed.success ? { fields: parsed.data } : { errors: fieldErrors(parsed.error) };
}

/** Refusals that no form message answers: the page itself is not shown, or a factor is asked for and the form is kept. */
const LEAVES: ReadonlySet<Refusal["code"]> = new Set(["factor-missing", "body-malformed"]);

/**
 * Error words of a refused form.
 *
 * @throws errors that are no refusal
 */
function wordsOf(error: unknown, request: Request) {
  if (error instanceof Response || isRouteErrorResponse(error) || isData(error)) throw error;
  if (!(error instanceof Refusal))
    return {
      message: isDiskFull(error) ? DISK_FULL : NOT_SENT,
      status: faultStatus(error, { path: new URL(request.url).pathname }, "a form was not taken"),
    };
  if (LEAVES.has(error.code) || error.status === 403 || error.status === 404) throw error;
  const { fields, message, status, details } = error;
  const errors = fields as Record<string, string>;
  return { errors, status, headers: refusalHeaders(details), ...(Object.keys(errors).length === 0 && { message }) };
}

/** Whether an error is a response made by `data`, as guards throw it. */
const isData = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "type" in error && error.type === "DataWithResponseInit";

function answerOf(outcome: FormOutcome, typed: Record<string, string>) {
  if (outcome instanceof Response) return outcome;
  if ("to" in outcome) return redirect(withDone(outcome.to, outcome.act));
  // A new submission id: the next attempt differs from the first one, whose result is stored.
  const again: Record<string, string> = { ...typed, submission: randomUUID() };
  if ("shown" in outcome) return data({ shown: outcome.shown });
  const form: Record<string, string> = typed.form === undefined ? {} : { form: typed.form };
  if ("rest" in outcome) return refused({ ...outcome.rest, ...form, submission: randomUUID() }, outcome);
  if ("asks" in outcome) return refused({ ...again, ...outcome.instead }, outcome);
  if ("conflict" in outcome) {
    const { conflict, opened } = outcome;
    if (opened) return refused({ ...opened, ...form, submission: randomUUID() }, { conflict, status: 409 });
    const seen = typed.seen ?? typed.version ?? "";
    return refused({ ...again, seen, version: String(conflict.version) }, { conflict, status: 409 });
  }
  if ("late" in outcome) {
    const { version: _old, ...newest } = again;
    return refused(newest, { message: outcome.late, status: 409 });
  }
  return refused(asOpened(typed), outcome);
}

/** After a settled conflict is refused for another reason, the form is compared again from its first version. */
function asOpened(typed: Record<string, string>): Record<string, string> {
  if (typed.seen === undefined) return typed;
  const own = Object.entries(typed).filter(([name]) => name !== "seen" && name !== "mine" && !name.startsWith("take:"));
  return { ...Object.fromEntries(own), version: typed.seen };
}

interface Refused extends Partial<Omit<FormAnswer, "typed">> {
  status?: number;
  retryAfter?: number;
  headers?: Record<string, string>;
}

const refused = (
  typed: Record<string, string>,
  { errors = {}, message, conflict, asks, status = 422, retryAfter, headers = refusalHeaders({ retryAfter }) }: Refused,
) => {
  const why = { ...(message && { message }), ...(conflict && { conflict }), ...(asks !== undefined && { asks }) };
  return data<FormAnswer>({ typed: withoutSecrets(typed), errors, ...why }, { status, headers });
};

/** Adds the id of the act, so that the page can tell of it. */
function withDone(to: string, act: string | null | undefined): string {
  if (!act) return to;
  const [page = "", place] = to.split("#");
  return `${page}${page.includes("?") ? "&" : "?"}done=${act}${place === undefined ? "" : `#${place}`}`;
}

/** Maps the fields of a refusal to the field names of the form. */
export async function atFields<T>(work: Promise<T>, nameInForm: (field: string) => string): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof Refusal) || Object.keys(error.fields).length === 0) throw error;
    const fields = Object.entries(error.fields).map(([field, words]) => [nameInForm(field), words]);
    throw new Refusal(error.code, { fields: Object.fromEntries(fields) });
  });
}
