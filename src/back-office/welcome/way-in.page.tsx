import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { formOf } from "~/shop/form";
import { factorsOf, isComplete } from "~/shop/members/factors.server";
import { passkeyToMake } from "~/shop/members/passkeys.server";
import { addMemberPasskey, authenticatorToSetUp, setPassphraseAndCode } from "~/shop/members/set-up-factors.server";
import { declined } from "../form-answers";
import { relyingParty, requireConfirmed, servicesOf, signedInSession } from "../context";
import { makePasskey } from "../sign-in/passkey";
import { PasskeyButton } from "../sign-in/passkey-button";
import { AuthenticatorFields } from "./authenticator-fields";
import { qrCode } from "./qr-code.server";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { Steps } from "./steps";

export const meta = () => [{ title: "Your way in | Workshop" }];

export async function loader({ context }: LoaderFunctionArgs) {
  const { member, isForSetup } = signedInSession(context);
  // Whoever is in already changes a way in as under My account.
  if (!isForSetup) requireConfirmed(context);
  const services = servicesOf(context);
  const party = relyingParty(context);
  const factors = await factorsOf(services.db, member.id);
  const authenticator = authenticatorToSetUp(services.sealer, party.shopName, member);
  return {
    isFirstRun: member.role === "owner",
    isForSetup: isForSetup === true,
    passkeys: factors.passkeys.length,
    isComplete: isComplete(factors),
    passkey: await passkeyToMake(services, party, member.id),
    authenticator: { ...authenticator, email: member.email, picture: qrCode(authenticator.uri) },
  };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { id, member } = signedInSession(context);
  const services = servicesOf(context);
  const values = await formOf(request);
  const { form, response = "", sealed = "", password = "", code = "" } = values;
  const party = relyingParty(context);
  const now = new Date();
  if (form === "passkey") {
    if (!(await addMemberPasskey(services, party, member, { response, sealed }, now)))
      return declined({}, { message: "This passkey could not be taken. Try again, with finger, face or PIN." });
  } else {
    const typed = { passphrase: password, code, sealed, session: id };
    const errors = await setPassphraseAndCode(services, member, typed, party.shopName, now);
    if (errors) return declined(values, { errors });
  }
  const done = isComplete(await factorsOf(services.db, member.id));
  return redirect(done ? "/welcome/codes" : "/welcome/way-in");
}

export default function WayIn() {
  const { isFirstRun, passkeys, isComplete: isDone, passkey, authenticator } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { passphrase, ...others }: Record<string, string> = answer?.errors ?? {};
  const errors: Record<string, string> = { ...others, ...(passphrase && { password: passphrase }) };
  const hasOne = passkeys > 0 && !isDone;
  return (
    <>
      <Steps at={2} of={isFirstRun ? 4 : 3} />
      <h1>{hasOne ? "One more way in" : "Your way in"}</h1>
      <p className="door__text">
        {hasOne
          ? "Your passkey works. Should its device be lost, you need another way: a password and a code, or a second passkey."
          : "A passkey is the finger, face or PIN of your phone or computer: nothing to remember, nothing to steal."}
      </p>
      {answer?.message && <Notice title={answer.message} isAnswer />}
      <PasskeyButton
        ask={() => makePasskey(passkey.options)}
        fields={{ sealed: passkey.sealed }}
        look={hasOne ? "line" : "main"}
      >
        {hasOne ? "Make a second passkey" : "Make a passkey"}
      </PasskeyButton>
      <p className="or">or</p>
      <Form method="post" className="stack">
        <AuthenticatorFields {...authenticator} field={(name) => ({ id: name, name, error: errors[name] })} />
        <Button wide look={hasOne ? "main" : "line"}>
          Use this password and code
        </Button>
      </Form>
      {isDone && (
        <p className="door__more">
          <Link className="link" to="/welcome/codes">
            Keep what I have
          </Link>
        </p>
      )}
    </>
  );
}
