import { Form, Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import type { Services } from "~/services";
import { factorsOf, isComplete } from "~/shop/members/factors.server";
import { passkeyToMake } from "~/shop/members/passkeys.server";
import { addMemberPasskey, authenticatorToSetUp, setPassphraseAndCode } from "~/shop/members/set-up-factors.server";
import { relyingParty, requireConfirmed, servicesOf, signedInSession } from "../context";
import { makePasskey, PASSKEY_NOT_TAKEN } from "../sign-in/passkey";
import { PasskeyButton } from "../sign-in/passkey-button";
import { atPassword, AuthenticatorFields } from "./authenticator-fields";
import { qrCode } from "./qr-code.server";
import { doorActions, DoorText } from "../forms/door-action.server";
import { sendForm } from "../forms/send-form";
import { useAnswer } from "../forms/use-unsaved";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { Steps } from "./steps";
import { titled } from "../titled";

export const meta = titled("Your way in");

export async function loader({ context }: LoaderFunctionArgs) {
  const { member, isForSetup } = signedInSession(context);
  // A signed-in member needs a recent factor to change how to sign in, as on the page of their account.
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

export const action = doorActions(
  {
    schema: z.object({ password: DoorText, code: DoorText, sealed: DoorText }),
    async act({ services, context }, { password, ...shown }) {
      const { id, member } = signedInSession(context);
      const { shopName } = services.settings();
      const typed = { ...shown, passphrase: password, session: id };
      const wrong = await setPassphraseAndCode(services, member, typed, shopName, new Date());
      return wrong ? { errors: atPassword(wrong) } : { to: await nextStep(services, member.id) };
    },
  },
  {
    name: "passkey",
    schema: z.object({ response: DoorText, sealed: DoorText }),
    async act({ services, context }, made) {
      const { member } = signedInSession(context);
      const isAdded = await addMemberPasskey(services, relyingParty(context), member, made, new Date());
      return isAdded ? { to: await nextStep(services, member.id) } : { message: PASSKEY_NOT_TAKEN };
    },
  },
);

export const clientAction = sendForm;

const nextStep = async ({ db }: Services, memberId: string): Promise<string> =>
  isComplete(await factorsOf(db, memberId)) ? "/welcome/codes" : "/welcome/way-in";

export default function WayIn() {
  const { isFirstRun, passkeys, isComplete: isDone, passkey, authenticator } = useLoaderData<typeof loader>();
  const answer = useAnswer();
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
        <AuthenticatorFields {...authenticator} field={(name) => ({ id: name, name, error: answer?.errors[name] })} />
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
