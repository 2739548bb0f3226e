import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { formOf } from "~/shop/form";
import { factorsOf, isComplete } from "~/shop/members/factors.server";
import { renewRecoveryCodes } from "~/shop/members/recovery-codes.server";
import { finishSetup, replaceRecoveryCodes } from "~/shop/members/set-up-factors.server";
import { codesOf } from "../account/codes-of.server";
import { servicesOf, signedInSession } from "../context";
import { RecoveryCodes } from "./recovery-codes";
import { Button } from "../ui/button";
import { Steps } from "./steps";

export const meta = () => [{ title: "Your recovery codes | Workshop" }];

export async function loader({ context }: LoaderFunctionArgs) {
  const { member } = signedInSession(context);
  const services = servicesOf(context);
  const factors = await factorsOf(services.db, member.id);
  if (!isComplete(factors)) throw redirect("/welcome/way-in");
  return { isFirstRun: member.role === "owner", left: factors.recoveryCodes, codesOf: codesOf(services, member) };
}

/** Makes the codes, which are shown by this answer alone; or goes on once they are kept. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { id, member, isForSetup } = signedInSession(context);
  const services = servicesOf(context);
  const { db } = services;
  const { intent } = await formOf(request);
  if (intent !== "kept") {
    if (isForSetup) return { codes: await renewRecoveryCodes(db, member.id) };
    return { codes: await replaceRecoveryCodes(services, member) };
  }
  if (!(await finishSetup(db, member, id))) return redirect("/welcome/way-in");
  return redirect(member.role === "owner" ? "/welcome/shop" : "/");
}

export default function Codes() {
  const { isFirstRun, left, codesOf: of } = useLoaderData<typeof loader>();
  const codes = useActionData<typeof action>()?.codes;
  return (
    <>
      <Steps at={3} of={isFirstRun ? 4 : 3} />
      <h1>Your recovery codes</h1>
      <p className="door__text">
        Each of ten codes stands in for your app once, should the phone be lost. They are shown now and never again:
        print them, or put them where your passwords are.
      </p>
      {codes && <RecoveryCodes codes={codes} of={of} />}
      <Form method="post" className="stack">
        {codes || left > 0 ? (
          <Button look="main" wide name="intent" value="kept">
            I have kept them
          </Button>
        ) : (
          <Button look="main" wide>
            Show my codes
          </Button>
        )}
        {!codes && left > 0 && (
          <Button wide name="intent" value="new">
            Make new codes
          </Button>
        )}
      </Form>
    </>
  );
}
