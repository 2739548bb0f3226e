import { Form, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { openLink } from "~/shop/members/member-links.server";
import { passphraseNotes } from "~/shop/members/passphrase";
import { resetPassphrase } from "~/shop/members/set-up-factors.server";
import { servicesOf } from "../context";
import { doorAction, DoorText } from "../forms/door-action.server";
import { sendForm } from "../forms/send-form";
import { useAnswer } from "../forms/use-unsaved";
import { Button } from "../ui/button";
import { Field, PasswordField } from "../ui/field";
import { Notice } from "../ui/notice";
import { LinkExpired } from "./link-expired";
import { titled } from "../titled";

export const meta = titled("A new password");

/** Checks that the link of the letter is valid, without marking it as used. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const link = await openLink(servicesOf(context).db, ["reset"], token, new Date());
  return { token, opens: link !== undefined };
}

export const action = doorAction({
  schema: z.object({ token: DoorText, password: DoorText, code: DoorText }),
  async act({ services }, { token, password, code }) {
    const typed = { link: token, passphrase: password, code };
    const errors = await resetPassphrase(services, typed, services.settings().shopName, new Date());
    return errors ? { errors } : { to: "/sign-in?changed" };
  },
});

export const clientAction = sendForm;

export default function NewPassword() {
  const { token, opens } = useLoaderData<typeof loader>();
  const { errors = {}, message } = useAnswer() ?? {};
  if (!opens || errors.link) return <LinkExpired />;
  return (
    <>
      <h1>A new password</h1>
      <p className="door__text">All your sessions end with the old one.</p>
      {message && <Notice title={message} isAnswer />}
      <Form method="post" className="stack">
        <input type="hidden" name="token" value={token} />
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          note={passphraseNotes.reset}
          required
          {...(errors.passphrase && { error: errors.passphrase })}
        />
        <Field
          label="Code"
          labelNote="6 digits from your app, or a recovery code"
          name="code"
          autoComplete="one-time-code"
          required
          {...(errors.code && { error: errors.code })}
        />
        <Button look="main" wide>
          Set the new password
        </Button>
      </Form>
    </>
  );
}
