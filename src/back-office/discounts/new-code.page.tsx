import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { formAction, Typed } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { ButtonLink } from "../ui/button";
import { PageHead } from "../ui/page-head";
import { CodeForm } from "./code-form";
import { makeCode, newCode } from "./discounts.server";
import { titled } from "../titled";

export const meta = titled("Make a code");

export async function loader({ context }: LoaderFunctionArgs) {
  const services = servicesOf(context);
  await requireRight(services, memberOf(context), "discounts.change");
  return newCode(services);
}

export const action = formAction({
  right: "discounts.change",
  schema: Typed,
  act: ({ services, member, submission }, typed) => makeCode(services, member, submission, typed),
});

export const clientAction = sendForm;

/** Page with the form for a new discount code. */
export default function NewCode() {
  const { fields, submission, zone } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Make a code" back={{ to: "/discounts", name: "Discounts" }} />
      <CodeForm action="/discounts/new" fields={fields} zone={zone} submission={submission}>
        <ButtonLink look="bare" to="/discounts">
          Cancel
        </ButtonLink>
      </CodeForm>
    </>
  );
}
