import { Form, type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { z } from "zod";
import { factorsOf, isComplete } from "~/shop/members/factors.server";
import { finishSetup, firstRecoveryCodes, replaceRecoveryCodes } from "~/shop/members/set-up-factors.server";
import { codesOf } from "../account/codes-of.server";
import { servicesOf, signedInSession } from "../context";
import { RecoveryCodes } from "./recovery-codes";
import { doorActions } from "../forms/door-action.server";
import { sendForm } from "../forms/send-form";
import { useAnswer, useShown } from "../forms/use-unsaved";
import { Notice } from "../ui/notice";
import { Button } from "../ui/button";
import { Steps } from "./steps";
import { titled } from "../titled";

export const meta = titled("Your recovery codes");

export async function loader({ context }: LoaderFunctionArgs) {
  const { member } = signedInSession(context);
  const services = servicesOf(context);
  const factors = await factorsOf(services.db, member.id);
  if (!isComplete(factors)) throw redirect("/welcome/way-in");
  return { isFirstRun: member.role === "owner", left: factors.recoveryCodes, codesOf: codesOf(services, member) };
}

/** Creates recovery codes, which only this answer shows; the second form continues once the member has saved them. */
export const action = doorActions(
  {
    schema: z.object({}),
    async act({ services, context }) {
      const { member, isForSetup } = signedInSession(context);
      const codes = await (isForSetup
        ? firstRecoveryCodes(services.db, member.id)
        : replaceRecoveryCodes(services, member));
      return codes ? { shown: codes } : { to: "/sign-in" };
    },
  },
  {
    name: "kept",
    schema: z.object({}),
    async act({ services, context }) {
      const { id, member } = signedInSession(context);
      if (!(await finishSetup(services.db, member, id, new Date()))) return { to: "/welcome/way-in" };
      return { to: member.role === "owner" ? "/welcome/shop" : "/" };
    },
  },
);

export const clientAction = sendForm;

export default function Codes() {
  const { isFirstRun, left, codesOf: of } = useLoaderData<typeof loader>();
  const codes = useShown<string[]>();
  const message = useAnswer()?.message;
  return (
    <>
      <Steps at={3} of={isFirstRun ? 4 : 3} />
      <h1>Your recovery codes</h1>
      <p className="door__text">
        Each of ten codes stands in for your app once, should the phone be lost. They are shown now and never again:
        print them, or put them where your passwords are.
      </p>
      {message && <Notice title={message} isAnswer />}
      {codes && <RecoveryCodes codes={codes} of={of} />}
      <Form method="post" className="stack">
        {codes || left > 0 ? (
          <Button look="main" wide name="form" value="kept">
            I have kept them
          </Button>
        ) : (
          <Button look="main" wide>
            Show my codes
          </Button>
        )}
        {!codes && left > 0 && (
          <Button wide name="form" value="new">
            Make new codes
          </Button>
        )}
      </Form>
    </>
  );
}
