import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { Typed, formAction } from "../forms/form-action.server";
import { orNotFound } from "~/shop/form";
import { memberById } from "~/shop/members/members.server";
import { memberOf, servicesOf } from "../context";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { saveMember } from "../members/save-member.server";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { PageHead } from "../ui/page-head";
import { titled } from "../titled";

export const meta = titled("Name and e-mail");

export async function loader({ context }: LoaderFunctionArgs) {
  const member = orNotFound(await memberById(servicesOf(context).db, memberOf(context).id));
  return { ...member, submission: randomUUID() };
}

export const action = formAction({
  schema: Typed,
  act: (sent, { name = "", email = "" }) =>
    saveMember(sent, { id: sent.member.id, values: { name, email }, to: "/account" }),
});

export const clientAction = sendForm;

const LABELS = { name: "Your name", email: "E-mail" };

export default function DetailsPage() {
  const { name, email, version, submission } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Name and e-mail" back={{ to: "/account", name: "My account" }}>
        A new e-mail address asks for a passkey or a code, and the old one is told.
      </PageHead>
      <WorkshopForm
        className="stack"
        submission={submission}
        version={version}
        stored={{ name, email }}
        labels={LABELS}
        thing="your account"
      >
        {({ field, isSending }) => (
          <>
            <Field {...field("name")} label={LABELS.name} autoComplete="name" required />
            <Field {...field("email")} label={LABELS.email} type="email" autoComplete="email" required />
            <div>
              <Button look="main" busy={isSending}>
                Save
              </Button>
            </div>
          </>
        )}
      </WorkshopForm>
    </>
  );
}
