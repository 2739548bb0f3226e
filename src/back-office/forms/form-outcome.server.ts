import { randomUUID } from "node:crypto";
import { data, isRouteErrorResponse, redirect } from "react-router";
import type { z } from "zod";
import { faultStatus } from "~/platform/database.server";
import { fieldErrors } from "~/shop/form-values";
import { Refusal, refusalHeaders } from "~/shop/refusal";
import type { StaleRecord } from "../stale-record.server";
import { type FormAnswer, NOT_SENT, withoutSecrets } from "./form-answer";

/** Outcomes of a form. */
export type FormOutcome =
  /** Saved: leads to the page, which tells of the act. Without an act nothing had to be changed. */
  | { to: string; act?: string | null | undefined }
  /** Not saved: what to do at which field, or words about the whole; and after how many seconds to come again. */
  | { errors?: Record<string, string>; message?: string; status?: number; retryAfter?: number }
  /** Not saved, since somebody else was first: the form shows what stands now, with what was typed, and can be sent again. */
  | { late: string }
  /**
   * Not saved, since both changed something: the member chooses. A form over more than one record says by `opened` all that is sent
   * next, in place of what was typed.
   */
  | { conflict: StaleRecord; opened?: Record<string, string> }
  /** Some of it was saved: the rest stays typed, each field with what to do there, in a form of its own. */
  | { rest: Record<string, string>; errors: Record<string, string>; message: string }
  /** Not done yet: the page asks something first, with what was typed; `instead` is the text of fields that now say something else. */
  | {
      asks: unknown;
      instead?: Record<string, string>;
      errors?: Record<string, string>;
      message?: string;
      status?: number;
    }
  /** Done, and shown once: a link, codes. */
  | { shown: unknown }
  /** An answer of its own, such as one with a cookie. */
  | Response;

interface Taken {
  request: Request;
  /** All that was sent, as text. */
  typed: Record<string, string>;
}

/** Reads a form by its schema, does what it asks for, and answers it. */
export async function answerTo<S extends z.ZodType>(
  { request, typed }: Taken,
  schema: S,
  act: (fields: z.output<S>) => Promise<FormOutcome>,
) {
  const { fields, errors } = readFields(schema, typed);
  if (errors) return refused(typed, { errors });
  return answerOf(await act(fields).catch((error: unknown) => wordsOf(error, request)), typed);
}

/** Reads the fields of a form: what they say, or the words beside those that do not fit. */
export function readFields<S extends z.ZodType>(
  schema: S,
  values: Record<string, string>,
): { fields: z.output<S>; errors?: undefined } | { fields?: undefined; errors: Record<string, string> } {
  // No text, and the database takes none.
  const nul = Object.keys(values).filter((name) => values[name]?.includes("\0"));
  if (nul.length > 0) return { errors: Object.fromEntries(nul.map((name) => [name, "Please use plain text."])) };
  const parsed = schema.safeParse(values);
  return parsed.success ? { fields: parsed.data } : { errors: fieldErrors(parsed.error) };
}

/** Refusals that are no words over the form: the page cannot be shown, or a factor is asked for and the form kept. */
const LEAVES: ReadonlySet<Refusal["code"]> = new Set(["factor-missing", "body-malformed"]);

/** Why a form was not taken. @throws what is no answer to a form */
function wordsOf(error: unknown, request: Request) {
  if (error instanceof Response || isRouteErrorResponse(error) || isData(error)) throw error;
  if (!(error instanceof Refusal))
    return {
      message: NOT_SENT,
      status: faultStatus(error, { path: new URL(request.url).pathname }, "a form was not taken"),
    };
  if (LEAVES.has(error.code) || error.status === 403 || error.status === 404) throw error;
  const { fields, message, status, details } = error;
  const errors = fields as Record<string, string>;
  return { errors, status, headers: refusalHeaders(details), ...(Object.keys(errors).length === 0 && { message }) };
}

/** Whether an error was made by `data`, as the rooms' doors throw it. */
const isData = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "type" in error && error.type === "DataWithResponseInit";

function answerOf(outcome: FormOutcome, typed: Record<string, string>) {
  if (outcome instanceof Response) return outcome;
  if ("to" in outcome) return redirect(withDone(outcome.to, outcome.act));
  // Sent again it is another form: what the first one asked for is not what this one does.
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

/** A form whose conflict was settled and which was then refused stands there as before the conflict: what is sent is compared again. */
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

/** The page with what says which act is told of there. */
function withDone(to: string, act: string | null | undefined): string {
  if (!act) return to;
  const [page = "", place] = to.split("#");
  return `${page}${page.includes("?") ? "&" : "?"}done=${act}${place === undefined ? "" : `#${place}`}`;
}

/** Has words of a refusal stand beside the fields of a form, where the room names its fields otherwise. */
export async function atFields<T>(work: Promise<T>, nameInForm: (field: string) => string): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof Refusal) || Object.keys(error.fields).length === 0) throw error;
    const fields = Object.entries(error.fields).map(([field, words]) => [nameInForm(field), words]);
    throw new Refusal(error.code, { fields: Object.fromEntries(fields) });
  });
}
