import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { factorsOf } from "~/shop/members/factors.server";
import { passphraseNotes } from "~/shop/members/passphrase";
import { authenticatorToSetUp, changePassphrase, setPassphraseAndCode } from "~/shop/members/set-up-factors.server";
import { memberOf, requireConfirmed, servicesOf, signedInSession } from "../context";
import { formActions } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { PasswordField } from "../ui/field";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { useMailWaits } from "../use-mail-waits";
import { atPassword, AuthenticatorFields } from "../welcome/authenticator-fields";
import { qrCode } from "../welcome/qr-code.server";
import { titled } from "../titled";

export const meta = titled("Password and code");

export async function loader({ context }: LoaderFunctionArgs) {
  const member = memberOf(context);
  requireConfirmed(context);
  const { db, sealer, settings } = servicesOf(context);
  const authenticator = authenticatorToSetUp(sealer, settings().shopName, member);
  const { hasPassphrase } = await factorsOf(db, member.id);
  return {
    hasPassphrase,
    submission: randomUUID(),
    authenticator: { ...authenticator, email: member.email, picture: qrCode(authenticator.uri) },
  };
}

const text = z.string().default("");

export const action = formActions({
  password: {
    schema: z.object({ password: text }),
    async act({ services, member, context }, { password }) {
      const { hasPassphrase } = await factorsOf(services.db, member.id);
      if (!hasPassphrase) return { errors: { password: "Set a password and the code of an app together, below." } };
      const typed = { passphrase: password, session: signedInSession(context).id };
      const complaint = await changePassphrase(services, member, typed, services.settings().shopName);
      return complaint ? { errors: { password: complaint } } : { to: "/account" };
    },
  },
  both: {
    schema: z.object({ password: text, code: text, sealed: text }),
    async act({ services, member, context }, { password, ...fields }) {
      const typed = { ...fields, passphrase: password, session: signedInSession(context).id };
      const { shopName } = services.settings();
      const wrong = await setPassphraseAndCode(services, member, typed, shopName, new Date());
      return wrong ? { errors: atPassword(wrong) } : { to: "/account" };
    },
  },
});

export const clientAction = sendForm;

const LABELS = { password: "Password", code: "Code" };

export default function PasswordPage() {
  const { hasPassphrase, authenticator, submission } = useLoaderData<typeof loader>();
  const waits = useMailWaits();
  return (
    <>
      <PageHead title="Password and code" back={{ to: "/account", name: "My account" }}>
        {`You are told by mail of every change.${waits}`}
      </PageHead>
      {hasPassphrase && (
        <Section title="A new password">
          <WorkshopForm name="password" submission={submission} className="stack" labels={LABELS} noValidate={false}>
            {({ field, isSending }) => (
              <>
                <PasswordField
                  {...field("password")}
                  label="New password"
                  autoComplete="new-password"
                  note={passphraseNotes.account}
                  required
                />
                <div>
                  <Button look="main" busy={isSending}>
                    Set the new password
                  </Button>
                </div>
              </>
            )}
          </WorkshopForm>
        </Section>
      )}
      <Section title={hasPassphrase ? "A new app, with a new password" : "A password and a code"}>
        <WorkshopForm name="both" submission={submission} className="stack" labels={LABELS} noValidate={false}>
          {({ field, isSending }) => (
            <>
              <AuthenticatorFields {...authenticator} field={field} />
              <div>
                <Button busy={isSending}>Use this password and code</Button>
              </div>
            </>
          )}
        </WorkshopForm>
      </Section>
    </>
  );
}
