import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { formOf, orNotFound } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { refundAsMember } from "~/shop/orders/refunds/refund-as-member.server";
import { refundableOrder } from "~/shop/orders/refunds/refundable-order.server";
import { actId } from "../act-id.server";
import { type Declined, declined } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { answered, formFacts } from "./order-refusals.server";
import { refundForm, typedRefund } from "./order-refund.server";
import { RefundDialog } from "./order-refund-form";
import { sendOrderForm } from "./order-sending";

export const meta = ({ loaderData }: { loaderData?: { refund: { title: string } } }) => [
  { title: `${loaderData?.refund.title ?? "Refund"} | Workshop` },
];

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const refund = orNotFound(await refundForm(services, member, params.number ?? ""));
  return { refund, submission: randomUUID() };
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "money.refund");
  const { number = "" } = params;
  const values = await formOf(request);
  const facts = formFacts(values);
  if (!facts) throw data(null, { status: 400 });
  const submission = actId(facts.page, "refund");
  const back = `/orders/${number}?done=${submission}`;
  const found = orNotFound(await refundableOrder(services, member, number));
  const isRepeated = found.order.money?.refunds.some(({ cause }) => cause === submission);
  if (isRepeated) return answered(values, back, async () => undefined);

  const { wanted, errors } = typedRefund(values, found);
  // Of an order that was changed meanwhile the fields say nothing: the room declines it in words.
  if (errors && facts.version === found.order.version)
    return declined(values, { errors, ...(errors["nothing"] && { message: errors["nothing"] }) });
  if (errors) return declined(values, { message: CHANGED, status: 409 });
  const { pieces, ...more } = wanted;
  const form = { submission, number, version: facts.version };
  return answered(values, back, () => refundAsMember(services, member, form, { lines: pieces, ...more }));
}

const CHANGED = "Somebody changed this order after you opened it. Nothing went back. What is left of it stands below.";

export const clientAction = sendOrderForm;

/** What goes back of an order: pieces and amounts, delivery, goodwill, with the sum on the button. */
export default function OrderRefundPage() {
  const { refund, submission } = useLoaderData<typeof loader>();
  const answer = useActionData() as Declined | undefined;
  return <RefundDialog key={refund.version} refund={refund} submission={submission} answer={answer} />;
}
