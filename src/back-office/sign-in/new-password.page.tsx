import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { formOf } from "~/shop/form";
import { openLink } from "~/shop/members/member-links.server";
import { resetPassphrase } from "~/shop/members/set-up-factors.server";
import { declined } from "../form-answers";
import { servicesOf } from "../context";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { LinkOver } from "./link-expired";

export const meta = () => [{ title: "A new password | Workshop" }];

/** Looks whether the link still opens; looking uses nothing up. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const link = await openLink(servicesOf(context).db, ["reset"], token, new Date());
  return { token, opens: link !== undefined };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const values = await formOf(request);
  const { token = "", password = "", code = "" } = values;
  const services = servicesOf(context);
  const typed = { link: token, passphrase: password, code };
  const errors = await resetPassphrase(services, typed, services.settings().shopName, new Date());
  return errors ? declined(values, { errors }) : redirect("/sign-in?changed");
}

export default function NewPassword() {
  const { token, opens } = useLoaderData<typeof loader>();
  const errors = useActionData<typeof action>()?.errors ?? {};
  if (!opens || errors.link) return <LinkOver />;
  return (
    <>
      <h1>A new password</h1>
      <p className="door__text">All your sessions end with the old one.</p>
      <Form method="post" className="stack">
        <input type="hidden" name="token" value={token} />
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          note="15 characters or more. Four or five words that do not belong together are good."
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
