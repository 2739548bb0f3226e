import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { formOf, orNotFound } from "~/shop/form";
import { memberById } from "~/shop/members/members.server";
import { declined } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { MemberConflict } from "../members/member-conflict";
import { saveMember } from "../members/save-member.server";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { GuardedForm } from "../ui/guarded-form";
import { KeptNotice } from "../ui/pending-form-notice";
import { ErrorSummary } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { useKept } from "../use-pending-form";

export const meta = () => [{ title: "Name and e-mail | Workshop" }];

export async function loader({ context }: LoaderFunctionArgs) {
  const member = orNotFound(await memberById(servicesOf(context).db, memberOf(context).id));
  return { ...member, submission: randomUUID() };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const me = memberOf(context);
  const typed = await formOf(request);
  const { name = "", email = "" } = typed;
  const result = await saveMember(servicesOf(context), me, me.id, typed, { name, email });
  if (result.kind === "saved") return redirect(`/account?done=${result.act}`);
  if (result.kind === "stale") return data({ stale: result, typed }, { status: 409 });
  return declined(typed, result);
}

export default function DetailsPage() {
  const { name, email, version, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const kept = useKept();
  if (answer && "stale" in answer)
    return (
      <MemberConflict
        action="/account/details"
        title="Name and e-mail"
        thing="your account"
        submission={submission}
        {...answer}
      />
    );
  const typed = answer?.values ?? kept;
  const errors = answer?.errors ?? {};
  const labels: Record<string, string> = { name: "Your name", email: "E-mail" };
  return (
    <>
      <PageHead title="Name and e-mail" back={{ to: "/account", name: "My account" }}>
        A new e-mail address asks for a passkey or a code, and the old one is told.
      </PageHead>
      <GuardedForm className="stack" answer={answer}>
        <KeptNotice kept={kept} />
        <ErrorSummary
          errors={Object.entries(errors).map(([id, error]) => ({ id, label: labels[id] ?? id, error }))}
          {...(answer?.message && { message: answer.message })}
        />
        <input type="hidden" name="submission" value={submission} />
        <input type="hidden" name="version" value={version} />
        <Field
          id="name"
          label="Your name"
          name="name"
          autoComplete="name"
          required
          defaultValue={typed.name ?? name}
          {...(errors.name && { error: errors.name })}
        />
        <Field
          id="email"
          label="E-mail"
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={typed.email ?? email}
          {...(errors.email && { error: errors.email })}
        />
        <div>
          <Button look="main">Save</Button>
        </div>
      </GuardedForm>
    </>
  );
}
