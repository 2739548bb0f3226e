import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, isRouteErrorResponse, redirect } from "react-router";
import { z } from "zod";
import { faultOf, log } from "~/platform/log.server";
import type { Services } from "~/services";
import { formDataOf } from "~/shop/form";
import { fieldErrors, formValues } from "~/shop/form-values";
import type { Member } from "~/shop/members/member";
import type { Right } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal, refusalHeaders } from "~/shop/refusal";
import { actId } from "../act-id.server";
import { memberOf, servicesOf } from "../context";
import { isId } from "../is-id";
import { type StaleRecord, wantedValues } from "../stale-record.server";
import { type FormAnswer, NOT_SENT, withoutSecrets } from "./form-answer";

/** Who sends a form, and what stands in it beside the fields of its schema. */
export interface SentForm extends Pick<ActionFunctionArgs, "context" | "params" | "request"> {
  services: Services;
  member: Member;
  /** The id that the form was shown with: what it asks for is done once. */
  submission: string;
  /** The version of the record that the form was shown with. Read where there is none, the form is answered with status 400. */
  readonly version: number;
  /** All that was sent, as text. */
  typed: Record<string, string>;
  /** All values of a field that is there several times. */
  all(name: string): string[];
  /** Of the values of a record those that this form writes: of one that answers a conflict, what the member chose. */
  wanted<V extends object>(values: V): Partial<V>;
}

/** The schema of a form whose fields are read by the room. */
export const Typed = z.record(z.string(), z.string());

/** What becomes of a form. */
export type FormOutcome =
  /** Saved: leads to the page, which tells of the act. Without an act nothing had to be changed. */
  | { to: string; act?: string | null | undefined }
  /** Not saved: what to do at which field, or words about the whole. */
  | { errors?: Record<string, string>; message?: string; status?: number }
  /** Not saved, since somebody else was first: the form shows what stands now, with what was typed, and can be sent again. */
  | { late: string }
  /**
   * Not saved, since both changed something: the member chooses. A form over more than one record says by `opened` all that is sent
   * next, in place of what was typed.
   */
  | { conflict: StaleRecord; opened?: Record<string, string> }
  /** Not done yet: the page asks something first, with what was typed. */
  | { asks: unknown; status?: number }
  /** Done, and shown once: a link, codes. */
  | { shown: unknown }
  /** An answer of its own, such as one with a cookie. */
  | Response;

interface FormSpec<S extends z.ZodType> {
  /** What the member needs, checked before anything is read. */
  right?: Right;
  /** The fields, but for `submission` and `version`. */
  schema: S;
  /** @throws {Refusal} becomes words over the form, or beside its `fields`. */
  act(sent: SentForm, fields: z.output<S>): Promise<FormOutcome>;
}

/** The `action` of a page with one form. */
export const formAction =
  <S extends z.ZodType>(spec: FormSpec<S>) =>
  async (args: ActionFunctionArgs) =>
    answered(args, await formDataOf(args.request), spec);

/** The `action` of a page with several forms, by the `name` that each has; of several of one kind by what stands before the colon. */
export const formActions =
  <S extends Record<string, z.ZodType>>(forms: { [Name in keyof S]: FormSpec<S[Name]> }) =>
  async (args: ActionFunctionArgs) => {
    const form = await formDataOf(args.request);
    const [name = ""] = String(form.get("form")).split(":");
    if (!Object.hasOwn(forms, name)) throw data(null, { status: 400 });
    // Each form fits its own schema: which one it is, is known only now.
    return answered(args, form, forms[name] as FormSpec<z.ZodType>, String(form.get("form")));
  };

async function answered<S extends z.ZodType>(
  { context, params, request }: ActionFunctionArgs,
  form: FormData,
  { right, schema, act }: FormSpec<S>,
  name?: string,
) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  if (right) await requireRight(services, member, right);
  const typed = formValues(form);
  const { submission: shown = "" } = typed;
  if (!isId(shown)) throw data(null, { status: 400 });
  // Forms of one page are shown with one id: what one of them did is no answer to another.
  const submission = name === undefined ? shown : actId(shown, name);
  const { fields, errors } = readFields(schema, typed);
  if (errors) return refused(typed, { errors });
  const sent: SentForm = {
    context,
    params,
    request,
    services,
    member,
    submission,
    typed,
    get version() {
      const version = Number(typed.version);
      if (!/^\d{1,9}$/.test(typed.version ?? "")) throw data(null, { status: 400 });
      return version;
    },
    all: (name) => form.getAll(name).filter((value) => typeof value === "string"),
    wanted: (values) => wantedValues(typed, { ...values } as Record<string, unknown>) as Partial<typeof values>,
  };
  const outcome = await act(sent, fields).catch((error: unknown) => wordsOf(error, request));
  return answerOf(outcome, typed);
}

/** Reads the fields of a form: what they say, or the words beside those that do not fit. */
function readFields<S extends z.ZodType>(
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
  if (!(error instanceof Refusal)) {
    log.error({ error: faultOf(error), path: new URL(request.url).pathname }, "a form was not taken");
    return { message: NOT_SENT, status: 500 };
  }
  if (LEAVES.has(error.code) || error.status === 403 || error.status === 404) throw error;
  const { fields, message, status, details } = error;
  const errors = fields as Record<string, string>;
  return { errors, status, headers: refusalHeaders(details), ...(Object.keys(errors).length === 0 && { message }) };
}

/** What `data` makes, thrown by the rooms' doors. */
const isData = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "type" in error && error.type === "DataWithResponseInit";

function answerOf(outcome: FormOutcome, typed: Record<string, string>) {
  if (outcome instanceof Response) return outcome;
  if ("to" in outcome) return redirect(withDone(outcome.to, outcome.act));
  // Sent again it is another form: what the first one asked for is not what this one does.
  const again: Record<string, string> = { ...typed, submission: randomUUID() };
  if ("shown" in outcome) return data({ shown: outcome.shown });
  if ("asks" in outcome) return refused(again, outcome);
  if ("conflict" in outcome) {
    const { conflict, opened } = outcome;
    const { submission, form } = again as { submission: string; form?: string };
    if (opened) return refused({ ...opened, submission, ...(form && { form }) }, { conflict, status: 409 });
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
  headers?: Record<string, string>;
}

const refused = (
  typed: Record<string, string>,
  { errors = {}, message, conflict, asks, status = 422, headers = {} }: Refused,
) => {
  const why = { ...(message && { message }), ...(conflict && { conflict }), ...(asks !== undefined && { asks }) };
  return data<FormAnswer>({ typed: withoutSecrets(typed), errors, ...why }, { status, headers });
};

/** The page with what says which act is told of there. */
function withDone(to: string, act: string | null | undefined): string {
  if (!act) return to;
  return `${to}${to.includes("?") ? "&" : "?"}done=${act}`;
}
