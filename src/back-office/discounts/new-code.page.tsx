import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { formOf } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { isId } from "../is-id";
import { ButtonLink } from "../ui/button";
import { PageHead } from "../ui/page-head";
import { CodeForm } from "./code-form";
import { makeCode, newCode } from "./discounts.server";
import { refusedInput } from "./refused-input";

export const meta = () => [{ title: "Make a code | Workshop" }];

export async function loader({ context }: LoaderFunctionArgs) {
  const services = servicesOf(context);
  await requireRight(services, memberOf(context), "discounts.change");
  return newCode(services);
}

export async function action({ context, request }: ActionFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  await requireRight(services, member, "discounts.change");
  const typed = await formOf(request);
  if (!isId(typed.submission ?? "")) throw data(null, { status: 400 });
  const result = await refusedInput(typed, () => makeCode(services, member, typed));
  if (result.kind === "saved") return redirect(`/discounts/${result.code}?done=${result.act}`);
  return data({ typed, errors: result.kind === "wrong" ? result.errors : {} }, { status: 422 });
}

/** A code that is still to be made. */
export default function NewCode() {
  const { fields, submission, zone } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <PageHead title="Make a code" back={{ to: "/discounts", name: "Discounts" }} />
      <CodeForm action="/discounts/new" fields={fields} zone={zone} submission={submission} answer={answer}>
        <ButtonLink look="bare" to="/discounts">
          Cancel
        </ButtonLink>
      </CodeForm>
    </>
  );
}
