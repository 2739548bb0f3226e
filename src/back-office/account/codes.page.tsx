import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { replaceRecoveryCodes } from "~/shop/members/set-up-factors.server";
import { memberOf, requireConfirmed, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { useShown } from "../forms/use-unsaved";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { PageHead } from "../ui/page-head";
import { codesOf } from "./codes-of.server";
import { RecoveryCodes } from "../welcome/recovery-codes";
import { titled } from "../titled";

export const meta = titled("Recovery codes");

export function loader({ context }: LoaderFunctionArgs) {
  const member = memberOf(context);
  requireConfirmed(context);
  return { of: codesOf(servicesOf(context), member), submission: randomUUID() };
}

export const action = formAction({
  schema: z.object({}),
  act: async ({ services, member }) => ({ shown: await replaceRecoveryCodes(services, member) }),
});

export const clientAction = sendForm;

export default function CodesPage() {
  const { of, submission } = useLoaderData<typeof loader>();
  const codes = useShown<string[]>();
  return (
    <>
      <PageHead title="Recovery codes" back={{ to: "/account", name: "My account" }}>
        Ten new codes are shown once; the old ones count no more.
      </PageHead>
      {codes ? (
        <>
          <RecoveryCodes codes={codes} of={of} />
          <ButtonLink look="main" to="/account">
            I have kept them
          </ButtonLink>
        </>
      ) : (
        <WorkshopForm submission={submission}>
          <Button look="main">Make new codes</Button>
        </WorkshopForm>
      )}
    </>
  );
}
