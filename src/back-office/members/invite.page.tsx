import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { z } from "zod";
import { formOf } from "~/shop/form";
import { roles, roleWords } from "~/shop/members/member";
import { invite } from "~/shop/audit/member-acts.server";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { EmailAddress } from "~/shop/form-submission";
import { declined, readFields } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { LinkToHandOver } from "./link-to-hand-over";
import { Button } from "../ui/button";
import { GuardedForm } from "../ui/guarded-form";
import { ErrorSummary, Notice } from "../ui/notice";
import { Field, SelectField } from "../ui/field";
import { KeptNotice } from "../ui/pending-form-notice";
import { PageHead } from "../ui/page-head";
import { Facts } from "../ui/section";
import { useKept } from "../use-pending-form";

export const meta = () => [{ title: "Invite a member | Workshop" }];

const Asked = z.object({ email: EmailAddress, role: z.enum(roles) });

export async function loader({ context }: LoaderFunctionArgs) {
  const services = servicesOf(context);
  await requireRight(services, memberOf(context), "members");
  return { isMailed: services.mail.isDelivering, submission: randomUUID() };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const services = servicesOf(context);
  const member = memberOf(context);
  await requireRight(services, member, "members");
  const values = await formOf(request);
  const { fields, errors } = readFields(Asked, values);
  if (errors) return declined(values, { errors });
  const { isDelivering: isMailed } = services.mail;
  const form = { ...fields, submission: values.submission ?? "", isMailed };
  try {
    const { token } = await invite(services, member, form, new Date());
    const link = token && `${services.backOfficeAddress}/welcome/invitation?token=${token}`;
    return { done: fields.email, link, isMailed, values: {} as Typed, errors: {} as Typed };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "address-taken") throw error;
    return declined(values, { errors: { email: "This is a member's address already." } });
  }
}

type Typed = Record<string, string>;

export default function Invite() {
  const { isMailed, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const kept = useKept();
  const typed = answer?.values ?? kept;
  const errors = answer?.errors ?? {};
  return (
    <>
      <PageHead title="Invite a member" back={{ to: "/members", name: "Members" }}>
        They get a link that works once, within 24 hours, and set up their own way in.
      </PageHead>
      {answer && "done" in answer ? (
        <LinkToHandOver link={answer.link} email={answer.done} isRenewal={!answer.isMailed} />
      ) : (
        <GuardedForm className="stack adjust" answer={answer}>
          <input type="hidden" name="submission" value={submission} />
          <KeptNotice kept={kept} />
          {!isMailed && <Notice title="This shop sends no mail yet: you get the link here, to hand over yourself." />}
          <ErrorSummary
            errors={Object.entries(errors).map(([id, error]) => ({
              id,
              label: id === "email" ? "E-mail" : "Role",
              error,
            }))}
          />
          <Field
            id="email"
            label="E-mail"
            name="email"
            type="email"
            required
            defaultValue={typed.email}
            {...(errors.email && { error: errors.email })}
          />
          <SelectField
            id="role"
            label="Role"
            name="role"
            defaultValue={typed.role ?? "packer"}
            {...(errors.role && { error: errors.role })}
          >
            {roles.map((role) => (
              <option key={role} value={role}>
                {roleWords[role].name}
              </option>
            ))}
          </SelectField>
          <Facts facts={roles.map((role) => ({ name: roleWords[role].name, value: roleWords[role].does }))} />
          <div>
            <Button look="main">Invite them</Button>
          </div>
        </GuardedForm>
      )}
    </>
  );
}
