import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { z } from "zod";
import { formOf, orNotFound } from "~/shop/form";
import { changeOwn, memberById } from "~/shop/members/members.server";
import { EmailAddress, ShortText } from "~/shop/form-submission";
import { declined, readFields } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { KeptNotice } from "../ui/pending-form-notice";
import { ErrorSummary } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { useKept } from "../use-pending-form";
import { requireConfirmedForm } from "../visit.server";

export const meta = () => [{ title: "Name and e-mail | Workshop" }];

const Details = z.object({
  name: ShortText("Please type your name."),
  email: EmailAddress,
  version: z.coerce.number().int().min(1).max(1_000_000),
});

export const loader = async ({ context }: LoaderFunctionArgs) =>
  orNotFound(await memberById(servicesOf(context).db, memberOf(context).id));

export async function action({ context, request }: ActionFunctionArgs) {
  const member = memberOf(context);
  const values = await formOf(request.clone());
  const { fields, errors } = readFields(Details, values);
  if (errors) return declined(values, { errors });
  if (fields.email !== member.email) await requireConfirmedForm(request, context);
  const result = await changeOwn(servicesOf(context), member, fields);
  if (result.ok) return redirect("/account");
  if (result.why === "taken") return declined(values, { errors: { email: "This is another member's address." } });
  const message = "You changed this in another window meanwhile. What stands here has not been saved.";
  return declined(values, { message, status: 409 });
}

export default function DetailsPage() {
  const { name, email, version } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const kept = useKept();
  const typed = answer?.values ?? kept;
  const errors = answer?.errors ?? {};
  const labels: Record<string, string> = { name: "Your name", email: "E-mail" };
  return (
    <>
      <PageHead title="Name and e-mail" back={{ to: "/account", name: "My account" }}>
        A new e-mail address asks for a factor, and the old one is told.
      </PageHead>
      <Form method="post" className="stack">
        <KeptNotice kept={kept} />
        <ErrorSummary
          errors={Object.entries(errors).map(([id, error]) => ({ id, label: labels[id] ?? id, error }))}
          {...(answer?.message && { message: answer.message })}
        />
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
      </Form>
    </>
  );
}
