import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { replaceRecoveryCodes } from "~/shop/members/set-up-factors.server";
import { memberOf, requireConfirmed, servicesOf } from "../context";
import { Button, ButtonLink } from "../ui/button";
import { PageHead } from "../ui/page-head";
import { codesOf } from "./codes-of.server";
import { RecoveryCodes } from "../welcome/recovery-codes";

export const meta = () => [{ title: "Recovery codes | Workshop" }];

export function loader({ context }: LoaderFunctionArgs) {
  const member = memberOf(context);
  requireConfirmed(context);
  return { of: codesOf(servicesOf(context), member) };
}

export async function action({ context }: ActionFunctionArgs) {
  const member = memberOf(context);
  return { codes: await replaceRecoveryCodes(servicesOf(context), member) };
}

export default function CodesPage() {
  const { of } = useLoaderData<typeof loader>();
  const codes = useActionData<typeof action>()?.codes;
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
        <Form method="post">
          <Button look="main">Make new codes</Button>
        </Form>
      )}
    </>
  );
}
