import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from "react-router";
import { formOf } from "~/shop/form";
import { factorsOf } from "~/shop/members/factors.server";
import { authenticatorToSetUp, changePassphrase, setPassphraseAndCode } from "~/shop/members/set-up-factors.server";
import { declined } from "../form-answers";
import { memberOf, requireConfirmed, servicesOf, signedInSession } from "../context";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { GuardedForm } from "../ui/guarded-form";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { useMailWaits } from "../use-mail-waits";
import { AuthenticatorFields } from "../welcome/authenticator-fields";
import { qrCode } from "../welcome/qr-code.server";

export const meta = () => [{ title: "Password and code | Workshop" }];

export async function loader({ context }: LoaderFunctionArgs) {
  const member = memberOf(context);
  requireConfirmed(context);
  const { db, sealer, settings } = servicesOf(context);
  const authenticator = authenticatorToSetUp(sealer, settings().shopName, member);
  const { hasPassphrase } = await factorsOf(db, member.id);
  return {
    hasPassphrase,
    authenticator: { ...authenticator, email: member.email, picture: qrCode(authenticator.uri) },
  };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { id, member } = signedInSession(context);
  const services = servicesOf(context);
  const { shopName } = services.settings();
  const { intent, password = "", code = "", sealed = "" } = await formOf(request);
  if (intent === "password") {
    const { hasPassphrase } = await factorsOf(services.db, member.id);
    const complaint = hasPassphrase
      ? await changePassphrase(services, member, { passphrase: password, session: id }, shopName)
      : "Set a password and the code of an app together, below.";
    return complaint ? declined({}, { errors: { password: complaint } }) : redirect("/account");
  }
  const errors = await setPassphraseAndCode(
    services,
    member,
    { passphrase: password, code, sealed, session: id },
    shopName,
    new Date(),
  );
  return errors ? declined({}, { errors }) : redirect("/account");
}

export default function PasswordPage() {
  const { hasPassphrase, authenticator } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const errors = answer?.errors ?? {};
  const waits = useMailWaits();
  return (
    <>
      <PageHead title="Password and code" back={{ to: "/account", name: "My account" }}>
        {`You are told by mail of every change.${waits}`}
      </PageHead>
      {hasPassphrase && (
        <Section title="A new password">
          <GuardedForm className="stack" answer={answer}>
            <Field
              label="New password"
              name="password"
              type="password"
              autoComplete="new-password"
              note="15 characters or more. Your other sessions end."
              required
              {...(errors.password && { error: errors.password })}
            />
            <div>
              <Button look="main" name="intent" value="password">
                Set the new password
              </Button>
            </div>
          </GuardedForm>
        </Section>
      )}
      <Section title={hasPassphrase ? "A new app, with a new password" : "A password and a code"}>
        <GuardedForm className="stack" answer={answer}>
          <AuthenticatorFields {...authenticator} errors={errors} />
          <div>
            <Button name="intent" value="both">
              Use this password and code
            </Button>
          </div>
        </GuardedForm>
      </Section>
    </>
  );
}
