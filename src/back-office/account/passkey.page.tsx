import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from "react-router";
import { formOf } from "~/shop/form";
import { addMemberPasskey } from "~/shop/members/set-up-factors.server";
import { passkeyToMake } from "~/shop/members/passkeys.server";
import { declined } from "../form-answers";
import { memberOf, relyingParty, requireConfirmed, servicesOf } from "../context";
import { makePasskey } from "../sign-in/passkey";
import { PasskeyButton } from "../sign-in/passkey-button";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";

export const meta = () => [{ title: "Add a passkey | Workshop" }];

export async function loader({ context }: LoaderFunctionArgs) {
  const member = memberOf(context);
  requireConfirmed(context);
  return { passkey: await passkeyToMake(servicesOf(context), relyingParty(context), member.id) };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const member = memberOf(context);
  const { response = "", sealed = "" } = await formOf(request);
  const added = await addMemberPasskey(
    servicesOf(context),
    relyingParty(context),
    member,
    { response, sealed },
    new Date(),
  );
  if (added) return redirect("/account");
  return declined({}, { message: "This passkey could not be taken. Try again, with finger, face or PIN." });
}

export default function PasskeyPage() {
  const { passkey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <PageHead title="Add a passkey" back={{ to: "/account", name: "My account" }}>
        The finger, face or PIN of this device, or a key that you plug in.
      </PageHead>
      {answer?.message && <Notice title={answer.message} isAnswer />}
      <PasskeyButton ask={() => makePasskey(passkey.options)} fields={{ sealed: passkey.sealed }} wide={false}>
        Make a passkey
      </PasskeyButton>
    </>
  );
}
