import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { addMemberPasskey } from "~/shop/members/set-up-factors.server";
import { passkeyToMake } from "~/shop/members/passkeys.server";
import { memberOf, relyingParty, requireConfirmed, servicesOf } from "../context";
import { formActions } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm } from "../forms/send-form";
import { unsentId } from "../forms/sent-ids";
import { makePasskey, PASSKEY_NOT_TAKEN } from "../sign-in/passkey";
import { PasskeyButton } from "../sign-in/passkey-button";
import { PageHead } from "../ui/page-head";
import { titled } from "../titled";

export const meta = titled("Add a passkey");

export async function loader({ context }: LoaderFunctionArgs) {
  const member = memberOf(context);
  requireConfirmed(context);
  const passkey = await passkeyToMake(servicesOf(context), relyingParty(context), member.id);
  return { passkey, submission: randomUUID() };
}

export const action = formActions({
  passkey: {
    schema: z.object({ response: z.string(), sealed: z.string() }),
    async act({ services, member, context }, made) {
      const isAdded = await addMemberPasskey(services, relyingParty(context), member, made, new Date());
      return isAdded ? { to: "/account" } : { message: PASSKEY_NOT_TAKEN };
    },
  },
});

export const clientAction = sendForm;

export default function PasskeyPage() {
  const { passkey, submission } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Add a passkey" back={{ to: "/account", name: "My account" }}>
        The finger, face or PIN of this device, or a key that you plug in.
      </PageHead>
      <FormMessage of={["passkey"]} />
      <PasskeyButton
        ask={() => makePasskey(passkey.options)}
        fields={{ sealed: passkey.sealed, submission: unsentId(submission) }}
        wide={false}
      >
        Make a passkey
      </PasskeyButton>
    </>
  );
}
