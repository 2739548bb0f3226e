import { Form, Link, type LoaderFunctionArgs, redirect, useLoaderData, useNavigation } from "react-router";
import { z } from "zod";
import { withRetryAfter } from "~/shop/caching";
import { hasOwner } from "~/shop/members/first-owner.server";
import { passkeyQuestion } from "~/shop/members/passkeys.server";
import { type SignIn, signInByPasskey, signInByPassphrase } from "~/shop/members/sign-in.server";
import { tryAgainIn } from "../try-again-in";
import { asideContext, relyingParty, safeBack, servicesOf, sessionOf, visitContext } from "../context";
import { type DoorForm, doorActions, DoorText } from "../forms/door-action.server";
import type { FormOutcome } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { useAnswer } from "../forms/use-unsaved";
import { Button } from "../ui/button";
import { Field, PasswordField } from "../ui/field";
import { Notice } from "../ui/notice";
import { askPasskey } from "./passkey";
import { PasskeyButton } from "./passkey-button";
import { signedIn } from "./session-cookies.server";
import { titled } from "../titled";

export const meta = titled("Sign in");

export const headers = withRetryAfter({});

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const to = safeBack(query.get("back"), query.get("kept"));
  if (sessionOf(context)) throw redirect(to);
  const passkey = await passkeyQuestion(servicesOf(context), relyingParty(context));
  return {
    passkey,
    back: query.get("back") ?? "",
    kept: query.get("kept") ?? "",
    changed: query.has("changed"),
    isWithoutOwner: context.get(visitContext).token !== "" && !(await hasOwner(servicesOf(context).db)),
  };
}

export const action = doorActions(
  {
    schema: z.object({ email: DoorText, password: DoorText, code: DoorText }),
    async act(sent, { email, password, code }) {
      const { services, context } = sent;
      const door = { ...services, aside: context.get(asideContext) };
      const shown = { email, passphrase: password.slice(0, 1000), code };
      return opened(sent, await signInByPassphrase(door, shown, context.get(visitContext).visitor, new Date()));
    },
  },
  {
    name: "passkey",
    schema: z.object({ response: DoorText, sealed: DoorText }),
    async act(sent, shown) {
      const { services, context } = sent;
      const { visitor } = context.get(visitContext);
      return opened(sent, await signInByPasskey(services, relyingParty(context), shown, visitor, new Date()));
    },
  },
);

export const clientAction = sendForm;

/** Signs a member in. A failed sign-in gets the same message whichever value was wrong; too many tries get a waiting time. */
function opened({ context, typed }: DoorForm, result: SignIn): FormOutcome {
  if (result.ok) {
    const to = safeBack(typed.back, typed.kept);
    return signedIn(context, result, result.codesLeft === undefined ? to : `/account?codes=${result.codesLeft}`);
  }
  if (result.reason === "wrong") return { message: "That did not work. Check all three, and wait for a fresh code." };
  const { retryAfter } = result;
  return { message: `Too many tries. ${tryAgainIn(retryAfter)}`, status: 429, retryAfter };
}

export default function SignInPage() {
  const { passkey, back, kept, changed, isWithoutOwner } = useLoaderData<typeof loader>();
  const answer = useAnswer();
  const isSending = useNavigation().formMethod === "POST";
  return (
    <>
      <h1>Sign in</h1>
      <p className="door__text">Welcome to the workshop.</p>
      {kept && (
        <Notice title="Your session was over. What you typed is kept for you: sign in and it stands there again." />
      )}
      {isWithoutOwner && (
        <Notice title="Nobody owns this shop yet, and what you began is over: the link was opened once more, or too much time went by. Open it again." />
      )}
      {changed && <Notice isQuiet title="Your new password counts from now on. Sign in with it." />}
      {answer?.message && <Notice title={answer.message} isAnswer />}
      <PasskeyButton ask={() => askPasskey(passkey.options)} fields={{ sealed: passkey.sealed, back, kept }}>
        Use my passkey
      </PasskeyButton>
      <p className="or">or</p>
      <Form method="post" className="stack">
        <input type="hidden" name="back" value={back} />
        <input type="hidden" name="kept" value={kept} />
        <Field
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username webauthn"
          required
          defaultValue={answer?.typed.email}
        />
        <PasswordField label="Password" name="password" autoComplete="current-password" required />
        <Field
          label="Code"
          labelNote="6 digits from your app, or a recovery code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          required
        />
        <Button wide busy={isSending}>
          Sign in
        </Button>
      </Form>
      <p className="door__more">
        <Link className="link" to="/sign-in/help">
          I cannot get in
        </Link>
      </p>
    </>
  );
}
