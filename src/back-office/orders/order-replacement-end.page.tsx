import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { formOf, orNotFound } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { refundReplacementsAsMember } from "~/shop/orders/parcels/lost-acts.server";
import { actId } from "../act-id.server";
import type { Declined } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { answered, formFacts } from "./order-refusals.server";
import { replacementForm } from "./order-replacement.server";
import { sendOrderForm } from "./order-sending";
import { OrderSideForm } from "./order-side-form";

export const meta = () => [{ title: "Refund it instead | Workshop" }];

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "money.refund");
  const { of: _, ...shown } = orNotFound(await replacementForm(services, member, params));
  return { ...shown, submission: randomUUID() };
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "money.refund");
  const { of, number } = orNotFound(await replacementForm(services, member, params));
  const values = await formOf(request);
  const facts = formFacts(values);
  if (!facts) throw data(null, { status: 400 });
  const submission = actId(facts.page, `end ${params.replacement}`);
  const form = { submission, number, version: facts.version };
  return answered(values, `/orders/${number}?done=${submission}`, () =>
    refundReplacementsAsMember(services, member, form, of),
  );
}

export const clientAction = sendOrderForm;

/** What was to be sent in place of something is not: its money goes back. */
export default function OrderReplacementEndPage() {
  const { number, version, submission, text, isOpen, isUnconfirmed } = useLoaderData<typeof loader>();
  const answer = useActionData() as Declined | undefined;
  const mayEnd = isOpen && !isUnconfirmed;
  return (
    <OrderSideForm
      title="Refund it instead"
      number={number}
      form={{ submission, version }}
      answer={answer}
      look="rust"
      {...(mayEnd && {
        button: "Do not send it, refund it",
        note: "Money that has gone back cannot be undone. What was kept for it is in stock again. The shopper gets a letter.",
      })}
    >
      <p>{text}</p>
      {isUnconfirmed && (
        <p>A refund of this order is asked and not yet confirmed. Until it is, no second one can be made.</p>
      )}
    </OrderSideForm>
  );
}
