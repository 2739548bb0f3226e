import { type ActionFunctionArgs, data } from "react-router";
import { z } from "zod";
import type { Services } from "~/services";
import { sentFields, submissionId } from "~/shop/audit/submission-id.server";
import { formDataOf } from "~/shop/form";
import { formValues } from "~/shop/form-values";
import type { Member } from "~/shop/members/member";
import type { Right } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { isUuid } from "~/shop/is-uuid";
import { wantedValues } from "../stale-record.server";
import { answerTo, type FormOutcome } from "./form-outcome.server";
import { outcomeOnce } from "./outcome-once.server";

export { atFields, type FormOutcome } from "./form-outcome.server";

/** A sent form: the member who sent it, and its fields besides those of the schema. */
export interface SentForm extends Pick<ActionFunctionArgs, "context" | "params" | "request"> {
  services: Services;
  member: Member;
  /** Submission id, made of the id with which the form was shown and of what was sent; the same request again is done once. */
  submission: string;
  /** Version of the record when the form was shown. Throws a response with status 400 if the form has no version. */
  readonly version: number;
  /** All sent fields as text. */
  typed: Record<string, string>;
  /** All values of a repeated field. */
  all(name: string): string[];
  /** Bytes of a chosen file; undefined if no file was chosen. */
  file(name: string): Promise<Buffer | undefined>;
  /** Filters the values to write: all of them, or after a conflict only those that the member chose to keep. */
  wanted<V extends object>(values: V): Partial<V>;
}

/** Schema of a form that the room of the shop validates. */
export const Typed = z.record(z.string(), z.string());

interface FormSpec<S extends z.ZodType> {
  /** Right that the member needs, checked before the fields are validated. */
  right?: Right;
  /** Schema of the fields except `submission` and `version`. */
  schema: S;
  /** @throws {Refusal} shown as a message above the form, or at its `fields`. */
  act(sent: SentForm, fields: z.output<S>): Promise<FormOutcome>;
}

/** Returns the `action` of a page with one form. */
export const formAction =
  <S extends z.ZodType>(spec: FormSpec<S>) =>
  async (args: ActionFunctionArgs) =>
    answered(args, await formDataOf(args.request), spec);

/** Returns the `action` of a page with several forms, by form name: of "name:id" the part before the colon counts. */
export const formActions =
  <S extends Record<string, z.ZodType>>(forms: { [Name in keyof S]: FormSpec<S[Name]> }) =>
  async (args: ActionFunctionArgs) => {
    const form = await formDataOf(args.request);
    const [name = ""] = String(form.get("form")).split(":");
    if (!Object.hasOwn(forms, name)) throw data(null, { status: 400 });
    // The form is chosen at run time, so the type of its schema is not known here.
    return answered(args, form, forms[name] as FormSpec<z.ZodType>, String(form.get("form")));
  };

async function answered<S extends z.ZodType>(
  { context, params, request }: ActionFunctionArgs,
  form: FormData,
  { right, schema, act }: FormSpec<S>,
  name = "",
) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  if (right) await requireRight(services, member, right);
  const typed = formValues(form);
  const { submission: shown = "" } = typed;
  if (!isUuid(shown)) throw data(null, { status: 400 });
  // All forms of a page share one id; the form's name keeps their answers apart. Some pages have a part of the form in the address.
  const { search, pathname } = new URL(request.url);
  const submission = submissionId(shown, name, [["?", search], ...(await sentFields(form))]);
  const sent: SentForm = {
    context,
    params,
    request,
    services,
    member,
    submission,
    typed,
    get version() {
      return versionIn(typed.version);
    },
    all: (name) => form.getAll(name).filter((value) => typeof value === "string"),
    async file(field) {
      const chosen = form.get(field);
      return chosen instanceof File && chosen.size > 0 ? Buffer.from(await chosen.arrayBuffer()) : undefined;
    },
    wanted: (values) => wantedValues(typed, { ...values } as Record<string, unknown>) as Partial<typeof values>,
  };
  const page = pathname.replace(/\.data$/, "");
  return answerTo({ request, typed }, schema, (fields) =>
    outcomeOnce(services, member, { submission, page }, () => act(sent, fields)),
  );
}

/** Version of a record in a hidden field. Throws a response with status 400 if it is none. */
export function versionIn(text: string | undefined): number {
  if (!/^\d{1,9}$/.test(text ?? "")) throw data(null, { status: 400 });
  return Number(text);
}
