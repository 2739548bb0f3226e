import { randomUUID } from "node:crypto";
import { data, isRouteErrorResponse, redirect } from "react-router";
import type { z } from "zod";
import { DISK_FULL, isDiskFull } from "~/platform/disk-full";
import { faultStatus } from "~/platform/database.server";
import { readFields } from "~/shop/form-values";
import { Refusal, refusalHeaders } from "~/shop/refusal";
import type { StaleRecord } from "../stale-record.server";
import { type FormAnswer, withoutSecrets } from "./form-answer";
import { NOT_SENT } from "./send-form";

/** Results that an act of a form may return. */
export type FormOutcome =
  /** Saved: redirects to `to`, where a message announces the act. No `act` means that the form changed nothing. */
  | { to: string; act?: string | null | undefined }
  /** Not saved: errors by field, or a message about the whole form; `retryAfter` in seconds. */
  | { errors?: Record<string, string>; message?: string; status?: number; retryAfter?: number; isLost?: boolean }
  /** Not saved because another member saved first: the form is shown again with the typed text and the current version. */
  | { late: string }
  /** Not saved, because the form as it was shown was saved before with other values. */
  | { sentBefore: string }
  /**
   * Not saved because another member changed the same fields. A form over several records returns the values and versions for the
   * next attempt in `opened`.
   */
  | { conflict: StaleRecord; opened?: Record<string, string> }
  /**
   * Saved in part: `rest` are the values that were not saved, shown with errors in a form with a new submission id. No `act` means
   * that none were saved.
   */
  | { rest: Record<string, string>; errors: Record<string, string>; message: string; act?: string | null }
  /** Not saved yet: the page first asks a question; `instead` replaces typed values by field name. */
  | {
      asks: unknown;
      instead?: Record<string, string>;
      errors?: Record<string, string>;
      message?: string;
      status?: number;
    }
  /** Saved; `shown` is a value that is shown only once, such as a link or recovery codes. */
  | { shown: unknown }
  /** Any other response, such as a redirect with a cookie. */
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
  if (errors) return answerOf({ errors }, typed);
  return answerOf(await act(fields).catch((error: unknown) => wordsOf(error, request)), typed);
}

/**
 * Refusals that are not shown as a message in the form: an error page, or the page that asks for a second factor, answers them.
 */
const LEAVES: ReadonlySet<Refusal["code"]> = new Set(["factor-missing", "body-malformed"]);

/**
 * Returns the error messages and the status for an error of the act.
 *
 * @throws responses, and refusals that are not shown in the form
 */
function wordsOf(error: unknown, request: Request) {
  if (error instanceof Response || isRouteErrorResponse(error) || isData(error)) throw error;
  if (!(error instanceof Refusal))
    return {
      isLost: true,
      message: isDiskFull(error) ? DISK_FULL : NOT_SENT,
      status: faultStatus(error, { path: new URL(request.url).pathname }, "a form was not taken"),
    };
  if (LEAVES.has(error.code) || error.status === 403 || error.status === 404) throw error;
  const { fields, message, status, details } = error;
  if (error.code === "sent-before") return { sentBefore: message };
  const errors = fields as Record<string, string>;
  return { errors, status, headers: refusalHeaders(details), ...(Object.keys(errors).length === 0 && { message }) };
}

/** Whether an error is a response made by `data` of React Router, as checks of rights throw. */
const isData = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "type" in error && error.type === "DataWithResponseInit";

function answerOf(outcome: FormOutcome, typed: Record<string, string>) {
  if (outcome instanceof Response) return outcome;
  if ("to" in outcome) return redirect(withDone(outcome.to, outcome.act));
  // An answered form is over: the next attempt is a form with an id of its own.
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
  if ("sentBefore" in outcome)
    return refused(asOpened(again), { message: outcome.sentBefore, isSentBefore: true, status: 409 });
  // A form whose act failed may have been saved, so it keeps its id: sent again, it is done once.
  return refused(asOpened(outcome.isLost ? typed : again), outcome);
}

/** Restores the version with which the form was opened, after the choices of a conflict were refused for another reason. */
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
  { errors = {}, status = 422, retryAfter, headers = refusalHeaders({ retryAfter }), ...answer }: Refused,
) => {
  const { message, conflict, asks, isLost, isSentBefore } = answer;
  const why = {
    ...(message && { message }),
    ...(conflict && { conflict }),
    ...(asks !== undefined && { asks }),
    ...(isLost && { isLost }),
    ...(isSentBefore && { isSentBefore }),
  };
  return data<FormAnswer>({ typed: withoutSecrets(typed), errors, ...why }, { status, headers });
};

/** Adds the id of the act to an address, so that the page can announce the act. */
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
