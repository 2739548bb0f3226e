import { type ActionFunctionArgs, data } from "react-router";
import { z } from "zod";
import type { Services } from "~/services";
import { formDataOf } from "~/shop/form";
import { formValues } from "~/shop/form-values";
import type { Member } from "~/shop/members/member";
import type { Right } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { actId } from "../act-id.server";
import { memberOf, servicesOf } from "../context";
import { isId } from "../is-id";
import { wantedValues } from "../stale-record.server";
import { answerTo, type FormOutcome } from "./form-outcome.server";

export { atFields, type FormOutcome } from "./form-outcome.server";

/** Who sends a form, and what stands in it beside the fields of its schema. */
export interface SentForm extends Pick<ActionFunctionArgs, "context" | "params" | "request"> {
  services: Services;
  member: Member;
  /** The id that the form was shown with: what it asks for is done once. */
  submission: string;
  /** The version of the record that the form was shown with. Reading it of a form without a version answers 400. */
  readonly version: number;
  /** All that was sent, as text. */
  typed: Record<string, string>;
  /** All values of a field that is there several times. */
  all(name: string): string[];
  /** The bytes of a file that was chosen; nothing where none was. */
  file(name: string): Promise<Buffer | undefined>;
  /** The values of a record that this form writes: all, or after a conflict only those the member changed and kept. */
  wanted<V extends object>(values: V): Partial<V>;
}

/** The schema of a form whose fields are read by the room. */
export const Typed = z.record(z.string(), z.string());

interface FormSpec<S extends z.ZodType> {
  /** Right that the member needs, checked before anything is read. */
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
    async file(field) {
      const chosen = form.get(field);
      return chosen instanceof File && chosen.size > 0 ? Buffer.from(await chosen.arrayBuffer()) : undefined;
    },
    wanted: (values) => wantedValues(typed, { ...values } as Record<string, unknown>) as Partial<typeof values>,
  };
  return answerTo({ request, typed }, schema, (fields) => act(sent, fields));
}
