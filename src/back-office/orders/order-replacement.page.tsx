import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { formOf, orNotFound } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { sendReplacementsAsMember } from "~/shop/orders/parcels/lost-acts.server";
import { actId } from "../act-id.server";
import { type Declined, declined, readFields } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { useKept } from "../use-pending-form";
import { answered, formFacts } from "./order-refusals.server";
import { CarrierFields } from "./order-carrier-fields";
import { ParcelFields } from "./order-fields";
import { replacementForm } from "./order-replacement.server";
import { sendOrderForm } from "./order-sending";
import { OrderSideForm } from "./order-side-form";

export const meta = () => [{ title: "Send in place of something | Workshop" }];

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.ship");
  const { of: _, ...shown } = orNotFound(await replacementForm(services, member, params));
  return { ...shown, submission: randomUUID() };
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.ship");
  const { of, number } = orNotFound(await replacementForm(services, member, params));
  const values = await formOf(request);
  const facts = formFacts(values);
  if (!facts) throw data(null, { status: 400 });
  const { carrier = "", tracking = "" } = values;
  const { fields, errors } = readFields(ParcelFields, { carrier, tracking });
  if (errors) return declined(values, { errors });
  const submission = actId(facts.page, `replacement ${params.replacement}`);
  const form = { submission, number, version: facts.version };
  const parcel = { carrier: fields.carrier, trackingNumber: fields.tracking };
  return answered(values, `/orders/${number}?done=${submission}`, () =>
    sendReplacementsAsMember(services, member, form, of, parcel),
  );
}

export const clientAction = sendOrderForm;

/** The parcel with what is sent in place of something: who carries it, and its number. */
export default function OrderReplacementPage() {
  const { number, version, submission, title, text, to, isOpen } = useLoaderData<typeof loader>();
  const answer = useActionData() as Declined | undefined;
  const kept = useKept();
  return (
    <OrderSideForm
      title={title}
      number={number}
      form={{ submission, version }}
      answer={answer}
      labels={{ carrier: "Carrier", tracking: "Tracking number" }}
      {...(isOpen && {
        button: "Ship it",
        note: "A parcel that has left cannot be taken back, only corrected. The shopper gets a letter with the tracking link.",
      })}
    >
      <div className="stack">
        {to && <p className="dust">{to.join(", ")}</p>}
        <p>{text}</p>
        {isOpen && <CarrierFields typed={answer?.values ?? kept} errors={answer?.errors ?? {}} />}
      </div>
    </OrderSideForm>
  );
}
